import type { PoolClient } from 'pg';
import { identityOf, OF_STATED, REVERSED, type ReadCredit, scopeOf } from '../../domain/credit.ts';
import { claimIdentities, findIdentities, findTakenBack } from '../../store/credits/identities.ts';
import type { Claimed, Conflict } from './findings.ts';
import type { ReadNotice } from './read.ts';
import type { SecondCredit } from './two-steps-one-id.ts';

/**
 * Finds which credit each message tells of. A transaction id is of one credit, however many messages tell of it; a text
 * without one is a credit of its own here. In test the ids are claimed here. In live the book has claimed them with its
 * steps, and has told copies apart: each credit that comes here has moved money, and one whose id another step owns is
 * doubted.
 */
export async function claimCredits(client: PoolClient, read: readonly ReadNotice[]): Promise<Claimed> {
  const credits = read.flatMap(({ credit }) => (credit ? [credit] : []));
  const { ownerOf, reversed, may_be_taken_back } = await findOwners(client, credits);
  const isOwner = (credit: ReadCredit) => ownerOf(credit).step_id === credit.id;
  const fresh = credits.filter((credit) => credit.environment === 'live' || isOwner(credit));
  const witnesses = read.flatMap(({ notice, witness_of }) =>
    witness_of === null ? [] : [[notice.id, witness_of] as const],
  );
  return {
    credit_ids: new Map([
      ...credits.map((credit) => [credit.notice_id, ownerOf(credit).step_id] as const),
      ...fresh.map((credit) => [credit.notice_id, credit.id] as const),
      ...witnesses,
    ]),
    fresh: fresh.map((credit) =>
      doubted(credit, {
        [REVERSED]: reversed.has(credit.id),
        may_be_taken_back: may_be_taken_back.has(credit.id),
        id_of_another_step: !isOwner(credit),
      }),
    ),
    reversed,
    seconds: fresh.filter((credit) => !isOwner(credit)).map((credit) => ({ credit, first: ownerOf(credit) })),
    conflicts: conflictsOf(
      credits.filter(({ environment }) => environment === 'test'),
      ownerOf,
    ),
  };
}

/** The step that owns a transaction id, and how much it moved. */
type IdOwner = SecondCredit['first'] & { amount_xaf: number };

/**
 * Who owns the transaction ids of these credits: the step that had the id before, else the first of these. A credit without
 * an id owns itself.
 * @returns `reversed`: the steps among the owners that the operator has called undone, each with the id by which it did; `may_be_taken_back`:
 * or may have, in words that nobody knows
 */
async function findOwners(
  client: PoolClient,
  credits: readonly ReadCredit[],
): Promise<{
  ownerOf: (credit: ReadCredit) => IdOwner;
  reversed: Map<string, string>;
  may_be_taken_back: Set<string>;
}> {
  const first = new Map<string, ReadCredit>();
  for (const credit of credits) {
    const identity = identityOf(credit);
    if (identity !== null && !first.has(identity)) first.set(identity, credit);
  }
  const unclaimed = [...first.values()].filter(({ environment }) => environment === 'test');
  const claimed = await claimIdentities(client, unclaimed.map(identityRow));
  const claimed_by = new Set(claimed.map(({ step_id }) => step_id));
  const known = [...first.values()].filter(({ id }) => !claimed_by.has(id));
  const before = await findIdentities(
    client,
    known.map((credit, position) => {
      const { collection_number_id } = credit;
      return { ...identityRow(credit), position, collection_number_id };
    }),
  );
  const isUnnamed = ({ environment, kind, operator_transaction_id: id }: ReadCredit) =>
    environment === 'live' && kind !== 'UNREAD' && id === null;
  const stating = await findTakenBack(
    client,
    credits.filter(isUnnamed).map(({ id }) => id),
  );
  const owners = new Map(
    [...first].map(([identity, credit]): [string, IdOwner] => [identity, itself(credit)]),
  );
  for (const row of before) owners.set(identityOf(known[row.position] as ReadCredit) as string, row);
  return {
    ownerOf: (credit) => owners.get(identityOf(credit) ?? '') ?? itself(credit),
    reversed: new Map(
      [...claimed, ...before, ...stating].flatMap(({ step_id, reversed_as }) =>
        reversed_as === null ? [] : [[step_id, reversed_as]],
      ),
    ),
    may_be_taken_back: new Set(
      [...before, ...stating].flatMap((row) => (row.may_be_taken_back ? [row.step_id] : [])),
    ),
  };
}

/** Messages that tell of another sum than the credit that owns their id. */
function conflictsOf(credits: readonly ReadCredit[], ownerOf: (credit: ReadCredit) => IdOwner): Conflict[] {
  return credits.flatMap((told) => {
    const { step_id: credit_id, amount_xaf: held_xaf } = ownerOf(told);
    return held_xaf === told.amount_xaf || credit_id === told.id ? [] : [{ told, credit_id, held_xaf }];
  });
}

const itself = ({ id: step_id, amount_xaf }: ReadCredit): IdOwner => ({
  ...{ step_id, amount_xaf, elsewhere_xaf: amount_xaf },
});

/** Money that the operator has taken back, or may have, confirms nothing, in whatever order the two messages came. */
function doubted(credit: ReadCredit, against: Readonly<Record<string, boolean>>): ReadCredit {
  const more = Object.keys(against).filter((doubt) => against[doubt] === true);
  return { ...credit, doubts: [...new Set([...credit.doubts, ...more])] };
}

/** The identity of a credit that names a transaction, as `claimIdentities` takes it. */
export function identityRow(credit: ReadCredit) {
  return {
    environment: credit.environment,
    scope_id: scopeOf(credit),
    operator: credit.operator,
    operator_transaction_id: credit.operator_transaction_id as string,
    step_id: credit.id,
  };
}

/** What a live payment states where its id would stand, under its own name, so that it is nobody's. */
export const statedRow = (
  { operator, id: step_id }: Pick<ReadCredit, 'id' | 'operator'>,
  stated: string,
) => ({
  ...{ environment: 'live', scope_id: step_id, operator, step_id },
  operator_transaction_id: `${OF_STATED}${stated}`,
});
