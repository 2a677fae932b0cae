import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type Service } from '../spec/service.ts';

let service: Service;
beforeAll(async () => {
  service = await openService({ rails: false });
});
afterAll(() => service.close());

/** A merchant with a payment in test, and what asks to give a part of it back. */
async function shop() {
  const { id, test_key } = await service.merchant();
  const session = await service.client.session(test_key, { amount: 5000 });
  const path = `/v1/sandbox/payment-sessions/${session.id}/simulate`;
  await service.client.post(path, test_key, { scenario: 'paid' });
  const refund = () =>
    service.client.post('/v1/refunds', test_key, { payment_session_id: session.id, amount: 100 });
  return { id, refund };
}

test.each([1, 2, 3, 4, 5])(
  'a refund waits for the balance of its own merchant, and for no other merchant’s: %i',
  async () => {
    const [busy, other] = [await shop(), await shop()];
    const client = await service.db.pool.connect();
    try {
      // As while a large settlement is made of it.
      await client.query('begin');
      await client.query(
        `select from payables where account_id in (
        select a.id from ledger_accounts a where a.owner_id = $1 and a.kind = 'PAYABLE') for update`,
        [busy.id],
      );
      const own = Array.from({ length: 4 }, busy.refund);
      expect((await other.refund()).status).toBe(201);
      await client.query('rollback');
      expect((await Promise.all(own)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    } finally {
      client.release();
    }
  },
);
