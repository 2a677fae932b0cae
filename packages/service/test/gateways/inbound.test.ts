import { connect } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { receiveGatewayMessages } from '../../src/engine/gateways/arrive.ts';
import { listGatewayRequests } from '../../src/engine/gateways/notes.ts';
import { airtelText, confirmTemplate, liveNumber } from '../spec/live.ts';
import { openService, type Service } from '../spec/service.ts';
import { createFixtureGateway } from './fixture-gateway.ts';
import { FIXTURES } from './fixtures.ts';
import { Phone } from './phone.ts';

let service: Service;
let number: string;
beforeAll(async () => {
  service = await openService({ connections: 40 });
  number = await liveNumber(service, 'AIRTEL');
  await confirmTemplate(service, 'airtel-credit');
});
afterAll(() => service.close());

const NOTICES = 'select count(*)::int as n from notices where body = $1';
const text = () => airtelText(service.clock.now(), 700).replace('BALANCE', '1110');
const kept = (answer: { status: number; body: unknown }) => [answer.status, answer.body];
const ONCE = [200, { kept: 1, repeated: 0, unrouted: 0 }];
const AGAIN = [200, { kept: 0, repeated: 1, unrouted: 0 }];
const ASIDE = [200, { kept: 0, repeated: 0, unrouted: 1 }];

describe('A signed request of a phone', () => {
  let phone: Phone;
  beforeAll(async () => {
    phone = await Phone.open(service);
    await phone.insert(number, 1);
  });

  it('needs no API key, is kept raw to the letter, and is settled after the answer', async () => {
    const message = `${text()} Écrit par « Ngaoundéré » 🙂\n`;
    expect(kept(await phone.post(phone.received(message)))).toEqual(ONCE);
    await service.until(1, NOTICES, [message]);
    await service.until(
      1,
      `select count(*)::int as n from notice_readings r join notices n on n.id = r.notice_id
       where n.body = $1 and n.source = 'GATEWAY_SMS' and n.sender = 'AirtelMoney'`,
      [message],
    );
  });

  it('is accepted once however often it is repeated, also signed anew two days later', async () => {
    const message = text();
    const body = phone.received(message);
    expect(kept(await phone.post(body))).toEqual(ONCE);
    expect(kept(await phone.post(body))).toEqual(AGAIN);
    service.clock.pass(2 * 86_400);
    expect(kept(await phone.post(body))).toEqual(AGAIN);
    await service.until(1, NOTICES, [message]);
  });

  it('is kept once when it arrives 20 times at once at two processes, 50 messages long', async () => {
    const other = await service.start({ works: false });
    const bodies = Array.from({ length: 50 }, () => phone.received(text()));
    const answers = await Promise.all(
      bodies.flatMap((body) =>
        Array.from({ length: 20 }, (_, n) =>
          phone.post(body, undefined, n % 2 === 0 ? service.first : other),
        ),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ body }) => body.kept === 1)).toHaveLength(50);
    expect(answers.filter(({ body }) => body.repeated === 1)).toHaveLength(950);
  });

  it('with the id of another message but another text is another message', async () => {
    const id = 'the-same-event';
    expect(kept(await phone.post(phone.received(text(), { id })))).toEqual(ONCE);
    expect(kept(await phone.post(phone.received(text(), { id })))).toEqual(ONCE);
  });

  it('under a wrong signature is 401, counted, and its text is nowhere', async () => {
    const message = 'Vous avez recu 999 999 FCFA, a forger says';
    const body = phone.received(message);
    const answer = await phone.post(body, { ...phone.headers(body), 'x-signature': '0'.repeat(64) });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(answer.body.error.message).not.toContain('API key');
    expect((await phone.post(body, {})).status).toBe(401);
    expect((await phone.post(body, phone.headers(body, new Date(0)))).status).toBe(401);
    await service.first.gateways.flush();
    const { answers } = await listGatewayRequests(service.first.services, {
      gateway_id: phone.gateway_id,
      unrouted: false,
      limit: 100,
    });
    const counted = Object.fromEntries(answers.map((row) => [row.answer, row.count]));
    expect(counted).toMatchObject({ wrong_signature: 1, unsigned: 1, stale: 1 });
    await service.until(0, NOTICES, [message]);
    await service.until(0, 'select count(*)::int as n from sms_gateway_unrouted where body like $1', [
      '%forger%',
    ]);
  });

  it('that says no SMS is answered 200 and kept nowhere', async () => {
    const before = await service.rows('select 1 from sms_gateway_messages');
    const sent = JSON.stringify({ deviceId: phone.device_id, event: 'sms:sent', id: 's', payload: {} });
    expect(kept(await phone.post(sent))).toEqual([200, { kept: 0, repeated: 0, unrouted: 0 }]);
    expect(await service.rows('select 1 from sms_gateway_messages')).toHaveLength(before.length);
  });

  it.each([
    'text/plain',
    ';',
    'application',
    'multipart/form-data; boundary=x',
    'application/json; charset=x',
  ])('is verified and kept however it calls its body: %s', async (type) => {
    const message = `${text()} as ${type}`;
    const body = phone.received(message);
    const headers = { ...phone.headers(body), 'content-type': type };
    expect(kept(await phone.post(body, headers))).toEqual(ONCE);
    const forged = await phone.post(body, { ...headers, 'x-signature': '0'.repeat(64) });
    expect(forged.status).toBe(401);
    await service.until(1, NOTICES, [message]);
  });

  it.each([
    ['without a signature', {}, 401],
    ['with one that is none', { 'x-signature': 'abc', 'x-timestamp': '0' }, 401],
    ['signed long ago', { 'x-signature': 'a'.repeat(64), 'x-timestamp': '0' }, 401],
    ['longer than any', { 'x-signature': 'a'.repeat(64), 'content-length': '266000' }, 401],
  ])('%s is refused before its body is read, and the connection ends', async (_what, headers, status) => {
    const { hostname, port } = new URL(service.client.url);
    const socket = connect(Number(port), hostname);
    const lines = Object.entries({ 'content-length': '60000', ...headers }).map(([k, v]) => `${k}: ${v}`);
    // No byte of the body is ever sent: whoever waited for it would wait for ever.
    socket.write([`POST ${phone.path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n'));
    const answer = await readAll(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
  });

  it('is heard through a flood of large forgeries, of which few are even hashed', async () => {
    const flooded = await Phone.open(service);
    await flooded.insert(number, 2, { also: true });
    const large = 'x'.repeat(60_000);
    const forgery = { ...flooded.headers(large), 'x-signature': 'a'.repeat(64) };
    const began_ms = service.clock.now().getTime();
    const answers = await Promise.all(Array.from({ length: 200 }, () => flooded.post(large, forgery)));
    const took_ms = service.clock.now().getTime() - began_ms;
    const hashed = answers.filter(({ status }) => status === 401).length;
    // 40 at once, then one every 50 ms.
    expect(hashed).toBeLessThanOrEqual(41 + took_ms / 50);
    const limited = answers.filter(({ status }) => status === 429);
    expect(hashed + limited.length).toBe(200);
    for (const { headers } of limited) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(kept(await flooded.post(flooded.received(text(), { sim: 2 })))).toEqual(ONCE);
  });

  it('larger than 256 KiB is 413, and says so', async () => {
    const refused = await phone.post(phone.received('x'.repeat(263_000)));
    expect([refused.status, refused.text.includes('262144')]).toEqual([413, true]);
  });

  it('with the whole inbox of a phone in it is read, but for one message that is none', async () => {
    const messages = Array.from({ length: 256 }, (_, n) => ({
      messageId: `m${n}`,
      message: n === 77 ? null : `${text()} of an inbox ${n}`,
      sender: 'AirtelMoney',
      recipient: null,
      phoneNumber: 'AirtelMoney',
      simNumber: 1,
      receivedAt: service.clock.now().toISOString(),
    }));
    const event = { deviceId: phone.device_id, event: 'sms:batch:received', id: 'i', payload: { messages } };
    const body = JSON.stringify(event);
    expect(body.length).toBeGreaterThan(65_536);
    const pieces = Math.ceil(body.length / 16_000);
    expect(kept(await phone.post(body))).toEqual([200, { kept: 255, repeated: 0, unrouted: pieces }]);
  });

  it('with a text that is longer than a row may be is kept whole, to be read by people', async () => {
    const body = phone.received(`long ${'x'.repeat(70_000)}`);
    expect((await phone.post(body)).body).toEqual({ kept: 0, repeated: 0, unrouted: 5 });
    const [row] = await service.rows<{ whole: string }>(
      `select string_agg(body, '' order by id) as whole from sms_gateway_unrouted where gateway_id = $1 and body like any ($2)`,
      [phone.gateway_id, ['%long xxx%', 'xxx%']],
    );
    expect(row?.whole).toBe(body);
  });

  it('with characters that PostgreSQL can not hold is kept without them', async () => {
    const message = `${text()} nul \0 half \ud800 end`;
    expect(kept(await phone.post(phone.received(message)))).toEqual(ONCE);
    await service.until(1, NOTICES, [message.replace('\0', '\uFFFD').replace('\ud800', '\uFFFD')]);
  });

  it('is a sign of life of its phone, with its clock and its delay', async () => {
    const body = phone.received(text());
    service.clock.pass(45);
    const ahead = new Date(service.clock.now().getTime() + 130_000);
    await phone.post(body, phone.headers(body, ahead));
    await service.first.gateways.flush();
    const [signal] = await service.rows<{ clock_skew_ms: number; lag_ms: number }>(
      'select * from sms_gateway_signals where gateway_id = $1 and device_id = $2',
      [phone.gateway_id, phone.device_id],
    );
    expect(signal?.clock_skew_ms).toBeGreaterThan(128_000);
    expect(signal?.clock_skew_ms).toBeLessThanOrEqual(130_000);
    expect(signal?.lag_ms).toBeGreaterThanOrEqual(45_000);
  });
});

describe('The address of a gateway', () => {
  it('that does not exist is 404', async () => {
    const answer = await service.client.post(
      '/gateways/0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f/inbound',
      null,
      '{}',
    );
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await service.client.post('/gateways/x/inbound', null, '{}')).status).toBe(404);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])(
    'asked by %s, as a browser or a phone that is set up wrongly does, says which method it takes',
    async (method) => {
      const phone = await Phone.open(service);
      const answer = await service.client.call(method, phone.path, { key: null });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    },
  );
});

describe('A message whose SIM is not configured', () => {
  it('is kept, shown, and becomes a notice when the SIM is', async () => {
    const phone = await Phone.open(service);
    const sim = await liveNumber(service, 'AIRTEL');
    const message = text();
    const body = phone.received(message, { sim: 2 });
    expect(kept(await phone.post(body))).toEqual(ASIDE);
    expect(kept(await phone.post(body))).toEqual(AGAIN);
    const query = { gateway_id: phone.gateway_id, unrouted: true, limit: 10 };
    const waiting = await listGatewayRequests(service.first.services, query);
    expect(waiting.messages).toMatchObject([{ state: 'unknown_sim', sim_slot: 2, body: message }]);
    expect(await phone.insert(sim, 1)).toEqual([]);
    const [notice_id] = await phone.insert(sim, 2);
    await settleNotices(service.first.services, [notice_id as string]);
    await service.until(1, NOTICES, [message]);
    expect((await listGatewayRequests(service.first.services, query)).messages).toEqual([]);
    expect(kept(await phone.post(body))).toEqual(AGAIN);
  });

  it('and one without a slot goes by the phone’s only SIM, else it waits', async () => {
    const phone = await Phone.open(service);
    const [two, only] = [await liveNumber(service, 'AIRTEL'), await liveNumber(service, 'AIRTEL')];
    await phone.insert(only, 0);
    const [by_none, by_two, by_three] = [text(), text(), text()];
    expect(kept(await phone.post(phone.received(by_none, { sim: null })))).toEqual(ONCE);
    await phone.insert(two, 2);
    expect(kept(await phone.post(phone.received(text(), { sim: null })))).toEqual(ASIDE);
    for (const [message, sim] of [
      [by_two, 2],
      [by_three, 3],
    ] as const) {
      expect(kept(await phone.post(phone.received(message, { sim })))).toEqual(ONCE);
    }
    const rows = await service.rows<{ body: string; msisdn: string }>(
      `select n.body, c.msisdn from notices n join collection_numbers c on c.id = n.collection_number_id
       where n.body = any ($1::text[])`,
      [[by_none, by_two, by_three]],
    );
    expect(Object.fromEntries(rows.map((row) => [row.body, row.msisdn]))).toEqual({
      [by_none]: only,
      [by_two]: two,
      [by_three]: only,
    });
  });

  it('nor one that can not be read is lost: the whole request is kept', async () => {
    const phone = await Phone.open(service);
    const body = '{"deviceId":"d","event":"sms:received","id":"e","payload":{"texte":"Vous avez recu"}}';
    expect(kept(await phone.post(body))).toEqual(ASIDE);
    const query = { gateway_id: phone.gateway_id, unrouted: true, limit: 10 };
    const { messages } = await listGatewayRequests(service.first.services, query);
    expect(messages).toMatchObject([{ state: 'unreadable', body }]);
  });
});

describe('A recorded request', () => {
  it.each(FIXTURES.filter(({ news }) => news.kind === 'messages').map((one) => [one.name, one] as const))(
    '%s is kept over HTTP by a service whose clock is of that moment',
    async (_, fixture) => {
      // What is counted of the recorded request before is written later, and refers to the gateway.
      await service.first.gateways.flush();
      for (const table of ['sms_gateway_answers', 'sms_gateway_signals'])
        await service.rows(`delete from ${table} where gateway_id = $1`, [fixture.gateway_id]);
      await service.rows('delete from sms_gateways where id = $1', [fixture.gateway_id]);
      await createFixtureGateway(service, fixture);
      const back_ms = Date.parse(fixture.now) - service.clock.now().getTime();
      service.clock.pass(back_ms / 1_000);
      const posted = () =>
        service.client.post(`/gateways/${fixture.gateway_id}/inbound`, null, fixture.body, fixture.headers);
      await expect.poll(async () => (await posted()).status).toBe(200);
      service.clock.pass(-back_ms / 1_000);
      await service.until(1, 'select count(*)::int as n from sms_gateway_unrouted where body = $1', [
        fixture.news.messages?.[0]?.text,
      ]);
      await service.rows('delete from sms_gateway_unrouted where gateway_id = $1', [fixture.gateway_id]);
    },
  );
});

it('a message whose process died before it was settled is settled by a sweep', async () => {
  const phone = await Phone.open(service);
  await phone.insert(number, 1);
  // No money in it: it waits for nothing but a reader.
  const message = 'Bonne fete a tous nos clients !';
  const place = { device_id: phone.device_id, sim_slot: 1, sender: 'AirtelMoney', received_at: null };
  const [outcome] = await receiveGatewayMessages(service.first.services, [
    { ...place, gateway_id: phone.gateway_id, message_id: null, text: message },
  ]);
  if (outcome?.kind !== 'kept') throw new Error(outcome?.kind);
  service.clock.pass(60);
  await service.until(1, 'select count(*)::int as n from notice_readings where notice_id = $1', [
    outcome.notice_id,
  ]);
});

it('five hundred messages are kept by one statement', async () => {
  const phone = await Phone.open(service);
  await phone.insert(number, 1);
  const { services } = service.first;
  let statements = 0;
  const pool = new Proxy(services.pool, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name);
      return (...given: unknown[]) => {
        statements += 1;
        return (target.query as (...all: unknown[]) => unknown)(...given);
      };
    },
  });
  const place = { gateway_id: phone.gateway_id, device_id: phone.device_id, sim_slot: 1, received_at: null };
  const messages = Array.from({ length: 500 }, (_, n) => ({
    ...place,
    sender: 'AirtelMoney',
    text: `message ${n}`,
    message_id: String(n),
  }));
  const outcomes = await receiveGatewayMessages({ ...services, pool }, [...messages, ...messages]);
  expect(statements).toBe(1);
  expect(outcomes.filter(({ kind }) => kind === 'kept')).toHaveLength(500);
  expect(outcomes.slice(500).every(({ kind }) => kind === 'repeated')).toBe(true);
});
