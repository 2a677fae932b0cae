import { afterAll, beforeAll, expect, it } from 'vitest';
import { airtelText, confirmTemplate, liveNumber } from '../spec/live.ts';
import { openService, type Service } from '../spec/service.ts';
import { Phone } from './phone.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
  await confirmTemplate(service, 'airtel-credit');
});
afterAll(() => service.close());

// The phone is told 200 and never sends them again.
it.each([
  ['no text', {}],
  ['null for a text', { message: null }],
])('a batch of which one SMS has %s is read but for that one, and kept whole beside', async (_, odd) => {
  const number = await liveNumber(service, 'AIRTEL');
  const phone = await Phone.open(service);
  await phone.insert(number, 1);
  const place = { sender: 'AirtelMoney', simNumber: 1, receivedAt: service.clock.now().toISOString() };
  const texts = [1, 2, 3].map((n) => airtelText(service.clock.now(), 700 + n).replace('BALANCE', '1110'));
  const [first, ...others] = texts.map((message) => ({ ...place, message }));
  const body = JSON.stringify({
    deviceId: phone.device_id,
    event: 'sms:batch:received',
    id: 'e',
    payload: { messages: [first, { ...place, ...odd }, ...others] },
  });
  expect(await phone.post(body)).toMatchObject({ status: 200, body: { kept: 3, unrouted: 1 } });
  const bodies = (table: string) =>
    service.rows<{ body: string }>(`select body from ${table} where body = any ($1::text[])`, [
      [...texts, body],
    ]);
  expect(await bodies('notices')).toHaveLength(3);
  expect(await bodies('sms_gateway_unrouted')).toEqual([{ body }]);
  expect((await phone.post(body)).body).toMatchObject({ kept: 0, unrouted: 0 });
});
