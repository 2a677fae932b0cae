import { randomBytes } from 'node:crypto';
import { type BatchLimits, batcher } from '../../engine/batch.ts';
import { settleNotices } from '../../engine/book/settle.ts';
import { listDeliveries, retrieveDeliveries } from '../../engine/deliveries/deliveries.ts';
import { resendDeliveries } from '../../engine/deliveries/resend.ts';
import { resendFailedDeliveries } from '../../engine/deliveries/resend-failed.ts';
import { listEvents, retrieveEvents } from '../../engine/events.ts';
import { atOnceWithoutKey } from '../../engine/idempotency.ts';
import { showBalances } from '../../engine/ledger/balances.ts';
import { createRefunds } from '../../engine/refunds/create.ts';
import { listRefunds, retrieveRefunds } from '../../engine/refunds/list.ts';
import { injectNotices, type SandboxNotice } from '../../engine/sandbox/inject.ts';
import { simulateScenario } from '../../engine/sandbox/simulate.ts';
import type { Services } from '../../engine/services.ts';
import { cancelSessions } from '../../engine/sessions/cancel.ts';
import { createSessions, createSessionsAtOnce } from '../../engine/sessions/create.ts';
import { retrieveSessions } from '../../engine/sessions/retrieve.ts';
import {
  heldToPace,
  type SettleTestBalance,
  settleTestBalances,
} from '../../engine/settlements/settle-test.ts';
import { listSettlementLines, listSettlements, retrieveSettlements } from '../../engine/settlements/show.ts';
import { createTransactions, createTransactionsAtOnce } from '../../engine/transactions/create.ts';
import { listTransactions, retrieveTransactions } from '../../engine/transactions/list.ts';
import { createEndpoints } from '../../engine/webhook-endpoints/create.ts';
import {
  changeEndpoints,
  listEndpoints,
  retrieveEndpoints,
} from '../../engine/webhook-endpoints/endpoints.ts';
import { removeEndpoints } from '../../engine/webhook-endpoints/remove.ts';
import { type EndpointServices, rotateSecrets } from '../../engine/webhook-endpoints/secrets.ts';
import { testEndpoints } from '../../engine/webhook-endpoints/test.ts';
import type { Verbs } from '../../http/deps.ts';
import { batcherByMerchant } from './by-merchant.ts';
import { afterFailedCommands, afterFailedRepeatable } from './keep-database.ts';
import { batcherOfSettling } from './settling.ts';

/** Two sets in flight keep PostgreSQL busy while the next one gathers. */
export const BATCH_LIMITS: BatchLimits = { max_batch: 256, in_flight: 2, max_queue: 10_000 };

/** Each is a dozen statements, and may hold one connection for its idempotency key meanwhile: so few at once, and one of a merchant’s. */
const SIMULATION_LIMITS: BatchLimits = { max_batch: 1, in_flight: 4, max_queue: 1_000 };

/** Each may be a hundred deliveries with their attempts, or ten thousand looked at: few together. */
const LOG_LIMITS: BatchLimits = { max_batch: 16, in_flight: 2, max_queue: 1_000 };

/** Each has a connection for several statements, and may be a thousand rows: few at once, so that others find one. */
const LIST_LIMITS: BatchLimits = { max_batch: 1, in_flight: 4, max_queue: 1_000 };

/** Each may move ten thousand rows. */
const RESEND_LIMITS: BatchLimits = { max_batch: 1, in_flight: 2, max_queue: 100 };

export type VerbOptions = {
  secret_key: Uint8Array;
  allow_private_webhooks: boolean;
  /** Batches of one are what the bench compares against. */
  limits?: BatchLimits;
};

/** Puts a batcher before each use case: the HTTP floor asks for one thing at a time. */
export function createVerbs(services: Services, options: VerbOptions): Verbs {
  const limits = options.limits ?? BATCH_LIMITS;
  const retrieve = batcher(
    (queries: Parameters<typeof retrieveSessions>[1]) => retrieveSessions(services, queries),
    limits,
    afterFailedRepeatable,
  );
  return {
    payment_sessions: {
      create: atOnceWithoutKey(
        batcher((commands) => createSessionsAtOnce(services, commands), limits, afterFailedCommands),
        batcher((commands) => createSessions(services, commands), limits, afterFailedCommands),
      ),
      cancel: batcher((commands) => cancelSessions(services, commands), limits, afterFailedCommands),
      retrieve,
    },
    transactions: transactionVerbs(services, limits),
    refunds: {
      create: batcherByMerchant((commands) => createRefunds(services, commands), limits, afterFailedCommands),
      retrieve: batcher((asked) => retrieveRefunds(services, asked), limits, afterFailedRepeatable),
      list: batcher((queries) => listRefunds(services, queries), limits, afterFailedRepeatable),
    },
    settlements: settlementVerbs(services, limits),
    webhook_endpoints: endpointVerbs(services, options, limits),
    webhook_deliveries: deliveryVerbs(services, limits),
    balance: {
      retrieve: batcher((callers) => showBalances(services, callers), limits, afterFailedRepeatable),
    },
    events: {
      list: batcher((queries) => listEvents(services, queries), limits, afterFailedRepeatable),
      retrieve: batcher((asked) => retrieveEvents(services, asked), limits, afterFailedRepeatable),
    },
    sandbox: sandboxVerbs(services, limits),
  };
}

function settlementVerbs(services: Services, limits: BatchLimits): Verbs['settlements'] {
  const settle = batcher(
    (commands: SettleTestBalance[]) => settleTestBalances(services, commands),
    limits,
    afterFailedCommands,
  );
  return {
    retrieve: batcher((asked) => retrieveSettlements(services, asked), limits, afterFailedRepeatable),
    list: batcher((queries) => listSettlements(services, queries), LOG_LIMITS, afterFailedRepeatable),
    lines: batcher((queries) => listSettlementLines(services, queries), LOG_LIMITS, afterFailedRepeatable),
    settle_test: heldToPace(services, settle),
  };
}

function endpointVerbs(
  services: Services,
  options: VerbOptions,
  limits: BatchLimits,
): Verbs['webhook_endpoints'] {
  const endpoint_services: EndpointServices = {
    pool: services.pool,
    now: services.now,
    newId: services.newId,
    randomBytes: (bytes) => randomBytes(bytes),
    secret_key: options.secret_key,
    allow_private_webhooks: options.allow_private_webhooks,
  };
  const remove = batcher(
    (asked: Parameters<typeof removeEndpoints>[1][number][]) => removeEndpoints(endpoint_services, asked),
    limits,
    afterFailedCommands,
  );
  return {
    create: batcher((commands) => createEndpoints(endpoint_services, commands), limits, afterFailedCommands),
    list: batcher((callers) => listEndpoints(endpoint_services, callers), limits, afterFailedRepeatable),
    retrieve: async (caller, endpoint_id) => {
      const [endpoint] = await retrieveEndpoints(endpoint_services, [{ ...caller, endpoint_id }]);
      return endpoint ?? null;
    },
    change: batcher((commands) => changeEndpoints(endpoint_services, commands), limits, afterFailedCommands),
    rotate: batcher((commands) => rotateSecrets(endpoint_services, commands), limits, afterFailedCommands),
    test: batcher((commands) => testEndpoints(services, commands), limits, afterFailedCommands),
    remove: async (caller, endpoint_id) => (await remove({ ...caller, endpoint_id })).kind === 'removed',
  };
}

function deliveryVerbs(services: Services, limits: BatchLimits): Verbs['webhook_deliveries'] {
  return {
    list: batcher((queries) => listDeliveries(services, queries), LOG_LIMITS, afterFailedRepeatable),
    retrieve: batcher((asked) => retrieveDeliveries(services, asked), LOG_LIMITS, afterFailedRepeatable),
    resend: batcher((commands) => resendDeliveries(services, commands), limits, afterFailedCommands),
    resend_failed: batcherByMerchant(
      (commands) => resendFailedDeliveries(services, commands),
      RESEND_LIMITS,
      afterFailedCommands,
    ),
  };
}

function sandboxVerbs(services: Services, limits: BatchLimits): Verbs['sandbox'] {
  // Two steps with a batcher each, because a notice is kept in a transaction of its own: whatever goes wrong
  // while it is settled, the sweeper settles it later.
  const keep = batcher(
    (notices: SandboxNotice[]) => injectNotices(services, notices),
    limits,
    afterFailedCommands,
  );
  const settle = batcherOfSettling(
    (ids: string[]) => settleNotices(services, ids),
    afterFailedRepeatable,
    (id) => id,
  );
  return {
    receive: async (notice) => {
      const kept = await keep(notice);
      if (kept.kind !== 'kept') return kept;
      return { ...(await settle(kept.notice_id)), replayed: kept.replayed };
    },
    simulate: batcherByMerchant(
      (commands) => Promise.all(commands.map((command) => simulateScenario(services, command))),
      SIMULATION_LIMITS,
      () => 'give_up',
    ),
  };
}

export function transactionVerbs(services: Services, limits: BatchLimits): Verbs['transactions'] {
  return {
    create: atOnceWithoutKey(
      batcher((commands) => createTransactionsAtOnce(services, commands), limits, afterFailedCommands),
      batcher((commands) => createTransactions(services, commands), limits, afterFailedCommands),
    ),
    retrieve: batcher(
      (queries: Parameters<typeof retrieveTransactions>[1][number][]) =>
        retrieveTransactions(services, queries),
      limits,
      afterFailedRepeatable,
    ),
    list: batcherByMerchant(
      (queries: Parameters<typeof listTransactions>[1][]) =>
        Promise.all(queries.map((query) => listTransactions(services, query))),
      LIST_LIMITS,
      afterFailedRepeatable,
    ),
  };
}
