// Made from packages/contract by tools/generate-sdk-types.ts.

export type Environment = 'test' | 'live';

export type Operator = 'AIRTEL' | 'MOOV';

export type PaymentSessionStatus = 'AWAITING_PAYMENT' | 'SUCCESS' | 'UNDER_REVIEW' | 'EXPIRED' | 'FAILED' | 'CANCELLED';

export type TransactionStatus = 'PENDING' | 'PROCESSING' | 'WAITING_SMS' | 'SUCCESS' | 'FAILED' | 'TIMEOUT' | 'REFUNDED';

export type PaymentSessionEventName = 'payment_session.succeeded' | 'payment_session.under_review' | 'payment_session.expired';

export type TransactionEventName = 'transaction.success' | 'transaction.failed' | 'transaction.timeout' | 'transaction.test';

export type EventName = 'payment_session.succeeded' | 'payment_session.under_review' | 'payment_session.expired' | 'transaction.success' | 'transaction.failed' | 'transaction.timeout' | 'transaction.test' | 'refund.succeeded' | 'refund.failed' | 'settlement.paid' | 'settlement.returned';

export type Scenario = 'paid' | 'paid_twice' | 'late' | 'ambiguous' | 'underpaid' | 'overpaid' | 'wrong_payer' | 'unproven' | 'expire';

export type WebhookDeliveryStatus = 'pending' | 'delivered' | 'held' | 'dead';

/**
 * Every way the API says no.
 * - `VALIDATION_ERROR` (400): A parameter or the body is missing, malformed or not allowed; fields names each one. With status 422 on POST /v1/transactions: it is well-formed, but outside what is offered.
 * - `AUTH_REQUIRED` (401): On /v1/transactions: the API key is absent, invalid or revoked.
 * - `UNAUTHORIZED` (401): Everywhere else: the API key is absent, invalid or revoked.
 * - `KYC_REQUIRED` (403): A live request that changes something, before the merchant profile and KYC are complete.
 * - `API_KEY_PERMISSION_DENIED` (403): The API key lacks the scope, a live key calls the sandbox, or staff have frozen the merchant and the request changes something.
 * - `NOT_FOUND` (404): The object does not exist, belongs to another merchant or is in the other environment; or there is no such address.
 * - `METHOD_NOT_ALLOWED` (405): The address exists, but not for this method; the Allow header lists those it has.
 * - `DUPLICATE_REFERENCE` (409): The reference is already used in this environment; existing_payment_session_id or existing_transaction_id names what has it.
 * - `INVALID_STATE` (409): The session is no longer AWAITING_PAYMENT, the webhook endpoint is disabled or deleted, or the payment can’t be given back.
 * - `REFUND_TOO_LARGE` (409): The refund is larger than what has not been given back of the payment yet.
 * - `INSUFFICIENT_BALANCE` (409): The merchant’s balance is smaller than the refund: what was paid out is no longer there to give back.
 * - `NOTHING_TO_SETTLE` (409): The test balance holds nothing that could be settled now.
 * - `IDEMPOTENCY_KEY_IN_USE` (409): The first request with this Idempotency-Key is still running.
 * - `PAYLOAD_TOO_LARGE` (413): The body is larger than 64 KiB.
 * - `UNSUPPORTED_MEDIA_TYPE` (415): The body is not sent as uncompressed application/json in UTF-8.
 * - `IDEMPOTENCY_KEY_REUSED` (422): The Idempotency-Key was first used with another request; keys are kept for 24 hours, those of refunds for 30 days.
 * - `RATE_LIMITED` (429): Too many requests with this key, one AWAITING_PAYMENT session is polled too often, or the test balance is settled too often.
 * - `TOO_MANY_OPEN_SESSIONS` (429): The merchant has as many live sessions of the operator open, or closed and still in quarantine, as it may. Nothing was created.
 * - `PAYER_ASKED_TOO_OFTEN` (429): Live transactions have asked this payer too often of late, over all merchants, and none of them was paid since. Nothing was created.
 * - `INTERNAL_ERROR` (500): A fault of ours.
 * - `COLLECTION_NUMBER_UNAVAILABLE` (503): No collection number is free for this operator and amount. Flat body; failed_checks says what is short.
 * - `PROVIDER_RAIL_NOT_READY` (503): A live session was requested while the live rail of the operator is not ready. Flat body; test mode remains available.
 * - `GATEWAY_UNAVAILABLE` (503): The operator’s gateway is temporarily unavailable; nothing was created.
 * - `SERVICE_UNAVAILABLE` (503): The service can’t take the request at the moment: its database is away or its queue is full.
 */
export type ErrorCode = 'VALIDATION_ERROR' | 'AUTH_REQUIRED' | 'UNAUTHORIZED' | 'KYC_REQUIRED' | 'API_KEY_PERMISSION_DENIED' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'DUPLICATE_REFERENCE' | 'INVALID_STATE' | 'REFUND_TOO_LARGE' | 'INSUFFICIENT_BALANCE' | 'NOTHING_TO_SETTLE' | 'IDEMPOTENCY_KEY_IN_USE' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'IDEMPOTENCY_KEY_REUSED' | 'RATE_LIMITED' | 'TOO_MANY_OPEN_SESSIONS' | 'PAYER_ASKED_TOO_OFTEN' | 'INTERNAL_ERROR' | 'COLLECTION_NUMBER_UNAVAILABLE' | 'PROVIDER_RAIL_NOT_READY' | 'GATEWAY_UNAVAILABLE' | 'SERVICE_UNAVAILABLE';

export interface FailedCheck {
  /** The check. */
  name: string;
  ready: boolean;
  /** Why it is not ready, in words. */
  reason: string;
  /** How many there are of what the check counts. */
  count: number;
}

export interface CreatePaymentSession {
  /** Your order identifier, unique in the environment. */
  reference: string;
  /** Whole XAF, no decimals. */
  amount: number;
  /** The only currency. */
  currency: 'XAF';
  /** The Mobile Money operator. */
  operator: Operator;
  /** The payer’s phone number. Declaring it makes matching safer: a payment from another number goes to review. */
  customer_phone?: string | undefined;
  /** A short description. */
  description?: string | undefined;
  /** Your own data: at most 50 keys and 16 KiB as JSON. Stored, never returned in answers or webhooks. */
  metadata?: object | undefined;
  /** Lifetime in minutes. Left out: 10. */
  ttl_minutes?: number | undefined;
}

export interface PaymentSession {
  /** The session’s id, a UUID. */
  id: string;
  /** Your order identifier, unique in the environment. */
  reference: string;
  /** Service-side reference for the customer to keep. */
  ticket: string;
  /** Whole XAF, no decimals. */
  amount: number;
  /** The only currency. */
  currency: 'XAF';
  /** The Mobile Money operator. */
  operator: Operator;
  /** One of the statuses. */
  status: PaymentSessionStatus;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** The number the customer must pay: display this one. */
  assigned_collection_number: string;
  /** When it expires: UTC, with milliseconds and Z. */
  expires_at: string;
  /** When it was created: UTC, with milliseconds and Z. */
  created_at: string;
  /** A payment instruction for people, in French, right when the session is retrieved: from expires_at on it asks nobody to send money, and of a payment that the operator has taken back since it says so. An answer that is given again under an Idempotency-Key is the first one, and may ask for money that was paid since: retrieve the session before you show it. */
  instructions: string;
  /** The hosted checkout page of this session. A convenience, not a secret. */
  checkout_url: string;
}

export interface CreateTransaction {
  /** Your order identifier, unique in the environment. */
  reference: string;
  /** Whole XAF, no decimals: from 100 to 2000000. */
  amount: number;
  /** The only currency. */
  currency: 'XAF';
  /** The Mobile Money operator. */
  operator: Operator;
  /** The payer: the phone that is asked to pay. */
  phone_number: string;
  /** A short description. */
  description?: string | undefined;
}

export interface CreatedTransaction {
  /** The transaction’s id, a UUID. */
  id: string;
  /** Our own reference, to be quoted to support. */
  internal_ref: string;
  /** One of the statuses. */
  status: TransactionStatus;
  /** Whether no real money moves. */
  is_test: boolean;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** When it expires: 10 minutes after creation. */
  expires_at: string;
}

export interface ListTransactions {
  /** How many at most. More than 1000 is served as 1000. */
  limit?: number | undefined;
  /** How many of the newest to leave out. */
  offset?: number | undefined;
  /** Only those in this status. */
  status?: TransactionStatus | undefined;
  /** The Mobile Money operator. */
  operator?: Operator | undefined;
  /** Created on this UTC day or later, or from this moment on; a time without an offset is UTC. */
  date_from?: string | undefined;
  /** Created on this UTC day (all of it) or before, or up to this moment. */
  date_to?: string | undefined;
  /** The beginning of a reference or of the payer’s number (with or without +235), or a whole internal_ref. When more than 250 begin so, the newest of some hundreds are found, with what has the whole text as its reference, and total counts those: type more of it. */
  search?: string | undefined;
}

export interface TransactionList {
  transactions: ListedTransaction[];
  /** How many there are on all pages. */
  total: number;
  /** The limit as served. */
  limit: number;
  offset: number;
}

export interface ListedTransaction {
  /** The transaction’s id, a UUID. */
  id: string;
  /** Your order identifier, unique in the environment. */
  reference: string;
  /** Our own reference, to be quoted to support. */
  internal_ref: string;
  /** Whole XAF, no decimals. */
  amount: number;
  /** The only currency. */
  currency: 'XAF';
  /** The Mobile Money operator. */
  operator: Operator;
  /** A phone number of Chad in international form. */
  phone_number: string;
  /** One of the statuses. */
  status: TransactionStatus;
  /** Whether no real money moves. */
  is_test: boolean;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** Whether an endpoint of yours answered 2xx to an event of it. */
  webhook_sent: boolean;
  /** When it was accepted. */
  initiated_at: string;
  /** When it was paid; absent until it is confirmed. */
  confirmed_at?: string | undefined;
  /** When it expires: 10 minutes after creation. */
  expires_at: string;
  /** UTC, with milliseconds and Z. */
  created_at: string;
  /** When its status last changed. */
  updated_at: string;
}

export interface Transaction {
  /** The transaction’s id, a UUID. */
  id: string;
  /** Your order identifier, unique in the environment. */
  reference: string;
  /** Our own reference, to be quoted to support. */
  internal_ref: string;
  /** Whole XAF, no decimals. */
  amount: number;
  /** The only currency. */
  currency: 'XAF';
  /** The Mobile Money operator. */
  operator: Operator;
  /** A phone number of Chad in international form. */
  phone_number: string;
  /** A short description. */
  description?: string | undefined;
  /** One of the statuses. */
  status: TransactionStatus;
  /** Whether no real money moves. */
  is_test: boolean;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** Whether an endpoint of yours answered 2xx to an event of it. */
  webhook_sent: boolean;
  /** When it was accepted. */
  initiated_at: string;
  /** When it was paid; absent until it is confirmed. */
  confirmed_at?: string | undefined;
  /** When it expires: 10 minutes after creation. */
  expires_at: string;
  /** UTC, with milliseconds and Z. */
  created_at: string;
  /** When its status last changed. */
  updated_at: string;
}

export interface Balance {
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** The only currency. */
  currency: 'XAF';
  /** What you were paid less fees, their tax, refunds and settlements, as of now. Below zero when an operator took back what you had been sent already. */
  payable: number;
  /** The part of `payable` that settlements leave until its days of hold are over. */
  on_hold: number;
  /** What is kept apart as agreed, and is yours. */
  reserve: number;
  /** What has left `payable` in refunds and settlements, whatever was asked for or drafted included, and no operator or bank has proven yet. */
  in_flight: number;
  /** All that settlements have brought you. */
  settled: number;
}

export interface CreateRefund {
  /** The session that was paid. */
  payment_session_id?: string | undefined;
  /** The transaction that was paid. */
  transaction_id?: string | undefined;
  /** Whole XAF. Left out: all that has not been given back of it. */
  amount?: number | undefined;
  /** Why; you read it again with the refund. In test, `sandbox:failed` makes it fail. */
  reason?: string | undefined;
}

export interface Refund {
  /** The refund’s id, a UUID. */
  id: string;
  /** The session that was paid. */
  payment_session_id?: string | undefined;
  /** The transaction that was paid. */
  transaction_id?: string | undefined;
  /** Whole XAF, no decimals. */
  amount: number;
  /** The only currency. */
  currency: 'XAF';
  /** As you gave it. */
  reason?: string | undefined;
  /** One of the statuses. */
  status: 'PENDING' | 'SENDING' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN';
  /** Why it failed, for you to read. */
  failure?: string | undefined;
  /** Whether no real money moves. */
  is_test: boolean;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** UTC, with milliseconds and Z. */
  created_at: string;
  /** When it SUCCEEDED or FAILED. */
  ended_at?: string | undefined;
}

export interface ListRefunds {
  /** The session that was paid. */
  payment_session_id?: string | undefined;
  /** The transaction that was paid. */
  transaction_id?: string | undefined;
  /** The `next_cursor` of the page before. Left out: the newest. */
  cursor?: string | undefined;
  /** How many at most: default 20, and more than 100 is served as 100. */
  limit?: number | undefined;
}

export interface RefundList {
  refunds: Refund[];
  /** Send it as `cursor` for the next, older page; null on the last. */
  next_cursor: string | null;
}

export interface ListSettlements {
  /** The `next_cursor` of the page before. Left out: the newest. */
  cursor?: string | undefined;
  /** How many at most: default 20, and more than 100 is served as 100. */
  limit?: number | undefined;
}

export interface SettlementList {
  settlements: Settlement[];
  /** Send it as `cursor` for the next, older page; null on the last. */
  next_cursor: string | null;
}

export interface Settlement {
  /** The settlement’s id, a UUID. */
  id: string;
  /** What the transfer to you is called, in its motif. */
  reference: string;
  /** What you get, in whole XAF. */
  amount: number;
  /** The only currency. */
  currency: 'XAF';
  /** One of the statuses. */
  status: 'DRAFT' | 'APPROVED' | 'SENDING' | 'PAID' | 'FAILED' | 'UNKNOWN' | 'CANCELLED';
  /** Why it failed, for you to read. */
  failure?: string | undefined;
  /** How many transfers of your balance are in it. */
  transfers: number;
  /** Its itemisation: what each kind comes to. Their sum is `amount`. */
  totals: SettlementTotal[];
  /** Where it goes; none in test. */
  payout_account?: PayoutAccount | undefined;
  /** Whether no real money moves. */
  is_test: boolean;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** Payments that occurred before this moment are in it. */
  until: string;
  /** UTC, with milliseconds and Z. */
  created_at: string;
  /** When it was sent. */
  sent_at?: string | undefined;
  /** When it was proven PAID. */
  paid_at?: string | undefined;
  /** When your bank or operator has sent it back: its amount is in your balance again, and comes with the next one. It stays PAID. */
  returned_at?: string | undefined;
}

export interface SettlementTotal {
  /** What it is. */
  kind: 'payment' | 'fee' | 'tax' | 'refund' | 'reserve' | 'returned' | 'adjustment';
  /** How many of this kind. */
  transfers: number;
  /** Whole XAF: above zero what you get, below zero what is taken. */
  amount: number;
}

export interface PayoutAccount {
  kind: 'number' | 'bank';
  /** Which one, without all of its digits. */
  label: string;
}

export interface ListSettlementTransfers {
  /** The `next_cursor` of the page before. Left out: from the first line. */
  cursor?: string | undefined;
  /** How many at most: default 20, and more than 100 is served as 100. */
  limit?: number | undefined;
}

export interface SettlementTransferList {
  transfers: SettlementTransfer[];
  /** Send it as `cursor` for the next page; null on the last. */
  next_cursor: string | null;
}

export interface SettlementTransfer {
  /** Its place in the settlement, oldest first. */
  line: number;
  /** What it is. */
  kind: 'payment' | 'fee' | 'tax' | 'refund' | 'reserve' | 'returned' | 'adjustment';
  /** Whole XAF: above zero what you get, below zero what is taken. */
  amount: number;
  /** The session it belongs to. */
  payment_session_id?: string | undefined;
  /** The transaction it belongs to. */
  transaction_id?: string | undefined;
  /** The refund it belongs to. */
  refund_id?: string | undefined;
  /** Your own reference of that payment. */
  reference?: string | undefined;
  /** When the operator moved it, or it was booked. */
  occurred_at: string;
}

export interface CreateWebhookEndpoint {
  /** The address of yours that receives events by POST. */
  url: string;
  /** The events to receive. Left out: every event, those to come included. */
  events?: EventName[] | undefined;
  /** A short description. */
  description?: string | undefined;
}

export interface CreatedWebhookEndpoint {
  id: string;
  url: string;
  /** The events it receives; null is every event. */
  events: EventName[] | null;
  description: string | null;
  /** `degraded` after 5 failures in a row: one delivery at a time. `disabled`: nothing is sent, events are held. */
  status: 'enabled' | 'degraded' | 'disabled';
  /** `merchant`: you disabled it. `failing`: 5 days without a 2xx. */
  disabled_reason: 'failing' | 'merchant' | null;
  /** When the present row of failures began; null while the last attempt was a success. */
  failing_since: string | null;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** UTC, with milliseconds and Z. */
  created_at: string;
  /** Signs your deliveries. Shown only here: keep it on your server. */
  secret: string;
}

export interface WebhookEndpointList {
  webhook_endpoints: WebhookEndpoint[];
}

export interface WebhookEndpoint {
  id: string;
  url: string;
  /** The events it receives; null is every event. */
  events: EventName[] | null;
  description: string | null;
  /** `degraded` after 5 failures in a row: one delivery at a time. `disabled`: nothing is sent, events are held. */
  status: 'enabled' | 'degraded' | 'disabled';
  /** `merchant`: you disabled it. `failing`: 5 days without a 2xx. */
  disabled_reason: 'failing' | 'merchant' | null;
  /** When the present row of failures began; null while the last attempt was a success. */
  failing_since: string | null;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** UTC, with milliseconds and Z. */
  created_at: string;
}

export interface ChangeWebhookEndpoint {
  /** The address of yours that receives events by POST. */
  url?: string | undefined;
  /** The events to receive from now on; null is every event. */
  events?: EventName[] | null | undefined;
  /** A short description; null removes it. */
  description?: string | null | undefined;
  /** `disabled` holds its events; `enabled` sends what was held and forgets the failures so far. */
  status?: 'enabled' | 'disabled' | undefined;
}

export interface RotatedWebhookEndpoint {
  id: string;
  url: string;
  /** The events it receives; null is every event. */
  events: EventName[] | null;
  description: string | null;
  /** `degraded` after 5 failures in a row: one delivery at a time. `disabled`: nothing is sent, events are held. */
  status: 'enabled' | 'degraded' | 'disabled';
  /** `merchant`: you disabled it. `failing`: 5 days without a 2xx. */
  disabled_reason: 'failing' | 'merchant' | null;
  /** When the present row of failures began; null while the last attempt was a success. */
  failing_since: string | null;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** UTC, with milliseconds and Z. */
  created_at: string;
  /** Signs your deliveries. Shown only here: keep it on your server. */
  secret: string;
  /** Until then the secret before this one signs too, in `X-Service-Signature-Previous`. */
  previous_secret_until: string;
}

export interface WebhookDelivery {
  /** As in `X-Service-Delivery`. */
  id: string;
  event_id: string;
  event: EventName;
  webhook_endpoint_id: string;
  /** The environment of the API key that made the object. */
  environment: Environment;
  status: WebhookDeliveryStatus;
  dead_reason: 'attempts_exhausted' | 'endpoint_removed' | 'held_too_long' | null;
  /** Attempts that have ended. */
  attempt_count: number;
  /** When it is tried next; null while an attempt is under way and when none is to come. */
  next_attempt_at: string | null;
  /** UTC, with milliseconds and Z. */
  created_at: string;
  finished_at: string | null;
  /** The latest 20, oldest first, with your answers; 100 of a delivery retrieved by itself. Kept for 30 days. */
  attempts: WebhookAttempt[];
}

export interface WebhookAttempt {
  /** From 1; as in `X-Service-Attempt`. */
  attempt: number;
  /** UTC, with milliseconds and Z. */
  started_at: string;
  duration_ms: number;
  /** `delivered`, `refused` (any status but 2xx), `timed_out`, `not_connected`, `no_answer`, `broken_answer`, `address_refused` or `secret_unreadable`. */
  outcome: string;
  /** The HTTP status of your answer; null when none came. */
  status_code: number | null;
  /** The first 1 KiB of your answer’s body, or what went wrong. */
  answer: string | null;
}

export interface ListWebhookDeliveries {
  /** Only those in this status. A page of DELIVERED looks at 10000 deliveries at most, so it may be short, or empty, while `next_cursor` leads on. */
  status?: WebhookDeliveryStatus | undefined;
  /** Only those of this event. A page looks at 10000 deliveries at most, so with this filter it may be short, or empty, while `next_cursor` leads on. */
  event?: EventName | undefined;
  /** The `next_cursor` of the page before. Left out: the newest. */
  cursor?: string | undefined;
  /** How many at most: default 20, and more than 100 is served as 100. */
  limit?: number | undefined;
}

export interface WebhookDeliveryList {
  deliveries: WebhookDelivery[];
  /** Send it as `cursor` for the next, older page; null on the last. */
  next_cursor: string | null;
}

export interface ResendFailedDeliveries {
  /** Of events from this moment on. ISO 8601 with seconds and an offset. */
  since: string;
  /** `failed`, or left out: its deliveries that are dead, held, or waiting to be tried again. `missed`: events that it wants and has no delivery of, from before it was there or wanted them, or of an endpoint that was deleted. */
  status?: 'failed' | 'missed' | undefined;
  /** The `next_cursor` of the answer before. Left out: from `since` on. */
  cursor?: string | undefined;
}

export interface ResentDeliveries {
  /** How many are sent again. */
  resent: number;
  /** One request looks at 10000 failed deliveries, or 10000 events, at most, oldest first. Send this as `cursor` to go on; null when that was all. */
  next_cursor: string | null;
}

export interface ListEvents {
  /** Only events of this name. */
  type?: EventName | undefined;
  /** Only events of this payment session, transaction, refund or settlement. */
  object_id?: string | undefined;
  /** The `next_cursor` of the page before. Left out: the newest. */
  cursor?: string | undefined;
  /** How many at most: default 20, and more than 100 is served as 100. */
  limit?: number | undefined;
}

export interface EventList {
  events: LoggedEvent[];
  /** Send it as `cursor` for the next, older page; null on the last. */
  next_cursor: string | null;
}

export interface LoggedEvent {
  /** As in the body and in `webhook-id`. */
  id: string;
  event: EventName;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** The payment session, transaction, refund or settlement it is about. */
  object_id: string;
  /** Grows with each event of one object; as in `X-Service-Sequence`. */
  sequence: number;
  /** UTC, with milliseconds and Z. */
  created_at: string;
  /** What was sent, or would have been, character by character. */
  body: PaymentSessionEvent | TransactionEvent | RefundEvent | SettlementEvent;
}

export interface PaymentSessionEvent {
  /** The event’s id: the same on every attempt, so keep it to skip repeats. */
  id: string;
  event: PaymentSessionEventName;
  /** The environment of the API key that made the object. */
  environment: Environment;
  data: PaymentSession;
  /** UTC, with milliseconds and Z. */
  timestamp: string;
}

export interface TransactionEvent {
  /** The event’s id: the same on every attempt. */
  id: string;
  event: TransactionEventName;
  /** The environment of the API key that made the object. */
  environment: Environment;
  data: TransactionEventData;
  /** UTC, with milliseconds and Z. */
  timestamp: string;
}

export interface TransactionEventData {
  id: string;
  reference: string;
  /** Whole XAF, no decimals. */
  amount: number;
  /** The only currency. */
  currency: 'XAF';
  /** The Mobile Money operator. */
  operator: Operator;
  /** A phone number of Chad in international form. */
  phone_number: string;
  status: TransactionStatus;
  /** UTC, with milliseconds and Z. */
  confirmed_at?: string | undefined;
}

export interface RefundEvent {
  /** The event’s id: the same on every attempt. */
  id: string;
  event: 'refund.succeeded' | 'refund.failed';
  /** The environment of the API key that made the object. */
  environment: Environment;
  data: Refund;
  /** UTC, with milliseconds and Z. */
  timestamp: string;
}

export interface SettlementEvent {
  /** The event’s id: the same on every attempt. */
  id: string;
  event: 'settlement.paid' | 'settlement.returned';
  /** The environment of the API key that made the object. */
  environment: Environment;
  data: Settlement;
  /** UTC, with milliseconds and Z. */
  timestamp: string;
}

export interface LoggedEventDetail {
  /** As in the body and in `webhook-id`. */
  id: string;
  event: EventName;
  /** The environment of the API key that made the object. */
  environment: Environment;
  /** The payment session, transaction, refund or settlement it is about. */
  object_id: string;
  /** Grows with each event of one object; as in `X-Service-Sequence`. */
  sequence: number;
  /** UTC, with milliseconds and Z. */
  created_at: string;
  /** What was sent, or would have been, character by character. */
  body: PaymentSessionEvent | TransactionEvent | RefundEvent | SettlementEvent;
  /** One for each endpoint that was subscribed when it happened. */
  deliveries: WebhookDelivery[];
}

export interface InjectSms {
  /** The Mobile Money operator. */
  operator: Operator;
  /** The assigned_collection_number of one of your test sessions. */
  collection_number: string;
  /** The text of the SMS, exactly as the operator writes it. */
  text: string;
  /** The sender the SMS shows. Left out: the operator’s own. */
  sender?: string | undefined;
  /** When the phone received it. Left out: now. */
  received_at?: string | undefined;
}

export interface NoticeReceipt {
  notice_id: string;
  /** Null when the notice is no credit. */
  credit_id: string | null;
  /** How the notice was read. */
  outcome: 'CREDIT' | 'DUPLICATE' | 'CLAIMED' | 'NOT_A_CREDIT' | 'UNPARSED' | 'UNTRUSTED_SENDER';
  /** Null when there was nothing to decide. */
  verdict: NoticeVerdict | null;
}

export interface NoticeVerdict {
  verdict: 'SETTLE' | 'REVIEW' | 'SUSPENSE';
  /** The rule that decided. */
  rule: string;
  /** Why, in its words. */
  reason: string;
  /** The sessions it touched. */
  session_ids: string[];
}

export interface InjectCredit {
  /** The Mobile Money operator. */
  operator: Operator;
  /** The assigned_collection_number of one of your test sessions. */
  collection_number: string;
  /** Whole XAF, no decimals. */
  amount: number;
  /** Who paid. */
  payer_phone?: string | undefined;
  /** The operator’s own id: the same id twice is one credit. Left out: a fresh one. */
  operator_transaction_id?: string | undefined;
  /** When the money moved. Left out: now. */
  occurred_at?: string | undefined;
  /** What the payer wrote, for example the ticket. */
  motif?: string | undefined;
}

export interface SimulateScenario {
  /** The outcome to act out. */
  scenario: Scenario;
}

export interface Simulation {
  scenario: Scenario;
  notices: NoticeReceipt[];
  payment_session: PaymentSession;
}

/** What each operation is sent and answers. */
export interface Operations {
  create_payment_session: { body: CreatePaymentSession; query: undefined; answer: PaymentSession };
  retrieve_payment_session: { body: undefined; query: undefined; answer: PaymentSession };
  cancel_payment_session: { body: undefined; query: undefined; answer: PaymentSession };
  create_transaction: { body: CreateTransaction; query: undefined; answer: CreatedTransaction };
  list_transactions: { body: undefined; query: ListTransactions; answer: TransactionList };
  retrieve_transaction: { body: undefined; query: undefined; answer: Transaction };
  retrieve_balance: { body: undefined; query: undefined; answer: Balance };
  create_refund: { body: CreateRefund; query: undefined; answer: Refund };
  list_refunds: { body: undefined; query: ListRefunds; answer: RefundList };
  retrieve_refund: { body: undefined; query: undefined; answer: Refund };
  list_settlements: { body: undefined; query: ListSettlements; answer: SettlementList };
  retrieve_settlement: { body: undefined; query: undefined; answer: Settlement };
  list_settlement_transfers: { body: undefined; query: ListSettlementTransfers; answer: SettlementTransferList };
  settle_test_balance: { body: undefined; query: undefined; answer: Settlement };
  create_webhook_endpoint: { body: CreateWebhookEndpoint; query: undefined; answer: CreatedWebhookEndpoint };
  list_webhook_endpoints: { body: undefined; query: undefined; answer: WebhookEndpointList };
  retrieve_webhook_endpoint: { body: undefined; query: undefined; answer: WebhookEndpoint };
  change_webhook_endpoint: { body: ChangeWebhookEndpoint; query: undefined; answer: WebhookEndpoint };
  delete_webhook_endpoint: { body: undefined; query: undefined; answer: undefined };
  rotate_webhook_secret: { body: undefined; query: undefined; answer: RotatedWebhookEndpoint };
  test_webhook_endpoint: { body: undefined; query: undefined; answer: WebhookDelivery };
  list_webhook_deliveries: { body: undefined; query: ListWebhookDeliveries; answer: WebhookDeliveryList };
  resend_failed_deliveries: { body: ResendFailedDeliveries; query: undefined; answer: ResentDeliveries };
  retrieve_webhook_delivery: { body: undefined; query: undefined; answer: WebhookDelivery };
  resend_webhook_delivery: { body: undefined; query: undefined; answer: WebhookDelivery };
  list_events: { body: undefined; query: ListEvents; answer: EventList };
  retrieve_event: { body: undefined; query: undefined; answer: LoggedEventDetail };
  inject_sms: { body: InjectSms; query: undefined; answer: NoticeReceipt };
  inject_credit: { body: InjectCredit; query: undefined; answer: NoticeReceipt };
  simulate_payment_session: { body: SimulateScenario; query: undefined; answer: Simulation };
}

/** Method, path, status of the answer, and a member that the answer always has. */
export const OPERATIONS: Record<keyof Operations, string> = {
  create_payment_session: 'POST /v1/payment-sessions 201 id',
  retrieve_payment_session: 'GET /v1/payment-sessions/:id 200 id',
  cancel_payment_session: 'POST /v1/payment-sessions/:id/cancel 200 id',
  create_transaction: 'POST /v1/transactions 201 id',
  list_transactions: 'GET /v1/transactions 200 transactions',
  retrieve_transaction: 'GET /v1/transactions/:id 200 id',
  retrieve_balance: 'GET /v1/balance 200 environment',
  create_refund: 'POST /v1/refunds 201 id',
  list_refunds: 'GET /v1/refunds 200 refunds',
  retrieve_refund: 'GET /v1/refunds/:id 200 id',
  list_settlements: 'GET /v1/settlements 200 settlements',
  retrieve_settlement: 'GET /v1/settlements/:id 200 id',
  list_settlement_transfers: 'GET /v1/settlements/:id/transfers 200 transfers',
  settle_test_balance: 'POST /v1/sandbox/settlements 201 id',
  create_webhook_endpoint: 'POST /v1/webhook-endpoints 201 id',
  list_webhook_endpoints: 'GET /v1/webhook-endpoints 200 webhook_endpoints',
  retrieve_webhook_endpoint: 'GET /v1/webhook-endpoints/:id 200 id',
  change_webhook_endpoint: 'PATCH /v1/webhook-endpoints/:id 200 id',
  delete_webhook_endpoint: 'DELETE /v1/webhook-endpoints/:id 204',
  rotate_webhook_secret: 'POST /v1/webhook-endpoints/:id/rotate-secret 200 id',
  test_webhook_endpoint: 'POST /v1/webhook-endpoints/:id/test 202 id',
  list_webhook_deliveries: 'GET /v1/webhook-endpoints/:id/deliveries 200 deliveries',
  resend_failed_deliveries: 'POST /v1/webhook-endpoints/:id/resend 202 resent',
  retrieve_webhook_delivery: 'GET /v1/webhook-deliveries/:id 200 id',
  resend_webhook_delivery: 'POST /v1/webhook-deliveries/:id/resend 202 id',
  list_events: 'GET /v1/events 200 events',
  retrieve_event: 'GET /v1/events/:id 200 id',
  inject_sms: 'POST /v1/sandbox/sms 202 notice_id',
  inject_credit: 'POST /v1/sandbox/credits 202 notice_id',
  simulate_payment_session: 'POST /v1/sandbox/payment-sessions/:id/simulate 200 scenario',
};
