import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { CommandFailure } from '../output.ts';

/** Below the ports that systems give to outgoing connections, which could take it before we listen. */
const FREE_PORTS = { from: 20_000, to: 32_000 };
const TRIES = 50;

/**
 * A port that was free a moment ago, for PORT=0: addresses are part of what is wired before listening, so
 * the system can't choose.
 */
export async function findFreePort(host: string): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    if (await isFree(host, port)) return port;
  }
  throw new CommandFailure(`No free port was found on ${host}: name one with PORT.`);
}

/** Whether this process could listen there. */
export function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, host, () => server.close(() => done(true)));
  });
}

/** What listening failed with, as a sentence that says what to do. `names`: what stands before PORT and HOST in the settings. */
export function listenFailure(error: unknown, host: string, port: number, names = ''): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return new CommandFailure(
      `Port ${port} on ${host} is taken, perhaps by another Chari: end that program, or choose another port, such as ${names}PORT=${port + 1}.`,
    );
  }
  if (code === 'EACCES') {
    return new CommandFailure(
      `This user may not listen on port ${port}: choose one above 1023, such as ${names}PORT=8080.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new CommandFailure(
      `${names}HOST is ${host}, which is no address of this machine: use 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}
