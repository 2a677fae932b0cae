import { describe, expect, test } from 'vitest';
import { callCapital } from '../../src/engine/desk/payments/capital-credit.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { by, creditsOf, servicesOf } from './desk.ts';
import { guessed, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** Who is asked for 5,000 pays 8,000, and people confirm it: 3,000 are left over. */
const CONFIRMED = `confirm a -> confirmed
  a -> SUCCESS`;
const PAID = `wait 5min
  session a 5000 payer 66000001
  sms m credit 8000 from 66000001
  wait 1min
  a -> UNDER_REVIEW amount_mismatch`;

const creditOf = async (stage: Stage): Promise<string> => (await creditsOf(stage))[0]?.id ?? '';

/** What comes of sending back what waits of the only credit of a SIM. */
async function sentBack(stage: Stage): Promise<string | undefined> {
  const [said] = await refundCredits(servicesOf(stage), [{ credit_id: await creditOf(stage), ...by('Awa') }]);
  return said?.kind;
}

describe('What was left over of a payment goes to nobody', () => {
  test('where the operator has taken the payment back', () =>
    scene(async (stage) => {
      await perform(stage, `${PAID}\n${CONFIRMED}\nsms r reversal m 8000\nwait 1min`);
      expect(await sentBack(stage)).toBe('credit_reversed');
    }));

  test('where words that nobody knows may say so', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${PAID}\n${CONFIRMED}\nsms r moved -8000 "Transaction {m id} annulee. Montant: 8000 FCFA. Solde: BALANCE FCFA."`,
      );
      expect(await sentBack(stage)).toBe('credit_doubted');
    }));

  // Who tries balances asks for a small sum, and for the rest of what his right guess brought.
  test('where somebody has tried the balance of its SIM, until that is read', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${PAID}\n${lines(5, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}\nwait 1min\n${CONFIRMED}`,
      );
      expect(await sentBack(stage)).toBe('credit_not_vouched');
      await perform(stage, 'anchor\nwait 1min');
      expect(await sentBack(stage)).toBe('refunded');
    }));
});

describe('Money that the operator has taken back', () => {
  test('makes no transaction SUCCESS that people name for it', () =>
    scene((stage) =>
      perform(
        stage,
        `transaction t 5000 payer 66777001
        sms m credit 8000 from 66777009
        sms r reversal m 8000
        wait 1min
        assign m to t as Awa -> refused
        t -> PENDING`,
      ),
    ));

  test('is not called our own, however many people say so', () =>
    scene(async (stage) => {
      await perform(stage, 'sms m credit 5000\nsms r reversal m 5000\nwait 1min');
      const credit_id = await creditOf(stage);
      const said = await Promise.all([
        callCapital(servicesOf(stage), [{ credit_id, ...by('Awa') }]),
        callCapital(servicesOf(stage), [{ credit_id, ...by('Brahim') }]),
      ]);
      expect(said.flat().map(({ kind }) => kind)).toEqual(['credit_reversed', 'credit_reversed']);
      expect(await creditsOf(stage)).toMatchObject([{ state: 'SUSPENSE' }]);
    }));
});
