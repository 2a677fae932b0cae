import type { PoolClient } from 'pg';
import { sentBackTransfer } from '../../domain/ledger/settlement.ts';
import { formerAccounts, maskedDestination, payoutOf } from '../../domain/settlement/payout-account.ts';
import type { SettlementProof } from '../../domain/settlement/proof.ts';
import {
  listPayoutAccounts,
  movePayoutAccounts,
  type StoredPayoutAccount,
} from '../../store/settlements/payout-accounts.ts';
import { insertSettlementProofs, type StoredSettlement } from '../../store/settlements/settlements.ts';
import { tellMembers } from '../mail/notices.ts';
import { postTransfers } from '../outcome/post-transfers.ts';
import type { Services } from '../services.ts';
import { proofRow, sourceOf, tellOf } from './conclude.ts';

/** A settlement that the caller has locked, with the row by which a bank or an operator has sent it back. */
export type Returned = { settlement: StoredSettlement; proof: SettlementProof; by: string };

/**
 * Gives merchants back, in the caller's transaction, what a bank or an operator has sent back: its row, its money and its event. The
 * account that it was sent to takes nothing more until an owner has named one again: it would come back another time. The
 * caller has locked their merchants.
 * @returns how many events it wrote
 * @throws when a row has spoken before: a bug
 */
export async function giveBackWith(
  services: Services,
  client: PoolClient,
  returned: readonly Returned[],
  now: Date,
): Promise<number> {
  if (returned.length === 0) return 0;
  const kept = await insertSettlementProofs(
    client,
    returned.map(({ proof }) => proofRow(services, proof, now)),
  );
  if (kept.length !== returned.length) throw new Error('bug: a row speaks of two settlements');
  await postTransfers(
    client,
    returned.map(({ settlement, proof }) =>
      sentBackTransfer(settlement, sourceOf(settlement), proof.happened_at),
    ),
    now,
  );
  await closeAccounts(services, client, returned, now);
  return tellOf(
    services,
    client,
    returned.map(({ settlement, proof }) => ({ ...settlement, returned_at: proof.happened_at })),
    now,
  );
}

async function closeAccounts(
  services: Services,
  client: PoolClient,
  returned: readonly Returned[],
  now: Date,
): Promise<void> {
  const merchants = [...new Set(returned.map(({ settlement }) => settlement.merchant_id))].toSorted();
  const own = Map.groupBy(await listPayoutAccounts(client, merchants), ({ merchant_id }) => merchant_id);
  const closed = new Map<string, { id: string; by: string }>();
  for (const { settlement, by } of returned)
    for (const { id } of closedBy(settlement, own.get(settlement.merchant_id) ?? [], now))
      closed.set(id, { id, by });
  await movePayoutAccounts(
    client,
    [...closed.values()].map(({ id, by }) => ({ id, state: 'WITHDRAWN', decided_by: by, decided_at: now })),
  );
  // Each is told, also where the account was closed by the one before, or by an owner.
  await tellMembers(
    services,
    client,
    returned.map(({ settlement }) => ({
      merchant_id: settlement.merchant_id,
      kind: 'payout_account',
      about: `${settlement.id} RETURNED`,
      detail: { state: 'RETURNED', label: labelOf(settlement) },
    })),
  );
}

function labelOf(settlement: StoredSettlement): string {
  const destination = payoutOf(settlement);
  return destination === null ? '' : maskedDestination(destination);
}

/** The account that it was sent to, and what goes with that. */
function closedBy(
  { payout_account_id }: StoredSettlement,
  own: readonly StoredPayoutAccount[],
  now: Date,
): StoredPayoutAccount[] {
  const itself = own.filter(({ id, state }) => id === payout_account_id && state === 'CONFIRMED');
  return [...itself, ...formerAccounts(own, payout_account_id, now)];
}
