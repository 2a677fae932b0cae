import { describe, expect, test } from 'vitest';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { AWA, agreed, BRAHIM, confirmPortals, importFile } from '../statements/play.ts';
import { csvOf, type Listed, statementCells } from '../statements/portal.ts';
import { bookOf, bringListed, closeAll, explainAll, forgeAndTakeBack, servicesOf } from './desk.ts';
import { idOf, lines, perform, type Stage, stagesOfFile, taken, withoutIdOf } from './play.ts';
import type { Movement } from './sim.ts';

const scene = stagesOfFile();

/** One person brings a file that he has made himself, and agrees to it alone, if he may. */
async function listAlone(stage: Stage, rows: readonly Listed[]): Promise<void> {
  const { sim } = stage.world.at('one');
  const { id, said } = await importFile(stage, csvOf(statementCells(sim.operator, sim.number, rows)));
  expect(said).toBe('imported');
  expect(await agreed(stage, id ?? '', true)).toMatch(/^(new 0|proposed)$/);
}

/** Rows for messages that were told one after the other, from this balance on, so many seconds ago. */
function rowsFor(
  { messages, world }: Stage,
  told: Readonly<Record<string, number>>,
  { from_xaf, ago_s = 300 }: { from_xaf: number; ago_s?: number },
): Listed[] {
  let balance_xaf = from_xaf;
  return Object.entries(told).map(([name, delta_xaf], n) => {
    balance_xaf += delta_xaf;
    const at = new Date(world.now.getTime() - (ago_s - n) * 1000);
    return { id: messages.get(name)?.sms.id ?? '', at, delta_xaf, balance_xaf, party: '' };
  });
}

/** He forges a payment, and a debit that takes it back; rows for both. */
async function forged(stage: Stage, n: number, sum_xaf: number): Promise<Listed[]> {
  const { balance_xaf: from_xaf } = stage.world.at('one').sim;
  await forgeAndTakeBack(stage, n, sum_xaf);
  return rowsFor(stage, { [`f${n}`]: sum_xaf, [`d${n}`]: -sum_xaf }, { from_xaf });
}

/** A list without balances of a movement of the first SIM, printed as one of the last minute under an id of his own, and of others. */
function listAsOwn({ world }: Stage, moved: Movement, n: number, others: readonly Movement[] = []): string {
  const { sim } = world.at('one');
  const at = new Date(world.now.getTime() - 30_000);
  const rows = [...others, { ...moved, at, id: `MP261121.1203.Z9999${n}` }];
  const listed = rows.map((row) => ({ ...row, party: '', no_balance: true }));
  return csvOf(statementCells(sim.operator, sim.number, listed));
}

/** Two people find on no list what he has forged, say so, and one of them closes what that opens. */
async function writtenOff(stage: Stage): Promise<void> {
  await explainAll(stage, ['DEBIT', 'CREDIT'], 'write_off');
  await perform(stage, 'anchor\nwait 31s');
  await closeAll(stage);
}

describe('By a file that he has made and agreed to alone nobody who forges takes more than the bound', () => {
  test('where people write off what it lists', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      for (let n = 0; n < 8; n += 1) {
        await listAlone(stage, await forged(stage, n, 190_000 - n));
        await writtenOff(stage);
      }
      expect(await taken(stage)).toBe(759_988);
    }));

  test('nor where a true list of those days has none of its rows', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, 'sms p credit 700 from 66000001\nwait 30min');
      for (let n = 0; n < 8; n += 1) {
        const rows = await forged(stage, n, 190_000 - n);
        await perform(stage, `wait 30min\nsms q${n} credit 900 from 66000001\nwait 30min`);
        await listAlone(stage, rows);
        await bringListed(stage);
        await writtenOff(stage);
      }
      expect(await taken(stage)).toBe(759_988);
    }));

  test('where nobody has explained the debits that take it back', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      for (let n = 0; n < 8; n += 1) {
        await listAlone(stage, await forged(stage, n, 190_000 - n));
        await perform(stage, 'anchor\nwait 31s');
      }
      expect(await taken(stage)).toBe(949_990);
    }));

  test.each(['before', 'after'])(
    'where true messages have lost their place to what it lists, %s a reading',
    (when) =>
      scene(async (stage) => {
        await confirmPortals(stage);
        for (let n = 0; n < 4; n += 1) {
          const { balance_xaf: from_xaf } = stage.world.at('one').sim;
          const sum_xaf = 100_000 - 1000 * n;
          await perform(
            stage,
            `session v${n} ${sum_xaf} by rival${n}
            session h${n} ${sum_xaf + 5000} by shop${n}
            sms f${n} forged ${sum_xaf} off +0
            sms g${n} forged 5000 off +${sum_xaf}
            paid h${n}
            wait 2min
            sms t${n} credit 300
            wait 1min`,
          );
          const told = { [`f${n}`]: sum_xaf, [`g${n}`]: 5000, [`t${n}`]: 300 };
          if (when === 'after') await perform(stage, 'anchor');
          await listAlone(stage, rowsFor(stage, told, { from_xaf, ago_s: 170 }));
          if (when === 'before') await perform(stage, 'anchor');
        }
        const told_xaf = [0, 1, 2, 3].reduce((sum_xaf, n) => sum_xaf + 105_000 - 1000 * n, 0);
        expect((await bookOf(stage))?.unanchored_xaf).toBeGreaterThanOrEqual(told_xaf);
      }),
  );
});

// He has paid once, in words without an id. Each of his files lists that payment by a row of its own, as nothing new, while none of them counts.
test('Files of one person, each of which lists one payment as its own, bring no money by his word alone', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms m moved 190000 ${withoutIdOf(190_000, '66000001')}
      wait 5min
      session v 190000 by rival ttl 60
      wait 2min`,
    );
    const [m] = stage.world.at('one').sim.movements;
    if (m === undefined) throw new Error('nothing moved');
    const files: string[] = [];
    for (const n of [0, 1, 2]) {
      const { id } = await importFile(stage, listAsOwn(stage, m, n), { after_a_gap: true });
      files.push(id ?? '');
    }
    const said: string[] = [];
    for (const id of files) said.push(await agreed(stage, id, true));
    expect(said).toEqual(['new 0', 'proposed', 'proposed']);
    await perform(stage, 'wait 1min\nunpaid v -> yes\nfloat -> 190000');
  }));

// A reading had found 190,000 missing, which people wrote off. At its import his row may be that; its id is that of a debit which he forges then.
test('A file that one person has made lists no debit of which a message came since its import by his word alone', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `wait 5min
      sms p credit 150000 from 66000001
      wait 1min
      sms q credit 140000 from 66000002
      wait 5min
      anchor
      wait 5min
      late d debit 190000
      wait 5min
      anchor
      wait 1min`,
    );
    expect(await explainAll(stage, ['UNEXPLAINED'], 'write_off')).toBe(1);
    await closeAll(stage);
    const { sim } = stage.world.at('one');
    const gap_at = sim.movements.find(({ delta_xaf }) => delta_xaf < 0)?.at ?? new Date();
    await perform(stage, 'wait 6min\nanchor\nwait 1min');
    const id = idOf(stage, 'PP', -1, 'B77000');
    const row = { id, at: gap_at, delta_xaf: -190_000, balance_xaf: 0, party: '', no_balance: true };
    const file = csvOf(statementCells(sim.operator, sim.number, [row]));
    const made = await importFile(stage, file, { after_a_gap: true });
    await perform(
      stage,
      `session v 190000 by rival ttl 60
      sms f forged 190000 off +0
      wait 1min
      sms d told "Trans.ID: ${id}. Vous avez envoye 190000 FCFA au 66123456. Votre solde disponible est ${sim.balance_xaf} FCFA."
      wait 6min`,
    );
    expect(await agreed(stage, made.id ?? '', true)).toBe('proposed');
    await explainAll(stage, ['DEBIT'], 'write_off');
    await perform(stage, 'wait 1min\nincidents -> short');
  }));

// Each file lists a true debit as well, that nobody has explained, so that it takes two people. Both are told of each that it brings nothing new.
test('Files that one person has made, each of which lists one payment as its own, bring no money by the word of a second who was told that they bring none', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms p credit 195000 from 66000100
      wait 1min
      sms q credit 196000 from 66000100
      wait 1min
      ${lines(3, (n) => `sms d${n} debit ${110_000 + n}\nwait 5min`)}
      sms m moved 190000 ${withoutIdOf(190_000, '66000001')}
      wait 5min
      session v 190000 by rival ttl 60
      wait 2min`,
    );
    const { sim } = stage.world.at('one');
    const m = sim.movements.at(-1);
    if (m === undefined) throw new Error('nothing moved');
    const commands: { statement_id: string }[] = [];
    for (const n of [0, 1, 2]) {
      const debit = sim.movements.find(({ id }) => id === stage.messages.get(`d${n}`)?.sms.id) ?? m;
      const { id } = await importFile(stage, listAsOwn(stage, m, n, [debit]), { after_a_gap: true });
      commands.push({ statement_id: id ?? '' });
    }
    const said: string[] = [];
    for (const by of [AWA, BRAHIM])
      for (const one of commands)
        said.push((await settleStatements(servicesOf(stage), [{ ...one, ...by }]))[0]?.kind ?? '');
    await perform(stage, 'wait 1min\nunpaid v -> yes');
    expect(said.slice(3)).toEqual(['settled', 'proposed', 'proposed']);
  }));
