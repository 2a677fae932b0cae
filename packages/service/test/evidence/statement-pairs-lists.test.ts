import { expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import type { Listed } from '../statements/portal.ts';
import { bare, bringListed, nameless, unprinted } from './desk.ts';
import { perform, stagesOfFile, withoutIdOf } from './play.ts';

const scene = stagesOfFile();

// The message of b's payment came 12 minutes late, and a's money a minute before that. The list says who paid.
test.each([
  ['balances', (moved: Parameters<typeof nameless>[0]) => moved, 'new 1'],
  ['none', unprinted, 'new 1 by two'],
])('A row is not taken for a step of another payer, however near it is: %s', (_prints, listing, said) =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session b 5000 payer 66000002 ttl 60
      session a 5000 payer 66000001 ttl 60
      wait 1min
      late m moved 5000 ${withoutIdOf(5000, '66000002')}
      wait 11min
      late z credit 5000 from 66000001
      wait 1min
      deliver m
      wait 2min
      b -> SUCCESS
      anchor
      wait 5min`,
    );
    expect(await bringListed(stage, listing)).toBe(said);
    await perform(stage, 'wait 1min\na -> SUCCESS\nfloat -> 10000\nincidents -> none');
  }),
);

// An insider's forged message without an id stands where the payment of a was lost, whose row names another payer.
const FORGED = `sms q credit 300 from 66000003
      wait 30min
      session a 5000 payer 66000001 ttl 60
      session v 5000 payer 66000002 ttl 60 by rival
      late z credit 5000 from 66000001
      sms f told "Vous avez recu 5000 FCFA du 66000002. Votre solde disponible est 67710 FCFA."
      wait 1min
      v -> SUCCESS
      wait 20min
      sms o credit 700 from 66000003
      wait 5min`;

test('A forged step contradicts the row between its balances that names another payer', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, FORGED);
    expect(await bringListed(stage)).toBe('new 0');
    await perform(stage, 'wait 1min\nunpaid a -> yes\nincidents -> statement_differs');
  }));

test('A forged step has no row of another payer in a list without balances, and is named once the day is over', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, FORGED);
    expect(await bringListed(stage, unprinted)).toBe('new 1');
    await perform(stage, 'wait 1min\na -> SUCCESS\nfloat -> 6000\nwait 24h\nincidents -> short without_row');
  }));

/** A portal that lists the fee of a debit of 5,100 on a row of its own. */
const split = (moved: readonly Listed[]): readonly Listed[] =>
  moved.flatMap((row) =>
    row.delta_xaf === -5100
      ? [
          { ...row, delta_xaf: -5000, balance_xaf: row.balance_xaf + 100 },
          { ...row, delta_xaf: -100 },
        ]
      : [row],
  );

test.each([
  ['balances', nameless],
  ['none', bare],
])(
  'A debit without an id is the two rows that its sum and its fee have in the list: %s',
  (_prints, listing) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sms p credit 9000 from 66777001
      wait 5min
      sms d moved -5100 "Debit de 5100 FCFA ce jour. Votre solde disponible est BALANCE FCFA."
      wait 5min
      sms q credit 700 from 66777001
      wait 5min
      float -> 4600`,
      );
      expect(await bringListed(stage, (moved) => listing(split(moved)))).toBe('new 0');
      await perform(stage, 'wait 1min\nfloat -> 4600\nincidents -> none');
    }),
);

/** A reading has found the payment z; so many minutes behind it m, of that sum, is told without an id. */
const foundAndTold = (minutes: number) => `session a 5000 payer 66000001 ttl 60
      wait 1min
      late z credit 5000 from 66000001
      wait 2min
      anchor
      wait 1min
      session v 5000 payer 66000002 ttl 60 by rival
      wait ${minutes - 3}min
      sms m moved 5000 ${withoutIdOf(5000, '66000002')}
      wait 1min
      v -> SUCCESS
      float -> 10000`;

test('One step is not two rows of two lists', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, foundAndTold(6));
    expect(await bringListed(stage, (moved) => bare(moved.slice(1)))).toBe('new 0');
    await perform(stage, 'wait 2min');
    const gap = { after_a_gap: true };
    expect(await bringListed(stage, (moved) => bare(moved.slice(0, 1)), gap)).toBe('new 1 by two');
    await perform(stage, 'wait 1min\na -> SUCCESS\nfloat -> 10000\nwait 26h\nincidents -> none');
  }));

test('The earlier row is looked at again once a list shows both', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, foundAndTold(6));
    expect(await bringListed(stage, (moved) => bare(moved.slice(0, 1)))).toBe('new 0');
    await perform(stage, 'wait 2min');
    expect(await bringListed(stage, bare)).toBe('new 1 by two');
    await perform(stage, 'wait 1min\na -> SUCCESS\nfloat -> 10000\nwait 26h\nincidents -> none');
    expect(await bringListed(stage, (moved) => bare(moved.slice(1)), { after_a_gap: true })).toBe('new 0');
  }));

test('A row is not taken for a step that its list does not reach', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, foundAndTold(17));
    expect(await bringListed(stage, (moved) => bare(moved.slice(0, 1)))).toBe('new 1 by two');
    await perform(stage, 'wait 1min\na -> SUCCESS\nfloat -> 10000\nwait 2min');
    expect(await bringListed(stage, (moved) => bare(moved.slice(1)), { after_a_gap: true })).toBe('new 0');
    await perform(stage, 'wait 26h\nincidents -> none');
  }));
