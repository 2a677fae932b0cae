import type { AfterFailure } from '../../engine/batch.ts';
import { codeOf, isRetryable } from '../../store/connect/errors.ts';

/** SQLSTATEs with which PostgreSQL says that it has undone everything: the same batch may simply run again. */
const UNDONE: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);

/**
 * What a batch of commands does after it failed. When the connection was lost the outcome of the commit is
 * unknown, and a second run would answer "reference already used" to whoever was first: so it is given up,
 * the merchant gets 503 and asks again.
 */
export const afterFailedCommands: AfterFailure = (error) => {
  if (UNDONE.has(codeOf(error) ?? '')) return 'again';
  return isRetryable(error) ? 'give_up' : 'split';
};

/** For what may run twice without harm: reading, and settling, which takes each notice once. */
export const afterFailedRepeatable: AfterFailure = (error) => (isRetryable(error) ? 'again' : 'split');
