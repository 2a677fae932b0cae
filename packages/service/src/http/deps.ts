import type { Scenario } from '@chari/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { WebhookEndpoint } from '../domain/delivery/endpoint.ts';
import type { Principal } from '../domain/keys/key.ts';
import type {
  Caller,
  CancelOutcome,
  CancelSession,
  CreateOutcome,
  CreateSession,
  IdempotencyKey,
  RetrieveSession,
} from '../domain/session/commands.ts';
import type { Operator, PaymentSession, SessionStatus } from '../domain/session/session.ts';
import type { Services } from '../engine/services.ts';
import type { CreateEndpoint, CreateEndpointOutcome } from '../engine/webhook-endpoints/create.ts';

/** A notice injected by a merchant into its own sandbox. */
export type SandboxNotice = {
  environment: 'test';
  merchant_id: string;
  operator: Operator;
  /** `+235` and 8 digits. */
  collection_number: string;
  source: 'SANDBOX_SMS' | 'SANDBOX_CREDIT';
  sender: string | null;
  /** The SMS, or the JSON of an injected credit. */
  body: string;
  received_at: Date;
  idempotency: IdempotencyKey | null;
};

/** What became of a notice, once decided. */
export type DecidedNotice = {
  notice_id: string;
  credit_id: string | null;
  outcome: 'CREDIT' | 'DUPLICATE' | 'NOT_A_CREDIT' | 'UNPARSED' | 'UNTRUSTED_SENDER';
  verdict: {
    verdict: 'SETTLE' | 'REVIEW' | 'SUSPENSE';
    rule: string;
    reason: string;
    session_ids: readonly string[];
  } | null;
};

type IdempotencyRefusal = { kind: 'idempotency_key_reused' } | { kind: 'idempotency_key_in_use' };

export type ReceiveOutcome =
  | (DecidedNotice & { kind?: never; replayed?: boolean })
  | { kind: 'unknown_collection_number' }
  | IdempotencyRefusal;

export type Simulate = {
  merchant_id: string;
  session_id: string;
  scenario: Scenario;
  idempotency: IdempotencyKey | null;
};
export type SimulateOutcome =
  | { kind: 'simulated'; notices: readonly DecidedNotice[]; session: PaymentSession; replayed?: boolean }
  | { kind: 'not_found' }
  | { kind: 'scenario_impossible'; reason: string }
  | { kind: 'not_awaiting_payment'; status: SessionStatus }
  | IdempotencyRefusal;

/** The use cases, each for one command; `cli` puts a batcher before those that take arrays. */
export type Verbs = {
  payment_sessions: {
    create: (command: CreateSession) => Promise<CreateOutcome>;
    cancel: (command: CancelSession) => Promise<CancelOutcome>;
    retrieve: (command: RetrieveSession) => Promise<PaymentSession | null>;
  };
  webhook_endpoints: {
    create: (command: CreateEndpoint) => Promise<CreateEndpointOutcome>;
    list: (caller: Caller) => Promise<WebhookEndpoint[]>;
    retrieve: (caller: Caller, id: string) => Promise<WebhookEndpoint | null>;
    /** False when there is no such endpoint. */
    remove: (caller: Caller, id: string) => Promise<boolean>;
  };
  sandbox: {
    receive: (notice: SandboxNotice) => Promise<ReceiveOutcome>;
    simulate: (command: Simulate) => Promise<SimulateOutcome>;
  };
};

/** Told of every answer; and what /metrics shows. */
export type HttpMetrics = {
  observe: (method: string, route: string, status: number, duration_ms: number) => void;
  expose: () => Promise<string>;
  content_type: string;
};

export type Readiness = { ready: boolean; checks: Record<string, boolean | string> };

export type ServerDeps = {
  services: Pick<Services, 'now' | 'newId' | 'policy'>;
  /** The principal of an active key, or null. May be cached for at most half a second. */
  authenticate: (key: string) => Promise<Principal | null>;
  /** Steady requests a second of one key; the burst is twice that. 0 lifts every rate limit, polling too. */
  rate_limit_per_second: number;
  /** Where the service is reached, without a slash at the end. */
  public_url: string;
  verbs: Verbs;
  metrics: HttpMetrics;
  readiness: () => Promise<Readiness>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
};
