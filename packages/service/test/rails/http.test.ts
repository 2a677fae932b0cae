import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Merchant, openService, type Service } from '../spec/service.ts';

const PATH = '/v1/transactions';

let service: Service;
let merchant: Merchant;
beforeAll(async () => {
  service = await openService();
  merchant = await service.merchant();
});
afterAll(() => service.close());

let made = 0;
const body = (phone_number: string) => {
  made += 1;
  return { reference: `RAIL-${made}`, amount: 5_000, currency: 'XAF', operator: 'MOOV', phone_number };
};
const create = (phone_number: string) => service.client.post(PATH, merchant.test_key, body(phone_number));
const statusOf = async (id: string) =>
  (await service.client.get(`${PATH}/${id}`, merchant.test_key)).body.status;

it.each([
  ['+23500000010', 'SUCCESS'],
  ['+23500000020', 'FAILED'],
  ['+23566123456', 'SUCCESS'],
])('a test transaction of %s becomes %s by itself, within seconds', async (phone_number, status) => {
  const answer = await create(phone_number);
  expect([answer.status, answer.body.status]).toEqual([201, 'PENDING']);
  await expect.poll(() => statusOf(answer.body.id)).toBe(status);
});

it('the magic payer of an unavailable gateway gets a 503 with retry_after, and nothing is created', async () => {
  const asked = body('+23500000050');
  const answer = await service.client.post(PATH, merchant.test_key, asked);
  expect(answer.status).toBe(503);
  expect(answer.body.error).toMatchObject({ code: 'GATEWAY_UNAVAILABLE', status: 503, retry_after: 30 });
  expect(
    (await service.client.post(PATH, merchant.test_key, { ...asked, phone_number: '+23500000010' })).status,
  ).toBe(201);
});

it('where Airtel is not configured there is no address for its callbacks', async () => {
  const answer = await service.client.post('/rails/airtel/callback', merchant.test_key, {});
  expect(answer.status).toBe(404);
});
