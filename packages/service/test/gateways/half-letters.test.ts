import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveNumber } from '../spec/live.ts';
import { openService, type Service } from '../spec/service.ts';
import { Phone } from './phone.ts';

/** Cut to the 200 characters that are kept, its last letter is cut in half. */
const LONG = `${'a'.repeat(199)}🙂`;

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

it('a phone whose name is cut inside a letter keeps no other phone from being heard', async () => {
  const number = await liveNumber(service, 'AIRTEL');
  const [honest, odd] = [await Phone.open(service), await Phone.open(service)];
  await honest.insert(number, 1);
  const ping = { deviceId: LONG, event: 'system:ping', id: 'p', payload: {} };
  expect((await odd.post(JSON.stringify(ping))).status).toBe(200);
  expect((await honest.ping()).status).toBe(200);
  await service.first.gateways.flush();
  const seen = await service.rows<{ gateway_id: string }>('select gateway_id from sms_gateway_signals');
  expect(seen.map(({ gateway_id }) => gateway_id)).toEqual(
    expect.arrayContaining([honest.gateway_id, odd.gateway_id]),
  );
});

it('a message whose sender is cut inside a letter is kept', async () => {
  const number = await liveNumber(service, 'AIRTEL');
  const phone = await Phone.open(service);
  await phone.insert(number, 1);
  expect((await phone.post(phone.received('hello', { sender: LONG }))).status).toBe(200);
  const kept = await service.rows<{ body: string }>(`select body from notices where sender like 'aaa%'`);
  expect(kept).toEqual([{ body: 'hello' }]);
});
