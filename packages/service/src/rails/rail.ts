import type { RailAnswer, RailOrder } from '../domain/rail/order.ts';
import type { RailName } from '../domain/transaction/transaction.ts';

/** Whether a rail could be asked now, and if not, what a person does about it. */
export type RailReadiness = { ready: boolean; reason: string };

/**
 * The port to an operator. Every question ends within seconds, by the rail's own limit, and is answered by a value; a rail
 * throws only for a bug of ours. It is asked outside any transaction, and knows nothing of our database.
 */
export type Rail = {
  readonly name: RailName;
  /** Asks the payer. */
  initiate: (order: RailOrder) => Promise<RailAnswer>;
  /** What became of it; moves no money. */
  enquire: (order: RailOrder) => Promise<RailAnswer>;
  /** Sends the whole amount back. `success`: it is sent back; `failed`: it is certainly not. */
  refund: (order: RailOrder) => Promise<RailAnswer>;
  readiness: () => Promise<RailReadiness>;
  /** Ends its connections. */
  close: () => Promise<void>;
};

/** The rails of this process; one that is not configured is absent. */
export type Rails = Partial<Record<RailName, Rail>>;

/** What a callback says, read and its hash checked; it decides nothing. `said`: what is signed, in its compact writing. */
export type RailCallback =
  | { kind: 'genuine'; transaction_id: string | null; said: string }
  | { kind: 'forged' }
  | { kind: 'unreadable' };
