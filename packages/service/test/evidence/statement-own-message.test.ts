import { expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bare, bringListed, sweep, unprinted } from './desk.ts';
import { perform, type Stage, stagesOfFile, withoutIdOf } from './play.ts';

const scene = stagesOfFile();

type Moved = Parameters<typeof bare>[0];
/** A list that prints no balances, and who paid each row. */
const paidBy =
  (...parties: string[]) =>
  (moved: Moved) =>
    unprinted(moved.map((row, at) => ({ ...row, party: parties[at] ?? '' })));

// m's row has booked its money, and then m's message comes, while the book stands where the row ends. Half an hour later the SIM is swept.
async function toldByItsRow(stage: Stage, how = (moved: Moved) => moved): Promise<void> {
  await confirmPortals(stage);
  await perform(
    stage,
    `session a 5000 payer 66000003 ttl 30
      late m moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 2min`,
  );
  await bringListed(stage, how);
  await perform(stage, 'wait 1min\na -> SUCCESS\ndeliver m');
}

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

test('Nor where the list prints no balances, and both name the payer', () =>
  scene(async (stage) => {
    await toldByItsRow(stage, unprinted);
    await perform(stage, `${ANOTHER_IS_LOST}\nrefund m as Awa -> refused\ndeliver y\nc -> SUCCESS`);
  }));

// m waits behind z, which is lost. The list names m's row before the next message comes.
test('Nor where the message waited when its row came', () =>
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
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 5000 payer 66000003 ttl 30
      late m moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 2min`,
    );
    await bringListed(stage);
    await sweep(stage, 5000);
    await perform(
      stage,
      `a -> SUCCESS
      wait 40min
      late x debit 5000
      wait 1min
      session b 5000 payer 66000003 ttl 30
      wait 1min
      sms n moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 1min
      deliver x
      wait 10min
      anchor
      wait 2h
      b -> SUCCESS`,
    );
  }));

// Nobody had announced it: then n is lost from sight until the SIM is read, and people look at b.
test('Where nobody has announced it a reading finds that money', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 5000 payer 66000003 ttl 30
      late m moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 2min`,
    );
    await bringListed(stage);
    await perform(
      stage,
      `a -> SUCCESS
      wait 40min
      late x debit 5000
      wait 1min
      session b 5000 payer 66000003 ttl 30
      wait 1min
      sms n moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 1min
      deliver x
      wait 10min
      anchor
      float -> 5000
      wait 26h
      b -> UNDER_REVIEW unproven`,
    );
  }));

// z is lost, and the list begins behind it: m's row, which prints no balance, is booked where z was. m had waited.
async function listedBehindALostOne(stage: Stage): Promise<void> {
  await confirmPortals(stage);
  await perform(
    stage,
    `session a 5000 payer 66000003 ttl 60
      session c 5000 payer 66000001 ttl 60
      late z credit 5000 from 66000001
      wait 20min
      sms m moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 3min`,
  );
  await bringListed(stage, (moved) => paidBy('66000003')(moved.slice(1)));
  await perform(stage, 'wait 1min\na -> SUCCESS\nanchor\nincidents -> none');
  await bringListed(stage, (moved) => paidBy('66000001')(moved.slice(0, 1)), { after_a_gap: true });
  await perform(stage, 'wait 1min');
}

test('A row without a balance that is booked in the place of a lost payment keeps nobody from his own: he is paid once he is listed', () =>
  scene(async (stage) => {
    await listedBehindALostOne(stage);
    await perform(stage, 'wait 2h\nc -> SUCCESS\nfloat -> 10000');
  }));

test('Nor is the payment of that row sent back, which the message tells again', () =>
  scene(async (stage) => {
    await listedBehindALostOne(stage);
    await perform(stage, 'wait 26h\nrefund m as Awa -> refused');
  }));

// z is lost, and the list begins behind it. m comes after its row, and begins where the book stands.
const LATE = (payer: string) => `session a 5000 payer 66000003 ttl 30
    late z credit 5000 from 66000001
    wait 20min
    late m moved 5000 ${withoutIdOf(5000, payer)}
    wait 2min`;
const LISTINGS = [
  ['its payer', paidBy('66000003')],
  ['nobody', bare],
] as const;
test.each(LISTINGS)('A message after a row without a balance that names %s pays nobody else', (_whom, how) =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, LATE('66000003'));
    await bringListed(stage, (moved) => how(moved.slice(1)));
    await perform(
      stage,
      `wait 1min
      a -> SUCCESS
      wait 40min
      session v 5000 ttl 30 by rival
      wait 1min
      deliver m
      wait 1min
      unpaid v -> yes
      float -> 10000
      session h 700 payer 66000004
      paid h from 66000004
      wait 1min
      h -> SUCCESS`,
    );
  }),
);

// The sum is above what a message settles alone: q goes on from m, and the reading releases it.
test('Nor by a reading, where it is too large to settle before one', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, LATE('66000003').replaceAll('5000', '450000'));
    await bringListed(stage, (moved) => paidBy('66000003')(moved.slice(1)));
    await perform(
      stage,
      `wait 1min
      a -> SUCCESS
      wait 40min
      session v 450000 ttl 30 by rival
      wait 1min
      deliver m
      wait 1min
      sms q credit 700 from 66000004
      wait 1min
      float -> 900700
      anchor
      wait 1min
      unpaid v -> yes
      refund m as Awa -> refused`,
    );
  }));

// The message of the first is lost, and its row is listed. The same payer pays the same sum again: nothing tells it from a late word.
test.each(LISTINGS)(
  'A second payment of a payer whose row without a balance names %s is there, and people decide on it',
  (_whom, how) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session a 5000 payer 66000003 ttl 30
      late m moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 2min`,
      );
      await bringListed(stage, how);
      await perform(
        stage,
        `wait 1min
      a -> SUCCESS
      wait 40min
      session b 5000 payer 66000003 ttl 30
      wait 1min
      sms n moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 1min
      float -> 10000
      b -> UNDER_REVIEW unproven
      confirm b -> confirmed
      b -> SUCCESS
      anchor
      incidents -> none`,
      );
    }),
);

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

// Another payer of the price is no word of the row, nor a payment that names its transaction.
test.each([
  ['of another payer', `moved 5000 ${withoutIdOf(5000, '66000008')}`, '66000008'],
  ['that names its transaction', 'credit 5000 from 66000003', '66000003'],
])('A payment %s, behind a row without a balance, settles at once', (_which, told, payer) =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 5000 payer 66000003 ttl 30
      late m moved 5000 ${withoutIdOf(5000, '66000003')}
      wait 2min`,
    );
    expect(await bringListed(stage, bare)).toBe('new 1');
    await perform(
      stage,
      `wait 1min
      a -> SUCCESS
      wait 40min
      session b 5000 payer ${payer} ttl 30
      wait 1min
      sms n ${told}
      wait 1min
      b -> SUCCESS`,
    );
  }),
);
