import { createServer } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/** A port of the loopback address that nothing listens on at this moment; `wanted` itself when it is free. */
export async function freePort(wanted: number | undefined): Promise<number> {
  const port = wanted === undefined ? undefined : await tryPort(wanted);
  return port ?? (await tryPort(0)) ?? Promise.reject(new Error('the system has no free port left'));
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
