import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { createRequestLog, type RequestLog } from '../../engine/request-log.ts';
import type { Services } from '../../engine/services.ts';
import { describeFailure } from '../../http/log.ts';

const FLUSH_MS = 1_000;

/** The merchants' request log of this process: written every second, and once more when it ends. */
export function openRequestLog(
  services: Services,
  registry: Registry,
  log: Logger,
): { note: RequestLog['note']; close: () => Promise<void> } {
  const requests = createRequestLog(services, (error) =>
    log.warn(
      { failure: describeFailure(error) },
      'some requests are missing from the merchants’ request log',
    ),
  );
  const timer = setInterval(() => void requests.flush(), FLUSH_MS);
  timer.unref();
  for (const what of ['written', 'dropped', 'left_out'] as const)
    new Counter({
      name: `chari_request_log_${what}_total`,
      help:
        what === 'left_out'
          ? 'Refusals for the rate beyond those that the merchants’ request log keeps of a key.'
          : `Requests that the merchants' request log has ${what}.`,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(requests.stats()[what]);
      },
    });
  return {
    note: requests.note,
    close: async () => {
      clearInterval(timer);
      await requests.flush();
    },
  };
}
