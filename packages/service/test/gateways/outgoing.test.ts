import { lookup } from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingSms } from '../../src/domain/gateway/gateway.ts';
import { openSmsGateSender } from '../../src/sms/gateways/sms-gate.ts';
import { dialler } from '../../src/webhooks/dial.ts';

type Seen = { url: string | undefined; authorization: string | undefined; body: unknown };
let server: Server;
let base: string;
let seen: Seen[] = [];
let reply: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url, headers } = request;
      seen.push({
        url,
        authorization: headers.authorization,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
      reply(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/3rdparty/v1`;
});
beforeEach(() => {
  seen = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const NOW = new Date('2026-11-21T11:00:00.000Z');
const now = () => NOW;
const dial = (allow_private: boolean) => dialler({ allow_private, lookup, connect_timeout_ms: 1_000 });
const answering = (status: number) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end('{"id":"x"}');
const sms = (fields: Partial<OutgoingSms['gateway']> = {}): OutgoingSms => ({
  gateway: { send_url: base, username: 'LOGIN1', password: 'pa:ss', is_private: true, ...fields },
  to: '+23566123456',
  text: 'Envoyez 5 000 FCFA au 66 00 00 01 avant 14:30.',
  id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
  sim_slot: 1,
  device_id: 'dev',
  expires_at: new Date(NOW.getTime() + 600_000),
});

describe('Sending by sms-gate.app', () => {
  const sender = openSmsGateSender({ connect_public: dial(false), connect_any: dial(true), now });
  afterAll(() => sender.close());

  it('posts the message under our id, by the SIM and the phone asked for', async () => {
    reply = answering(202);
    expect(await sender.send(sms())).toEqual({ kind: 'accepted', already: false });
    expect(seen).toEqual([
      {
        url: '/3rdparty/v1/messages',
        authorization: `Basic ${Buffer.from('LOGIN1:pa:ss').toString('base64')}`,
        body: {
          id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
          textMessage: { text: 'Envoyez 5 000 FCFA au 66 00 00 01 avant 14:30.' },
          phoneNumbers: ['+23566123456'],
          simNumber: 1,
          deviceId: 'dev',
          ttl: 600,
          priority: 100,
        },
      },
    ]);
  });

  it.each([
    [3_600, 600],
    [90.2, 91],
    [2, 5],
  ])('what is void after %f s leaves the phone within %i s or never', async (left_s, ttl) => {
    reply = answering(202);
    await sender.send({ ...sms(), expires_at: new Date(NOW.getTime() + left_s * 1_000) });
    expect(seen).toMatchObject([{ body: { ttl } }]);
  });

  it.each([
    [409, { kind: 'accepted', already: true }],
    [400, { kind: 'refused', reason: 'the gateway answered 400', status: 400 }],
    [401, { kind: 'refused', reason: 'the gateway answered 401', status: 401 }],
    [302, { kind: 'refused', reason: 'the gateway answered 302', status: 302 }],
    [429, { kind: 'unknown', detail: 'the gateway answered 429' }],
    [503, { kind: 'unknown', detail: 'the gateway answered 503' }],
  ])('an answer of %i is %j', async (status, outcome) => {
    reply = answering(status);
    expect(await sender.send(sms())).toEqual(outcome);
  });

  it('an address of our own network is refused unless the gateway is said to be there', async () => {
    reply = answering(202);
    const outcome = await sender.send(sms({ is_private: false }));
    expect(outcome).toEqual({ kind: 'refused', reason: '127.0.0.1 is not a public address' });
    expect(seen).toEqual([]);
  });

  it('nobody there, or an answer cut off, is unknown and never refused', async () => {
    expect((await sender.send(sms({ send_url: 'http://127.0.0.1:1/v1' }))).kind).toBe('unknown');
    reply = (request) => void request.socket.destroy();
    expect((await sender.send(sms())).kind).toBe('unknown');
  });

  it('no answer in time is unknown', async () => {
    const connect = dial(true);
    const hasty = openSmsGateSender({ connect_public: connect, connect_any: connect, timeout_ms: 50, now });
    reply = () => undefined;
    expect(await hasty.send(sms())).toEqual({
      kind: 'unknown',
      detail: 'the gateway did not answer in time',
    });
    await hasty.close();
  });
});
