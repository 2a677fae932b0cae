import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { expectError, type SessionBody } from './client.ts';
import { airtelText, confirmTemplate, liveNumber, liveSms, sendingPhone } from './live.ts';
import { type Merchant, openService, type Service } from './service.ts';
import { purchase, started, TRANSACTIONS } from './transactions.ts';

const PAYER = '+23566123456';
/** Asked before the payments of PAYER, who is not to be asked too often. */
const EARLIER = '+23566123457';

let service: Service;
let shop: Merchant;
let receiver: Receiver;
let phone: Awaited<ReturnType<typeof sendingPhone>> | null = null;
beforeAll(async () => {
  service = await openService();
  shop = await service.merchant();
  receiver = await openReceiver();
  await service.client.post('/v1/webhook-endpoints', shop.live_key, { url: receiver.url });
  await liveNumber(service, 'AIRTEL');
  await confirmTemplate(service, 'airtel-credit');
});
afterAll(async () => {
  phone?.close();
  await receiver.close();
  await service.close();
});

const post = (body: unknown) => service.client.post(TRANSACTIONS, shop.live_key, body);
const get = async (id: string) => (await service.client.get(`${TRANSACTIONS}/${id}`, shop.live_key)).body;
const reaches = (id: string, status: string) =>
  vi.waitFor(async () => expect((await get(id)).status).toBe(status), { timeout: 100_000, interval: 20 });
/** Where its payer was told to pay. */
const numberOf = async (id: string) => {
  const [row] = await service.rows<SessionBody>(
    'select operator, assigned_collection_number from transactions where id = $1',
    [id],
  );
  if (row === undefined) throw new Error(`there is no transaction ${id}`);
  return row;
};

describe('a live transaction', () => {
  it('is refused with 503 GATEWAY_UNAVAILABLE while nobody can tell the payer what to pay; nothing is created', async () => {
    const body = purchase({ phone_number: EARLIER, amount: 777 });
    const answer = await post(body);
    expectError(answer, 503, 'GATEWAY_UNAVAILABLE');
    expect(answer.body.error.retry_after).toBe(60);
    expect(answer.headers['retry-after']).toBe('60');
    for (const table of ['transactions', 'payment_sessions', 'collection_holds', 'rail_work'])
      expect(await service.rows(`select 1 from ${table}`), table).toEqual([]);
    phone = await sendingPhone(service);
    expect((await post(body)).status).toBe(201);
  });

  it('has is_test false, belongs to its environment alone, and its reference is free in the other', async () => {
    const body = purchase({ phone_number: EARLIER, amount: 778 });
    const answer = await post(body);
    expect(answer.body).toMatchObject({ is_test: false, environment: 'live', status: 'PENDING' });
    const { id } = answer.body;
    expect(await get(id)).toMatchObject({ ...body, is_test: false, environment: 'live' });
    expectError(await service.client.get(`${TRANSACTIONS}/${id}`, shop.test_key), 404, 'NOT_FOUND');
    const other = await started(service, shop.test_key, body);
    expect(other.environment).toBe('test');
    const listed = async (key: string) =>
      (await service.client.get(`${TRANSACTIONS}?search=${body.reference}`, key)).body.transactions;
    expect(await listed(shop.live_key)).toMatchObject([{ id, is_test: false, environment: 'live' }]);
    expect(await listed(shop.test_key)).toMatchObject([{ id: other.id, is_test: true, environment: 'test' }]);
  });

  it('holds its number itself: no payment session is made for it, and its id is none', async () => {
    const before = await service.rows('select 1 from payment_sessions');
    const { id } = await started(service, shop.live_key, { phone_number: PAYER, amount: 779 });
    expect(await service.rows('select 1 from payment_sessions')).toEqual(before);
    const path = `/v1/payment-sessions/${id}`;
    expectError(await service.client.get(path, shop.live_key), 404, 'NOT_FOUND');
    expectError(await service.client.post(`${path}/cancel`, shop.live_key), 404, 'NOT_FOUND');
    expect(JSON.stringify(await get(id))).not.toContain('collection_number');
  });

  it('tells the payer, waits in WAITING_SMS, becomes SUCCESS by the credit notice, and sends transaction.success', async () => {
    const reference = 'rice-1';
    const { id } = await started(service, shop.live_key, { phone_number: PAYER, amount: 780, reference });
    await reaches(id, 'WAITING_SMS');
    const said = phone?.sent.find((one) => one.id === id);
    expect(said?.phoneNumbers).toEqual([PAYER]);
    expect(said?.textMessage.text).toContain('780 FCFA');
    const paid = { ...(await numberOf(id)), amount: 780 };
    await liveSms(service, paid, { text: airtelText(service.clock.now(), 780) });
    await reaches(id, 'SUCCESS');
    expect(await get(id)).toHaveProperty('confirmed_at');
    const [received] = await receiver.gets(1);
    expect(JSON.parse(received?.body.toString('utf8') ?? '')).toMatchObject({
      event: 'transaction.success',
      environment: 'live',
      data: { id, reference, amount: 780, phone_number: PAYER, status: 'SUCCESS' },
    });
    expect(received?.headers).not.toHaveProperty('x-service-test');
  });

  it('waits past its 12 minutes, up to a day, while what may be its payment is not proven; only then is it TIMEOUT', async () => {
    const { id } = await started(service, shop.live_key, { phone_number: PAYER, amount: 781 });
    await reaches(id, 'WAITING_SMS');
    const told = () => receiver.received.filter(({ body }) => body.includes(id)).length;
    // Its balance shows that an SMS before it was lost, so it is believed only when that is known.
    const text = airtelText(service.clock.now(), 781).replace('BALANCE', '50000');
    await liveSms(service, { ...(await numberOf(id)), amount: 781 }, { text });
    const { services } = service.first;
    for (const minutes of [13, 5 * 60]) {
      service.clock.pass(minutes * 60);
      await expireSessions(services, { limit: 500 });
      await timeOutTransactions(services, { limit: 500 });
      expect([(await get(id)).status, told()]).toEqual(['WAITING_SMS', 0]);
    }
    service.clock.pass(24 * 3600);
    await reaches(id, 'TIMEOUT');
    await vi.waitFor(() => expect(told()).toBe(1), { timeout: 100_000, interval: 20 });
  });
});
