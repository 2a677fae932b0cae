import { expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import type { Listed } from '../statements/portal.ts';
import { bare, bringListed, nameless, unprinted } from './desk.ts';
import { perform, stagesOfFile, withoutIdOf } from './play.ts';

const scene = stagesOfFile();

// The money of z came and went, and no message told of either. m begins at the same balance, behind the end of the list.
const CAME_AND_WENT = `session a 5000 payer 66000001 ttl 60
      wait 1min
      late z credit 5000 from 66000001
      wait 2min
      late x debit 5000
      wait 10min
      session v 5000 payer 66000002 ttl 60 by rival
      wait 5min
      sms m moved 5000 ${withoutIdOf(5000, '66000002')}
      wait 1min
      v -> SUCCESS`;

test.each([
  ['balances and payers', (moved: readonly Listed[]) => moved],
  ['balances', nameless],
  ['payers', unprinted],
  ['neither', bare],
])(
  'The row of a payment that came and went is not a step that begins where its list ends: %s',
  (_prints, listing) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, CAME_AND_WENT);
      expect(await bringListed(stage, (moved) => listing(moved.slice(0, 2)))).toMatch(/^new 2/);
      await perform(stage, 'wait 2h\na -> SUCCESS\nfloat -> 5000\nincidents -> none');
      expect(await bringListed(stage, listing)).toBe('new 0');
      await perform(stage, 'wait 26h\nfloat -> 5000\nincidents -> none');
    }),
);

test('The reversal that comes after a list is not taken for the row of a lost debit in it', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms p credit 5000 from 66777001
      wait 5min
      sms p2 credit 5000 from 66777002
      wait 5min
      late d debit 5000
      wait 5min
      anchor
      wait 10min
      sms r reversal p2 5000
      wait 5min
      float -> 0`,
    );
    expect(await bringListed(stage, (moved) => bare(moved.slice(0, 3)))).toBe('new 1');
    await perform(stage, 'wait 1min\nfloat -> 0');
  }));

test.each([
  ['balances', nameless],
  ['none', bare],
])(
  'A message without an id that comes three hours late is known by its row, though the list ends long before it came: %s',
  (_prints, listing) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sms o credit 700 from 66000003
      wait 5min
      session a 5000 payer 66000001 ttl 60
      wait 1min
      late m moved 5000 ${withoutIdOf(5000, '66000001')}
      wait 3h
      deliver m
      wait 1min
      float -> 5700`,
      );
      expect(await bringListed(stage, listing)).toBe('new 0');
      await perform(stage, 'wait 26h\nfloat -> 5700\nincidents -> none');
    }),
);

// The phone was silent: both messages came when the list had long ended, where it began.
test.each([
  ['balances', nameless],
  ['none', bare],
])(
  'A payment and a debit without ids that both come hours late are known by their rows: %s',
  (_prints, listing) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session a 5000 payer 66000001 ttl 60
      wait 1min
      late m moved 5000 ${withoutIdOf(5000, '66000001')}
      wait 5min
      late d moved -5000 "Debit de 5000 FCFA ce jour. Votre solde disponible est BALANCE FCFA."
      wait 3h
      deliver m
      wait 1min
      deliver d
      wait 1min
      float -> 0`,
      );
      expect(await bringListed(stage, listing)).toBe('new 0');
      await perform(stage, 'wait 26h\nfloat -> 0');
    }),
);

// The debit behind it is lost. So the balance has come back, and only the payer says that m is late and no other payment.
test('A late payment whose row names its payer is known by that, though the balance has come back', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 5000 payer 66000001 ttl 60
      wait 1min
      late m moved 5000 ${withoutIdOf(5000, '66000001')}
      wait 2min
      late x debit 5000
      wait 30min
      deliver m
      wait 1min
      a -> SUCCESS`,
    );
    expect(await bringListed(stage)).toBe('new 1');
    await perform(stage, 'wait 1min\nfloat -> 0\nwait 26h\nincidents -> none');
  }));

// An insider's message without an id begins where the list of the morning ended. The evening's list has no row for it.
test('A forged step behind the end of a list is named by the next one', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 5000 payer 66000001 ttl 60
      wait 1min
      late z credit 5000 from 66000001
      wait 2min
      late x debit 5000
      wait 10min
      session v 5000 payer 66000002 ttl 60 by rival
      wait 5min
      sms f told "Vous avez recu 5000 FCFA du 66000002. Votre solde disponible est 67410 FCFA."
      wait 1min
      v -> SUCCESS`,
    );
    expect(await bringListed(stage, nameless)).toBe('new 2');
    await perform(stage, 'wait 1min\na -> SUCCESS\nwait 1h\nsms o credit 700 from 66000003\nwait 1min');
    await bringListed(stage, nameless);
    await perform(stage, 'wait 26h\nincidents -> short statement_differs without_row');
  }));
