import { describe, expect, test } from 'vitest';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { by, closeAll, creditsOf, explainAll, servicesOf, sessionOf } from './desk.ts';
import { GUESSES, guessed, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const GUESSING = lines(GUESSES, (n) => `sms g${n} forged 5500 balance ${guessed(n) + 5500} from 66777001`);

/** What comes of giving the only credit of a SIM to the merchant of a session. */
async function toShopOf(stage: Stage, name: string): Promise<string | undefined> {
  const [credit] = await creditsOf(stage);
  const to = { kind: 'merchant', merchant_id: sessionOf(stage, name).merchant.id } as const;
  const command = { credit_id: credit?.id ?? '', to, ...by('Awa') };
  return (await assignCredits(servicesOf(stage), [command]))[0]?.kind;
}

describe('Money in suspense on a SIM whose balance somebody has tried', () => {
  test('is given to nobody by one person: whoever forged the right message asks for its sum afterwards', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${GUESSING}
        wait 1min
        session v 5500 by rival
        transaction t 4000 payer 66777001 by rival
        assign g12 to v as Awa -> refused
        assign g12 to t as Awa -> refused
        anchor
        assign g12 to v as Awa -> refused
        assign g12 to t as Awa -> refused`,
      );
      expect(await toShopOf(stage, 'v')).toBe('credit_not_vouched');
    }));

  test('is given to its session once two people have said that it was paid', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${GUESSING}
        wait 1min
        session a 5500 by shop`,
      );
      expect(await explainAll(stage, ['CREDIT'], 'credit')).toBe(1);
      await perform(stage, 'assign g12 to a as Awa -> assigned\na -> SUCCESS');
    }));

  test('is given to its session once a reading has vouched for it', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${lines(5, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        sms m credit 3000
        wait 1min
        session a 3000
        assign m to a as Awa -> refused
        anchor
        assign m to a as Awa -> assigned
        a -> SUCCESS`,
      ),
    ));

  test('is given to its session at once where only two messages wait, as behind a lost one', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        sms m credit 3000
        ${lines(2, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        wait 1min
        session a 3000
        assign m to a as Awa -> assigned`,
      ),
    ));
});

test('Money in suspense that a debit covers which two people have called forged is given to no shop and no session by one person', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'wait 5min\nsms f forged 3000 off +0\nsms d forged -3000 off +3000\nwait 10min\nanchor',
    );
    expect(await explainAll(stage, ['DEBIT'], 'write_off')).toBe(1);
    await perform(stage, 'wait 31s\nincidents -> short');
    await closeAll(stage, 'short');
    await closeAll(stage, 'short', 'Brahim');
    await perform(stage, 'wait 10min\nanchor\nsession v 3000 by rival\nassign f to v as Awa -> refused');
    expect(await toShopOf(stage, 'v')).toBe('credit_not_vouched');
    expect(await explainAll(stage, ['CREDIT'], 'credit')).toBe(1);
    await perform(stage, 'assign f to v as Awa -> assigned');
  }));
