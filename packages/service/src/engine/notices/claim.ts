import type { PoolClient } from 'pg';
import { identityOf, type ReadCredit, scopeOf } from '../../domain/credit/credit.ts';
import { claimIdentities, findIdentities } from '../../store/credits/identities.ts';
import type { ReadNotice } from './read.ts';

/** A notice that tells another amount of a credit that is known already. */
export type Conflict = { told: ReadCredit; credit_id: string; held_xaf: number };

export type Claimed = {
  /** Which credit each notice is a witness of, by notice id: its own if it is the first to tell of it. */
  credit_ids: Map<string, string>;
  /** New credits, told of for the first time; doubted if the operator has called them undone before. */
  fresh: ReadCredit[];
  /** Ids of those among them. */
  reversed: Set<string>;
  conflicts: Conflict[];
};

/**
 * Claims the credits that notices tell of: one credit, however many notices. A text without a transaction id
 * can't be recognised again and is always its own (and goes to review).
 */
export async function claimCredits(client: PoolClient, read: readonly ReadNotice[]): Promise<Claimed> {
  const credits = read.flatMap(({ credit }) => (credit ? [credit] : []));
  const first = new Map<string, ReadCredit>();
  for (const credit of credits) {
    const identity = identityOf(credit);
    if (identity !== null && !first.has(identity)) first.set(identity, credit);
  }
  const rows = await claimIdentities(client, [...first.values()].map(identityRow));
  const claimed = new Set(rows.map((row) => row.credit_id));
  const reversed = new Set(rows.flatMap((row) => (row.is_reversed ? [row.credit_id] : [])));
  const known = [...first.values()].filter((credit) => !claimed.has(credit.id));
  const earlier = await findIdentities(
    client,
    known.map((credit, position) => ({ ...identityRow(credit), position })),
  );
  const owner = new Map(
    [...first].map(([identity, { id, amount_xaf }]) => [identity, { credit_id: id, amount_xaf }]),
  );
  for (const row of earlier) owner.set(identityOf(known[row.position] as ReadCredit) as string, row);
  const credit_ids = new Map<string, string>();
  const conflicts: Conflict[] = [];
  for (const told of credits) {
    const held = owner.get(identityOf(told) ?? '') ?? { credit_id: told.id, amount_xaf: told.amount_xaf };
    credit_ids.set(told.notice_id, held.credit_id);
    if (held.amount_xaf !== told.amount_xaf)
      conflicts.push({ told, credit_id: held.credit_id, held_xaf: held.amount_xaf });
  }
  const fresh = credits.filter((credit) => credit_ids.get(credit.notice_id) === credit.id);
  return { credit_ids, fresh: fresh.map((one) => doubted(one, reversed)), reversed, conflicts };
}

/** Money that the operator has taken back confirms nothing, in whatever order the two messages came. */
function doubted(credit: ReadCredit, reversed: ReadonlySet<string>): ReadCredit {
  return reversed.has(credit.id) ? { ...credit, doubts: [...credit.doubts, 'reversed'] } : credit;
}

function identityRow(credit: ReadCredit) {
  return {
    environment: credit.environment,
    scope_id: scopeOf(credit),
    operator: credit.operator,
    operator_transaction_id: credit.operator_transaction_id as string,
    credit_id: credit.id,
  };
}
