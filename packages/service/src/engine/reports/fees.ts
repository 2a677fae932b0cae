import { type FeesOf, sumOwnFees } from '../../store/reports/fees.ts';
import type { Services } from '../services.ts';

export type FeesAsked = { merchant_id: string; from: string; to: string; by: 'day' | 'month' };

/** The fees and their tax that a merchant paid in live, the oldest first; days that are not closed are not in it yet. */
export const feesTaken = (
  { pool }: Pick<Services, 'pool'>,
  { merchant_id, from, to, by }: FeesAsked,
): Promise<FeesOf[]> => sumOwnFees(pool, merchant_id, from, to, by);
