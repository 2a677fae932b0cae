import { test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { settleAtOnce } from './batch.ts';
import { bringListed, nameless, paidByItsRow, sweep, unprinted } from './desk.ts';
import { perform, type Stage, stagesOfFile, withoutIdOf } from './play.ts';
import type { Sms } from './world.ts';

const scene = stagesOfFile();

type Moved = Parameters<typeof unprinted>[0];

// m's row has booked its money, and then m's message comes, while the book stands where the row ends. Half an hour later the SIM is swept.
async function toldByItsRow(stage: Stage, how = (moved: Moved) => moved, words?: string): Promise<void> {
  await paidByItsRow(stage, how, words);
  await perform(stage, 'wait 1min\na -> SUCCESS\ndeliver m');
}

/** After a payment came by its row, the SIM is swept, and that message is late; then somebody pays as much again. */
const paidAgain = (payer: string, words = withoutIdOf(5000, payer)): string => `wait 40min
  late x debit 5000
  wait 1min
  session b 5000 payer ${payer} ttl 30
  wait 1min
  sms n moved 5000 ${words}
  wait 1min
  deliver x
  wait 10min
  anchor`;

test('A payer whose payment came by its row, and whose message came after it, is paid in the same words after a sweep', () =>
  scene(async (stage) => {
    await toldByItsRow(stage);
    await perform(
      stage,
      `wait 10min
      sms x debit 5000
      wait 30min
      session b 5000 payer 66000003 ttl 30
      wait 1min
      sms n moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 5min
      anchor
      wait 2h
      b -> SUCCESS`,
    );
  }));

// y is lost, and would begin where m did.
const ANOTHER_IS_LOST = `wait 1min
    sms x debit 5000
    wait 1h
    session c 5000 payer 66000009 ttl 30
    wait 1min
    late y credit 5000 from 66000009
    wait 10min
    anchor
    wait 2h
    c -> AWAITING_PAYMENT`;

test('A lost payment is not taken for one whose message came after its row', () =>
  scene(async (stage) => {
    await toldByItsRow(stage);
    await perform(stage, `${ANOTHER_IS_LOST}\nrefund m as Awa -> refused\ndeliver y\nc -> SUCCESS`);
  }));

test.each([
  ['that say it was sent to us', '66000003 ALI vous a envoye 5000 FCFA. Nouveau solde: BALANCE FCFA.'],
  ['that say not who sent it', 'Paiement de 5000 FCFA de 66000003 effectue. Solde: BALANCE FCFA.'],
  [
    'whose motif speaks of money that left',
    'Bien recu 5000 FCFA de 66000003, motif remboursement. Solde BALANCE FCFA.',
  ],
])(
  'A lost payment is not taken for one whose message came after its row in words that nobody knows, %s',
  (_which, words) =>
    scene(async (stage) => {
      await toldByItsRow(stage, undefined, `"${words}"`);
      await perform(stage, `${ANOTHER_IS_LOST}\nrefund m as Awa -> refused\ndeliver y\nc -> SUCCESS`);
    }),
);

test('A lost payment is not taken for one whose message came after its row, where the list prints no balances and both name the payer', () =>
  scene(async (stage) => {
    await toldByItsRow(stage, unprinted);
    await perform(stage, `${ANOTHER_IS_LOST}\nrefund m as Awa -> refused\ndeliver y\nc -> SUCCESS`);
  }));

// The phone was silent: it brings m and the message of the sweep together, each with the time at which it came.
test('A lost payment is not taken for one whose message came after its row together with that of a later sweep', () =>
  scene(async (stage) => {
    await paidByItsRow(stage);
    await perform(stage, 'wait 8min\nlate x debit 5000\nwait 5min');
    const said = (name: string, ago_ms: number) => {
      const { sms } = stage.messages.get(name) as { sms: Sms };
      stage.world.at('one').sim.told(sms);
      return { sim: 'one', body: sms.text, ago_ms };
    };
    await settleAtOnce(stage, [said('m', 14 * 60_000), said('x', 5 * 60_000)]);
    await perform(stage, ANOTHER_IS_LOST.replace('sms x debit 5000', ''));
  }));

// a was asked for the money of the row, which names nobody, or hides digits that n's payer has otherwise. x is late, and n begins where the row did.
test.each([
  ['without a payer', nameless, '66000008'],
  [
    'that hides digits of its payer',
    (moved: Moved) => moved.map((row) => ({ ...row, party: '66****03' })),
    '66990003',
  ],
])('A payment of somebody else is not taken for the word of a row %s', (_which, how, payer) =>
  scene(async (stage) => {
    await paidByItsRow(stage, how);
    await perform(
      stage,
      `a -> SUCCESS
      ${paidAgain(payer)}
      wait 1min
      b -> SUCCESS`,
    );
  }),
);

// The row says nothing of what it undoes. The message does, and keeps p from being sent back once more.
test('What takes a payment back waits, where its row does not say which', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms p credit 40000 from 66123456
      wait 5min
      anchor
      wait 5min
      late r reversal p 30000
      wait 2min`,
    );
    await bringListed(stage, nameless);
    await perform(stage, 'wait 1min\ndeliver r\nwait 1min\nrefund p as Awa -> refused\nfloat -> 10000');
  }));

// m waits behind z, which is lost. The list names m's row before the next message comes.
test('A lost payment is not taken for one whose message waited when its row came', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 5000 payer 66000003 ttl 30
      late z credit 300 from 66000001
      wait 1min
      sms m moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 2min`,
    );
    await bringListed(stage);
    await perform(stage, `wait 1min\na -> SUCCESS\n${ANOTHER_IS_LOST}\nrefund m as Awa -> refused`);
  }));

// The message of the sweep is late, so n begins where the row of m did, and the book doesn't know that the SIM came back there.
test('A second payment in the same words is not taken for the word of a row while an announced sweep is to come', () =>
  scene(async (stage) => {
    await paidByItsRow(stage);
    await sweep(stage, 5000);
    await perform(
      stage,
      `a -> SUCCESS
      ${paidAgain('66000003')}
      wait 2h
      b -> SUCCESS`,
    );
  }));

// Nobody had announced it: then n is lost from sight until the SIM is read, and people look at b.
test('Where nobody has announced it a reading finds that money', () =>
  scene(async (stage) => {
    await paidByItsRow(stage);
    await perform(
      stage,
      `a -> SUCCESS
      ${paidAgain('66000003')}
      float -> 5000
      wait 26h
      b -> UNDER_REVIEW unproven`,
    );
  }));

// Both were told, the first by its row as well.
test('A second payment of a payer whose first message came after its row settles, though the list prints no balances', () =>
  scene(async (stage) => {
    await toldByItsRow(stage, unprinted);
    await perform(
      stage,
      `wait 40min
      session b 5000 payer 66000003 ttl 30
      wait 1min
      sms n moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 1min
      b -> SUCCESS
      float -> 10000`,
    );
  }));

const WITH_TICKET =
  '"Vous avez recu 5000 FCFA du 66000003. Motif: {b}. Votre solde disponible est BALANCE FCFA."';

test.each([
  ['another payer’s, where a row names nobody', nameless, '66000008', withoutIdOf(5000, '66000008')],
  ['one with the ticket of another session', (moved: Moved) => moved, '66000003', WITH_TICKET],
])(
  'A second payment is not taken for the word of a row whose own message has come: %s',
  (_which, how, payer, words) =>
    scene(async (stage) => {
      await toldByItsRow(stage, how);
      await perform(stage, `${paidAgain(payer, words)}\nwait 26h\nb -> SUCCESS`);
    }),
);
