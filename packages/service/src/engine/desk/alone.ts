import type { PoolClient } from 'pg';
import {
  type AloneOfDay,
  type AloneSum,
  NOTHING_ALONE,
  weightOf,
  withOneMore,
} from '../../domain/review/alone.ts';
import { lettersOf, type Signature, samePerson } from '../../domain/review/second-person.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { type AloneSince, loadAloneSince, lockPersons } from '../../store/staff/alone.ts';
import type { Services } from '../services.ts';

/** What those who sign a batch decide alone, together with what they have in the day before. */
export type Alone = {
  /** What a sum of theirs weighs: held against the amount from which on two people are needed. */
  weigh: (by: Signature, sum: AloneSum) => number;
  /** One of them has decided it alone. */
  add: (by: Signature, sum: AloneSum) => void;
};

/** What one person has decided alone, whatever its account was called, or however its typed name was spelt. */
type Deciding = Pick<Signature, 'account_id' | 'actor'> & { of_day: AloneOfDay };

const isOf = (
  { account_id, actor }: Pick<Signature, 'account_id' | 'actor'>,
  other: Pick<Signature, 'account_id' | 'actor'>,
): boolean =>
  account_id === undefined
    ? other.account_id === undefined && samePerson(actor, other.actor)
    : account_id === other.account_id;

const whoIs = ({ account_id, typed }: AloneSince): Pick<Signature, 'account_id' | 'actor'> =>
  account_id === null ? { actor: typed ?? '' } : { account_id, actor: '' };

/**
 * Makes the decisions of one person wait for each other until the commit, and reads what they have decided alone. Locked
 * before all else of a batch, so that nobody holds a row that the one before waits for.
 */
export async function lockAlone(
  { policy }: Services,
  client: PoolClient,
  signers: readonly Signature[],
  now: Date,
): Promise<Alone> {
  const deciding: Deciding[] = [];
  const find = (by: Signature): Deciding => {
    const known = deciding.find((one) => isOf(by, one));
    if (known !== undefined) return known;
    const { account_id, actor } = by;
    const fresh = { actor, ...(account_id !== undefined && { account_id }), of_day: NOTHING_ALONE };
    deciding.push(fresh);
    return fresh;
  };
  const persons = new Set(signers.map(({ account_id, actor }) => account_id ?? lettersOf(actor)));
  if (policy.second_person_xaf !== null && persons.size > 0) {
    await lockPersons(client, { persons: [...persons] });
    for (const by of signers) find(by);
    const before = await loadAloneSince(client, {
      account_ids: deciding.flatMap(({ account_id }) => account_id ?? []),
      has_typed: deciding.some(({ account_id }) => account_id === undefined),
      since: later(now, -DAY_MS),
    });
    for (const row of before) {
      const { alone_xaf: amount_xaf, merchant_id } = row;
      for (const one of deciding)
        if (isOf(whoIs(row), one)) one.of_day = withOneMore(one.of_day, { amount_xaf, merchant_id });
    }
  }
  return {
    weigh: (by, sum) => weightOf(sum, find(by).of_day, policy),
    add: (by, sum) => {
      const one = find(by);
      one.of_day = withOneMore(one.of_day, sum);
    },
  };
}
