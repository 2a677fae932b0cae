import type { PoolClient } from 'pg';
import {
  paidLateTransfer,
  paidTransfer,
  settlementReturnedTransfer,
} from '../../domain/ledger/settlement.ts';
import type { AccountKind, LedgerAccount, Transfer } from '../../domain/ledger/transfer.ts';
import { endSubject } from '../../domain/review/subjects.ts';
import { judgeProof, type SettlementProof, sayingOf } from '../../domain/settlement/proof.ts';
import { settlementEvent } from '../../domain/settlement/settlement.ts';
import { type SettlementTrigger, settlementTransition } from '../../domain/settlement/transitions.ts';
import { deleteUnmet } from '../../store/book/announced.ts';
import {
  findSpokenWitnesses,
  insertSettlementProofs,
  lockSettlements,
  moveSettlements,
  type ProofRow,
  type StoredSettlement,
} from '../../store/settlements/settlements.ts';
import { SETTLED_BY_CHARI, withdrawOpenProposals } from '../../store/staff/record.ts';
import { publishEvents } from '../../store/webhooks/deliveries.ts';
import { postTransfers } from '../outcome/post-transfers.ts';
import type { Services } from '../services.ts';
import { shown } from './show.ts';

/** How a settlement that the caller has locked moves on, and what follows from it. */
export type SettlementConclusion = {
  settlement: StoredSettlement;
  trigger: SettlementTrigger;
  /** Of one that fails: why, for the merchant to read. */
  failure?: string;
  /** Of one that is sent, or was paid after it was taken back: the ledger's account. */
  from_account_id?: number;
  proof?: SettlementProof;
};

/**
 * Moves settlements in the caller's transaction: what proves it, the row, its money, its event and deliveries. The only
 * place that does.
 * @returns how many events it wrote
 * @throws when a settlement was not as the caller had it under lock, or its table has no such move: a bug
 */
export async function concludeSettlements(
  services: Services,
  client: PoolClient,
  conclusions: readonly SettlementConclusion[],
  now: Date,
): Promise<number> {
  const moved = conclusions.map((one) => ({ ...one, to: movedBy(one, now) }));
  const proofs = conclusions.flatMap(({ proof }) =>
    proof === undefined ? [] : [proofRow(services, proof, now)],
  );
  const kept = await insertSettlementProofs(client, proofs);
  if (kept.length !== proofs.length) throw new Error('bug: a witness speaks of two settlements');
  const rows = await moveSettlements(
    client,
    moved.map(({ settlement, to, from_account_id = null }) => ({
      ...to,
      from_state: settlement.state,
      from_account_id,
    })),
  );
  if (rows.length !== moved.length) throw new Error('bug: a locked settlement was not in its expected state');
  await postTransfers(client, moved.flatMap(transfersOf), now);
  await withdrawOpenProposals(
    client,
    moved.flatMap((one) => outlived(one, now)),
  );
  await deleteUnmet(
    client,
    moved.filter(({ to }) => to.state === 'FAILED').map(({ settlement }) => settlement.id),
  );
  const paid = moved
    .filter(({ to }) => to.state === 'PAID')
    .map(({ settlement, to }) => ({ ...settlement, ...to }));
  return tellOf(services, client, paid, now);
}

/**
 * What two people have not agreed to by now about one that is sent or has ended: whether it is cancelled, and how it ends. Of one that
 * nobody knows people may go on proving how it ends; that it never left nobody can agree to any more, and it would keep them from that.
 */
function outlived(
  { settlement: { id }, to }: { settlement: StoredSettlement; to: MovedSettlement },
  settled_at: Date,
) {
  if (to.state === 'UNKNOWN')
    return [{ subject_id: endSubject.of(id), action: 'settlement.fail', ...SETTLED_BY_CHARI, settled_at }];
  if (to.state !== 'SENDING' && to.ended_at === null) return [];
  const subjects = to.ended_at === null ? [id] : [id, endSubject.of(id)];
  return subjects.map((subject_id) => ({ subject_id, ...SETTLED_BY_CHARI, settled_at }));
}

/**
 * Writes the event of each of these, as it is by now, and its deliveries.
 * @returns how many
 */
export async function tellOf(
  services: Services,
  client: PoolClient,
  settlements: readonly StoredSettlement[],
  now: Date,
): Promise<number> {
  const events = (await shown(client, settlements)).map((one) => settlementEvent(services.newId(), one, now));
  await publishEvents(client, events);
  return events.length;
}

type MovedSettlement = ReturnType<typeof movedBy>;

function movedBy({ settlement, trigger, failure }: SettlementConclusion, now: Date) {
  const state = settlementTransition(settlement.state, trigger);
  if (state === null)
    throw new Error(`bug: nothing ${trigger} about a settlement that is ${settlement.state}`);
  const is_over = state === 'PAID' || state === 'FAILED' || state === 'CANCELLED';
  return {
    id: settlement.id,
    state,
    failure: state === 'FAILED' ? (failure ?? null) : null,
    sent_at: state === 'SENDING' ? now : settlement.sent_at,
    ended_at: is_over ? now : null,
  };
}

/** The ledger's account that it was sent from. */
export function sourceOf({ from_kind, from_owner_id }: StoredSettlement): LedgerAccount {
  const is_wallet = from_kind?.startsWith('WALLET_') === true;
  return { kind: from_kind as AccountKind, owner_id: is_wallet ? null : from_owner_id };
}

const SWEPT: LedgerAccount = { kind: 'SWEPT', owner_id: null };

function transfersOf({
  settlement,
  trigger,
  proof,
  to,
}: SettlementConclusion & { to: { state: string } }): Transfer[] {
  if (to.state === 'FAILED' || to.state === 'CANCELLED') return [settlementReturnedTransfer(settlement)];
  // A step has booked what left the SIM already.
  if (to.state !== 'PAID' || proof === undefined || proof.source === 'step') return [];
  const from = proof.source === 'sandbox' ? SWEPT : sourceOf(settlement);
  // Of one that failed or was taken back its sum stands with its merchant again.
  const transfer = trigger === 'paid_after_all' ? paidLateTransfer : paidTransfer;
  return [transfer(settlement, from, proof.happened_at)];
}

export function proofRow(services: Services, proof: SettlementProof, recorded_at: Date): ProofRow {
  return { detail: {}, ...proof, id: services.newId(), says: sayingOf(proof), recorded_at };
}

export const witnessOf = ({ source, source_id }: Pick<SettlementProof, 'source' | 'source_id'>): string =>
  `${source} ${source_id}`;

/** The settlements that these witnesses have proven already, by witness. */
export async function spokenWitnesses(
  client: PoolClient,
  proofs: readonly Pick<SettlementProof, 'source' | 'source_id'>[],
): Promise<Map<string, string>> {
  const rows = await findSpokenWitnesses(client, proofs);
  return new Map(rows.map((row) => [witnessOf(row), row.settlement_id]));
}

/**
 * Takes the word of witnesses about settlements, in the caller's transaction: steps of a book, rows of statements and of
 * banks. Whoever reads the books locks them before this.
 * @returns how many events were written: wake their senders after the commit
 */
export async function proveWith(
  services: Services,
  client: PoolClient,
  proofs: readonly (SettlementProof & { failure?: string })[],
  now: Date,
): Promise<number> {
  const ids = [...new Set(proofs.map(({ settlement_id }) => settlement_id))];
  const locked = new Map((await lockSettlements(client, ids)).map((row) => [row.id, row]));
  const spoken = await spokenWitnesses(client, proofs);
  const conclusions: SettlementConclusion[] = [];
  for (const proof of proofs) {
    const settlement = locked.get(proof.settlement_id) ?? null;
    const verdict = judgeProof(proof, settlement, spoken.get(witnessOf(proof)) ?? null);
    if (verdict.kind !== 'ends' || settlement === null) continue;
    if (verdict.state === 'PAID') spoken.set(witnessOf(proof), settlement.id);
    const { failure, ...witness } = proof;
    const trigger = verdict.state === 'PAID' ? 'paid_proven' : 'unpaid_proven';
    conclusions.push({ settlement, trigger, proof: witness, ...(failure !== undefined && { failure }) });
    locked.set(settlement.id, { ...settlement, state: verdict.state });
  }
  return concludeSettlements(services, client, conclusions, now);
}
