import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEYS, openDesk } from './desk.ts';

const desk = openDesk({ body_within_ms: 50 });
beforeAll(async () => {
  desk.app.post('/large', { config: { body_within_ms: 600_000 } }, async () => 'taken');
  // Whoever is not let in is answered before the body is read.
  const onRequest = async (_request: unknown, reply: FastifyReply) => reply.code(403).send('not let in');
  desk.app.post('/refused', { config: { body_within_ms: 600_000 }, onRequest }, async () => 'taken');
  await desk.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => desk.app.close());

async function open(): Promise<Socket> {
  const socket = connect((desk.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends the head and half of a body. */
async function half(path: string, method = 'POST', connection = 'close'): Promise<Socket> {
  const socket = await open();
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    `X-API-Key: ${KEYS.test}`,
    `Connection: ${connection}`,
  ];
  socket.write(`${head.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n{"`);
  return socket;
}

it('a body that does not arrive in time is answered 408, and one of an address for large files may take longer', async () => {
  const large = await half('/large');
  expect(await readAll(await half('/v1/payment-sessions'))).toMatch(
    /^HTTP\/1.1 408 .*did not arrive in time/s,
  );
  large.write('"}');
  expect(await readAll(large)).toMatch(/^HTTP\/1.1 200 .*taken/s);
  expect(desk.lines.map(({ level }) => level)).not.toContain('error');
});

it.each([
  ['of an address for large files that did not let its sender in', 'POST', '/refused', 403],
  ['of an address that reads none', 'GET', '/v1/payment-sessions/none', 404],
  ['of an address that is none', 'POST', '/nowhere', 404],
])('a body %s is not waited for once it is answered', async (_name, method, path, status) => {
  const said = await readAll(await half(path, method, 'keep-alive'));
  expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

it('headers that do not arrive in time are answered 408 within seconds', async () => {
  const { headersTimeout } = desk.app.server;
  desk.app.server.headersTimeout = 50;
  const slow = await open();
  slow.write('GET /v1/balance HTTP/1.1\r\nHost: a\r\nX-');
  expect(await readAll(slow)).toMatch(/^HTTP\/1.1 408 /);
  desk.app.server.headersTimeout = headersTimeout;
});

it('no address waits for headers longer than for a whole request elsewhere', () => {
  expect(desk.app.server.headersTimeout).toBe(30_000);
  expect(desk.app.server.requestTimeout).toBe(30 * 60_000);
});
