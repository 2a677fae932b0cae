import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, openService, type Service } from './service.ts';

let service: Service;
let merchant: Merchant;
beforeAll(async () => {
  service = await openService();
  merchant = await service.merchant();
});
afterAll(() => service.close());

const get = async (path: string, key: string) => (await service.client.get(path, key)).body;

/** Whatever reports are made of, by environment: sums of accounts by day, and counters of payments by day. */
const reported = (environment: string) =>
  service.rows<{ sums: number; payments: number }>(
    `select
      (select coalesce(sum(d.transfers), 0) from (
        select account_id, transfers from ledger_days union all select account_id, transfers from ledger_day_deltas) d
        join ledger_accounts a on a.id = d.account_id and a.environment = $1)::int as sums,
      (select coalesce(sum(c.count), 0) from (
        select environment, count from payment_counts union all select environment, count from payment_count_changes) c
        where c.environment = $1)::int as payments`,
    [environment],
  );

describe('A test session can reach SUCCESS, and be settled, but never affects', () => {
  it('anything of live while it is paid and settled', async () => {
    const session = await service.client.session(merchant.test_key, { amount: 7_001 });
    const path = `/v1/sandbox/payment-sessions/${session.id}/simulate`;
    expect((await service.client.post(path, merchant.test_key, { scenario: 'paid' })).status).toBe(200);
    const { status, body } = await service.client.post('/v1/sandbox/settlements', merchant.test_key);
    expect([status, body.amount, body.is_test]).toEqual([201, 7_001, true]);
    const again = () => get(`/v1/settlements/${body.id}`, merchant.test_key);
    await expect.poll(async () => (await again()).status).toBe('PAID');
  });

  it('the live balance', async () => {
    expect(await get('/v1/balance', merchant.test_key)).toMatchObject({ payable: 0, settled: 7_001 });
    expect(await get('/v1/balance', merchant.live_key)).toMatchObject({
      payable: 0,
      in_flight: 0,
      settled: 0,
    });
  });

  it('live settlements', async () => {
    const [one] = (await get('/v1/settlements', merchant.test_key)).settlements;
    expect(one).toMatchObject({ status: 'PAID', amount: 7_001 });
    expect((await get('/v1/settlements', merchant.live_key)).settlements).toEqual([]);
    for (const path of [`/v1/settlements/${one.id}`, `/v1/settlements/${one.id}/transfers`])
      expect((await service.client.get(path, merchant.live_key)).status).toBe(404);
  });

  it('live reports', async () => {
    expect(await reported('live')).toEqual([{ sums: 0, payments: 0 }]);
    const [of_test] = await reported('test');
    expect(of_test?.payments).toBeGreaterThan(0);
    expect(of_test?.sums).toBeGreaterThan(0);
  });
});
