import { expect, test } from 'vitest';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { confirmPortals } from '../statements/play.ts';
import type { Listed } from '../statements/portal.ts';
import { bookOf, bringListed, by, creditsOf, explainAll, servicesOf, sweep } from './desk.ts';
import { firstSim, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** Rows `from` until `to` of the list, brought as after a gap. */
const list = (stage: Stage, from: number, to?: number, as: Partial<Listed> = {}) =>
  bringListed(stage, (moved) => moved.slice(from, to).map((row) => ({ ...row, ...as })), {
    after_a_gap: true,
  });

/** fd takes the place of a sweep's message, which is lost, and meets its announcement: the book has the sweep, by another id than its row. */
async function replaceSweep(stage: Stage): Promise<void> {
  await confirmPortals(stage);
  await perform(stage, 'sms x credit 3000000 from 66000009\nwait 10min\nanchor\nwait 10min');
  await sweep(stage, 760000);
  await perform(
    stage,
    'wait 1min\nlate d debit 760000\nsms fd forged -760000 balance 2302410\nwait 5min\nsms h credit 700 from 66000008\nwait 5min',
  );
}

/** Four credits of 760,000 in all, forged from this balance on, each for a session. */
function forge(name: string, balance: number, off = 0): string {
  let at = balance;
  return [187000 + off, 189000 - off, 191000 + off, 193000 - off]
    .map((sum, n) => {
      at += sum;
      return `session ${name}${n} ${sum} by rival ttl 60\nwait 5s\nsms f${name}${n} forged ${sum} balance ${at} from 66999001\nwait 10s`;
    })
    .join('\n');
}
const isShort = async (stage: Stage) => (await bookOf(stage))?.suspected_at != null;
const BALANCES = [
  ['', {}],
  [', without balances', { no_balance: true }],
] as const;

// The row is one of a sweep that the book has already. Four forged credits of that very sum follow.
test('A reading is short of forged credits, though a list tells again of a sweep of their sum', () =>
  scene(async (stage) => {
    await replaceSweep(stage);
    await list(stage, 1, 2);
    expect(await explainAll(stage, ['DEBIT'], 'sweep')).toBe(1);
    await perform(
      stage,
      `wait 2min\n${forge('v', 2303110)}\nwait 5min\nanchor\nwait 5min\n${forge('vv', 2303110, 300)}\nwait 1min`,
    );
    expect([await isShort(stage), await taken(stage)]).toEqual([true, 760000]);
  }));

// The same, the list brought behind the short reading.
test.each(BALANCES)(
  'A short reading stays short, though a list tells again of a sweep of its sum%s',
  (_how, as) =>
    scene(async (stage) => {
      await replaceSweep(stage);
      await perform(stage, `${forge('v', 2303110)}\nwait 5min\nanchor\nwait 5min`);
      expect(await isShort(stage)).toBe(true);
      await list(stage, 1, 2, as);
      expect(await explainAll(stage, ['DEBIT'], 'sweep')).toBe(1);
      await perform(stage, `wait 5min\nanchor\nwait 5min\n${forge('vv', 2303110, 300)}\nwait 1min`);
      expect(await taken(stage)).toBe(760000);
    }),
);

// He pays 760,000 and has them taken back; both messages are lost, and the list that is brought begins between the two.
test.each([
  ['', {}, 3],
  [', without balances', { no_balance: true }, undefined],
] as const)(
  'A reading is short of forged credits, though a list tells of half a payment that was taken back%s',
  (_how, as, to) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sms x credit 100000 from 66000009
      wait 10min
      anchor
      wait 12h
      late m credit 760000 from 66999001
      wait 2min
      late n reversal m 760000
      wait 30min
      sms h credit 700 from 66000008
      wait 10min`,
      );
      await list(stage, 2, to, as);
      await perform(stage, `wait 2min\n${forge('v', 163110)}\nwait 5min\nanchor\nwait 1min`);
      await explainAll(stage, ['DEBIT'], 'write_off');
      await perform(stage, `wait 5min\nanchor\nwait 5min\n${forge('vv', 163110, 300)}\nwait 1min`);
      expect([await isShort(stage), await taken(stage)]).toEqual([true, 760000]);
    }),
);

// The half is of an earlier day, and the balances agree: a SIM that is swept to nothing.
test('A reading is short of forged credits, though half of a payment of another day that was taken back led between these balances', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await sweep(stage, 62410);
    await perform(
      stage,
      `sms d debit 62410
      wait 5min
      anchor
      wait 10min
      late m credit 760000 from 66999001
      wait 2min
      late n reversal m 760000
      wait 10min
      sms h credit 700 from 66000008
      wait 10min`,
    );
    await list(stage, 2, 3);
    await perform(stage, 'anchor\nwait 20h');
    await sweep(stage, 700);
    await perform(
      stage,
      `sms e debit 700\nwait 5min\nanchor\nwait 10min\n${forge('v', 0)}\nwait 5min\nanchor\nwait 1min`,
    );
    expect([await isShort(stage), await taken(stage)]).toEqual([true, 760000]);
  }));

// Nobody forges. m came and left again, and the list ends between the two; an honest payment of that sum is lost, and found by a reading.
test('A late message finds its place, though a list tells of half of a payment of its sum that was taken back', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms x credit 100 from 66000009
      wait 10min
      anchor
      wait 1h
      late m credit 5000 from 66999001
      wait 2min
      late n reversal m 5000
      wait 10min
      sms h credit 700 from 66000008
      wait 30min
      session a 5000 payer 66777001 ttl 60
      wait 1min
      late p credit 5000 from 66777001
      wait 10min
      anchor
      wait 4min`,
    );
    await list(stage, 1, 2);
    await perform(stage, 'wait 2min\ndeliver p\nwait 3min\na -> SUCCESS');
  }));

// Nobody forges. The reading finds 500,000, of which the rows are p1 and p2, or q, which was taken back. People give them to the session of that sum.
test.each(BALANCES)(
  'Money that people found and gave to a session pays no others by the rows beside it%s',
  (_how, as) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session v1 300000 payer 66999001 by rival ttl 60
      session v2 200000 payer 66999001 by rival ttl 60
      session v3 500000 payer 66999001 by rival ttl 60
      wait 1min
      late p1 credit 300000 from 66999001
      wait 1min
      late p2 credit 200000 from 66999001
      wait 1min
      late q credit 500000 from 66999001
      wait 2min
      late n reversal q 500000
      wait 10min
      anchor
      wait 4min`,
      );
      expect(await explainAll(stage, ['UNEXPLAINED'], 'credit')).toBe(1);
      const [found] = await creditsOf(stage);
      const to = { kind: 'session', session_id: stage.sessions.get('v3')?.id ?? '' } as const;
      const given = async (actor: string) =>
        (await assignCredits(servicesOf(stage), [{ credit_id: found?.id ?? '', to, ...by(actor) }]))[0]?.kind;
      expect([await given('Awa'), await given('Brahim')]).toEqual(['proposed', 'assigned']);
      expect(await list(stage, 0, undefined, as)).toBe('new 0');
      await perform(stage, 'wait 1min\nv1 -> AWAITING_PAYMENT\nv2 -> AWAITING_PAYMENT\nv3 -> SUCCESS');
      expect(await creditsOf(stage)).toMatchObject([{ amount_xaf: 500_000, state: 'MATCHED' }]);
    }),
);

// The sweep was lost, and left in two rows; what takes m back has their sum.
test.each(BALANCES)(
  'Nobody is paid by money that was taken back, where the row of that is taken for a sweep%s',
  (_how, as) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sms x credit 900000 from 66000009
      wait 10min
      anchor
      wait 10min
      late d debit 200000
      wait 1min
      late e debit 500
      wait 3min
      session v 200500 payer 66999001 by rival ttl 60
      wait 1min
      late m credit 200500 from 66999001
      wait 2min
      late n reversal m 200500
      wait 10min
      anchor
      wait 4min`,
      );
      expect(await explainAll(stage, ['UNEXPLAINED'], 'sweep')).toBe(1);
      expect(await list(stage, 1, undefined, as)).toBe('new 0');
      await perform(stage, 'wait 1min\nv -> AWAITING_PAYMENT\nfloat -> 699500\nincidents -> short');
    }),
);

// Nobody cheats. f, of the very sum, has a step of its own, without an id.
test('Sweeps that people explained together are not booked again because one of their sum came behind them', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      'sms x credit 900000 from 66000009\nwait 10min\nanchor\nwait 10min\nlate d debit 600\nwait 1min\nlate e debit 400\nwait 5min\nanchor\nwait 1min',
    );
    expect(await explainAll(stage, ['UNEXPLAINED'], 'sweep')).toBe(1);
    await perform(
      stage,
      `wait 3min
      sms c credit 1000 from 66000007
      wait 2min
      sms f moved -1000 "Vous avez envoye 1000 FCFA au 66123456. Votre solde disponible est BALANCE FCFA."
      wait 20min`,
    );
    await list(stage, 1);
    const debits = await stage.world.service.rows(
      `select id from book_steps where kind = 'DEBIT' and collection_number_id = $1`,
      [firstSim(stage)],
    );
    expect(debits).toHaveLength(1);
  }));

// Nobody cheats. Two payments of one price are taken back within a day: the first reversal is known by its row, the second comes in time and names another payment.
test('The reversal of another payment is no late word of a row', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      'sms x credit 100 from 66000009\nwait 5min\nsms p credit 5000 from 66777001\nwait 2min\nlate r reversal p 5000\nwait 1min',
    );
    await list(stage, 0);
    await perform(
      stage,
      `wait 4h
      sms q credit 5000 from 66777002
      wait 1min
      sms s reversal q 5000
      wait 1min
      session a 700 payer 66777003 ttl 60
      paid a from 66777003
      wait 3min
      a -> SUCCESS`,
    );
  }));
