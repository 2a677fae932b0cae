import type { PoolClient } from 'pg';
import { identityOf, type ReadCredit, scopeOf } from '../../domain/credit.ts';
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
 * Claims the identities of credits: one credit, however many notices. A text without a transaction id is
 * its own here. In live the book has told witnesses from steps before, such a text by its place: each credit that
 * comes here has moved money, and one whose id another step owns is doubted.
 */
export async function claimCredits(client: PoolClient, read: readonly ReadNotice[]): Promise<Claimed> {
  const credits = read.flatMap(({ credit }) => (credit ? [credit] : []));
  const first = new Map<string, ReadCredit>();
  for (const credit of credits) {
    const identity = identityOf(credit);
    if (identity !== null && !first.has(identity)) first.set(identity, credit);
  }
  const rows = await claimIdentities(client, [...first.values()].map(identityRow));
  const claimed = new Set(rows.map((row) => row.step_id));
  const { owner, conflicts, again } = await ownersOf(client, first, claimed, credits);
  const reversed = new Set([...rows, ...again].flatMap((row) => (row.is_reversed ? [row.step_id] : [])));
  const owns = (credit: ReadCredit) => identityOf(credit) === null || owner(credit).credit_id === credit.id;
  const fresh = credits.filter((credit) => credit.environment === 'live' || owns(credit));
  return {
    credit_ids: new Map([
      ...credits.map((credit) => [credit.notice_id, owner(credit).credit_id] as const),
      ...fresh.map((credit) => [credit.notice_id, credit.id] as const),
      ...read.flatMap(({ notice, witness_of }) =>
        witness_of === null ? [] : [[notice.id, witness_of] as const],
      ),
    ]),
    fresh: fresh.map((credit) => doubted(credit, reversed.has(credit.id), !owns(credit))),
    reversed,
    conflicts: conflicts.filter(({ told }) => told.environment === 'test'),
  };
}

type Owner = { credit_id: string; amount_xaf: number };

/** Whose each identity is: the first of this batch, or one of before. */
async function ownersOf(
  client: PoolClient,
  first: ReadonlyMap<string, ReadCredit>,
  claimed: ReadonlySet<string>,
  credits: readonly ReadCredit[],
): Promise<{
  owner: (credit: ReadCredit) => Owner;
  conflicts: Conflict[];
  /** Those that were claimed when they were booked, before they settled. */
  again: { step_id: string; is_reversed: boolean }[];
}> {
  const known = [...first.values()].filter((credit) => !claimed.has(credit.id));
  const earlier = await findIdentities(
    client,
    known.map((credit, position) => ({ ...identityRow(credit), position })),
  );
  const owners = new Map(
    [...first].map(([identity, { id, amount_xaf }]): [string, Owner] => [
      identity,
      { credit_id: id, amount_xaf },
    ]),
  );
  for (const row of earlier) owners.set(identityOf(known[row.position] as ReadCredit) as string, row);
  const owner = (told: ReadCredit) =>
    owners.get(identityOf(told) ?? '') ?? { credit_id: told.id, amount_xaf: told.amount_xaf };
  const conflicts = credits.flatMap((told): Conflict[] => {
    const { credit_id, amount_xaf: held_xaf } = owner(told);
    return held_xaf === told.amount_xaf || credit_id === told.id ? [] : [{ told, credit_id, held_xaf }];
  });
  const again = earlier.map(({ credit_id: step_id, is_reversed }) => ({ step_id, is_reversed }));
  return { owner, conflicts, again };
}

/** Money that the operator has taken back confirms nothing, in whatever order the two messages came. */
function doubted(credit: ReadCredit, is_reversed: boolean, is_second_of_its_id: boolean): ReadCredit {
  const doubts = [
    ...credit.doubts,
    ...(is_reversed ? ['reversed'] : []),
    ...(is_second_of_its_id && !credit.doubts.includes('id_of_another_step') ? ['id_of_another_step'] : []),
  ];
  return { ...credit, doubts };
}

function identityRow(credit: ReadCredit) {
  return {
    environment: credit.environment,
    scope_id: scopeOf(credit),
    operator: credit.operator,
    operator_transaction_id: credit.operator_transaction_id as string,
    step_id: credit.id,
  };
}
