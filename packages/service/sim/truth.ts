import type { Operator } from '../src/domain/operator.ts';
import { ADVERSARIES, type AdversaryName } from './adversaries/names.ts';
import type { Sale } from './demand.ts';
import type { Fate } from './phones.ts';

/** Real money that came into one of our SIMs. */
export type Payment = {
  by: 'customer' | 'agent' | AdversaryName;
  /** For which it was sent; null: for none. */
  session_id: string | null;
  /** Something in it says whose it is: a ticket, or a payer whom an open session declared. */
  has_evidence: boolean;
  msisdn: string;
  operator: Operator;
  amount_xaf: number;
  /** 8 digits. */
  payer: string;
  at_ms: number;
  operator_transaction_id: string;
  fate: Fate | 'reworded';
  /** When the first message about it reached us. */
  heard_ms: number | null;
  /** When the operator took it back. */
  reversed_ms: number | null;
};

/** A session that an honest merchant asked for, and what its customer set out to do. */
export type HonestSession = {
  behaviour: Sale['behaviour'];
  msisdn: string;
  opened_ms: number;
  payment: Payment | null;
};

/** Money as the service says it came. */
export type SeenMoney = {
  operator_transaction_id: string | null;
  amount_xaf: number;
  msisdn: string;
  matched_session_id: string | null;
  /** The text that told of it, where the money carries no id. */
  text?: string | null;
};

/**
 * What is wrong with money that the service saw. `taken`: an insider's forgery confirmed a session. `wrong`: an
 * outsider's did, or one session's money confirmed another. `undecidable`: that too, but of money in which
 * nothing said whose it was. `forged`: a forgery is written down, and confirmed nothing. `unheard`: nobody
 * sent it and nobody forged it, so the service made it up.
 */
export type Finding = {
  kind: 'taken' | 'wrong' | 'undecidable' | 'forged' | 'unheard';
  by: string;
  says: string;
};

/** What really happened, which only the simulation knows. The service is judged by it. */
export type Truth = {
  paid: (payment: Payment) => void;
  forged: (id: string, by: AdversaryName) => void;
  sold: (session_id: string, honest: HonestSession) => void;
  /** An adversary was given this session. */
  given: (session_id: string, to: AdversaryName, at_ms: number) => void;
  /** The adversary behind this message, this payment or this session; null: honest people. */
  behindMoney: (operator_transaction_id: string) => AdversaryName | null;
  behindSession: (session_id: string) => AdversaryName | null;
  /** Who forged a message under this id, whether or not there is such a payment; null: nobody. */
  forgerOf: (operator_transaction_id: string) => AdversaryName | null;
  /** A message about this payment has reached us. */
  heard: (operator_transaction_id: string, at_ms: number) => void;
  judge: (seen: SeenMoney) => Finding | null;
  paymentOf: (operator_transaction_id: string) => Payment | undefined;
  /** The payment that this money is; undefined: nobody sent it. */
  sentAs: (seen: SeenMoney) => Payment | undefined;
  honest: (session_id: string) => HonestSession | undefined;
  /** Takes a session whose story is over out of the record; the payments for it go when they are old enough. */
  forget: (session_ids: readonly string[], before_ms: number) => void;
  size: () => number;
};

/** Money in words that nothing could read carries no id: it is told by where it came and how much. */
function unnamed(
  payments: Iterable<Payment>,
  { msisdn, amount_xaf, matched_session_id }: SeenMoney,
): Payment | undefined {
  const alike = [...payments].filter(
    (payment) => payment.msisdn === msisdn && payment.amount_xaf === amount_xaf,
  );
  return alike.find(({ session_id }) => session_id === matched_session_id) ?? alike[0];
}

function sentAs(payments: ReadonlyMap<string, Payment>, seen: SeenMoney): Payment | undefined {
  const { operator_transaction_id: id, amount_xaf, msisdn } = seen;
  const payment = id === null ? unnamed(payments.values(), seen) : payments.get(id);
  return payment?.amount_xaf === amount_xaf && payment.msisdn === msisdn ? payment : undefined;
}

function judgeForged(seen: SeenMoney, by: AdversaryName | undefined): Finding | null {
  const { operator_transaction_id: id, matched_session_id: confirmed, amount_xaf } = seen;
  if (by === undefined)
    return { kind: 'unheard', by: 'nobody', says: `${id} tells of ${amount_xaf} XAF that nobody sent` };
  if (confirmed === null) return { kind: 'forged', by, says: `forged ${id} is written down` };
  const kind = ADVERSARIES[by] === 'insider' ? 'taken' : 'wrong';
  return { kind, by, says: `${by}: forged ${id}, ${amount_xaf} XAF, confirmed session ${confirmed}` };
}

/** The id that a text names, where one is known so. */
const idIn = (text: string, known: readonly ReadonlyMap<string, unknown>[]): string | null =>
  text.match(/[\w.]*\w/g)?.find((word) => known.some((ids) => ids.has(word))) ?? null;

export function createTruth(): Truth {
  const payments = new Map<string, Payment>();
  const forgeries = new Map<string, AdversaryName>();
  const sessions = new Map<string, HonestSession>();
  const hostile = new Map<string, { to: AdversaryName; at_ms: number }>();

  return {
    paid(payment) {
      payments.set(payment.operator_transaction_id, payment);
      const session = sessions.get(payment.session_id ?? '');
      if (session !== undefined && session.payment === null) session.payment = payment;
    },
    forged: (id, by) => forgeries.set(id, by),
    sold: (session_id, honest) => sessions.set(session_id, honest),
    given: (session_id, to, at_ms) => hostile.set(session_id, { to, at_ms }),
    behindMoney(id) {
      const by = payments.get(id)?.by ?? forgeries.get(id) ?? null;
      return by === 'customer' || by === 'agent' ? null : by;
    },
    behindSession: (session_id) => hostile.get(session_id)?.to ?? null,
    forgerOf: (id) => forgeries.get(id) ?? null,
    heard(id, at_ms) {
      const payment = payments.get(id);
      if (payment !== undefined && payment.heard_ms === null) payment.heard_ms = at_ms;
    },
    judge(money) {
      const id = money.operator_transaction_id ?? idIn(money.text ?? '', [payments, forgeries]);
      const seen = { ...money, operator_transaction_id: id };
      const confirmed = money.matched_session_id;
      const payment = sentAs(payments, seen);
      if (payment === undefined) return judgeForged(seen, forgeries.get(id ?? ''));
      if (confirmed === null || confirmed === payment.session_id) return null;
      return {
        kind: payment.has_evidence ? 'wrong' : 'undecidable',
        by: payment.by,
        says: `${payment.by}: ${id} was sent for session ${payment.session_id} and confirmed ${confirmed}`,
      };
    },
    paymentOf: (id) => payments.get(id),
    sentAs: (seen) => sentAs(payments, seen),
    honest: (session_id) => sessions.get(session_id),
    forget(session_ids, before_ms) {
      for (const id of session_ids) sessions.delete(id);
      // In the order in which they were sent, nearly; what is left over goes the next time.
      for (const record of [payments, hostile])
        for (const [id, { at_ms }] of record) {
          if (at_ms >= before_ms) break;
          record.delete(id);
        }
    },
    size: () => payments.size + sessions.size,
  };
}
