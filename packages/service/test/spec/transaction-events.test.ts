import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmLateTransactions } from '../../src/engine/desk/payments/confirm-late.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { openReceiver, type Received, type Receiver } from '../webhooks/receiver.ts';
import { openService, type Service } from './service.ts';
import { inStatus, PAYER, started, TRANSACTIONS } from './transactions.ts';

let service: Service;
let receiver: Receiver;
let key: string;
let secret: string;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

beforeEach(async () => {
  receiver = await openReceiver();
  ({ test_key: key } = await service.merchant());
  const answer = await service.client.post('/v1/webhook-endpoints', key, { url: receiver.url });
  expect(answer.status, answer.text).toBe(201);
  ({ secret } = answer.body);
});
afterEach(() => receiver.close());

const json = (received: Received) => JSON.parse(received.body.toString('utf8'));
const first = async (): Promise<Received> => (await receiver.gets(1))[0] as Received;

describe('Transaction events, row by row', () => {
  it.each([
    ['transaction.success', 'SUCCESS'],
    ['transaction.failed', 'FAILED'],
    ['transaction.timeout', 'TIMEOUT'],
  ])('%s when the transaction moves to %s, with the body of the contract', async (event, status) => {
    const { id } = await started(service, key, { reference: `to-${status}` });
    await inStatus(service, id, status);
    const received = await first();
    const { data, ...rest } = json(received);
    expect(Object.keys(rest)).toEqual(['id', 'event', 'environment', 'timestamp']);
    expect(rest).toMatchObject({ event, environment: 'test' });
    expect(rest.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(data.confirmed_at).toBe(
      (await service.client.get(`${TRANSACTIONS}/${id}`, key)).body.confirmed_at,
    );
    const fields = ['id', 'reference', 'amount', 'currency', 'operator', 'phone_number', 'status'];
    expect(Object.keys(data)).toEqual(status === 'SUCCESS' ? [...fields, 'confirmed_at'] : fields);
    expect(data).toMatchObject({
      id,
      reference: `to-${status}`,
      amount: 5000,
      currency: 'XAF',
      operator: 'AIRTEL',
      phone_number: PAYER,
      status,
    });
    expect(received.headers['x-service-event']).toBe(event);
    expect(received.headers['x-service-test']).toBe('true');
    expect(received.headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(received.body).digest('hex')}`,
    );
  });

  it('webhook_sent is false until a 2xx came back, then true', async () => {
    let well = false;
    receiver.answer = (response) => response.writeHead(well ? 204 : 500).end();
    const { id } = await started(service, key);
    await inStatus(service, id, 'SUCCESS');
    await receiver.gets(1);
    const sent = async () => (await service.client.get(`${TRANSACTIONS}/${id}`, key)).body.webhook_sent;
    expect(await sent()).toBe(false);
    well = true;
    service.clock.pass(60);
    await vi.waitFor(async () => expect(await sent()).toBe(true), { timeout: 100_000, interval: 20 });
    const { transactions } = (await service.client.get(TRANSACTIONS, key)).body;
    expect(transactions).toMatchObject([{ id, webhook_sent: true }]);
  });

  it('webhook_sent stays true when what was delivered is sent again and the receiver answers 500', async () => {
    let well = true;
    receiver.answer = (response) => response.writeHead(well ? 204 : 500).end();
    const { id } = await started(service, key);
    await inStatus(service, id, 'SUCCESS');
    const about = 'from webhook_deliveries where event_id in (select id from events where object_id = $1)';
    const until = (what: string) => service.until(1, `select count(*)::int as n ${about} and ${what}`, [id]);
    await until("state = 'DELIVERED'");
    well = false;
    const [delivery] = await service.rows<{ id: string }>(`select id ${about}`, [id]);
    const resent = await service.client.post(`/v1/webhook-deliveries/${delivery?.id}/resend`, key);
    expect(resent.status, resent.text).toBe(202);
    await until('attempt_count = 2');
    const { body } = await service.client.get(`${TRANSACTIONS}/${id}`, key);
    expect(body.webhook_sent).toBe(true);
    const { transactions } = (await service.client.get(TRANSACTIONS, key)).body;
    expect(transactions).toMatchObject([{ id, webhook_sent: true }]);
  });

  it('nothing is sent on the way, nor when it is refunded', async () => {
    const { id } = await started(service, key);
    await inStatus(service, id, 'WAITING_SMS');
    await inStatus(service, id, 'REFUNDED');
    const rows = await service.rows('select type from events where object_id = $1', [id]);
    expect(rows).toEqual([{ type: 'transaction.success' }]);
  });

  it('a late payment that staff settle sends transaction.success after transaction.timeout, in this sequence', async () => {
    const { id } = await started(service, key);
    await inStatus(service, id, 'TIMEOUT');
    await receiver.gets(1);
    const { services } = service.first;
    const proof = { source: 'rail', detail: {} } as const;
    await concludeTransactions(services, [
      { transaction_id: id, kind: 'success', at: services.now(), proof },
    ]);
    await confirmLateTransactions(services, [{ transaction_id: id, actor: 'awa', note: 'statement' }]);
    const received = await receiver.gets(2);
    expect(received.map((one) => json(one).event)).toEqual(['transaction.timeout', 'transaction.success']);
    expect(received.map((one) => one.headers['x-service-sequence'])).toEqual(['1', '2']);
  });
});
