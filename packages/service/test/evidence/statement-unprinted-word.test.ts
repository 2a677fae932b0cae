import { test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bare, bringListed, paidByItsRow, unprinted } from './desk.ts';
import { perform, type Stage, stagesOfFile, withoutIdOf } from './play.ts';

const scene = stagesOfFile();

type Moved = Parameters<typeof bare>[0];
/** A list that prints no balances, and who paid each row. */
const paidBy =
  (...parties: string[]) =>
  (moved: Moved) =>
    unprinted(moved.map((row, at) => ({ ...row, party: parties[at] ?? '' })));

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

test('The payment of a row without a balance, booked in the place of a lost one, is not sent back once its message tells of it again', () =>
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
test('A message after a row without a balance pays nobody else by a reading, where it is too large to settle before one', () =>
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
      await paidByItsRow(stage, how);
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

// Another payer of the price is no word of the row, nor a payment that names its transaction.
test.each([
  ['of another payer', `moved 5000 ${withoutIdOf(5000, '66000008')}`, '66000008'],
  ['that names its transaction', 'credit 5000 from 66000003', '66000003'],
])('A payment %s, behind a row without a balance, settles at once', (_which, told, payer) =>
  scene(async (stage) => {
    await paidByItsRow(stage, bare);
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
