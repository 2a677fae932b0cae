import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ShownDelivery } from '../domain/delivery/delivery.ts';
import type { WebhookEndpoint } from '../domain/delivery/endpoint.ts';
import type { OutboxEvent } from '../domain/event/event.ts';
import type { Principal } from '../domain/keys.ts';
import type { CreateRefund, CreateRefundOutcome } from '../domain/refund/judge.ts';
import type { Refund } from '../domain/refund/refund.ts';
import type { AnsweredRequest } from '../domain/request-log.ts';
import type {
  Caller,
  CancelOutcome,
  CancelSession,
  CreateOutcome,
  CreateSession,
  KeyRefusal,
  RetrieveSession,
} from '../domain/session/commands.ts';
import type { PaymentSession } from '../domain/session/session.ts';
import type {
  CreateTransaction,
  CreateTransactionOutcome,
  ListTransactions,
  ReadTransaction,
  RetrieveTransaction,
  TransactionPage,
} from '../domain/transaction/commands.ts';
import type { NoticeOutcome } from '../engine/book/settle.ts';
import type { DeliveryAsked, DeliveryQuery } from '../engine/deliveries/deliveries.ts';
import type { ResendDelivery, ResendOutcome } from '../engine/deliveries/resend.ts';
import type { ResendFailed, ResendFailedOutcome } from '../engine/deliveries/resend-failed.ts';
import type { EventAsked, EventDetail, EventQuery } from '../engine/events.ts';
import type { Intake } from '../engine/gateways/intake.ts';
import type { Balance } from '../engine/ledger/balances.ts';
import type { ListPage } from '../engine/page.ts';
import type { RefundAsked, RefundQuery } from '../engine/refunds/list.ts';
import type { SandboxNotice } from '../engine/sandbox/inject.ts';
import type { Simulate, SimulateOutcome } from '../engine/sandbox/simulate.ts';
import type { Services } from '../engine/services.ts';
import type { SettleTestAnswer, SettleTestBalance } from '../engine/settlements/settle-test.ts';
import type {
  LinesPage,
  LinesQuery,
  SettlementAsked,
  SettlementDetail,
  SettlementsQuery,
} from '../engine/settlements/show.ts';
import type { CreateEndpoint, CreateEndpointOutcome } from '../engine/webhook-endpoints/create.ts';
import type { ChangeEndpoint, ChangeEndpointOutcome } from '../engine/webhook-endpoints/endpoints.ts';
import type { RotateSecret, RotateSecretOutcome } from '../engine/webhook-endpoints/secrets.ts';
import type { TestEndpoint, TestEndpointOutcome } from '../engine/webhook-endpoints/test.ts';

export type ReceiveNoticeOutcome =
  | (NoticeOutcome & { kind?: never; replayed?: boolean })
  | { kind: 'unknown_collection_number' }
  | KeyRefusal;

/** The use cases, each for one command; `cli` puts a batcher before those that take arrays. */
export type Verbs = {
  payment_sessions: {
    create: (command: CreateSession) => Promise<CreateOutcome>;
    cancel: (command: CancelSession) => Promise<CancelOutcome>;
    retrieve: (command: RetrieveSession) => Promise<PaymentSession | null>;
  };
  transactions: {
    create: (command: CreateTransaction) => Promise<CreateTransactionOutcome>;
    retrieve: (command: RetrieveTransaction) => Promise<ReadTransaction | null>;
    list: (query: ListTransactions) => Promise<TransactionPage>;
  };
  refunds: {
    create: (command: CreateRefund) => Promise<CreateRefundOutcome>;
    retrieve: (asked: RefundAsked) => Promise<Refund | null>;
    list: (query: RefundQuery) => Promise<ListPage<Refund>>;
  };
  settlements: {
    retrieve: (asked: SettlementAsked) => Promise<SettlementDetail | null>;
    list: (query: SettlementsQuery) => Promise<ListPage<SettlementDetail>>;
    lines: (query: LinesQuery) => Promise<LinesPage | null>;
    settle_test: (command: SettleTestBalance) => Promise<SettleTestAnswer>;
  };
  webhook_endpoints: {
    create: (command: CreateEndpoint) => Promise<CreateEndpointOutcome>;
    list: (caller: Caller) => Promise<WebhookEndpoint[]>;
    retrieve: (caller: Caller, id: string) => Promise<WebhookEndpoint | null>;
    change: (command: ChangeEndpoint) => Promise<ChangeEndpointOutcome>;
    rotate: (command: RotateSecret) => Promise<RotateSecretOutcome>;
    test: (command: TestEndpoint) => Promise<TestEndpointOutcome>;
    /** False when there is no such endpoint. */
    remove: (caller: Caller, id: string) => Promise<boolean>;
  };
  webhook_deliveries: {
    /** Null when there is no such endpoint. */
    list: (query: DeliveryQuery) => Promise<ListPage<ShownDelivery> | null>;
    retrieve: (asked: DeliveryAsked) => Promise<ShownDelivery | null>;
    resend: (command: ResendDelivery) => Promise<ResendOutcome>;
    resend_failed: (command: ResendFailed) => Promise<ResendFailedOutcome>;
  };
  balance: { retrieve: (caller: Caller) => Promise<Balance> };
  events: {
    list: (query: EventQuery) => Promise<ListPage<OutboxEvent>>;
    retrieve: (asked: EventAsked) => Promise<EventDetail | null>;
  };
  sandbox: {
    receive: (notice: SandboxNotice) => Promise<ReceiveNoticeOutcome>;
    simulate: (command: Simulate) => Promise<SimulateOutcome>;
  };
};

/** Checks a callback and keeps it; resolves once it is safe in the database. */
export type TakeCallback = (body: Buffer) => Promise<'genuine' | 'forged' | 'unreadable'>;

/** Told of every answer. */
export type HttpMetrics = {
  observe: (method: string, route: string, status: number, duration_ms: number) => void;
};

export type Readiness = { ready: boolean; checks: Record<string, boolean | string> };

/** Pages for people, which answer in HTML whatever is wrong. Made by the web room; the two meet in `cli`. */
export type PagesOfServer = {
  owns: (url: string) => boolean;
  routes: (app: FastifyInstance) => void;
  notFound: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

export type ServerDeps = {
  services: Pick<Services, 'now' | 'newId' | 'policy'>;
  /** The principal of an active key, or null; at once when it is known. Cached for at most half a second. */
  authenticate: (key: string) => Principal | null | Promise<Principal | null>;
  /** Steady requests a second of one key; the burst is twice that. 0 lifts every rate limit, polling too. */
  rate_limit_per_second: number;
  /** Where the service is reached, without a slash at the end. */
  public_url: string;
  verbs: Verbs;
  /** Takes what SMS gateways post; without it there is no such address. */
  gateways?: Intake;
  /** The pages for payers; without it there are none. */
  pages?: PagesOfServer;
  /** A request's body arrives within this time, where its address doesn't allow more; absent: 30 s. */
  body_within_ms?: number;
  /** Whose X-Forwarded-For is believed, as Fastify's `trustProxy` takes it; null or absent: nobody's. */
  trusted_proxies?: string | null;
  /** Takes what Airtel calls back; without it there is no such address. */
  rail_callbacks?: TakeCallback;
  /** Keeps what a merchant's request was answered; waits for nothing. Without it nothing is kept. */
  noteRequest?: (answered: AnsweredRequest) => boolean;
  metrics: HttpMetrics;
  readiness: () => Promise<Readiness>;
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
};
