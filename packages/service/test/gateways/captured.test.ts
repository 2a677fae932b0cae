import { randomBytes } from 'node:crypto';
import net from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { airtelText, confirmTemplate, liveNumber } from '../spec/live.ts';
import { openService, type Service } from '../spec/service.ts';
import { Phone } from './phone.ts';

let service: Service;
let phone: Phone;
let number: string;
beforeAll(async () => {
  service = await openService({ connections: 20 });
  number = await liveNumber(service, 'AIRTEL');
  await confirmTemplate(service, 'airtel-credit');
  phone = await Phone.open(service);
  await phone.insert(number, 1);
});
afterAll(() => service.close());

const text = () => airtelText(service.clock.now(), 700).replace('BALANCE', '1110');

/** Every body that is kept, as a notice or aside. */
const bodies = async (): Promise<string[]> =>
  (
    await service.rows<{ body: string }>(
      'select id, body from notices union all select id, body from sms_gateway_unrouted order by id',
    )
  ).map(({ body }) => body);

describe('Whoever has captured a signed request', () => {
  it('changes no byte of it, nor its time, its phone or its SIM', async () => {
    const body = phone.received(text());
    const headers = phone.headers(body);
    const time = headers['x-timestamp'] ?? '';
    const changed: [string, Record<string, string>][] = [
      ...Array.from({ length: 60 }, (_, n): [string, Record<string, string>] => {
        const at = Math.floor((n * body.length) / 60);
        return [`${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`, headers];
      }),
      [body.replace('"simNumber":1', '"simNumber":2'), headers],
      [body.replace(phone.device_id, 'device-other'), headers],
      [` ${body}`, headers],
      [`${body}\n`, headers],
      ['', headers],
      // The signature is over the body and the time one after the other: what moves from one to the other.
      ...[1, 2, 9, 10].map((moved): [string, Record<string, string>] => [
        body + time.slice(0, moved),
        { ...headers, 'x-timestamp': time.slice(moved) },
      ]),
      ...[1, 2, 5].map((moved): [string, Record<string, string>] => [
        body.slice(0, -moved),
        { ...headers, 'x-timestamp': body.slice(-moved) + time },
      ]),
      [body, { ...headers, 'x-timestamp': String(Number(time) + 1) }],
      [body, { ...headers, 'x-timestamp': `0${time}` }],
      [body, { ...headers, 'x-timestamp': `${time}000` }],
      [body, { ...headers, 'x-signature': headers['x-signature']?.slice(0, 63) ?? '' }],
      [body, { 'x-signature': headers['x-signature'] ?? '' }],
    ];
    const before = await bodies();
    const answers = await Promise.all(changed.map(([sent, signed]) => phone.post(sent, signed)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await bodies()).toEqual(before);
  });

  it('makes nothing of it by sending it again, to another gateway, or after five minutes', async () => {
    const body = phone.received(text());
    const headers = phone.headers(body);
    expect((await phone.post(body, headers)).body).toMatchObject({ kept: 1 });
    const before = await bodies();
    const again = await Promise.all(Array.from({ length: 10 }, () => phone.post(body, headers)));
    expect(again.every(({ status, body }) => status === 200 && body.repeated === 1)).toBe(true);
    const other = await Phone.open(service);
    expect((await service.client.post(other.path, null, body, headers)).status).toBe(401);
    service.clock.pass(301);
    expect((await phone.post(body, headers)).status).toBe(401);
    expect(await bodies()).toEqual(before);
  });
});

describe('What is answered with 200', () => {
  const odd = fc.oneof(
    { weight: 4, arbitrary: fc.constant('Vous avez recu 5 FCFA') },
    fc.constantFrom(
      null,
      0,
      1,
      -1,
      1e308,
      '',
      '1',
      '\0',
      '\ud800',
      [],
      {},
      true,
      'SIM 2',
      '2026-11-21',
      'x'.repeat(300),
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  const payload = fc.record(
    {
      messageId: odd,
      message: odd,
      sender: odd,
      phoneNumber: odd,
      simNumber: odd,
      receivedAt: odd,
      __proto__: odd,
    },
    { requiredKeys: ['message'] },
  );

  it('is kept, each text once: odd fields, nulls, numbers as texts, one told twice in a batch', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(payload, { minLength: 1, maxLength: 6 }),
        fc.nat(3),
        async (payloads, twice) => {
          const mark = randomBytes(8).toString('hex');
          const marked = payloads.map((one, n) =>
            typeof one.message === 'string' ? { ...one, message: `${mark}-${n} ${one.message}` } : one,
          );
          const messages = [...marked, ...marked.slice(0, twice)];
          const event = {
            deviceId: phone.device_id,
            event: 'sms:batch-received',
            id: mark,
            payload: { messages, mark },
          };
          const body = JSON.stringify(event);
          const answer = await phone.post(body);
          expect(answer.status).toBe(200);
          const kept = (await bodies()).filter((one) => one.includes(mark));
          const isRead = ({ message }: { message?: unknown }) => typeof message === 'string';
          // Beside the texts the whole of it, where one has none.
          const whole = payloads.every(isRead) ? 0 : 1;
          expect(kept).toHaveLength(payloads.filter(isRead).length + whole);
          const said = answer.body.kept + answer.body.repeated + answer.body.unrouted;
          expect(said).toBe(messages.filter(isRead).length + whole);
          expect((await phone.post(body)).body).toMatchObject({ kept: 0, unrouted: 0 });
        },
      ),
      { numRuns: 120 },
    );
  });

  it('is kept whole when nothing in it can be read, however long it is', async () => {
    const texts = Array.from({ length: 150 }, (_, n) => `whole-${n} ${text()}`);
    const messages = texts.map((words) => ({
      words,
      sender: 'AirtelMoney',
      simNumber: 1,
      receivedAt: null,
    }));
    const body = JSON.stringify({
      deviceId: phone.device_id,
      event: 'sms:batch-received',
      payload: { messages },
    });
    expect(body.length).toBeLessThan(65_536);
    expect((await phone.post(body)).status).toBe(200);
    const kept = (await bodies()).join('');
    expect(texts.filter((one) => !kept.includes(one))).toEqual([]);
  });

  it('is kept beside another that begins alike', async () => {
    const body = (end: string) => `{"event":"odd","text":"${'x'.repeat(25_000)}${end}"`;
    for (const end of ['first', 'second']) {
      expect((await phone.post(body(end))).body).not.toMatchObject({ repeated: 1 });
      expect((await bodies()).some((one) => one.includes(end))).toBe(true);
    }
  });
});

describe('A request that does not arrive whole', () => {
  it('keeps nothing: it stops in the middle, or is shorter or longer than it says', async () => {
    const before = await bodies();
    const { port } = new URL(service.client.url);
    const message = phone.received('never whole');
    const headers = Object.entries(phone.headers(message))
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const send = (length: number, sent: string) =>
      new Promise<void>((resolve) => {
        const socket = net.connect(Number(port), '127.0.0.1', () => {
          socket.write(
            `POST ${phone.path} HTTP/1.1\r\nhost: x\r\n${headers}content-length: ${length}\r\n\r\n${sent}`,
          );
          setTimeout(() => socket.destroy(), 100);
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve());
        socket.resume();
      });
    await send(message.length, message.slice(0, 50));
    await send(message.length - 1, message);
    await send(message.length + 1, message);
    expect(await bodies()).toEqual(before);
  });
});

describe('A phone that sends its inbox again while new messages come', () => {
  it('tells each once, whichever of two processes it asks, and another gateway beside it adds no money', async () => {
    const other = await service.start({ works: false });
    const beside = await Phone.open(service);
    await beside.insert(number, 1, { also: true });
    const texts = Array.from({ length: 30 }, text);
    const old = texts.slice(0, 20).map((message) => phone.received(message));
    await Promise.all(old.map((body) => phone.post(body)));
    const inbox = old.map((body) =>
      JSON.stringify({ ...JSON.parse(body), id: randomBytes(9).toString('hex') }),
    );
    const fresh = texts.slice(20).map((message) => phone.received(message));
    const answers = await Promise.all([
      ...inbox.toReversed().map((body) => phone.post(body, undefined, other)),
      ...fresh.flatMap((body, n) => [
        phone.post(body),
        phone.post(body, undefined, n % 2 === 0 ? other : undefined),
      ]),
      ...texts.map((message) => beside.post(beside.received(message))),
    ]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ body }) => body.kept === 1)).toHaveLength(10 + 30);
    await service.until(
      60,
      `select count(*)::int as n from notices n join notice_readings r on r.notice_id = n.id where body = any ($1)`,
      [texts],
    );
  });
});
