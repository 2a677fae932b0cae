import { setTimeout as sleep } from 'node:timers/promises';
import type { RailName } from '../../domain/transaction/transaction.ts';
import type { Rails } from '../../rails/rail.ts';
import { leavesOutcomeOpen } from '../../store/connect/errors.ts';
import { batcher } from '../batch.ts';
import { findGatewaySenders } from '../gateways/sending.ts';
import { backoff_ms } from '../rounds.ts';
import type { Services } from '../services.ts';
import { type AnsweredWork, type AskableWork, askRail, asks, claimWork, type PlannedWork } from './claim.ts';
import { recordAnswers } from './record.ts';

/** Calls of each rail that one process has under way at once. */
export const PLACES: Readonly<Record<RailName, number>> = {
  sandbox: 256,
  'manual-sms': 8,
  'airtel-open-api': 32,
};

/** The waits between tries to write answers down. */
const BACKOFF = { first_ms: 100, max_ms: 5_000 };
/** Where somebody waits for the end, a database that has been away for so long is waited for no longer. */
const LAST_MS = 3_000;

export type RailFailure = { step: 'claim' | 'record' | 'rail'; error: unknown };

export type RailDeps = {
  rails: Rails;
  /** 32 bytes: opens the logins of SMS gateways. */
  secret_key: Uint8Array;
  onFailure: (failure: RailFailure) => void;
};

export type RailWorker = {
  /**
   * Claims what is due, as far as there are places, and begins to ask. Resolves when the claim is done: `full`
   * when there may be more at once; `answered` when all that was begun is written down.
   */
  round: () => Promise<{ claimed: number; full: boolean; answered: Promise<unknown> }>;
  /** Calls under way, and those whose answers are not written down yet. */
  busy: () => number;
  /** From now on answers that can't be written down are given up after three seconds: somebody waits for the end. */
  hurry: () => void;
};

/**
 * Works the rails: claim set-based, ask each outside any transaction, record set-based. Any number of
 * processes may do it on one database; what a killed one held is claimed again when its lease ends.
 */
export function createRailWorker(services: Services, deps: RailDeps): RailWorker {
  const running = new Map<RailName, number>();
  const { record, hurry } = openRecord(services, deps.onFailure);
  const onBug = (error: unknown) => deps.onFailure({ step: 'rail', error });

  const perform = (askable: AskableWork): Promise<void> => {
    const { rail } = askable.work;
    running.set(rail, (running.get(rail) ?? 0) + 1);
    return askRail(services, deps.rails, askable, onBug)
      .then(record)
      .then(
        () => undefined,
        // Claimed again when its lease ends.
        (error: unknown) => deps.onFailure({ step: 'record', error }),
      )
      .finally(() => running.set(rail, (running.get(rail) ?? 1) - 1));
  };

  return {
    hurry,
    busy: () => [...running.values()].reduce((sum, calls) => sum + calls, 0),
    round: async () => {
      const places = new Map(
        (Object.keys(deps.rails) as RailName[]).map((rail) => [
          rail,
          PLACES[rail] - (running.get(rail) ?? 0),
        ]),
      );
      const planned = await claimWork(services, places, onBug);
      const askable = await withSenders({ ...services, secret_key: deps.secret_key }, planned, onBug);
      const claimed_of = (rail: RailName) => planned.filter(({ work }) => work.rail === rail).length;
      // What asks nobody leaves its place at once to what waits behind it, also where only one piece may come as a probe.
      const full =
        planned.some(({ plan }) => !asks(plan)) ||
        [...places].some(([rail, free]) => free > 0 && claimed_of(rail) >= free);
      return { claimed: planned.length, full, answered: Promise.all(askable.map(perform)) };
    },
  };
}

/**
 * Writes answers down, many at once. While the database is away they are kept and written later: an operator
 * tells once whether money went back. They keep their places meanwhile, so no more is asked than can be kept.
 */
function openRecord(
  services: Services,
  onFailure: RailDeps['onFailure'],
): { record: (answered: AnsweredWork) => Promise<null>; hurry: () => void } {
  let failures = 0;
  /** Since when the database has been away, or somebody has waited for it as well. */
  let away_since_ms = 0;
  const hurried = new AbortController();
  /** Waits after a failure; what began before anybody waited for the end is cut short by that. */
  const pause = async (left_ms: number): Promise<void> => {
    const wait_ms = Math.min(left_ms, backoff_ms({ ...BACKOFF, random: services.random }, failures));
    const { signal } = hurried;
    await sleep(wait_ms, undefined, signal.aborted ? {} : { signal }).catch(() => undefined);
  };
  const record = batcher(
    async (answered: AnsweredWork[]) => {
      await recordAnswers(services, answered);
      failures = 0;
      return answered.map(() => null);
    },
    { max_batch: 256, in_flight: 2, max_queue: 10_000, attempts_max: Number.POSITIVE_INFINITY },
    async (error) => {
      if (!leavesOutcomeOpen(error)) return 'split';
      // By time and not by count, since the batches under way fail beside each other, and a try may take long.
      if (failures === 0) away_since_ms = performance.now();
      failures += 1;
      const left_ms = away_since_ms + LAST_MS - performance.now();
      if (hurried.signal.aborted && left_ms <= 0) return 'give_up';
      onFailure({ step: 'record', error });
      await pause(hurried.signal.aborted ? left_ms : Number.POSITIVE_INFINITY);
      return 'again';
    },
  );
  return {
    record,
    hurry: () => {
      // From here on: what has failed for long before is not given up at once, and is tried often again.
      failures = Math.min(failures, 1);
      away_since_ms = performance.now();
      hurried.abort();
    },
  };
}

/**
 * Finds the phones by which payers are told; one statement, and none when no SMS is to be sent. Where they can't be looked up those
 * payers are told later: what was claimed with them for another rail is already written down as sent.
 */
async function withSenders(
  services: Services & Pick<RailDeps, 'secret_key'>,
  planned: readonly PlannedWork[],
  onBug: (error: unknown) => void,
): Promise<AskableWork[]> {
  const numbers = planned.flatMap(({ work, plan }) =>
    plan === 'initiate' && work.rail === 'manual-sms' && work.collection_number_id !== null
      ? [work.collection_number_id]
      : [],
  );
  const senders =
    numbers.length === 0
      ? []
      : await findGatewaySenders(services, numbers, onBug).catch((error: unknown) => {
          onBug(error);
          return [];
        });
  const found = new Map(numbers.map((number, i) => [number, senders[i] ?? null]));
  return planned.map((one) => ({ ...one, sender: found.get(one.work.collection_number_id ?? '') ?? null }));
}
