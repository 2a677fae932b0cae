import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Costs, createHashing } from '../../engine/account/hashing.ts';
import { accountKeys } from '../../engine/account/keys.ts';
import type { Mailing, SiteServices } from '../../engine/account/services.ts';
import { batcher } from '../../engine/batch.ts';
import { claimPayments, forgetCheckout, lookAtCheckouts } from '../../engine/checkout.ts';
import {
  findSessionOfForm,
  lookAtLinks,
  type PayLink,
  type PayOutcome,
  payOutcome,
  sessionOfLink,
} from '../../engine/links/pay.ts';
import type { Services } from '../../engine/services.ts';
import type { Verbs } from '../../http/deps.ts';
import { isPassing } from '../../http/failures.ts';
import { describeFailure } from '../../http/log.ts';
import type { Pool } from '../../store/connect/connect.ts';
import { tookTooLong } from '../../store/connect/errors.ts';
import { createPages, type Pages } from '../../web/pages.ts';
import type { PageDeps, PlayOutcome } from '../../web/problem.ts';
import type { AskInboxes } from '../gateway-services.ts';
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
const TWICE_TRIES = 20;
const TWICE_PAUSE_MS = 100;
const TOKEN_BYTES = 16;

export type PageOptions = {
  is_limited: boolean;
  log: Logger;
  secret_key: Uint8Array;
  allow_private_webhooks: boolean;
  mailing: Mailing;
  /** For what signed-in pages ask, in place of the one that everything else uses. */
  page_pool?: Pool;
  /** Asks the phones of numbers; without it this process reaches none. */
  askInboxes?: AskInboxes;
  /** What hashing a password costs, where it is not to cost what it should. */
  costs?: Costs;
};

/** The pages for payers, each use case behind its batcher, and those of people who sign in. */
export function openPages(
  services: Services,
  verbs: Pick<Verbs, 'sandbox' | 'payment_sessions'>,
  { is_limited, log, page_pool = services.pool, ...site }: PageOptions,
): Pages {
  const lookAll = (ids: string[]) => lookAtCheckouts(services, ids);
  const look = batcher(lookAll, LOOK_LIMITS, afterFailedRepeatable);
  const ask = batcher(lookAll, ASK_LIMITS, afterFailedRepeatable);
  const nextWave = waves();
  return createPages({
    now: services.now,
    dashboard_url: services.policy.dashboard_url,
    is_limited,
    site_services: siteServices({ ...services, pool: page_pool }, site),
    checkout: {
      look,
      lookAgain: async (id) => {
        await nextWave();
        return ask(id);
      },
      claim: batcher((commands) => claimPayments(services, commands), CLAIM_LIMITS, afterFailedCommands),
      play: (asked) => play(services, verbs, asked),
    },
    links: {
      look: batcher((slugs) => lookAtLinks(services, slugs), LOOK_LIMITS, afterFailedRepeatable),
      pay: (asked) => pay(services, verbs, asked),
      underWay: (link, token) => findSessionOfForm(services, link, token),
    },
    newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
    failed: (error, request_id) => {
      const failure = describeFailure(error);
      if (tookTooLong(error)) {
        log.warn({ request_id, failure }, 'page not served: it took too long');
        return 'too_slow';
      }
      const is_passing = isPassing(error);
      if (is_passing) log.warn({ request_id, failure }, 'page not served: a passing failure');
      else log.error({ request_id, failure }, 'page not served: a fault of ours');
      return is_passing ? 'passing' : 'fault';
    },
  });
}

const NO_PHONES: AskInboxes = async () => ({ answers: [], notice_ids: [] });

/** What sign-in and the pages behind it are handed. */
export function siteServices(
  services: Services,
  {
    secret_key,
    allow_private_webhooks,
    mailing,
    costs,
    askInboxes = NO_PHONES,
  }: Omit<PageOptions, 'is_limited' | 'log' | 'page_pool'>,
): SiteServices {
  const random = (bytes: number) => new Uint8Array(randomBytes(bytes));
  return {
    ...services,
    randomBytes: random,
    secret_key,
    allow_private_webhooks,
    account_keys: accountKeys(secret_key),
    hashing: createHashing(random, costs === undefined ? {} : { costs }),
    mailing,
    askInboxes,
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

/** A form that is sent again while its session is being made waits for it: both taps lead to the one session. */
async function pay(
  services: Services,
  verbs: Pick<Verbs, 'payment_sessions'>,
  asked: PayLink,
  tries = TWICE_TRIES,
): Promise<PayOutcome> {
  const outcome = payOutcome(services, asked, await verbs.payment_sessions.create(sessionOfLink(asked)));
  if (outcome.kind !== 'twice' || tries <= 1) return outcome;
  await pause(TWICE_PAUSE_MS);
  return pay(services, verbs, asked, tries - 1);
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
