import { MINUTE_MS } from '../time/local.ts';

/** What one message says of the number's balance: a step from one balance to the next. */
export type Edge = {
  /** Names it; the notice that first told of it. */
  key: string;
  before_xaf: number;
  after_xaf: number;
  /** The operator's time where it is printed, else the gateway's. */
  occurred_at_ms: number;
  /** How much later than `occurred_at_ms` it may truly have happened. */
  precision_ms: number;
  /** When it was first looked at here. */
  arrived_at_ms: number;
};

export type EdgeKind = 'CREDIT' | 'CASH_IN' | 'DEBIT' | 'BALANCE';

/** The clock of a phone may be wrong by this much before anybody notices. */
const GATEWAY_CLOCK_MS = 2 * MINUTE_MS;

/** The step that a message tells of, or null: without its balance, or without the sum of money that moved. */
export function stepOf(message: {
  kind: string;
  amount_xaf: number | null;
  balance_xaf: number | null;
}): { kind: EdgeKind; before_xaf: number; after_xaf: number } | null {
  const { kind, amount_xaf, balance_xaf } = message;
  if (balance_xaf === null) return null;
  if (kind === 'BALANCE') return { kind, before_xaf: balance_xaf, after_xaf: balance_xaf };
  if (amount_xaf === null) return null;
  if (kind === 'DEBIT') return { kind, before_xaf: balance_xaf + amount_xaf, after_xaf: balance_xaf };
  if (kind !== 'CREDIT' && kind !== 'CASH_IN') return null;
  return { kind, before_xaf: balance_xaf - amount_xaf, after_xaf: balance_xaf };
}

/** When a message's money moved: printed times are known to the minute. */
export function timeOf(printed_ms: number | null, received_ms: number) {
  return printed_ms === null
    ? { occurred_at_ms: received_ms, precision_ms: GATEWAY_CLOCK_MS }
    : { occurred_at_ms: printed_ms, precision_ms: MINUTE_MS };
}

/** Earlier first; of one time, as they came. */
export function byTime(a: Edge, b: Edge): number {
  return a.occurred_at_ms - b.occurred_at_ms || a.arrived_at_ms - b.arrived_at_ms || (a.key < b.key ? -1 : 1);
}
