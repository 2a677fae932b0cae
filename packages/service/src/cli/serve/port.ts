import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type Config, localUrl } from '../../domain/config/config.ts';
import { createOperationsServer } from '../../http/metrics.ts';
import { CommandFailure } from '../output.ts';

/** Below the ports that systems give to outgoing connections, which could take it before we listen. */
const FREE_PORTS = { from: 20_000, to: 32_000 };
const TRIES = 50;
const PORT_MAX = 65_535;

/**
 * A port that was free a moment ago, for PORT=0: addresses are part of what is wired before listening, so
 * the system can't choose.
 */
export async function findFreePort(host: string): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    const error = await listenError(host, port);
    if (error === null) return port;
    if (isNotOurs(error)) throw listenFailure(error, host, port);
  }
  throw new CommandFailure(`No free port was found on ${host}: name one with PORT.`);
}

/** Why this process could not listen there; null: it could. */
export function listenError(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', done);
    server.listen(port, host, () => server.close(() => done(null)));
  });
}

/** Whether this machine has no such address, or nobody has. */
function isNotOurs({ code = '' }: NodeJS.ErrnoException): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'].includes(code);
}

/** What listening failed with, as a sentence that says what to do. `names`: what stands before PORT and HOST in the settings. */
export function listenFailure(error: NodeJS.ErrnoException, host: string, port: number, names = ''): Error {
  const { code } = error;
  if (code === 'EADDRINUSE') {
    const other = port === PORT_MAX ? port - 1 : port + 1;
    return new CommandFailure(
      `Port ${port} on ${host} is taken, perhaps by another Chari: end that program, or choose another port, such as ${names}PORT=${other}.`,
    );
  }
  if (code === 'EACCES') {
    return new CommandFailure(
      `This user may not listen on port ${port}: choose one above 1023, such as ${names}PORT=8080.`,
    );
  }
  if (isNotOurs(error)) {
    return new CommandFailure(
      `${names}HOST is ${host}, which is no address of this machine: use 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}

/** Where Prometheus looks for exporters of its kind. */
const DEFAULT_PORT = 9464;

export type Operations = {
  /** Throws a CommandFailure when a port that was asked for can't be had. */
  listen: () => Promise<void>;
  url: () => string | null;
  close: () => Promise<void>;
};

/** The port for those who run the service: this process's metrics, or those that `expose` gives for several. */
export function openOperations(
  config: Config,
  registry: Registry,
  expose: (() => Promise<string>) | undefined,
  log: Pick<Logger, 'warn'>,
): Operations {
  const { operations_port: wanted, operations_host: host } = config;
  const server = createOperationsServer({
    expose: expose ?? (() => registry.metrics()),
    content_type: registry.contentType,
    elapsedMs: () => performance.now(),
  });
  const url = (): string | null => {
    const address = server.server.address();
    if (address === null || typeof address === 'string') return null;
    return `${localUrl(host, address.port)}/metrics`;
  };
  return {
    url,
    listen: async () => {
      const port = wanted ?? DEFAULT_PORT;
      try {
        await server.listen({ port, host });
      } catch (error) {
        // A second server on one machine is no mistake; a port that somebody chose and can't have is.
        const failed = error as NodeJS.ErrnoException;
        const is_second = wanted === null && failed.code === 'EADDRINUSE';
        if (!is_second) throw listenFailure(failed, host, port, 'CHARI_OPERATIONS_');
        await server.listen({ port: 0, host });
        log.warn({ metrics_url: url() }, `port ${DEFAULT_PORT} is taken, so the metrics are elsewhere`);
      }
    },
    close: () => server.close(),
  };
}
