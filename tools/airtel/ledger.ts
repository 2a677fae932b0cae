/** As the API writes them: success, failed, ambiguous, in progress, expired. */
export type Status = 'TS' | 'TF' | 'TA' | 'TIP' | 'TE';

export type Payment = {
  id: string;
  amount_xaf: number;
  msisdn: string;
  status: Status;
  airtel_money_id: string;
  /** How often the payer was asked. More than once is money asked for twice. */
  pushes: number;
  enquiries: number;
  refunds: number;
  onDecided: () => void;
};

/**
 * No two payments have one, whenever the simulator was started.
 * @param id 32 hex digits
 */
export const moneyIdOf = (id: string): string => `MP${BigInt(`0x${id.slice(-16)}`)}`;

/** What the imagined operator knows. */
export class Ledger {
  readonly payments = new Map<string, Payment>();
  readonly #decide: (msisdn: string) => Status;
  readonly #decide_after_ms: number;

  constructor(options: { decide?: (msisdn: string) => Status; decide_after_ms?: number }) {
    this.#decide = options.decide ?? (() => 'TS');
    this.#decide_after_ms = options.decide_after_ms ?? 0;
  }

  push(id: string, amount_xaf: number, msisdn: string): Payment {
    const known = this.payments.get(id);
    if (known !== undefined) {
      known.pushes += 1;
      return known;
    }
    const payment: Payment = {
      id,
      amount_xaf,
      msisdn,
      status: 'TIP',
      airtel_money_id: moneyIdOf(id),
      pushes: 1,
      enquiries: 0,
      refunds: 0,
      onDecided: () => undefined,
    };
    this.payments.set(id, payment);
    if (this.#decide_after_ms === 0) payment.status = this.#decide(msisdn);
    // The answer to the push leaves first, and the callback follows.
    setTimeout(() => {
      payment.status = this.#decide(msisdn);
      payment.onDecided();
    }, this.#decide_after_ms).unref();
    return payment;
  }

  find(id: string): Payment | undefined {
    return this.payments.get(id);
  }

  refund(airtel_money_id: string): boolean {
    const payment = [...this.payments.values()].find((one) => one.airtel_money_id === airtel_money_id);
    if (payment === undefined || payment.status !== 'TS') return false;
    payment.refunds += 1;
    return payment.refunds === 1;
  }

  /** Payments whose payer was asked more than once. */
  askedTwice(): Payment[] {
    return [...this.payments.values()].filter(({ pushes }) => pushes > 1);
  }
}
