import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { forgetSignIns } from '../../engine/account/forget.ts';
import { settleNotices } from '../../engine/book/settle.ts';
import { settleWaitingNotices } from '../../engine/book/sweep.ts';
import { tendBooks } from '../../engine/book/tend.ts';
import { watchFeeds } from '../../engine/feeds.ts';
import { forgetAnswers } from '../../engine/idempotency.ts';
import { foldDaysOfLedger } from '../../engine/ledger/balances.ts';
import type { Mailer } from '../../engine/mail/mailer.ts';
import { foldUsage } from '../../engine/numbers.ts';
import { foldCountsOfPayments } from '../../engine/payments/list.ts';
import { closeNextDay, type ProofServices } from '../../engine/proof/close.ts';
import { holdUnproven } from '../../engine/proof/hold.ts';
import { concludeRefunds } from '../../engine/refunds/conclude.ts';
import { emptyOldRequests } from '../../engine/request-log.ts';
import type { Services } from '../../engine/services.ts';
import { expireSessions } from '../../engine/sessions/expire.ts';
import { doubtOverdue, draftDue, payTestDrafts, proveMet } from '../../engine/settlements/rounds.ts';
import { tendStatements } from '../../engine/statements/settle.ts';
import { foldTransactionCounts } from '../../engine/transactions/list.ts';
import { timeOutTransactions } from '../../engine/transactions/time-out.ts';
import { describeFailure } from '../../http/log.ts';
import type { Rails } from '../../rails/rail.ts';
import { type Delivery, startDelivery } from '../../webhooks/deliver.ts';
import { upkeepSteps } from '../../webhooks/upkeep.ts';
import type { AskInboxes } from '../gateway-services.ts';
import { accountMailSteps, mailNoticeSteps } from './mail-notices.ts';
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
  /** Carries mails; null: there is nobody to carry them, so they wait until they are of no use any more. */
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
    ...(options.mailer === null
      ? []
      : [
          sweep(mailNoticeSteps(services, options.mailer)),
          sweep(accountMailSteps({ ...services, secret_key: options.secret_key }, options.mailer)),
        ]),
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

/** A day is closed hours after its end, and what holds settlements is looked at again as often. */
const PROOF_INTERVAL_MS = 120_000;

function proofStep(services: Services): SweepStep {
  const proving: ProofServices = {
    ...services,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
  };
  let next_ms = 0;
  return {
    name: 'close_days',
    run: async () => {
      const now_ms = services.now().getTime();
      if (now_ms < next_ms) return 0;
      if ((await closeNextDay(proving)) !== null) return 1;
      await holdUnproven(services);
      next_ms = now_ms + PROOF_INTERVAL_MS;
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

/** What is over is deleted once an hour, all of it, a portion at a time. */
const FORGET_INTERVAL_MS = 3_600_000;

function forgetSignInsStep(services: Services): SweepStep {
  let next_ms = 0;
  return {
    name: 'forget_sign_ins',
    run: async () => {
      const now_ms = services.now().getTime();
      if (now_ms < next_ms) return 0;
      const forgotten = await forgetSignIns(services, { limit: SWEEP_PORTION });
      if (forgotten === 0) next_ms = now_ms + FORGET_INTERVAL_MS;
      return forgotten;
    },
  };
}

/** Merchants whose settlements are drafted in one transaction: some may hold a hundred thousand transfers. */
const DRAFT_PORTION = 20;

function settlementSteps(services: Services, log: Logger): SweepStep[] {
  return [
    {
      name: 'draft_settlements',
      run: async () => {
        const { drafted, failed } = await draftDue(services, { limit: DRAFT_PORTION });
        for (const { merchant_id, error } of failed)
          log.error({ merchant_id, failure: describeFailure(error) }, 'a settlement was not drafted');
        // The failed ones are still due: another portion at once would only meet them again.
        return failed.length === 0 ? drafted : 0;
      },
    },
    { name: 'prove_settlements', run: () => proveMet(services, { limit: SWEEP_PORTION }) },
    { name: 'doubt_settlements', run: () => doubtOverdue(services, { limit: SWEEP_PORTION }) },
    { name: 'pay_test_settlements', run: () => payTestDrafts(services, { limit: SWEEP_PORTION }) },
  ];
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
    { name: 'conclude_refunds', run: () => concludeRefunds(services, { limit: SWEEP_PORTION }) },
    { name: 'fold_transaction_counts', run: () => foldTransactionCounts(services, { limit: FOLD_PORTION }) },
    { name: 'fold_payment_counts', run: () => foldCountsOfPayments(services, { limit: FOLD_PORTION }) },
    { name: 'fold_ledger_days', run: () => foldDaysOfLedger(services, { limit: FOLD_PORTION }) },
    ...settlementSteps(services, log),
    watchStep(services, askInboxes),
    { name: 'fold_usage', run: () => foldUsage(services) },
    statementStep(services),
    proofStep(services),
    requestLogStep(services),
    forgetSignInsStep(services),
    { name: 'forget_answers', run: () => forgetAnswers(services, { limit: SWEEP_PORTION }) },
  ];
}
