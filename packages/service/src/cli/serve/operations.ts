import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type Config, localUrl } from '../../domain/config/config.ts';
import { createOperationsServer } from '../../http/operations.ts';
import { listenFailure } from './port.ts';

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
      try {
        await server.listen({ port: wanted ?? DEFAULT_PORT, host });
      } catch (error) {
        // A second server on one machine is no mistake; a port that somebody chose and can't have is.
        if (wanted !== null) throw listenFailure(error, host, wanted, 'CHARI_OPERATIONS_');
        await server.listen({ port: 0, host });
        log.warn({ metrics_url: url() }, `port ${DEFAULT_PORT} is taken, so the metrics are elsewhere`);
      }
    },
    close: () => server.close(),
  };
}
