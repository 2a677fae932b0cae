import { findSteps } from '../../store/book/find-steps.ts';
import { findTriedCredits } from '../../store/suspense/credits.ts';
import type { Services } from '../services.ts';

/** A payment of which two people may say whether it was paid. */
export type Explainable = { credit_id: string; collection_number_id: string; amount_xaf: number };

/** Those of a case's payments that something speaks against. */
export type Explained = { explainable: Explainable[] };

/** The credits of a case that are still to be decided. */
export const undecided = (credits: readonly { credit_id: string; state: string }[]): string[] =>
  credits.filter(({ state }) => state === 'REVIEW' || state === 'SUSPENSE').map(({ credit_id }) => credit_id);

/** Those of some credits that a reading, a message or a statement doubts, or that may be a lucky guess: what `explainSteps` takes. */
export async function findExplainable(
  { pool }: Services,
  credit_ids: readonly string[],
): Promise<Explainable[]> {
  const [steps, tried] = await Promise.all([findSteps(pool, credit_ids), findTriedCredits(pool, credit_ids)]);
  const guessed = new Set(tried.map(({ credit_id }) => credit_id));
  return steps
    .filter(({ id, is_unexplained }) => is_unexplained || guessed.has(id))
    .map(({ id, collection_number_id, before_xaf, after_xaf }) => ({
      ...{ credit_id: id, collection_number_id, amount_xaf: after_xaf - before_xaf },
    }));
}
