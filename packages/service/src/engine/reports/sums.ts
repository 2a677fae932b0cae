import { type FeesOf, sumOwnFees } from '../../store/reports/fees.ts';
import { sumSuspenseByAge, sumVolume } from '../../store/reports/transfers.ts';
import type { Services } from '../services.ts';

export type FeesAsked = { merchant_id: string; from: string; to: string; by: 'day' | 'month' };

/** The fees and their tax that a merchant paid in live, the oldest first; days that are not closed are not in it yet. */
export const feesTaken = (
  { pool }: Pick<Services, 'pool'>,
  { merchant_id, from, to, by }: FeesAsked,
): Promise<FeesOf[]> => sumOwnFees(pool, { merchant_id, from, to, by });

/** What is nobody's yet in live, by how long it has been: the youngest first. */
export const suspenseByAge = ({ pool, now }: Pick<Services, 'pool' | 'now'>) =>
  sumSuspenseByAge(pool, { now: now() });

/** What merchants collected in live by operator, from one day to another, both included: the largest first. */
export const volumeOf = ({ pool }: Pick<Services, 'pool'>, { from, to }: { from: string; to: string }) =>
  sumVolume(pool, { from, to });
