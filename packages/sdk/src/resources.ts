import type {
  Balance,
  ChangeWebhookEndpoint,
  CreatedTransaction,
  CreatedWebhookEndpoint,
  CreateRefund,
  CreateTransaction,
  CreateWebhookEndpoint,
  EventList,
  InjectCredit,
  InjectSms,
  ListEvents,
  ListedTransaction,
  ListRefunds,
  ListSettlements,
  ListSettlementTransfers,
  ListTransactions,
  ListWebhookDeliveries,
  LoggedEvent,
  LoggedEventDetail,
  NoticeReceipt,
  Refund,
  RefundList,
  ResendFailedDeliveries,
  ResentDeliveries,
  RotatedWebhookEndpoint,
  Settlement,
  SettlementList,
  SettlementTransfer,
  SettlementTransferList,
  SimulateScenario,
  Simulation,
  Transaction,
  TransactionList,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
} from './contract.generated.ts';
import { byCursor, byOffset, type Listing } from './listing.ts';
import type { CallOptions } from './request.ts';
import type { Call } from './transport.ts';

export class Transactions {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Asks the payer's phone for the money. The answer says only that it was accepted: a webhook tells the rest.
   * @throws ChariError with `DUPLICATE_REFERENCE` and `existingTransactionId` when the reference is taken
   */
  create(order: CreateTransaction, options?: CallOptions): Promise<CreatedTransaction> {
    return this.#call('create_transaction', { body: order }, options);
  }

  /** The transaction as it is now. */
  retrieve(id: string, options?: CallOptions): Promise<Transaction> {
    return this.#call('retrieve_transaction', { id }, options);
  }

  /**
   * Newest first. With a `status` filter, a transaction whose status changes while you read moves the pages: for
   * accounts, read by dates.
   */
  list(query: ListTransactions = {}, options?: CallOptions): Listing<TransactionList, ListedTransaction> {
    return byOffset(
      query,
      (one) => this.#call('list_transactions', { query: one }, options),
      (page) => page.transactions,
    );
  }
}

export class Balances {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** What you were paid and what became of it, in the environment of the key, to the franc as of now. */
  retrieve(options?: CallOptions): Promise<Balance> {
    return this.#call('retrieve_balance', {}, options);
  }
}

export class Refunds {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Gives a payment back, or a part of it; its amount leaves your balance at once. A webhook tells how it ends.
   * Give it an `idempotencyKey` that you keep beside the order: under it the refund is made once. Chari keeps that key for
   * 30 days; after that look with `list` whether the refund is there before you ask for it again.
   * @throws ChariError with `REFUND_TOO_LARGE`, `INSUFFICIENT_BALANCE` or `INVALID_STATE`
   */
  create(refund: CreateRefund, options?: CallOptions): Promise<Refund> {
    return this.#call('create_refund', { body: refund }, options);
  }

  retrieve(id: string, options?: CallOptions): Promise<Refund> {
    return this.#call('retrieve_refund', { id }, options);
  }

  /** Newest first, of all payments or of one. */
  list(query: ListRefunds = {}, options?: CallOptions): Listing<RefundList, Refund> {
    return byCursor(
      query,
      (one) => this.#call('list_refunds', { query: one }, options),
      (page) => page.refunds,
    );
  }
}

export class Settlements {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** What was paid out to you, or is on its way, newest first. */
  list(query: ListSettlements = {}, options?: CallOptions): Listing<SettlementList, Settlement> {
    return byCursor(
      query,
      (one) => this.#call('list_settlements', { query: one }, options),
      (page) => page.settlements,
    );
  }

  /** With what each kind of transfer comes to. */
  retrieve(id: string, options?: CallOptions): Promise<Settlement> {
    return this.#call('retrieve_settlement', { id }, options);
  }

  /** Every franc of it, oldest first; the amounts add up to that of the settlement. */
  listTransfers(
    id: string,
    query: ListSettlementTransfers = {},
    options?: CallOptions,
  ): Listing<SettlementTransferList, SettlementTransfer> {
    return byCursor(
      query,
      (one) => this.#call('list_settlement_transfers', { id, query: one }, options),
      (page) => page.transfers,
    );
  }
}

export class WebhookEndpoints {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** The answer has the `secret` that signs your deliveries, this once. */
  create(endpoint: CreateWebhookEndpoint, options?: CallOptions): Promise<CreatedWebhookEndpoint> {
    return this.#call('create_webhook_endpoint', { body: endpoint }, options);
  }

  list(options?: CallOptions): Promise<WebhookEndpointList> {
    return this.#call('list_webhook_endpoints', {}, options);
  }

  retrieve(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#call('retrieve_webhook_endpoint', { id }, options);
  }

  /** What is left out stays as it is. */
  update(id: string, change: ChangeWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#call('change_webhook_endpoint', { id, body: change }, options);
  }

  delete(id: string, options?: CallOptions): Promise<void> {
    return this.#call('delete_webhook_endpoint', { id }, options);
  }

  /** A new secret, shown this once; the old one signs beside it for 24 hours. */
  rotateSecret(id: string, options?: CallOptions): Promise<RotatedWebhookEndpoint> {
    return this.#call('rotate_webhook_secret', { id }, options);
  }

  /** Sends `transaction.test` to it. */
  sendTest(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#call('test_webhook_endpoint', { id }, options);
  }

  /** Sends again what failed of events since a moment, or with `status: 'missed'` what it never had; go on with `next_cursor` while there is one. */
  resendFailed(id: string, failed: ResendFailedDeliveries, options?: CallOptions): Promise<ResentDeliveries> {
    return this.#call('resend_failed_deliveries', { id, body: failed }, options);
  }

  /** What was sent to it, newest first, with your answers. */
  listDeliveries(
    id: string,
    query: ListWebhookDeliveries = {},
    options?: CallOptions,
  ): Listing<WebhookDeliveryList, WebhookDelivery> {
    return byCursor(
      query,
      (one) => this.#call('list_webhook_deliveries', { id, query: one }, options),
      (page) => page.deliveries,
    );
  }

  retrieveDelivery(delivery_id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#call('retrieve_webhook_delivery', { id: delivery_id }, options);
  }

  /** Sends it again, the same bytes and ids, whatever became of it. */
  resendDelivery(delivery_id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#call('resend_webhook_delivery', { id: delivery_id }, options);
  }
}

export class Events {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Newest first, whether or not an endpoint was there to receive them. */
  list(query: ListEvents = {}, options?: CallOptions): Listing<EventList, LoggedEvent> {
    return byCursor(
      query,
      (one) => this.#call('list_events', { query: one }, options),
      (page) => page.events,
    );
  }

  /** With its deliveries. */
  retrieve(id: string, options?: CallOptions): Promise<LoggedEventDetail> {
    return this.#call('retrieve_event', { id }, options);
  }
}

/** Test keys only: you are the customer and the operator. */
export class Sandbox {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Plays an outcome on a session that is AWAITING_PAYMENT. */
  simulate(session_id: string, play: SimulateScenario, options?: CallOptions): Promise<Simulation> {
    return this.#call('simulate_payment_session', { id: session_id, body: play }, options);
  }

  /** Drafts a settlement of your test balance, which becomes PAID by itself. */
  settleBalance(options?: CallOptions): Promise<Settlement> {
    return this.#call('settle_test_balance', {}, options);
  }

  injectSms(sms: InjectSms, options?: CallOptions): Promise<NoticeReceipt> {
    return this.#call('inject_sms', { body: sms }, options);
  }

  injectCredit(credit: InjectCredit, options?: CallOptions): Promise<NoticeReceipt> {
    return this.#call('inject_credit', { body: credit }, options);
  }
}
