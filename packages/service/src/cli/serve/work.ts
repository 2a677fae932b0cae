import type { Logger } from 'pino';
import { settleNotices } from '../../engine/book/settle.ts';
import { settleWaitingNotices } from '../../engine/book/sweep.ts';
import { tendBooks } from '../../engine/book/tend.ts';
import { watchFeeds } from '../../engine/feeds.ts';
import { forgetAnswers } from '../../engine/idempotency.ts';
import { foldDaysOfLedger } from '../../engine/ledger/balances.ts';
import type { Mailer } from '../../engine/mail/send.ts';
import { foldUsage } from '../../engine/numbers.ts';
import { foldCountsOfPayments } from '../../engine/payments/list.ts';
import { emptyOldRequests } from '../../engine/request-log.ts';
import type { Services } from '../../engine/services.ts';
import { expireSessions } from '../../engine/sessions/expire.ts';
import { tendStatements } from '../../engine/statements/settle.ts';
import { foldTransactionCounts } from '../../engine/transactions/list.ts';
import { timeOutTransactions } from '../../engine/transactions/time-out.ts';
import { describeFailure } from '../../http/log.ts';
import type { Rails } from '../../rails/rail.ts';
import { type Delivery, startDelivery } from '../../webhooks/deliver.ts';
import { upkeepSteps } from '../../webhooks/upkeep.ts';
import type { AskInboxes } from '../gateway-services.ts';
import { mailNoticeSteps } from './mail-notices.ts';
import { startRailLoop } from './rails.ts';
import { type SweepStep, startSweeper } from './settling.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

const SWEEP_INTERVAL_MS = 1_000;
const SWEEP_PORTION = 500;
const FOLD_PORTION = 10_000;

export type WorkOptions = {
  secret_key: Uint8Array;
  allow_private_webhooks: boolean;
  rails: Rails;
  askInboxes: AskInboxes;
  /** Carries mails to members; null: there is nobody to carry them, so none is written. */
  mailer: Mailer | null;
  log: Logger;
  metrics: WebhookMetrics;
  /** Looks at what waits for people, every few seconds. */
  surveyDesk: () => Promise<void>;
};

/** What a process does unasked. */
export type Work = {
  delivery: Delivery;
  /** Finishes the sweep and the deliveries under way. */
  stop: () => Promise<void>;
};

/** Begins to sweep and to deliver. Any number of processes may do so on one database. */
export function startWork(services: Services, options: WorkOptions): Work {
  const { log, metrics } = options;
  const { pool, now, random } = services;
  const delivery = startDelivery({ ...options, pool, now, random, onAttempt: metrics.observe });
  const sweep = (steps: SweepStep[]) =>
    startSweeper({
      steps,
      interval_ms: SWEEP_INTERVAL_MS,
      random,
      onFailure: (step, error) => log.error({ step, failure: describeFailure(error) }, 'a sweep failed'),
    });
  const stopRails = startRailLoop(services, options);
  // Several sweeps, so that neither a million held webhooks nor a slow mail server keeps a session from expiring.
  const stops = [
    sweep(sweepSteps(services, log, options.askInboxes)),
    ...(options.mailer === null ? [] : [sweep(mailNoticeSteps(services, options.mailer))]),
    sweep([
      ...upkeepSteps({ pool, now, log }, SWEEP_PORTION),
      surveyStep('survey_webhooks', metrics.survey),
      surveyStep('survey_desk', options.surveyDesk),
    ]),
  ];
  return {
    delivery,
    stop: async () => {
      await Promise.all([...stops, stopRails].map((stop) => stop()));
      await delivery.stop();
    },
  };
}

function surveyStep(name: string, survey: () => Promise<void>): SweepStep {
  return {
    name,
    run: async () => {
      await survey();
      return 0;
    },
  };
}

/** Heartbeats and delays are matters of minutes. */
const WATCH_INTERVAL_MS = 5_000;

function watchStep(services: Services, askInboxes: AskInboxes | null): SweepStep {
  const ask =
    askInboxes === null
      ? null
      : async (asks: Parameters<AskInboxes>[0]) => {
          const { notice_ids } = await askInboxes(asks);
          await settleNotices(services, notice_ids);
        };
  let next_ms = 0;
  return {
    name: 'watch_feeds',
    run: async () => {
      const now_ms = services.now().getTime();
      if (now_ms < next_ms) return 0;
      next_ms = now_ms + WATCH_INTERVAL_MS;
      await watchFeeds(services);
      await tendBooks(services, ask);
      return 0;
    },
  };
}

/** A statement is brought by a person, who waits for it; this is for one whose process was killed, and for the day's end. */
const STATEMENTS_INTERVAL_MS = 30_000;
const STATEMENTS_PORTION = 20;

function statementStep(services: Services): SweepStep {
  let next_ms = 0;
  return {
    name: 'tend_statements',
    run: async () => {
      const now_ms = services.now().getTime();
      if (now_ms < next_ms) return 0;
      next_ms = now_ms + STATEMENTS_INTERVAL_MS;
      await tendStatements(services, { limit: STATEMENTS_PORTION });
      return 0;
    },
  };
}

/** A day ahead is early enough, and an hour later is as good. */
const REQUEST_LOG_INTERVAL_MS = 3_600_000;

function requestLogStep(services: Services): SweepStep {
  let next_ms = 0;
  return {
    name: 'empty_request_log',
    run: async () => {
      const now_ms = services.now().getTime();
      if (now_ms < next_ms) return 0;
      next_ms = now_ms + REQUEST_LOG_INTERVAL_MS;
      await emptyOldRequests(services);
      return 0;
    },
  };
}

/** What a process looks at again and again, by name; each step answers how much it did. */
export function sweepSteps(
  services: Services,
  log: Logger,
  askInboxes: AskInboxes | null = null,
): SweepStep[] {
  return [
    {
      name: 'settle_waiting_notices',
      run: async () => {
        const { settled, failed } = await settleWaitingNotices(services, { limit: SWEEP_PORTION });
        for (const { notice_id, error } of failed) {
          log.error({ notice_id, failure: describeFailure(error) }, 'a notice stays in the inbox');
        }
        // The failed ones are still there: another portion at once would only meet them again.
        return failed.length === 0 ? settled : 0;
      },
    },
    {
      name: 'expire_sessions',
      run: async () => {
        const { expired, released } = await expireSessions(services, { limit: SWEEP_PORTION });
        return expired + released;
      },
    },
    { name: 'time_out_transactions', run: () => timeOutTransactions(services, { limit: SWEEP_PORTION }) },
    { name: 'fold_transaction_counts', run: () => foldTransactionCounts(services, { limit: FOLD_PORTION }) },
    { name: 'fold_payment_counts', run: () => foldCountsOfPayments(services, { limit: FOLD_PORTION }) },
    { name: 'fold_ledger_days', run: () => foldDaysOfLedger(services, { limit: FOLD_PORTION }) },
    watchStep(services, askInboxes),
    { name: 'fold_usage', run: () => foldUsage(services) },
    statementStep(services),
    requestLogStep(services),
    { name: 'forget_answers', run: () => forgetAnswers(services, { limit: SWEEP_PORTION }) },
  ];
}
