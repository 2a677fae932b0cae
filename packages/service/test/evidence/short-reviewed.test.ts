import { describe, expect, test } from 'vitest';
import { confirmLateTransactions } from '../../src/engine/desk/payments/confirm-late.ts';
import { by, closeAll, creditsOf, explainAll, explainOn, servicesOf } from './desk.ts';
import { firstSim, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

describe('Money in the case of a review', () => {
  /** A session that declares its payer is paid its sum by another phone: people look at it. */
  const reviewed = `wait 5min
    session v 3000 payer 66000001
    sms f forged 3000 off +0 from 66123456
    v -> UNDER_REVIEW payer_mismatch`;

  /** Its session is confirmed only after two people have said that it was paid. */
  async function heldForTwo(stage: Stage): Promise<void> {
    await perform(stage, 'confirm v as Eve -> credit_not_vouched\nwait 10min\nanchor');
    await perform(stage, 'confirm v as Eve -> credit_not_vouched');
    const paid = { sim_id: firstSim(stage), kinds: ['CREDIT'] };
    expect(await explainOn(stage, paid, 'credit')).toEqual({ found: 1, done: 1 });
    await perform(stage, 'confirm v as Eve -> confirmed\nv -> SUCCESS');
  }

  test('confirms its session, once a reading has found less there, by the word of two that it was paid', () =>
    scene(async (stage) => {
      await perform(stage, `${reviewed}\nwait 10min\nanchor\nwait 31s\nincidents -> short`);
      await explainAll(stage, ['UNEXPLAINED'], 'write_off');
      await closeAll(stage, 'short');
      await closeAll(stage, 'short', 'Brahim');
      await heldForTwo(stage);
    }));

  test('confirms it, once a debit behind it was called forged, by the word of two that it was paid', () =>
    scene(async (stage) => {
      await perform(stage, `${reviewed}\nsms d forged -3000 off +3000\nwait 10min\nanchor`);
      expect(await explainAll(stage, ['DEBIT'], 'write_off')).toBe(1);
      await perform(stage, 'wait 31s\nincidents -> short');
      await closeAll(stage, 'short');
      await closeAll(stage, 'short', 'Brahim');
      await heldForTwo(stage);
    }));

  test('settles no transaction that it may be the payment of, before two people have said that it was paid', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        session v 3000 payer 66000001
        transaction t 3000 payer 66000002
        sms f forged 3000 off +0 from 66123456
        v -> UNDER_REVIEW ambiguous
        wait 10min
        anchor
        wait 31s
        incidents -> short`,
      );
      expect(await creditsOf(stage)).toMatchObject([{ state: 'REVIEW' }]);
      await explainAll(stage, ['UNEXPLAINED'], 'write_off');
      await closeAll(stage, 'short');
      await closeAll(stage, 'short', 'Brahim');
      const transaction_id = stage.transactions.get('t')?.id ?? '';
      const confirm = async () =>
        (await confirmLateTransactions(servicesOf(stage), [{ transaction_id, ...by('Eve') }]))[0]?.kind;
      expect(await confirm()).toBe('credit_not_vouched');
      const paid = { sim_id: firstSim(stage), kinds: ['CREDIT'] };
      expect(await explainOn(stage, paid, 'credit')).toEqual({ found: 1, done: 1 });
      expect(await confirm()).toBe('confirmed');
    }));

  test('confirms it at once where what was missing had been taken off the SIM', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        session v 3000 payer 66000001
        sms m credit 3000 from 66123456
        late d debit 7000
        wait 10min
        anchor
        wait 31s
        incidents -> short`,
      );
      await explainAll(stage, ['UNEXPLAINED'], 'sweep');
      await closeAll(stage, 'short');
      await closeAll(stage, 'short', 'Brahim');
      await perform(stage, 'confirm v as Awa -> confirmed\nv -> SUCCESS');
    }));

  test('confirms it at once beside forged messages of other balances, as a message of its payer would have', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${lines(4, (k) => `sms j${k} forged 3000 off +${10_000 * k + 10_000}`)}
        session v 3000 payer 66000001
        sms m credit 3000 from 66123456
        v -> UNDER_REVIEW payer_mismatch
        confirm v as Awa -> confirmed`,
      );
    }));
});
