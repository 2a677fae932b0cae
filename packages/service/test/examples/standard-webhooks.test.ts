import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type Service } from '../spec/service.ts';
import { simulate } from '../spec/statuses.ts';
import { openReceiver, type Received, type Receiver } from '../webhooks/receiver.ts';
import { blockUnder } from './guide.ts';

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  service = await openService();
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

type Verify = (secret: string, received: Received) => unknown;

/** The lines of the guide, run as they stand there. */
const verify: Verify = (secret, { body: raw_body, headers }) => {
  const shown = blockUnder('Standard Webhooks', 'js').replace(/^import .*\n/, '');
  const run = new Function('Webhook', 'process', 'raw_body', 'headers', `${shown}\nreturn event;`);
  return run(Webhook, { env: { WEBHOOK_SECRET: secret } }, raw_body, headers);
};

test('the published package verifies what is sent as the guide shows it, and by both secrets of a rotation', async () => {
  const { test_key: key } = await service.merchant();
  const { body: endpoint } = await service.client.post('/v1/webhook-endpoints', key, { url: receiver.url });
  const pay = async () => simulate(service, key, await service.client.session(key), 'paid');
  const paid = await pay();
  const [first] = await receiver.gets(1);
  if (first === undefined) throw new Error('nothing came');
  expect(verify(endpoint.secret, first)).toMatchObject({
    event: 'payment_session.succeeded',
    data: { id: paid.id, status: 'SUCCESS' },
  });
  const rotated = await service.client.post(`/v1/webhook-endpoints/${endpoint.id}/rotate-secret`, key);
  await pay();
  const second = (await receiver.gets(2))[1];
  if (second === undefined) throw new Error('nothing came');
  for (const secret of [endpoint.secret, rotated.body.secret]) {
    expect(verify(secret, second)).toMatchObject({ event: 'payment_session.succeeded' });
  }
  expect(() => verify(rotated.body.secret, first)).toThrow();
});

test('the published package refuses an altered body, another time and another id', async () => {
  const received = (await receiver.gets(1))[0];
  if (received === undefined) throw new Error('nothing came');
  const { test_key: key } = await service.merchant();
  const { body: endpoint } = await service.client.post('/v1/webhook-endpoints', key, { url: receiver.url });
  await simulate(service, key, await service.client.session(key), 'paid');
  const mine = (await receiver.gets(3))[2];
  if (mine === undefined) throw new Error('nothing came');
  verify(endpoint.secret, mine);
  const altered = Buffer.from(mine.body.toString('utf8').replace('5000', '9000'));
  expect(() => verify(endpoint.secret, { ...mine, body: altered })).toThrow('signature');
  const earlier = String(Number(mine.headers['webhook-timestamp']) - 1);
  for (const changed of [{ 'webhook-timestamp': earlier }, { 'webhook-id': 'another' }]) {
    expect(() => verify(endpoint.secret, { ...mine, headers: { ...mine.headers, ...changed } })).toThrow();
  }
});
