import type { Scope } from '@chari/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Registry } from 'prom-client';
import type { ShownDelivery } from '../../src/domain/delivery/delivery.ts';
import type { WebhookEndpoint } from '../../src/domain/delivery/endpoint.ts';
import { type OutboxEvent, testEvent } from '../../src/domain/event/event.ts';
import { type Principal, scopesFor } from '../../src/domain/keys.ts';
import type { Environment } from '../../src/domain/operator.ts';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import type { CreateSession } from '../../src/domain/session/commands.ts';
import type { PaymentSession, SessionStatus } from '../../src/domain/session/session.ts';
import type { CreateTransaction } from '../../src/domain/transaction/commands.ts';
import type { Transaction } from '../../src/domain/transaction/transaction.ts';
import type { ServerDeps, Verbs } from '../../src/http/deps.ts';
import { httpMetrics } from '../../src/http/metrics.ts';
import { createServer } from '../../src/http/server.ts';
import { moneyVerbs } from './desk-money.ts';

export const SESSION_ID = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
export const MERCHANT_ID = '0198c5a2-0000-7000-8000-000000000001';

/** Keys that the desk knows; any other is a stranger's. */
export const KEYS = {
  test: 'service_test_all',
  live: 'service_live_all',
  live_pending: 'service_live_pending',
  live_frozen: 'service_live_frozen',
  read_only: 'service_test_read',
  no_scopes: 'service_test_none',
} as const;

const principal = (
  environment: Environment,
  scopes: readonly Scope[],
  kyc: Principal['kyc_status'],
): Principal => ({
  key_id: `${environment}-${scopes.length}-${kyc}`,
  merchant_id: MERCHANT_ID,
  environment,
  scopes: [...scopes],
  kyc_status: kyc,
  is_frozen: false,
  last4: 'last',
});

const PRINCIPALS: Readonly<Record<string, Principal>> = {
  [KEYS.test]: principal('test', scopesFor('test'), 'PENDING'),
  [KEYS.live]: principal('live', scopesFor('live'), 'APPROVED'),
  [KEYS.live_pending]: principal('live', scopesFor('live'), 'PENDING'),
  [KEYS.live_frozen]: {
    ...principal('live', scopesFor('live'), 'APPROVED'),
    key_id: 'frozen',
    is_frozen: true,
  },
  [KEYS.read_only]: principal('test', ['payment_sessions:read'], 'PENDING'),
  [KEYS.no_scopes]: principal('test', [], 'PENDING'),
};

export function sessionOf(
  command: Partial<CreateSession> = {},
  status: SessionStatus = 'AWAITING_PAYMENT',
): PaymentSession {
  const created_at = new Date('2026-06-27T15:44:00.000Z');
  return {
    id: SESSION_ID,
    merchant_id: MERCHANT_ID,
    environment: command.environment ?? 'test',
    reference: command.reference ?? 'ORDER-1',
    ticket: 'K3M7Q9T8',
    amount_xaf: command.amount_xaf ?? 5000,
    operator: command.operator ?? 'AIRTEL',
    status,
    review_reason: null,
    event_sequence: 0,
    collection_number_id: '0198c5a2-0000-7000-8000-000000000002',
    assigned_collection_number: '+23566000001',
    customer_phone: command.customer_phone ?? null,
    description: command.description ?? null,
    created_at,
    expires_at: new Date(created_at.getTime() + (command.ttl_minutes ?? 10) * 60_000),
    closed_at: null,
  };
}

export function transactionOf(command: Partial<CreateTransaction> = {}): Transaction {
  const created_at = new Date('2026-06-27T15:44:00.000Z');
  return {
    id: SESSION_ID,
    merchant_id: MERCHANT_ID,
    environment: command.environment ?? 'test',
    reference: command.reference ?? 'ORDER-1',
    internal_ref: 'TX2606277K3MQ9TX',
    amount_xaf: command.amount_xaf ?? 5000,
    operator: command.operator ?? 'AIRTEL',
    phone_number: command.phone_number ?? '+23566000001',
    description: command.description ?? null,
    rail: 'sandbox',
    status: 'PENDING',
    event_sequence: 0,
    created_at,
    expires_at: new Date(created_at.getTime() + 600_000),
    updated_at: created_at,
    confirmed_at: null,
    collection_number_id: null,
    assigned_collection_number: null,
  };
}

export const AT = new Date('2026-06-27T15:44:00.000Z');

function endpointOf(fields: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    id: SESSION_ID,
    merchant_id: MERCHANT_ID,
    environment: 'test',
    url: 'https://shop.example.com/hooks',
    events: null,
    description: null,
    status: 'enabled',
    disabled_reason: null,
    failing_since: null,
    created_at: AT,
    ...fields,
  };
}

export function deliveryOf(fields: Partial<ShownDelivery> = {}): ShownDelivery {
  return {
    id: SESSION_ID,
    event_id: SESSION_ID,
    event: 'transaction.test',
    endpoint_id: SESSION_ID,
    environment: 'test',
    state: 'PENDING',
    dead_reason: null,
    attempt_count: 0,
    created_at: AT,
    finished_at: null,
    next_attempt_at: AT,
    attempts: [],
    ...fields,
  };
}

function eventOf(): OutboxEvent {
  return testEvent(SESSION_ID, SESSION_ID, { merchant_id: MERCHANT_ID, environment: 'test' }, AT);
}

/** Verbs of an engine that does what it is told and remembers its commands. */
function obedientVerbs(commands: unknown[]): Verbs {
  const receipt = { notice_id: SESSION_ID, credit_id: null, outcome: 'UNPARSED', verdict: null } as const;
  return {
    payment_sessions: {
      create: async (command) => {
        commands.push(command);
        return { kind: 'created', session: sessionOf(command), replayed: false };
      },
      cancel: async (command) => {
        commands.push(command);
        return { kind: 'cancelled', session: sessionOf({}, 'CANCELLED'), replayed: false };
      },
      retrieve: async ({ session_id }) => (session_id === SESSION_ID ? sessionOf() : null),
    },
    ...webhookVerbs(commands),
    ...moneyVerbs(commands),
    transactions: {
      create: async (command) => {
        commands.push(command);
        return { kind: 'created', transaction: transactionOf(command), replayed: false };
      },
      retrieve: async ({ transaction_id }) =>
        transaction_id === SESSION_ID ? { ...transactionOf(), webhook_sent: false } : null,
      list: async (query) => {
        commands.push(query);
        return { transactions: [{ ...transactionOf(), webhook_sent: true }], total: 1 };
      },
    },
    sandbox: {
      receive: async (notice) => {
        commands.push(notice);
        return receipt;
      },
      simulate: async (command) => {
        commands.push(command);
        return { kind: 'simulated', notices: [receipt], session: sessionOf({}, 'SUCCESS'), replayed: false };
      },
    },
  };
}

function webhookVerbs(
  commands: unknown[],
): Pick<Verbs, 'webhook_endpoints' | 'webhook_deliveries' | 'events'> {
  return {
    webhook_endpoints: {
      create: async (command) => {
        commands.push(command);
        const { idempotency: _, ...rest } = command;
        const endpoint = endpointOf(rest);
        return { kind: 'created', endpoint, secret: 'whsec_x', replayed: false };
      },
      list: async () => [endpointOf()],
      retrieve: async (_caller, id) => (id === SESSION_ID ? endpointOf() : null),
      change: async (command) => {
        commands.push(command);
        const { status = 'enabled', ...rest } = command.change;
        return { kind: 'changed', endpoint: endpointOf({ ...rest, status }), replayed: false };
      },
      rotate: async (command) => {
        commands.push(command);
        const shown = { endpoint: endpointOf(), secret: 'whsec_y', previous_secret_until: AT };
        return { kind: 'rotated', ...shown, replayed: false };
      },
      test: async (command) => {
        commands.push(command);
        return { kind: 'sent', delivery: deliveryOf(), replayed: false };
      },
      remove: async (_caller, id) => id === SESSION_ID,
    },
    webhook_deliveries: {
      list: async (query) => {
        commands.push(query);
        return { rows: [deliveryOf()], next_cursor: null };
      },
      retrieve: async ({ delivery_id }) => (delivery_id === SESSION_ID ? deliveryOf() : null),
      resend: async (command) => {
        commands.push(command);
        return { kind: 'resent', delivery: deliveryOf(), replayed: false };
      },
      resend_failed: async (command) => {
        commands.push(command);
        return { kind: 'resent', resent: 2, next_cursor: null, replayed: false };
      },
    },
    events: {
      list: async (query) => {
        commands.push(query);
        return { rows: [eventOf()], next_cursor: SESSION_ID };
      },
      retrieve: async ({ event_id }) =>
        event_id === SESSION_ID ? { event: eventOf(), deliveries: [deliveryOf()] } : null,
    },
  };
}

export type Desk = {
  app: FastifyInstance;
  commands: unknown[];
  lines: { level: string; fields: Record<string, unknown> }[];
  clock: { now_ms: number };
  verbs: Verbs;
  send: (options: InjectOptions & { key?: string | null }) => Promise<LightMyRequestResponse>;
};

/** The server before an engine made of plain functions, which a test may replace one by one. */
export function openDesk(overrides: Partial<ServerDeps> = {}): Desk {
  const commands: unknown[] = [];
  const lines: Desk['lines'] = [];
  const clock = { now_ms: Date.parse('2026-06-27T15:44:00.000Z') };
  const verbs = obedientVerbs(commands);
  let ids = 0;
  const app = createServer({
    services: {
      now: () => new Date(clock.now_ms),
      newId: () => {
        ids += 1;
        return `0198c5a2-7d1e-7c3a-9f4e-${String(ids).padStart(12, '0')}`;
      },
      policy: DEFAULT_POLICY,
    },
    authenticate: async (key) => (Object.hasOwn(PRINCIPALS, key) ? (PRINCIPALS[key] ?? null) : null),
    rate_limit_per_second: 0,
    public_url: 'http://chari.test',
    verbs,
    metrics: httpMetrics(new Registry()),
    readiness: async () => ({ ready: true, checks: { database: true } }),
    log: {
      debug: (fields: unknown) => lines.push({ level: 'debug', fields: fields as Record<string, unknown> }),
      info: (fields: unknown) => lines.push({ level: 'info', fields: fields as Record<string, unknown> }),
      warn: (fields: unknown) => lines.push({ level: 'warn', fields: fields as Record<string, unknown> }),
      error: (fields: unknown) => lines.push({ level: 'error', fields: fields as Record<string, unknown> }),
    } as ServerDeps['log'],
    ...overrides,
  });
  const send: Desk['send'] = ({ key = KEYS.test, headers, ...options }) =>
    app.inject({ ...options, headers: { ...(key !== null && { 'x-api-key': key }), ...headers } });
  return { app, commands, lines, clock, verbs, send };
}

export const VALID = { reference: 'ORDER-1', amount: 5000, currency: 'XAF', operator: 'AIRTEL' } as const;

/** Posts a body, given as a value or as the exact text or bytes, to session creation. */
export function post(
  desk: Desk,
  body: unknown,
  headers: Record<string, string> = {},
  key: string | null = KEYS.test,
) {
  const raw = typeof body === 'string' || body instanceof Buffer;
  return desk.send({
    method: 'POST',
    url: '/v1/payment-sessions',
    key,
    headers: { 'content-type': 'application/json', ...headers },
    payload: raw ? body : JSON.stringify(body),
  });
}
