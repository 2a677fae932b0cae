import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPoster } from '../../src/webhooks/post.ts';

/** A receiver that asks for its connections to be kept for ten minutes; all connections that came. */
let server: Server;
let url: string;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  server = createServer((request, response) => {
    request.resume();
    response.setHeader('Connection', 'keep-alive').setHeader('Keep-Alive', 'timeout=602').end('ok');
  });
  server.keepAliveTimeout = 600_000;
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const DELIVERED = { kind: 'answered', status_code: 200 };

test('a receiver that asks for its connection to be kept for ten minutes has it closed by us long before', async () => {
  const { post, close } = openPoster({ allow_private: true });
  expect(await post(url, {}, Buffer.from('{}'))).toMatchObject(DELIVERED);
  const [socket] = sockets;
  if (socket?.destroyed === false) await once(socket, 'close');
  expect(sockets).toHaveLength(1);
  await close();
});

test('a connection that is in use all the time is left after a while, so that a name that leads elsewhere is followed', async () => {
  const { post, close } = openPoster({ allow_private: true, connection_kept_ms: 1 });
  await expect
    .poll(async () => {
      expect(await post(url, {}, Buffer.from('{}'))).toMatchObject(DELIVERED);
      return sockets.length;
    })
    .toBeGreaterThan(1);
  await close();
});
