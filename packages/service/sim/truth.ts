import type { Payment } from './network.ts';

/** A credit as the service has it at the end of its way. */
export type SeenCredit = {
  operator_transaction_id: string;
  amount_xaf: number;
  state: 'MATCHED' | 'REVIEW' | 'SUSPENSE';
  reason: string;
  matched_session_id: string | null;
  /** True when the engine matched it; false when a person did. */
  automatic: boolean;
};

/** What really happened, which only the simulation knows. The service is judged by it. */
export type Truth = {
  paid: (payment: Payment) => void;
  forged: (operator_transaction_id: string) => void;
  /** The message of this payment has reached us. */
  heard: (operator_transaction_id: string) => void;
  /** What is wrong with these credits; empty when nothing is. */
  judge: (credits: readonly SeenCredit[]) => string[];
  paymentOf: (operator_transaction_id: string) => Payment | undefined;
  isForged: (operator_transaction_id: string) => boolean;
  payments: () => Iterable<Payment>;
  heardCount: () => number;
  wasHeard: (operator_transaction_id: string) => boolean;
};

export function createTruth(): Truth {
  const payments = new Map<string, Payment>();
  const forgeries = new Set<string>();
  const heard = new Set<string>();

  const wrongWith = (credit: SeenCredit): string[] => {
    const { operator_transaction_id: id, matched_session_id } = credit;
    if (forgeries.has(id))
      return matched_session_id === null ? [] : [`forged ${id} confirmed session ${matched_session_id}`];
    const payment = payments.get(id);
    if (payment === undefined) return [`credit ${id} tells of money that nobody sent`];
    if (payment.amount_xaf !== credit.amount_xaf)
      return [`credit ${id} says ${credit.amount_xaf} XAF; ${payment.amount_xaf} XAF were sent`];
    if (matched_session_id !== null && matched_session_id !== payment.session_id)
      return [`${id} was sent for session ${payment.session_id} and confirmed ${matched_session_id}`];
    return [];
  };

  return {
    paid: (payment) => payments.set(payment.operator_transaction_id, payment),
    forged: (id) => forgeries.add(id),
    heard: (id) => heard.add(id),
    judge: (credits) => credits.flatMap(wrongWith),
    paymentOf: (id) => payments.get(id),
    isForged: (id) => forgeries.has(id),
    payments: () => payments.values(),
    heardCount: () => heard.size,
    wasHeard: (id) => heard.has(id),
  };
}
