import { describe, expect, test } from 'vitest';
import { readCheckout } from '../../src/engine/checkout.ts';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { voidCredits } from '../../src/engine/desk/payments/void-credit.ts';
import { readPaymentLife } from '../../src/engine/payments/life.ts';
import { by, explainAll, servicesOf } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';

const PAID = `transaction t 5000 payer 66777001
  sms m credit 8000 from 66777001
  wait 1min
  assign m to t as Awa -> assigned
  t -> SUCCESS
  wait 1min`;

async function voided(stage: Stage): Promise<string | undefined> {
  const [credit] = await stage.world.service.rows<{ id: string }>('select id from credits');
  const [said] = await voidCredits(servicesOf(stage), [{ credit_id: credit?.id ?? '', ...by('Awa') }]);
  return said?.kind;
}

const balances = async ({ world }: Stage) =>
  Object.fromEntries(
    (
      await world.service.rows<{ kind: string; xaf: number }>(
        `select kind, sum(account_balance(id))::int as xaf from ledger_accounts
        where environment = 'live' and kind in ('SUSPENSE', 'UNEXPLAINED', 'WRITE_OFF') group by kind`,
      )
    ).map(({ kind, xaf }) => [kind, xaf]),
  );

describe('What was left over of a payment that the operator takes back whole', () => {
  test('leaves suspense once people have said what the reversal was, and is no loss of its own', () =>
    scene(async (stage) => {
      await perform(stage, `${PAID}\nsms r reversal m 8000\nwait 1min`);
      expect(await voided(stage)).toBe('reversal_unexplained');
      await explainAll(stage, ['REVERSAL'], 'write_off');
      expect(await voided(stage)).toBe('voided');
      expect(await voided(stage)).toBe('nothing_waits');
      // Of the 8,000 that left, the merchant has had 5,000.
      expect(await balances(stage)).toEqual({ SUSPENSE: 0, UNEXPLAINED: 0, WRITE_OFF: -5000 });
    }));

  test('stays in suspense for its payer where nobody has taken it back', () =>
    scene(async (stage) => {
      await perform(stage, PAID);
      expect(await voided(stage)).toBe('not_reversed');
      const [credit] = await stage.world.service.rows<{ id: string }>('select id from credits');
      const [said] = await refundCredits(servicesOf(stage), [{ credit_id: credit?.id ?? '', ...by('Awa') }]);
      expect(said).toMatchObject({ kind: 'refunded', refunded_xaf: 3000, surplus: true });
    }));

  test('leaves it whole where just that was taken back', () =>
    scene(async (stage) => {
      await perform(stage, `${PAID}\nsms r reversal m 3000\nwait 1min`);
      expect(await voided(stage)).toBe('voided');
      expect(await balances(stage)).toEqual({ SUSPENSE: 0, UNEXPLAINED: 0, WRITE_OFF: 0 });
    }));

  test('goes back where the operator took the paid part alone, once people have said what that was and looked into it', () =>
    scene(async (stage) => {
      await perform(stage, `${PAID}\nsms r reversal m 5000\nwait 1min`);
      expect(await voided(stage)).toBe('other_amount');
      const [alert] = await stage.world.service.rows<{ id: string }>('select id from staff_alerts');
      await explainAll(stage, ['REVERSAL'], 'write_off');
      await closeAlerts(servicesOf(stage), [{ alert_id: alert?.id ?? '', ...by('Awa') }]);
      await perform(stage, 'refund m -> refunded');
    }));

  test('goes to nobody where just that was taken back, also once people have said what it was and looked into it', () =>
    scene(async (stage) => {
      await perform(stage, `${PAID}\nsms r reversal m 3000\nwait 1min`);
      const [alert] = await stage.world.service.rows<{ id: string }>('select id from staff_alerts');
      await explainAll(stage, ['REVERSAL'], 'write_off');
      await closeAlerts(servicesOf(stage), [{ alert_id: alert?.id ?? '', ...by('Awa') }]);
      await perform(stage, 'refund m -> refused');
      expect(await voided(stage)).toBe('voided');
    }));

  test('is called sent back neither to its shop nor to its payer', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000 payer 66777001
        sms m credit 8000 from 66777001
        wait 1min
        confirm a as Awa -> confirmed
        wait 1min
        sms r reversal m 3000
        wait 1min`,
      );
      const services = servicesOf(stage);
      const [session] = await stage.world.service.rows<{ id: string; merchant_id: string }>(
        'select id, merchant_id from payment_sessions',
      );
      const { id = '', merchant_id = '' } = session ?? {};
      const seen = async () => (await readCheckout(services, id))?.credits;
      expect(await seen()).toMatchObject([{ surplus_xaf: 3000, is_surplus_voided: false }]);
      expect(await voided(stage)).toBe('voided');
      expect(await seen()).toMatchObject([{ surplus_xaf: 3000, is_surplus_voided: true }]);
      const life = await readPaymentLife(services, { merchant_id, environment: 'live', payment_id: id });
      expect(life?.steps.filter(({ name }) => name === 'staff').at(-1)).toMatchObject({
        verdict: 'surplus_not_there',
      });
    }));
});
