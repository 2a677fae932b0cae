import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { forgetSignIns } from '../../engine/account/forget.ts';
import { replaysDue } from '../../engine/book/replay-due.ts';
import {
  type FailedNotice,
  letDueGoOn,
  settleApart,
  settleWaitingNotices,
} from '../../engine/book/settle-waiting.ts';
import { tendBooks } from '../../engine/book/tend.ts';
import { watchFeeds } from '../../engine/feeds.ts';
import { forgetAnswers } from '../../engine/idempotency.ts';
import { forgetDrafts } from '../../engine/kyc/room.ts';
import { foldDaysOfLedger } from '../../engine/ledger/balances.ts';
import { foldPastUsage, foldUsage } from '../../engine/numbers.ts';
import { foldCountsOfPayments } from '../../engine/payments/list.ts';
import { closeNextDay } from '../../engine/proof/close.ts';
import { holdUnproven } from '../../engine/proof/hold.ts';
import { concludeRefunds } from '../../engine/refunds/conclude.ts';
import { emptyOldRequests } from '../../engine/request-log.ts';
import type { Services } from '../../engine/services.ts';
import { expireSessions } from '../../engine/sessions/expire.ts';
import { doubtOverdue, draftDue, payTestDrafts, proveMet } from '../../engine/settlements/rounds.ts';
import { tendStatements } from '../../engine/statements/tend.ts';
import { foldTransactionCounts } from '../../engine/transactions/list.ts';
import { timeOutTransactions } from '../../engine/transactions/time-out.ts';
import { describeFailure } from '../../http/log.ts';
import type { AskInboxes } from '../gateway-services.ts';
import { type SweepStep, seldom } from './sweeper.ts';

const SWEEP_PORTION = 500;
const FOLD_PORTION = 10_000;
/** Heartbeats and delays are matters of minutes. */
const WATCH_INTERVAL_MS = 5_000;
/** A statement is brought by a person, who waits for it; this is for one whose process was killed, and for the day's end. */
const STATEMENTS_INTERVAL_MS = 30_000;
const STATEMENTS_PORTION = 20;
/** What was missed by words that people have confirmed since is read minutes later. */
const REPLAY_INTERVAL_MS = 30_000;
/** A day is closed hours after its end, and what holds settlements is looked at again as often. */
const PROOF_INTERVAL_MS = 120_000;
/** A day that is over has the rows of one more day, whenever they are folded. */
const PAST_USAGE_INTERVAL_MS = 3_600_000;
/** A day ahead is early enough, and an hour later is as good. */
const REQUEST_LOG_INTERVAL_MS = 3_600_000;
/** What is over is deleted once an hour, all of it, a portion at a time. */
const FORGET_INTERVAL_MS = 3_600_000;
/** Merchants whose settlements are drafted in one transaction: some may hold a hundred thousand transfers. */
const DRAFT_PORTION = 20;

/** What a process looks at again and again, by name; each step answers how much it did. */
export function sweepSteps(services: Services, log: Logger): SweepStep[] {
  const { now } = services;
  return [
    {
      name: 'settle_waiting_notices',
      run: async () => {
        const { settled, failed } = await settleWaitingNotices(services, { limit: SWEEP_PORTION });
        tellFailed(log, failed);
        // The failed ones are still there: another portion at once would only meet them again.
        return failed.length === 0 ? settled : 0;
      },
    },
    {
      name: 'let_books_go_on',
      run: async () => {
        const { gone_on, failed } = await letDueGoOn(services);
        for (const { collection_number_id, error } of failed)
          log.error(
            { collection_number_id, failure: describeFailure(error) },
            'what waits on a number does not go on',
          );
        return failed.length === 0 ? gone_on : 0;
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
    { name: 'fold_usage', run: () => foldUsage(services) },
    seldom(now, PAST_USAGE_INTERVAL_MS, {
      name: 'fold_past_usage',
      run: () => foldPastUsage(services).then(nothing),
    }),
    seldom(now, PROOF_INTERVAL_MS, { name: 'close_days', run: () => closeDay(services) }),
    seldom(now, REQUEST_LOG_INTERVAL_MS, {
      name: 'empty_request_log',
      run: () => emptyOldRequests(services).then(nothing),
    }),
    seldom(now, FORGET_INTERVAL_MS, {
      name: 'forget_sign_ins',
      run: () => forgetSignIns(services, { limit: SWEEP_PORTION }),
    }),
    seldom(now, FORGET_INTERVAL_MS, { name: 'forget_documents', run: () => forgetDrafts(services) }),
    { name: 'forget_answers', run: () => forgetAnswers(services, { limit: SWEEP_PORTION }) },
  ];
}

/**
 * Goes on with operators' statements. To be swept apart from the other steps: a month of a busy SIM takes
 * minutes, and nobody's session waits for that.
 */
export function statementSteps(services: Services): SweepStep[] {
  const run = async (isStopping = () => false) => {
    await tendStatements(services, { limit: STATEMENTS_PORTION, isStopping });
    return 0;
  };
  return [seldom(services.now, STATEMENTS_INTERVAL_MS, { name: 'tend_statements', run })];
}

/** Reads again what words that people have confirmed, or senders that they have listed, make clear by now. */
function replayStep(services: Services, log: Logger): SweepStep {
  const replay = replaysDue(services);
  return seldom(services.now, REPLAY_INTERVAL_MS, {
    name: 'replay_notices',
    run: async () => {
      const { read, failed } = await replay({ limit: SWEEP_PORTION });
      tellFailed(log, failed);
      return read;
    },
  });
}

function settlementSteps(services: Services, log: Logger): SweepStep[] {
  return [
    {
      name: 'draft_settlements',
      run: async () => {
        const { drafted, failed } = await draftDue(services, { limit: DRAFT_PORTION });
        for (const { merchant_id, error } of failed)
          log.error({ merchant_id, failure: describeFailure(error) }, 'a settlement was not drafted');
        return drafted;
      },
    },
    { name: 'prove_settlements', run: () => proveMet(services, { limit: SWEEP_PORTION }) },
    { name: 'doubt_settlements', run: () => doubtOverdue(services, { limit: SWEEP_PORTION }) },
    { name: 'pay_test_settlements', run: () => payTestDrafts(services, { limit: SWEEP_PORTION }) },
  ];
}

/**
 * Looks at how SIMs are heard and at their books, and asks phones for what they lack. To be swept apart from the other steps: a
 * gateway's server that doesn't answer takes ten seconds a phone, and nobody's session waits for that.
 */
export function watchSteps(
  services: Services,
  log: Logger,
  askInboxes: AskInboxes | null = null,
): SweepStep[] {
  const ask =
    askInboxes === null
      ? null
      : async (asks: Parameters<AskInboxes>[0]) => {
          const { notice_ids } = await askInboxes(asks);
          // Of phones that were away together there are thousands; the rest is settled by its own step.
          const { failed } = await settleApart(services, notice_ids.slice(0, SWEEP_PORTION));
          tellFailed(log, failed);
        };
  const run = async () => {
    await watchFeeds(services);
    await tendBooks(services, ask);
    return 0;
  };
  return [seldom(services.now, WATCH_INTERVAL_MS, { name: 'watch_feeds', run }), replayStep(services, log)];
}

function tellFailed(log: Logger, failed: readonly FailedNotice[]): void {
  for (const { notice_id, error } of failed) {
    log.error({ notice_id, failure: describeFailure(error) }, 'a notice stays in the inbox');
  }
}

/**
 * Closes the oldest day that is open; where there is none, or it can't be closed, looks at what holds settlements: a book that is
 * suspected meanwhile pays nobody out.
 */
async function closeDay(services: Services): Promise<number> {
  let closed: string | null = null;
  try {
    closed = await closeNextDay({
      ...services,
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
      randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    });
  } finally {
    if (closed === null) await holdUnproven(services);
  }
  return closed === null ? 0 : 1;
}

/** Of work that is done whole: there is no more of it before the next time. */
const nothing = (): number => 0;
