import { expect, test } from 'vitest';
import { confirmPortals, statementPlaysOfFile } from '../statements/play.ts';
import { bringListed, explainAll, statement, sweep } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();
const playStatements = statementPlaysOfFile(scene);

/** The operator's list of the first SIM; `parties`: what it prints as the other party, the last of them in all rows that follow. */
const bringAs = (stage: Stage, ...parties: string[]): Promise<string> =>
  bringListed(stage, (moved) =>
    moved.map((row, n) => {
      const party = parties[n] ?? parties.at(-1);
      return party === undefined ? row : { ...row, party };
    }),
  );

// It names his own number, his own receipt and any balance; the statement prints no balances, so that it "tells of the row". When the day is over the row counts as
// none (`without_row`), the number is `short`, and nobody's payment settles there.
test('One forged SMS of a payer of 100 francs, with the id of his own receipt, stops no SIM by a statement that prints no balances', () =>
  playStatements(`
    sms y credit 200 from 66777009
    wait 30min
    session a 100 by rival
    paid a from 66123456
    a -> SUCCESS
    sms f forged 100 balance 999999 from 66123456 like a's
    wait 30min
    sms z credit 200 from 66777009
    wait 1min
    statement s unprinted -> new 0
    wait 24h
    session b 5000
    paid b from 66777010
    wait 1min
    b -> SUCCESS`));

// Nor does it hold back what is paid out from the SIM, as a statement that differs does: the balance of the step says which message is its own.
test('One forged SMS with the id of a payer’s own receipt makes no statement differ that prints no balances', () =>
  playStatements(`
    sms y credit 200 from 66777009
    wait 30min
    session a 100 by rival
    paid a from 66123456
    a -> SUCCESS
    sms f forged 100 balance 999999 from 66123456 like a's
    wait 30min
    sms z credit 200 from 66777009
    wait 1min
    statement s unprinted -> new 0
    findings s -> same 3
    incidents -> none`));

// No time is asked: whatever was once told between two balances says of each later payment between them that it is another's.
test('A forged SMS of yesterday, refuted since, stops no SIM that is swept to nothing today and sells that price, by a statement that names no payers', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms f forged 5000 balance 5000 from 66999001
      wait 1min
      sms x credit 100 from 66777002
      wait 5min
      anchor
      wait 24h`,
    );
    await sweep(stage, 62_510);
    await perform(
      stage,
      `wait 1min
      sms d debit 62510
      wait 30min
      session a 5000
      paid a from 66777001
      a -> SUCCESS
      wait 30min
      sms z credit 300 from 66777002
      wait 1min`,
    );
    await bringAs(stage, '');
    await perform(stage, 'wait 24h\nsession b 6000\npaid b from 66777010\nwait 1min\nb -> SUCCESS');
  }));

// The agent's number is no payer's, also while the deposit waits for a reading.
test('A large agent’s deposit that waits is settled by the statement, whose row names who deposited it', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      'session a 300000 ttl 60\nsession b 500\nsms p cash-in 300000\nwait 1s\npaid b from 66123456\nwait 5min',
    );
    await bringAs(stage, '66123456');
    await perform(stage, 'wait 31s\na -> SUCCESS');
  }));

// A sender who is on no list contests nothing; but what he tells is kept as a guess, with its balances, and a row counts it.
test('A statement differs from no agent’s deposit because the operator’s message has come by another sender name too', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, 'session a 5000\nsession b 6000\nsms c cash-in 5000\na -> SUCCESS\npaid b\nwait 1s');
    const sms = stage.messages.get('c')?.sms;
    if (sms === undefined) throw new Error('no message');
    await stage.world.deliver({ sim: 'one', sms: { ...sms, sender: 'AirtelInfo' } });
    await perform(stage, 'wait 1min');
    await bringAs(stage);
    await perform(stage, 'wait 31s\nincidents -> none');
  }));

test('A statement differs from no payment that people have found and whose message came later', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'wait 5min\nsession a 5000 ttl 60\nlate lost credit 5000 from 66777001\nwait 5min\nanchor\nwait 5min',
    );
    expect(await explainAll(stage, ['UNEXPLAINED'], 'credit')).toBe(1);
    await perform(stage, 'deliver lost\nwait 1min');
    await statement(stage);
    await perform(stage, 'wait 31s\nincidents -> none');
  }));

// Its own message is lost. The row names the payer whom h has declared; what it proves is a message that hides the payer and quotes v's ticket.
test('A payment whose message is lost is not an insider’s, who has told of it with its payer hidden and his ticket, where the row of the statement names its payer', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session h 190000 payer 66777001 on one ttl 60
      session v 190000 payer 66999001 by rival on one ttl 60
      late lost credit 100
      late p credit 190000 from 66777001`,
    );
    const id = stage.messages.get('p')?.sms.id;
    await perform(
      stage,
      `sms f told "Ref:${id} Vous avez recu 190000.00 CFA de 6• •• •• •• .Reference: ${stage.sessions.get('v')?.ticket}. Solde: ${62_410 + 190_100} CFA."
      wait 1min`,
    );
    await bringAs(stage, '66777009', '66777001');
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));

// The row names the payer, and the message, which quotes h's ticket, hides him whole: so it is not believed of whose it is, and the row alone is decided, for whoever's
// session of that sum is there. Before, the balance made the message true, and the ticket kept v from it.
test('A payment on the wrong SIM behind a lost message, whose message hides its payer and quotes the ticket, is nobody else’s by the row of the statement', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sim two
      session h 5000 on two ttl 60
      session v 5000 by rival on one ttl 60
      late lost credit 100
      wait 1min`,
    );
    await perform(
      stage,
      `sms p moved 5000 "Ref:ID Vous avez recu 5000.00 CFA de 6• •• •• •• .Reference: ${stage.sessions.get('h')?.ticket}. Solde: BALANCE CFA."
      wait 1min`,
    );
    await bringAs(stage, '66777001');
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));

/** One sweep's message is lost, and two customers pay the one price on a SIM that holds nothing before each. */
async function twiceOfNothing(stage: Stage, payers: [string, string]): Promise<void> {
  await confirmPortals(stage);
  await sweep(stage, 62_410);
  await perform(
    stage,
    `late d1 debit 62410
    wait 5min
    session a 5000 payer ${payers[0]} ttl 60
    paid a from ${payers[0]}
    wait 10min`,
  );
  await sweep(stage, 5000);
  await perform(
    stage,
    `sms d2 debit 5000
    wait 5min
    ${
      payers[1] === payers[0]
        ? `sms b credit 5000 from ${payers[1]}`
        : `session b 5000 payer ${payers[1]} ttl 60
    paid b from ${payers[1]}`
    }
    wait 5min`,
  );
}

const WAYS: [string, [string, string], string | null][] = [
  ['one customer pays twice', ['66777001', '66777001'], null],
  ['two customers pay, by a portal that names no payers', ['66777001', '66777002'], ''],
];
// Both messages lead from nothing to the price: each counts as one that says of the other's row whose it is, though it names another receipt, which has a row of its own. Both
// rows differ, nothing of them moves, and the sweep between them takes the book below nothing.
test.each(WAYS)(
  'The statement settles what waits behind the lost message of a sweep, where %s the one price of a SIM that is swept to nothing in between',
  (_what, payers, party) =>
    scene(async (stage) => {
      await twiceOfNothing(stage, payers);
      await bringAs(stage, ...(party === null ? [] : [party]));
      await perform(stage, `wait 31s\na -> SUCCESS${payers[1] === payers[0] ? '' : '\nb -> SUCCESS'}`);
    }),
);
