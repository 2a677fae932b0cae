import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 3_000;

/**
 * Takes the port of a server that was just killed. A dying child of it may hold the port for some moments more, so
 * that the first tries fail.
 */
export async function squat(port: number): Promise<Server> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const server = createServer((socket) => socket.destroy());
    const is_listening = await new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => done(true));
    });
    if (is_listening) return server;
    await sleep(20);
  }
  throw new Error(`port ${port} stayed taken`);
}
