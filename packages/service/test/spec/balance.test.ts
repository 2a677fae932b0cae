import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from './client.ts';
import { confirmTemplate, liveNumber, liveSms } from './live.ts';
import { type Merchant, openService, type Service } from './service.ts';

let service: Service;
let merchant: Merchant;
beforeAll(async () => {
  service = await openService();
  merchant = await service.merchant();
  await confirmTemplate(service, 'airtel-credit');
  await liveNumber(service, 'AIRTEL');
});
afterAll(() => service.close());

const balance = async (key: string) => (await service.client.get('/v1/balance', key)).body;
const nothing = (environment: 'test' | 'live') => ({
  environment,
  currency: 'XAF',
  payable: 0,
  on_hold: 0,
  reserve: 0,
  in_flight: 0,
  settled: 0,
});

describe('The balance', () => {
  it('of a merchant that was paid nothing is nothing, in both environments', async () => {
    for (const environment of ['test', 'live'] as const)
      expect(await balance(merchant[`${environment}_key`])).toEqual(nothing(environment));
  });

  it('has what was paid at once; a test session that reaches SUCCESS never affects that of live', async () => {
    const session = await service.client.session(merchant.test_key, { amount: 7_001 });
    const path = `/v1/sandbox/payment-sessions/${session.id}/simulate`;
    expect((await service.client.post(path, merchant.test_key, { scenario: 'paid' })).status).toBe(200);
    expect(await balance(merchant.test_key)).toEqual({ ...nothing('test'), payable: 7_001 });
    expect(await balance(merchant.live_key)).toEqual(nothing('live'));
  });

  it('of live has what was paid in live alone, and is no other merchant’s', async () => {
    const paid = await service.client.session(merchant.live_key, { amount: 3_001 });
    expect(await liveSms(service, paid)).toMatchObject({ outcome: 'CREDIT' });
    // What was paid today waits until tomorrow.
    expect(await balance(merchant.live_key)).toEqual({ ...nothing('live'), payable: 3_001, on_hold: 3_001 });
    expect(await balance(merchant.test_key)).toEqual({ ...nothing('test'), payable: 7_001 });
    const other = await service.merchant();
    expect(await balance(other.live_key)).toEqual(nothing('live'));
    // What an address says of a merchant is not listened to.
    const asked = await service.client.get(`/v1/balance?merchant_id=${merchant.id}`, other.live_key);
    expect(asked.body).toEqual(nothing('live'));
  });

  it('needs the scope balance:read', async () => {
    const key = await service.key(merchant.id, 'live', ['transactions:read', 'settlements:read']);
    expectError(await service.client.get('/v1/balance', key), 403, 'API_KEY_PERMISSION_DENIED');
    const may = await service.key(merchant.id, 'live', ['balance:read']);
    expect((await service.client.get('/v1/balance', may)).status).toBe(200);
  });
});
