import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LifeStep } from '../../src/domain/payment/life.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { rejectReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { lookAtPayment, readPaymentLife } from '../../src/engine/payments/life.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { says, start } from '../collection/transactions.ts';
import { openWorld, type World } from '../collection/world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

type Named = { id: string; environment: 'test' | 'live'; merchant_id: string };

async function stepsOf({ id, ...caller }: Named): Promise<LifeStep[]> {
  const life = await readPaymentLife(world.services, { ...caller, payment_id: id });
  if (life === null) throw new Error('no such payment');
  return life.steps;
}

/** A step as one word and what matters of it. */
function told(step: LifeStep): string {
  if (step.name === 'decided') return `decided:${step.rule}`;
  if (step.name === 'seen') return `seen:${step.role}${step.money === null ? ' (not told)' : ''}`;
  if (step.name === 'ended') return `ended:${step.status}`;
  if (step.name === 'staff') return `staff:${step.verdict}`;
  if (step.name === 'review_opened') return `review:${step.kind}`;
  return step.name === 'proof' ? `proof:${step.kind}` : step.name;
}
const tale = async (payment: Named): Promise<string> => (await stepsOf(payment)).map(told).join(', ');

describe('The life of a payment', () => {
  test('that was paid: created, told, seen, decided and why, confirmed', async () => {
    const session = await world.session(merchant, { customer_phone: '+23566000111' });
    world.pass(30);
    await world.pay(session, {
      payer_phone: '+23566000111',
      operator_transaction_id: 'PP261121.1201.A11111',
    });
    expect(await tale(session)).toBe('created, told, seen:paid, decided:unique_in_time, ended:SUCCESS');
    const seen = (await stepsOf(session)).find((step) => step.name === 'seen');
    expect(seen).toMatchObject({
      money: { amount_xaf: 5000, operator_transaction_id: 'PP261121.1201.A11111', payer: '66000111' },
    });
    expect((await stepsOf(session)).find((step) => step.name === 'decided')).toMatchObject({
      evidence: { payer_declared: true, ticket_quoted: false },
    });
  });

  test('that came late goes to review, with the rule that said so', async () => {
    const session = await world.session(merchant, { amount_xaf: 5100 });
    world.pass(10 * 60 + 30);
    await world.pay(session);
    expect(await tale(session)).toBe('created, told, seen:case, decided:late, review:session');
  });

  test('that staff gave money to which was another’s before tells of their decision once, and of none about the other', async () => {
    const other = await world.session(merchant, { amount_xaf: 5600 });
    world.pass(10 * 60);
    const session = await world.session(merchant, { amount_xaf: 5500 });
    world.pass(30);
    const { credit_id } = await world.pay(other);
    const signed = { actor: 'Awa', note: 'looked up' };
    world.pass(30);
    await rejectReviews(world.services, [{ session_id: other.id, ...signed }]);
    world.pass(30);
    const to = { kind: 'session', session_id: session.id } as const;
    await assignCredits(world.services, [{ credit_id: credit_id ?? '', to, ...signed }]);
    expect(await tale(session)).toBe('created, told, seen:paid, staff:confirmed, ended:SUCCESS, surplus');
    expect(await tale(other)).toBe(
      'created, told, seen:case (not told), decided:late, review:session, staff:not_this, ended:EXPIRED',
    );
  });

  test('that nobody paid, and one that was cancelled; money that came afterwards is told of', async () => {
    const expired = await world.session(merchant, { amount_xaf: 5200 });
    const cancelled = await world.session(merchant, { amount_xaf: 5300 });
    await cancelSessions(world.services, [{ ...cancelled, session_id: cancelled.id, idempotency: null }]);
    world.pass(30);
    await world.pay(cancelled);
    expect(await tale(cancelled)).toBe('created, told, ended:CANCELLED, seen:aside, decided:session_closed');
    world.pass(3600);
    await expireSessions(world.services, { limit: 100 });
    expect(await tale(expired)).toBe('created, told, ended:EXPIRED');
  });

  test('that a rail asked for', async () => {
    const transaction = await start(world, merchant);
    world.pass(5);
    await concludeTransactions(world.services, [says(world, transaction, 'success')]);
    expect(await tale(transaction)).toBe('created, asked, proof:success, ended:SUCCESS');
    const failed = await start(world, merchant);
    await concludeTransactions(world.services, [says(world, failed, 'failed')]);
    expect(await tale(failed)).toBe('created, asked, proof:failed, ended:FAILED');
  });

  test('never tells of money that may be another merchant’s, nor of the other merchant', async () => {
    const other = await world.merchant();
    const msisdn = '+23566000001';
    await world.liveNumber(msisdn);
    const phones = ['+23566000201', '+23566000202'] as const;
    const live = { environment: 'live' as const, amount_xaf: 6000 };
    const mine = await world.session(merchant, { ...live, customer_phone: phones[0] });
    const theirs = await world.session(other, {
      ...live,
      customer_phone: phones[1],
      reference: 'THEIR-SECRET',
    });
    expect(mine.assigned_collection_number).toBe(theirs.assigned_collection_number);
    // Nobody's phone, and both tickets: it could be for either.
    await world.pay(mine, {
      payer_phone: '+23566000999',
      operator_transaction_id: 'PP261121.1300.B99999',
      motif: `${mine.ticket} ${theirs.ticket}`,
    });
    const life = await readPaymentLife(world.services, { ...mine, payment_id: mine.id });
    const text = JSON.stringify(life);
    for (const secret of [theirs.id, theirs.ticket, 'THEIR-SECRET', phones[1], other, 'B99999', '66000999'])
      expect(text).not.toContain(secret);
    expect(life?.steps.map(told)).toContain('seen:case (not told)');
  });

  test('is nobody else’s to read: another merchant, another environment and no payment are the same', async () => {
    const session = await world.session(merchant, { amount_xaf: 5400 });
    const stranger = await world.merchant();
    for (const asked of [
      { merchant_id: stranger, environment: 'test' as const, payment_id: session.id },
      { merchant_id: merchant, environment: 'live' as const, payment_id: session.id },
      { merchant_id: merchant, environment: 'test' as const, payment_id: merchant },
    ]) {
      expect(await readPaymentLife(world.services, asked)).toBeNull();
      expect(await lookAtPayment(world.services, asked)).toBeNull();
    }
  });
});
