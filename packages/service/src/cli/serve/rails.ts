import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { AirtelConfig, Config } from '../../domain/config/config.ts';
import { batcher } from '../../engine/batch.ts';
import { createRailWorker } from '../../engine/rails/loop.ts';
import { type GenuineCallback, receiveCallbacks } from '../../engine/rails/record.ts';
import { startRounds } from '../../engine/rounds.ts';
import type { Services } from '../../engine/services.ts';
import type { TakeCallback } from '../../http/deps.ts';
import { describeFailure } from '../../http/log.ts';
import { airtelRail } from '../../rails/airtel/airtel.ts';
import { readCallback } from '../../rails/airtel/callback.ts';
import { manualSmsRail } from '../../rails/manual-sms.ts';
import type { Rail, Rails } from '../../rails/rail.ts';
import { sandboxRail } from '../../rails/sandbox/sandbox.ts';
import { openSmsGateSender } from '../../sms/gateways/sms-gate.ts';
import { gatewayDiallers } from '../gateway-services.ts';
import { afterFailedRepeatable } from './keep-database.ts';

const POLL_MS = 250;
/** Under a full house: time for some calls to end, so that the loop does not spin. */
const FULL_MS = 5;
const BACKOFF_MAX_MS = 5_000;
const RECEIVING = { max_batch: 256, in_flight: 2, max_queue: 10_000 };

export type OpenRails = { rails: Rails; close: () => Promise<void> };

/** The rails that the configuration names, with connections of their own. */
export function openRails(config: Pick<Config, 'airtel'>, now: () => Date): OpenRails {
  const sender = openSmsGateSender({ ...gatewayDiallers(), now });
  const rails: Rail[] = [sandboxRail(now), manualSmsRail(sender.send)];
  if (config.airtel !== null) rails.push(airtelRail(config.airtel, () => performance.now()));
  return {
    rails: Object.fromEntries(rails.map((rail) => [rail.name, rail])),
    close: async () => {
      await Promise.all(rails.map((rail) => rail.close()));
      await sender.close();
    },
  };
}

export type RailLoopDeps = {
  rails: Rails;
  secret_key: Uint8Array;
  log: Pick<Logger, 'error'>;
  /** How often to look for work; default 250. */
  poll_ms?: number;
  /** Whether a round may begin. Left out: always. */
  mayBegin?: (() => Promise<boolean>) | undefined;
};

/**
 * Works the rails until stopped: every quarter of a second, at once while there is more, ever more slowly
 * while the database is away.
 *
 * @returns a function that stops: it begins nothing more, and resolves when what is under way is written down,
 * or the database has been away for some seconds
 */
export function startRailLoop(
  services: Services,
  { rails, secret_key, log, poll_ms = POLL_MS, mayBegin = async () => true }: RailLoopDeps,
): () => Promise<void> {
  const report = (step: string, error: unknown): void =>
    log.error({ step, failure: describeFailure(error) }, 'the work of a rail failed and is tried again');
  const worker = createRailWorker(services, {
    rails,
    secret_key,
    onFailure: ({ step, error }) => report(step, error),
  });
  const under_way = new Set<Promise<unknown>>();
  const rounds = startRounds({
    backoff: { first_ms: POLL_MS, max_ms: BACKOFF_MAX_MS, random: services.random },
    onFailure: (error) => report('claim', error),
    round: async () => {
      if (!(await mayBegin())) return poll_ms;
      const { full, answered } = await worker.round();
      under_way.add(answered);
      void answered.finally(() => under_way.delete(answered));
      return full ? FULL_MS : poll_ms;
    },
  });
  return async () => {
    worker.hurry();
    await rounds.stop();
    await Promise.all(under_way);
  };
}

/** Checks, keeps and counts callbacks. Of a forged one nothing is kept but the count. */
export function openCallbacks(services: Services, airtel: AirtelConfig, registry: Registry): TakeCallback {
  const counter = new Counter({
    name: 'chari_rail_callbacks_total',
    help: 'Callbacks of operators to this process by what they were.',
    labelNames: ['rail', 'kind'] as const,
    registers: [registry],
  });
  const keep = batcher(
    (callbacks: GenuineCallback[]) =>
      receiveCallbacks(services, callbacks).then(() => callbacks.map(() => null)),
    RECEIVING,
    afterFailedRepeatable,
  );
  return async (body) => {
    const callback = readCallback(body, airtel.callback_secret);
    counter.inc({ rail: 'airtel-open-api', kind: callback.kind });
    if (callback.kind === 'genuine') {
      const { transaction_id, said } = callback;
      // Of what is signed alone: whoever has seen one could else play it back as often as he can write a blank.
      const digest = createHash('sha256').update(said).digest('hex');
      const text = body.toString('utf8').replaceAll('\0', '\uFFFD');
      await keep({ rail: 'airtel-open-api', digest, transaction_id, body: text });
    }
    return callback.kind;
  };
}
