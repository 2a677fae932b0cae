import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { connect } from '../../src/store/connect/connect.ts';
import { openTestDatabase, type TestDatabase } from '../database/open.ts';

/** A database behind a relay, so that a test can make it go away and come back. */
export type RelayedDatabase = TestDatabase & { goAway: () => Promise<void>; comeBack: () => Promise<void> };

export async function openRelayedDatabase(): Promise<RelayedDatabase> {
  const db = await openTestDatabase({ max_connections: 1 });
  const target = new URL(db.url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = dial(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const { port, release } = await keepPort();
  const comeBack = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await comeBack();
  const url = new URL(db.url);
  url.host = `127.0.0.1:${port}`;
  const pool = await connect(url.href, { max_connections: 5 });
  const goAway = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  const drop = async () => {
    await pool.end();
    await goAway();
    release();
    await db.drop();
  };
  return { url: url.href, pool, drop, goAway, comeBack };
}

/** A port of loopback that nobody else is given until it is released, though nobody listens there: one connection to it stays. */
async function keepPort(): Promise<{ port: number; release: () => void }> {
  const server = createServer((near) => near.on('error', () => undefined).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection');
  const kept = dial(port, '127.0.0.1');
  await Promise.all([accepted, once(kept, 'connect')]);
  server.close();
  return { port, release: () => kept.destroy() };
}
