import type { CreatePaymentSession, PaymentSession } from './contract.generated.ts';
import { ChariError } from './error.ts';
import type { CallOptions } from './request.ts';
import { passes, sleep } from './retry.ts';
import type { Call } from './transport.ts';

/** The API allows one look in 5 seconds. */
const POLL_MS = 5_000;
/** While every look fails, as long as a restart of the API or of a line may take. */
const OUTAGE_MS = 5 * 60_000;

export class PaymentSessions {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Reserves a collection number. Show `assigned_collection_number`, `amount`, `ticket` and `expires_at` to the
   * customer, or send them to `checkout_url`. Under an `idempotencyKey` that was used before, the answer is the
   * session as it was made then: retrieve it before you show it.
   * @throws ChariError with `DUPLICATE_REFERENCE` and `existingPaymentSessionId` when the reference has a session
   */
  create(order: CreatePaymentSession, options?: CallOptions): Promise<PaymentSession> {
    return this.#call('create_payment_session', { body: order }, options);
  }

  /** The session as it is now. */
  retrieve(id: string, options?: CallOptions): Promise<PaymentSession> {
    return this.#call('retrieve_payment_session', { id }, options);
  }

  /**
   * @throws ChariError with `INVALID_STATE` when it is no longer AWAITING_PAYMENT: retrieve it then, it may be paid
   */
  cancel(id: string, options?: CallOptions): Promise<PaymentSession> {
    return this.#call('cancel_payment_session', { id }, options);
  }

  /**
   * The session of this reference as it is now: created, or the one there is, whatever its status. So a shop that
   * lost power, or a customer who presses twice, makes one session.
   * When it ends with `NETWORK_ERROR`, call it again just as before.
   * @param options all but `idempotencyKey`: the reference alone makes one session, and under a key that was
   *   used before the API would answer with the session as it was made, which may be paid by now
   * @throws ChariError with `DUPLICATE_REFERENCE` when the one there is has another amount or operator
   */
  async createOrGet(
    order: CreatePaymentSession,
    options?: Omit<CallOptions, 'idempotencyKey'>,
  ): Promise<PaymentSession> {
    try {
      // Whoever has no types may still give one.
      return await this.create(order, { ...options, idempotencyKey: undefined });
    } catch (error) {
      const id = error instanceof ChariError && error.existingPaymentSessionId;
      if (!id) throw error;
      const session = await this.retrieve(id, options);
      const isThisOrder = (['reference', 'amount', 'operator'] as const).every(
        (name) => session[name] === order[name],
      );
      if (!isThisOrder) throw error;
      return session;
    }
  }

  /**
   * Looks every 5 seconds until the session is no longer AWAITING_PAYMENT. Only `SUCCESS` is paid; `UNDER_REVIEW`
   * may still become it, and a webhook tells. An outage of less than 5 minutes is waited out.
   * @param options `signal` bounds the wait, for example `AbortSignal.timeout(15 * 60_000)`
   */
  async waitForResult(id: string, options: CallOptions = {}): Promise<PaymentSession> {
    for (let outage_ms = 0; ; ) {
      const looked_at_ms = Date.now();
      try {
        // One look is one request: a retry of its own would come sooner than the API allows.
        const session = await this.retrieve(id, { ...options, maxRetries: 0 });
        if (session.status !== 'AWAITING_PAYMENT') return session;
        outage_ms = 0;
      } catch (error) {
        if (!(error instanceof ChariError && passes(error)) || outage_ms > OUTAGE_MS) throw error;
        const asked_ms = (error.retryAfter ?? 0) * 1_000;
        if (asked_ms > POLL_MS) await sleep(asked_ms - POLL_MS, options.signal);
        outage_ms += Date.now() - looked_at_ms + POLL_MS;
      }
      await sleep(POLL_MS, options.signal);
    }
  }
}
