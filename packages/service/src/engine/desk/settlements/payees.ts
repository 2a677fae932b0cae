import type { PoolClient } from 'pg';
import { isUuid } from '../../../domain/keys.ts';
import { lockMerchants } from '../../../store/merchants.ts';
import { findUndoneSettlements, loadPayees, type PayeeRow } from '../../../store/settlements/payees.ts';
import { lockSettlements, type StoredSettlement } from '../../../store/settlements/settlements.ts';

/** Settlements under lock, and for each merchant whom a payout would reach at this moment, and what stops it. */
export type KnownSettlements = {
  settlements: Map<string, StoredSettlement>;
  payees: Map<string, PayeeRow>;
  /** Those that hold a payment which the operator has called undone, which may never have come, or which is being sent back. */
  undone: ReadonlySet<string>;
};

/** What keeps a settlement where it is: it can only be cancelled, or waits until that is over. */
export type Stopped =
  /** The account that it was drafted for is no longer in force: it can only be cancelled. */
  | { kind: 'account_changed' }
  /** Its merchant is frozen, or no longer verified. */
  | { kind: 'stopped' }
  /** A day of its merchant, or of what it would be sent from, is not proven. */
  | { kind: 'held'; reason: string }
  /**
   * One of the merchant's, or a refund of the payment of this reference, was called failed or taken back, and may have left after
   * all: this would pay its money twice.
   */
  | { kind: 'left_after_all'; what: 'settlement' | 'refund'; reference: string }
  /** Its merchant owes us: it can be cancelled, and what is left comes with the next one. */
  | { kind: 'owes' }
  /** The operator has taken back a payment that is in it, or may have, or it may never have come, and nobody has looked into that; or it is being sent back. */
  | { kind: 'payment_reversed' };

/** Locks the live settlements that are named. Those of test end by themselves, so no staff decide about them. */
export async function lockForDesk(
  client: PoolClient,
  ids: readonly string[],
  now: Date,
): Promise<KnownSettlements> {
  const rows = await lockSettlements(client, [...new Set(ids)].filter(isUuid));
  const live = rows.filter(({ environment }) => environment === 'live');
  const merchants = [...new Set(live.map(({ merchant_id }) => merchant_id))];
  // Whoever freezes a merchant, or drafts for it, takes its lock first: what is read of that here holds until the commit.
  await lockMerchants(client, merchants.toSorted());
  const payees = await loadPayees(
    client,
    merchants.map((merchant_id) => ({ merchant_id, now })),
  );
  const undone = await findUndoneSettlements(
    client,
    live.map(({ id }) => id),
  );
  return {
    undone: new Set(undone.map(({ id }) => id)),
    settlements: new Map(live.map((row) => [row.id, row])),
    payees: new Map(payees.map((one) => [one.merchant_id, one])),
  };
}

/** What keeps a settlement from being paid now; null: it still goes where its merchant wants it, and may. */
export function stopOf({ payees, undone }: KnownSettlements, one: StoredSettlement): Stopped | null {
  const payee = payees.get(one.merchant_id);
  if (payee === undefined || one.payout_account_id === null) return { kind: 'account_changed' };
  if (payee.payout_account_id !== one.payout_account_id) return { kind: 'account_changed' };
  if (payee.is_frozen || !payee.is_verified) return { kind: 'stopped' };
  if (payee.held !== null) return { kind: 'held', reason: payee.held };
  const { left_settlement, left_refund } = payee;
  if (left_settlement !== null)
    return { kind: 'left_after_all', what: 'settlement', reference: left_settlement };
  if (left_refund !== null) return { kind: 'left_after_all', what: 'refund', reference: left_refund };
  if (payee.owes) return { kind: 'owes' };
  return undone.has(one.id) ? { kind: 'payment_reversed' } : null;
}
