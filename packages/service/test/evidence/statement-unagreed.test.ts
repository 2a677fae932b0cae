import { describe, expect, test } from 'vitest';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { agreed, confirmPortals, importFile } from '../statements/play.ts';
import { csvOf, type Listed, statementCells } from '../statements/portal.ts';
import { bare, bookOf, bringListed, by, explainAll, servicesOf } from './desk.ts';
import { perform, type Stage, stagesOfFile, taken, withoutIdOf } from './play.ts';

const scene = stagesOfFile();

/** One person brings a file that he has made himself; nobody agrees to it, or he `alone`. */
async function importMade(
  stage: Stage,
  rows: readonly Listed[],
  { on = 'one', after_a_gap = false, alone = false } = {},
): Promise<void> {
  const { sim } = stage.world.at(on);
  const { id, said } = await importFile(stage, csvOf(statementCells(sim.operator, sim.number, rows)), {
    sim: on,
    after_a_gap,
  });
  expect(said).toBe('imported');
  if (alone) expect(await agreed(stage, id ?? '', true)).toBe('new 0');
}

/** Rows for messages of the scene that are forged, without balances. */
const rowsFor = (stage: Stage, told: Readonly<Record<string, number>>): Listed[] => {
  const { sim } = stage.world.at('one');
  const at = new Date(stage.world.now.getTime() - 20 * 60_000);
  return Object.entries(told).map(([name, delta_xaf]) => ({
    ...{ id: stage.messages.get(name)?.sms.id ?? '', at, delta_xaf, balance_xaf: sim.balance_xaf },
    ...{ no_balance: true, party: '' },
  }));
};

// He reads every message of the SIM, and so knows its balance.
const FORGED = `sms p credit 700 from 66000001
  wait 30min
  session v 50000 by rival
  wait 1min
  sms f forged 50000 off 0
  wait 1min
  v -> SUCCESS
  wait 30min
  sms g forged -50000 off 50000
  wait 1min
  sms q credit 900 from 66000001
  wait 30min`;

describe('A file to which nobody has agreed', () => {
  test('lists no forged payment, and the SIM is suspected once a true list is brought', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, FORGED);
      await importMade(stage, rowsFor(stage, { f: 50_000, g: -50_000 }));
      await bringListed(stage);
      await perform(stage, 'wait 30h\nincidents -> short without_row');
      expect((await bookOf(stage))?.suspected_at).not.toBeNull();
    }));

  test('lets nobody take more than the bound who forges anew each day', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      const refused: string[] = [];
      for (const day of [1, 2, 3]) {
        for (const n of [0, 1, 2])
          await perform(
            stage,
            `session v${day}${n} 150000 by rival\nwait 1min\nsms f${day}${n} forged 150000 off ${150_000 * n}\nwait 50min`,
          ).catch(({ message }: Error) => {
            // Once the SIM is suspected it is given to nobody.
            expect(message).toContain('503');
            refused.push(`v${day}${n}`);
          });
        await perform(
          stage,
          `sms g${day} forged -450000 off 450000\nwait 1min\nsms q${day} credit 900 from 66000001\nwait 30min`,
        );
        const forged = { [`f${day}0`]: 150_000, [`f${day}1`]: 150_000, [`f${day}2`]: 150_000 };
        const told = Object.entries(forged).filter(([name]) => stage.messages.has(name));
        await importMade(stage, rowsFor(stage, { ...Object.fromEntries(told), [`g${day}`]: -450_000 }));
        await bringListed(stage);
        await perform(stage, 'wait 20h');
      }
      // The true list of the first day is held against the book on the third.
      expect({ taken_xaf: await taken(stage), refused }).toEqual({
        taken_xaf: 900_000,
        refused: ['v31', 'v32'],
      });
    }));

  // The list of the morning is brought, and then that of the evening; what is told between them has no row.
  test('takes no list its place behind the one before: what lies between them is still missed', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, 'sms p credit 700 from 66000001\nwait 30min');
      await bringListed(stage);
      await perform(
        stage,
        `wait 1h
        session v 50000 by rival
        wait 1min
        sms f forged 50000 off 0
        wait 1min
        v -> SUCCESS
        wait 30min
        sms g forged -50000 off 50000
        wait 2h
        sms q credit 900 from 66000001
        wait 30min
        sms w credit 800 from 66000001
        wait 30min`,
      );
      const [, q] = stage.world.at('one').sim.movements;
      const { sim } = stage.world.at('one');
      const around = [-60, 60].map((minutes) => ({
        ...{ id: sim.newId(), at: new Date((q?.at.getTime() ?? 0) + minutes * 60_000) },
        ...{ delta_xaf: 10, balance_xaf: 1, no_balance: true, party: '' },
      }));
      await importMade(stage, around);
      await bringListed(stage, (moved) => moved.slice(1));
      await perform(stage, 'wait 30h\nincidents -> short without_row');
    }));

  test('makes no honest payment one without a row', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `wait 5min
        sms p credit 700 from 66000001
        wait 30min
        sms p2 credit 600 from 66000001
        wait 3h
        sms q credit 900 from 66000001
        wait 30min
        sms w credit 800 from 66000001
        wait 30min`,
      );
      const [p, p2] = stage.world.at('one').sim.movements;
      const at = new Date((p?.at.getTime() ?? 0) - 60_000);
      await importMade(stage, [
        { id: 'MP261121.1200.Z99990', at, delta_xaf: 10, balance_xaf: p2?.balance_xaf ?? 0, party: '' },
      ]);
      await bringListed(stage, (moved) => moved.slice(2));
      await perform(stage, 'wait 30h\nincidents -> none');
    }));

  // A reading finds z's money; two people say that it was a payment, and it is sent back.
  test('has no money booked again that people have explained, and pays nobody by it', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session v 5000 by rival ttl 60
        wait 1min
        late z credit 5000 from 66000001
        wait 2min
        anchor
        wait 5min`,
      );
      const [{ id } = { id: '' }] = await stage.world.service.rows<{ id: string }>(
        `select id from book_steps where collection_number_id = $1 and kind = 'UNEXPLAINED'`,
        [stage.world.at('one').id],
      );
      expect(await explainAll(stage, ['UNEXPLAINED'], 'credit')).toBe(1);
      const back = { credit_id: id, to: '66000001', ...by('Awa') };
      expect((await refundCredits(servicesOf(stage), [back]))[0]?.kind).toBe('refunded');
      const [z] = stage.world.at('one').sim.movements;
      await importMade(stage, bare(z === undefined ? [] : [{ ...z, id: 'MP261121.1201.Z99999' }]));
      expect(await bringListed(stage, bare, { after_a_gap: true })).toBe('new 0');
      await perform(stage, 'wait 1min\nv -> AWAITING_PAYMENT\nfloat -> 5000');
    }));

  // p is told without its id. The list has r alone, which takes p back, and r's message comes once q has brought the SIM back.
  test('says nothing of what a reversal undoes, so that it is taken back once', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, 'sim two moov');
      const { sim } = stage.world.at('two');
      const p = sim.movement(5000, 'Encaisse 5000 FCFA de NOM. Solde disponible BALANCE FCFA.');
      await stage.world.deliver({ sim: 'two', sms: p });
      await perform(stage, 'wait 5min\nlate x credit 100 from 94000009 on two\nwait 1min');
      const r = sim.movement(
        -5000,
        `Le transfert ${p.id} de 5000 FCFA recu de 94777001 a ete annule. Solde: BALANCE FCFA.`,
      );
      await stage.world.pass(120);
      await bringListed(stage, (moved) => moved.slice(1), { on: 'two' });
      await perform(stage, 'wait 2min\nsms q credit 5000 from 94777002 on two\nwait 1min');
      const [own] = sim.movements;
      await importMade(stage, own === undefined ? [] : [{ ...own, delta_xaf: 1, no_balance: true }], {
        ...{ on: 'two', after_a_gap: true },
      });
      await stage.world.deliver({ sim: 'two', sms: r });
      await perform(stage, 'wait 10min\nfloat two -> 5100');
    }));
});

describe('A file that one person has made and agreed to alone, which brings nothing new,', () => {
  test('lists no forged payment of the days of a true list', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, FORGED);
      await importMade(stage, rowsFor(stage, { f: 50_000, g: -50_000 }), { alone: true });
      await bringListed(stage);
      await perform(stage, 'wait 30h\nincidents -> short without_row');
    }));

  // The list of the noon ends before his rows, and that of the evening, which goes on from it, begins behind them.
  test('lists no forged payment by rows of the hours between two true lists of which one goes on from the other', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, 'sms o credit 800 from 66000001\nwait 30min');
      await bringListed(stage);
      const noon = stage.world.now;
      // It moved nothing, and has the hour of its id: none of the forged ones has.
      const failed = { id: stage.world.at('one').sim.newId(), at: noon, delta_xaf: 1, status: 'TF' };
      await perform(stage, `wait 2h\n${FORGED}`);
      await bringListed(stage, (moved) => moved.slice(1));
      const rows = rowsFor(stage, { f: 50_000, g: -50_000 }).map((row) => ({ ...row, at: noon }));
      const made = [{ ...failed, balance_xaf: 0, no_balance: true }, ...rows];
      await importMade(stage, made, { alone: true, after_a_gap: true });
      await perform(stage, 'wait 30h\nincidents -> short without_row');
    }));

  test('has no true payment booked again by the true list', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session a 5000 payer 66000003 ttl 60
        wait 1min
        sms m moved 5000 ${withoutIdOf(5000, '66000003')}
        wait 2min
        a -> SUCCESS`,
      );
      const [m] = stage.world.at('one').sim.movements;
      const made = { id: 'MP261121.1203.Z99999', party: '66000003', no_balance: true };
      await importMade(stage, m === undefined ? [] : [{ ...m, ...made }], { alone: true });
      await perform(stage, 'wait 1min\nsms q credit 700 from 66000005\nwait 5min');
      expect(await bringListed(stage)).toBe('new 0');
      await perform(stage, 'float -> 5700');
    }));
});
