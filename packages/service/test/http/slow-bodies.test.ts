import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEYS, openDesk } from './desk.ts';

const desk = openDesk({ body_within_ms: 50 });
beforeAll(async () => {
  desk.app.post('/large', { config: { body_within_ms: 600_000 } }, async () => 'taken');
  await desk.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => desk.app.close());

/** Sends the head and half of a body. */
async function half(path: string): Promise<Socket> {
  const socket = connect((desk.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [`POST ${path} HTTP/1.1`, 'Host: a', `X-API-Key: ${KEYS.test}`, 'Connection: close'];
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

it('no address waits for headers longer than for a whole request elsewhere', () => {
  expect(desk.app.server.headersTimeout).toBe(30_000);
  expect(desk.app.server.requestTimeout).toBe(30 * 60_000);
});
