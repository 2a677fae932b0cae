import type { PoolClient } from 'pg';
import {
  type AloneOfDay,
  type AloneSum,
  NOTHING_ALONE,
  weightOf,
  withOneMore,
} from '../../domain/review/alone.ts';
import type { Signature } from '../../domain/review/second-person.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { loadAloneOfDay, lockPersons } from '../../store/staff/alone.ts';
import type { Services } from '../services.ts';

/** What those who sign a batch decide alone, together with what they have in the day before. */
export type Alone = {
  /** What a sum of theirs weighs: held against the amount from which on two people are needed. */
  weigh: (by: Signature, sum: AloneSum) => number;
  /** One of them has decided it alone. */
  add: (by: Signature, sum: AloneSum) => void;
};

const personOf = ({ account_id, actor }: Signature): string => account_id ?? actor.toLowerCase();

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
  const since = later(now, -DAY_MS);
  const persons = new Map(
    signers.map((by) => [personOf(by), { actor: by.actor, account_id: by.account_id ?? null, since }]),
  );
  const known = new Map<string, AloneOfDay>();
  if (policy.second_person_xaf !== null && persons.size > 0) {
    await lockPersons(client, { persons: [...persons.keys()] });
    const asked = [...persons].map(([person, one]) => ({ person, ...one }));
    for (const { person, alone_xaf: amount_xaf, merchant_id } of await loadAloneOfDay(client, asked))
      known.set(person, withOneMore(known.get(person) ?? NOTHING_ALONE, { amount_xaf, merchant_id }));
  }
  const of = (by: Signature): AloneOfDay => known.get(personOf(by)) ?? NOTHING_ALONE;
  return {
    weigh: (by, sum) => weightOf(sum, of(by), policy),
    add: (by, sum) => void known.set(personOf(by), withOneMore(of(by), sum)),
  };
}
