import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { batcher, QueueFull } from '../../engine/batch.ts';
import { settleNotices } from '../../engine/book/settle.ts';
import { type ArrivedMessage, receiveGatewayMessages } from '../../engine/gateways/arrive.ts';
import { openGatewayFinder } from '../../engine/gateways/find.ts';
import { type Intake, openIntake } from '../../engine/gateways/intake.ts';
import { openNotes } from '../../engine/gateways/notes.ts';
import type { Services } from '../../engine/services.ts';
import { describeFailure } from '../../http/log.ts';
import type { Pool } from '../../store/connect/connect.ts';
import { type AskInboxes, openInboxVerb } from '../gateway-services.ts';
import { afterFailedRepeatable } from './keep-database.ts';
import { openSettling, whenSlow } from './settling.ts';

const FLUSH_INTERVAL_MS = 10_000;
const RECEIVING = { max_batch: 256, in_flight: 2, max_queue: 10_000 };

export type GatewayDoor = {
  intake: Intake;
  askInboxes: AskInboxes;
  /** Writes the counts and signs of life noted so far; otherwise every 10 s. */
  flush: () => Promise<void>;
  /** Finishes what is being settled. The rest waits in the inbox for a sweep. */
  close: () => Promise<void>;
};

export type GatewayOptions = {
  secret_key: Uint8Array;
  registry: Registry;
  log: Pick<Logger, 'error'>;
  /** For settling what was kept, in place of the pool that everything else uses. */
  settling_pool?: Pool;
};

/** Opens the door for gateways' requests in this process, and the way to ask gateways for what is missing. */
export function openGateways(services: Services, options: GatewayOptions): GatewayDoor {
  const { secret_key, registry, log, settling_pool = services.pool } = options;
  const requests = new Counter({
    name: 'chari_gateway_messages_total',
    help: 'Messages and requests of SMS gateways to this process by how they were answered.',
    labelNames: ['answer'] as const,
    registers: [registry],
  });
  const notes = openNotes(services, (answer) => requests.inc({ answer }));
  const settling_services = { ...services, pool: settling_pool };
  const settling = openSettling(
    (ids) => settleNotices(settling_services, ids),
    afterFailedRepeatable,
    (error) => {
      // More came in than is settled: the sweep takes the rest from the inbox, and there is nothing to say.
      if (error instanceof QueueFull) return;
      log.error({ failure: describeFailure(error) }, 'a notice of a gateway waits for the sweep');
    },
    whenSlow,
    settling_pool.options.max,
  );
  const intake = openIntake({
    now: services.now,
    find: openGatewayFinder({ pool: services.pool, secret_key }, () => performance.now()),
    receive: batcher(
      (messages: ArrivedMessage[]) => receiveGatewayMessages(services, messages),
      RECEIVING,
      afterFailedRepeatable,
    ),
    settle: settling.settle,
    notes,
  });
  const inboxes = openInboxVerb({ ...services, secret_key });
  const flush = () =>
    notes.flush().catch((error: unknown) => {
      log.error({ failure: describeFailure(error) }, 'signs of life of gateways were not written');
    });
  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS).unref();
  return {
    intake,
    askInboxes: inboxes.askInboxes,
    flush,
    close: async () => {
      clearInterval(timer);
      await inboxes.close();
      await settling.done();
      await flush();
    },
  };
}
