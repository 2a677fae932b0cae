import { test } from 'vitest';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { AWA, BRAHIM, confirmPortals } from '../statements/play.ts';
import { bare, bringListed, importListed, nameless, servicesOf, sweep } from './desk.ts';
import { perform, stagesOfFile, withoutIdOf } from './play.ts';

const scene = stagesOfFile();

// The row's own message, which it doesn't take: one without an id, or one with an id in a list without payers and balances. 900,000.
test.each([
  ['without an id', `sms p moved 900000 ${withoutIdOf(900000, '66777001')}`, nameless],
  ['whose row has neither payer nor balance', 'sms p credit 900000 from 66777001 motif "{h}"', bare],
] as const)('A row pays no session asked for after its own message had come, %s', (_how, told, listed) =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sim two
      session h 900000 on two ttl 60
      wait 5min
      ${told}
      wait 30s
      session v 900000 by rival on one ttl 60
      wait 5min`,
    );
    await bringListed(stage, listed);
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }),
);

// Nor for another file that lists it.
test('A row pays no session asked for after another file with it was imported', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      'sim two\nsession h 900000 on two ttl 60\nwait 5min\nlate p credit 900000 from 66777001\nwait 20s',
    );
    await importListed(stage);
    await perform(
      stage,
      'wait 20s\nsession v 900000 by rival on one ttl 60\nwait 1min\nlate q credit 100 from 66999001\nwait 5min',
    );
    await bringListed(stage, nameless);
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));

// A message that waits goes on from them in the same change. Paid and sent back: 90,000 twice.
test('A message without an id that waits is no second payment once its row and the sweep behind it are booked', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session v 90000 payer 66777001 by rival ttl 60
      wait 5min
      late x credit 100 from 66999001
      wait 1min
      sms p moved 90000 ${withoutIdOf(90000, '66777001')}
      wait 1min
      sms d debit 90000
      wait 10min`,
    );
    await bringListed(stage, (m) => m.map((row, n) => ({ ...row, ...(n === 1 && { party: '66777001' }) })));
    await perform(stage, 'wait 1min\nv -> SUCCESS\nrefund p as Awa -> nothing');
  }));

test('An honest SIM is not short by a message without an id that waits while its row and the sweep behind it are booked', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await sweep(stage, 5000);
    await perform(
      stage,
      `session a 5000 payer 66777001 ttl 60
      wait 5min
      late x credit 100 from 66777009
      wait 1min
      sms p moved 5000 ${withoutIdOf(5000, '66777001')}
      wait 1min
      sms d debit 5000
      wait 10min`,
    );
    await bringListed(stage, (m) => m.map((row, n) => ({ ...row, ...(n === 1 && { party: '66777001' }) })));
    await perform(stage, 'wait 1min\na -> SUCCESS\nwait 5min\nanchor\nwait 1min\nincidents -> none');
  }));

// An undated message is dated when it comes: who delays it is sent 40,000 a second time.
test('A payment is not sent back that the list says has left since, where its message came after that', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `wait 5min
      late p moved 40000 ${withoutIdOf(40000, '66777001')}
      wait 5min
      late r reversal p 40000
      wait 1min
      deliver p
      wait 5min`,
    );
    await bringListed(stage, (m) => m.map((row) => ({ ...row, party: '66777001' })));
    await perform(stage, 'wait 31s\nrefund p as Awa -> refused');
  }));

// A message told of the debit as well, which nobody has explained.
test('A payment is not sent back that the list says has left since, where a message told of the debit too, in other words than a reversal’s', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      'wait 5min\nsms p credit 40000 from 66123456\nwait 5min\nanchor\nwait 5min\nsms r debit 40000\nwait 5min',
    );
    await bringListed(stage, (m) => m.map((row) => ({ ...row, party: '66123456' })));
    await perform(stage, 'wait 31s\nrefund p as Awa -> refused');
  }));

// People have disowned the other message since the import.
test('A row that differed when it was imported is compared again once people have disowned what contested it', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 300000 payer 66777001 ttl 60
      wait 5min
      late p credit 300000 from 66777001
      sms z1 forged 300000 balance 362410 from 66999001
      sms z2 forged 300000 balance 362410 from 66999002
      wait 1min`,
    );
    const statement_id = await importListed(stage, nameless);
    await perform(stage, 'disown z1\ndisown z2');
    for (const by of [AWA, BRAHIM]) await settleStatements(servicesOf(stage), [{ statement_id, ...by }]);
    stage.world.sims.get('one')?.sim.anchored();
    await perform(stage, 'wait 1min\na -> SUCCESS');
  }));

// The row names nobody, and its message has no id: it is no proof of who paid, but it isn't the payer whom v has said.
test.each([
  ['another payer than the only message that tells of it', 'v', 'payer 66999001', 'UNDER_REVIEW unproven'],
  ['that very payer', 'a', 'payer 66777002', 'SUCCESS'],
  ['no payer', 'a', '', 'SUCCESS'],
])('A row without a payer, and a session that has said %s', (_said, name, payer, status) =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session ${name} 900000 on one ${payer} ttl 60
      wait 5min
      sms p moved 900000 ${withoutIdOf(900000, '66777002')}
      wait 5min`,
    );
    await bringListed(stage, nameless);
    await perform(stage, `wait 31s\n${name} -> ${status}`);
  }),
);

// r asks when the money has moved and its message is late.
test('A session that was asked for after the money moved says nothing of whose it is', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 5000 on one payer 66777002 ttl 60
      wait 5min
      late x credit 300 from 66000001
      wait 5min
      late p moved 5000 ${withoutIdOf(5000, '66777002')}
      wait 6min
      session r 5000 on one payer 66999001 by rival ttl 60
      wait 1min
      deliver p
      wait 1min`,
    );
    await bringListed(stage, nameless);
    await perform(stage, 'wait 31s\na -> SUCCESS');
  }));

// A list without payers and balances: the message is known to be of its row by the id, or by sum and time alone.
test.each([
  ['another payer than a message of that sum without an id', '66999001', 'without', 'UNDER_REVIEW unproven'],
  ['another payer than the message with its id', '66999001', 'with', 'UNDER_REVIEW unproven'],
  ['the payer of that message', '66777002', 'with', 'SUCCESS'],
  ['the payer of a message of that sum', '66777002', 'without', 'SUCCESS'],
] as const)(
  'A row with neither payer nor balance, and a session that has said %s',
  (_said, payer, id, status) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session v 90000 on one payer ${payer} ttl 60
      wait 5min
      late x credit 300 from 66000001
      wait 1min
      sms p ${id === 'with' ? 'credit 90000 from 66777002' : `moved 90000 ${withoutIdOf(90000, '66777002')}`}
      wait 5min`,
      );
      await bringListed(stage, bare);
      await perform(stage, `wait 31s\nv -> ${status}`);
    }),
);

// Each may be the row's own message: a rival who writes one of his own takes no word back.
test('A second message that names the payer whom a session has said helps it to no row with neither payer nor balance', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session v 90000 on one payer 66999001 by rival ttl 60
      wait 5min
      late x credit 300 from 66000001
      wait 1min
      sms p moved 90000 ${withoutIdOf(90000, '66777002')}
      wait 1min
      sms f forged 90000 balance 362410 from 66999001
      wait 5min`,
    );
    await bringListed(stage, bare);
    await perform(stage, 'wait 31s\nv -> UNDER_REVIEW unproven');
  }));
