export const SETTLEMENT_STATES = [
  'DRAFT',
  'APPROVED',
  'SENDING',
  'UNKNOWN',
  'PAID',
  'FAILED',
  'CANCELLED',
] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/**
 * `approve`, `send`, `cancel` and `not_sent` come from staff, `doubt` also from time, `paid_proven` and
 * `unpaid_proven` from what the operator or the bank says, `paid_after_all` from what it says later of one that it had not
 * paid, or that people took back while it stood on a file that had left the house. `sandbox` is how a settlement of test ends.
 */
export const SETTLEMENT_TRIGGERS = [
  'approve',
  'send',
  'cancel',
  'doubt',
  'not_sent',
  'paid_proven',
  'unpaid_proven',
  'paid_after_all',
  'sandbox',
] as const;
export type SettlementTrigger = (typeof SETTLEMENT_TRIGGERS)[number];

/**
 * What can happen to a settlement. A pair that is not listed does not happen. Once it may be on its way, nobody's word
 * makes it PAID; once nobody knows, nobody's word makes it FAILED either. The database holds the same table in a trigger.
 */
const SETTLEMENT_TRANSITIONS: Readonly<
  Record<SettlementState, Partial<Record<SettlementTrigger, SettlementState>>>
> = {
  DRAFT: { approve: 'APPROVED', cancel: 'CANCELLED', sandbox: 'PAID' },
  APPROVED: { send: 'SENDING', cancel: 'CANCELLED' },
  SENDING: { doubt: 'UNKNOWN', not_sent: 'FAILED', paid_proven: 'PAID', unpaid_proven: 'FAILED' },
  UNKNOWN: { paid_proven: 'PAID', unpaid_proven: 'FAILED' },
  PAID: {},
  FAILED: { paid_after_all: 'PAID' },
  CANCELLED: { paid_after_all: 'PAID' },
};

/** The next state, or null when this trigger does not move a settlement in this state. */
export function settlementTransition(
  from: SettlementState,
  trigger: SettlementTrigger,
): SettlementState | null {
  return SETTLEMENT_TRANSITIONS[from][trigger] ?? null;
}
