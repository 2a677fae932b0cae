import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type Service } from '../spec/service.ts';

let service: Service;
beforeAll(async () => {
  service = await openService({ rails: false });
});
afterAll(() => service.close());

/** A merchant with payments of its sandbox, and what plays the payer of one. */
async function shop(count: number) {
  const { id, test_key } = await service.merchant();
  const sessions = await Promise.all(Array.from({ length: count }, () => service.client.session(test_key)));
  const play = (session: { id: string }) =>
    service.client.post(`/v1/sandbox/payment-sessions/${session.id}/simulate`, test_key, {
      scenario: 'paid',
    });
  return { id, sessions, play };
}

test('a sandbox that is busy keeps no other merchant’s waiting', async () => {
  const [busy, other] = [await shop(8), await shop(1)];
  const client = await service.db.pool.connect();
  try {
    // As behind the queue of whoever plays a hundred scenarios a second.
    await client.query('begin');
    await client.query('select from payment_sessions where merchant_id = $1 for update', [busy.id]);
    const own = busy.sessions.map(busy.play);
    expect((await Promise.all(other.sessions.map(other.play))).map(({ status }) => status)).toEqual([200]);
    await client.query('rollback');
    expect(new Set((await Promise.all(own)).map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    client.release();
  }
});
