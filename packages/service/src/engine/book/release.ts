import type { PoolClient } from 'pg';
import { lockBookStates } from '../../store/book/book-state.ts';
import { loadPending } from '../../store/book/find-claims.ts';
import type { Services } from '../services.ts';
import { asReleased } from './lock.ts';
import { provenReads } from './proven.ts';
import type { ReadNotice } from './read.ts';

/** The doubt of a credit that people have released, so that it settles nothing by itself. */
const DOUBT = 'not_vouched_for';

/**
 * The notices of credits that no reading vouches for and that people say were paid, as they are to be settled: each
 * in doubt, so that a person says whose it is.
 * @param steps of locked books, which wait for a reading
 */
export async function releaseDoubted(
  services: Services,
  client: PoolClient,
  steps: readonly { id: string; collection_number_id: string }[],
  now: Date,
): Promise<ReadNotice[]> {
  if (steps.length === 0) return [];
  const numbers = [...new Set(steps.map((step) => step.collection_number_id))].sort();
  const ids = new Set(steps.map(({ id }) => id));
  const states = await lockBookStates(client, numbers, { now, read_at: null });
  const rows = (await loadPending(client, numbers)).filter(({ step_id }) => ids.has(step_id));
  const changes = states.map((state) => ({
    state,
    messages: [],
    steps: [],
    released: rows
      .filter((row) => row.collection_number_id === state.collection_number_id)
      .map((row) => asReleased(row)),
  }));
  const read = await provenReads(services, client, changes);
  return read.map((one) => {
    if (one.credit === null) return one;
    return { ...one, credit: { ...one.credit, doubts: [...one.credit.doubts, DOUBT] } };
  });
}
