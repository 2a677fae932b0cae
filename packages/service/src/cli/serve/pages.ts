import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Costs, createHashing } from '../../engine/account/hashing.ts';
import { accountKeys } from '../../engine/account/keys.ts';
import type { Mailer, SiteServices } from '../../engine/account/services.ts';
import { batcher } from '../../engine/batch.ts';
import { claimPayments, forgetCheckout, lookAtCheckouts } from '../../engine/checkout.ts';
import type { Services } from '../../engine/services.ts';
import type { Verbs } from '../../http/deps.ts';
import { isPassing } from '../../http/failures.ts';
import { describeFailure } from '../../http/log.ts';
import { createPages, type Pages } from '../../web/pages.ts';
import type { PageDeps, PlayOutcome } from '../../web/problem.ts';
import { afterFailedCommands, afterFailedRepeatable } from './keep-database.ts';

/** A payer who opens the page does not wait for the set before. */
const LOOK_LIMITS = { max_batch: 64, in_flight: 4, max_queue: 10_000 };
/** One set at a time: what is under way is not asked for by the next one again. */
const ASK_LIMITS = { max_batch: 512, in_flight: 1, max_queue: 10_000 };
const CLAIM_LIMITS = { max_batch: 32, in_flight: 1, max_queue: 1_000 };
/**
 * Open pages that ask again are gathered for so long. Ten thousand of them ask twelve hundred times a second: they cost
 * twenty statements then, and nobody feels fifty milliseconds.
 */
const WAVE_MS = 50;

export type PageOptions = {
  is_limited: boolean;
  log: Logger;
  secret_key: Uint8Array;
  allow_private_webhooks: boolean;
  mailer: Mailer;
  /** What hashing a password costs, where it is not to cost what it should. */
  costs?: Costs;
};

/** The pages for payers, each use case behind its batcher, and those of people who sign in. */
export function openPages(
  services: Services,
  verbs: Pick<Verbs, 'sandbox'>,
  { is_limited, log, ...site }: PageOptions,
): Pages {
  const lookAll = (ids: string[]) => lookAtCheckouts(services, ids);
  const look = batcher(lookAll, LOOK_LIMITS, afterFailedRepeatable);
  const ask = batcher(lookAll, ASK_LIMITS, afterFailedRepeatable);
  const nextWave = waves();
  return createPages({
    now: services.now,
    dashboard_url: services.policy.dashboard_url,
    is_limited,
    site_services: siteServices(services, site),
    checkout: {
      look,
      lookAgain: async (id) => {
        await nextWave();
        return ask(id);
      },
      claim: batcher((commands) => claimPayments(services, commands), CLAIM_LIMITS, afterFailedCommands),
      play: (asked) => play(services, verbs, asked),
    },
    failed: (error, request_id) => {
      const is_passing = isPassing(error);
      const failure = describeFailure(error);
      if (is_passing) log.warn({ request_id, failure }, 'page not served: a passing failure');
      else log.error({ request_id, failure }, 'page not served: a fault of ours');
      return is_passing ? 'passing' : 'fault';
    },
  });
}

/** What sign-in and the pages behind it are handed. */
export function siteServices(
  services: Services,
  { secret_key, allow_private_webhooks, mailer, costs }: Omit<PageOptions, 'is_limited' | 'log'>,
): SiteServices {
  const random = (bytes: number) => new Uint8Array(randomBytes(bytes));
  return {
    ...services,
    randomBytes: random,
    secret_key,
    allow_private_webhooks,
    account_keys: accountKeys(secret_key),
    hashing: createHashing(random, costs === undefined ? {} : { costs }),
    mailer,
  };
}

/** Whoever comes while a wave gathers goes with it. */
function waves(): () => Promise<void> {
  let wave: Promise<void> | null = null;
  return () => {
    wave ??= pause(WAVE_MS).then(() => {
      wave = null;
    });
    return wave;
  };
}

async function play(
  services: Services,
  verbs: Pick<Verbs, 'sandbox'>,
  asked: Parameters<PageDeps['checkout']['play']>[0],
): Promise<PlayOutcome> {
  const { kind } = await verbs.sandbox.simulate({ ...asked, idempotency: null });
  forgetCheckout(services, asked.session_id);
  if (kind === 'scenario_impossible') return 'impossible';
  return kind === 'simulated' ? 'played' : 'too_late';
}
