import { statement } from '../statement.ts';

export type Collected = { day: string; operator: string; payments: number; amount_xaf: number };

/**
 * What live numbers took in by local day since the day of `$1`, the newest first: from the deltas that their daily caps
 * are counted with, of which there are few for each number and day.
 */
export const loadCollected = statement<Collected>(
  'load_collected',
  `select u.day::text as day, n.operator, sum(u.credit_count)::int as payments, sum(u.volume_xaf)::bigint as amount_xaf
  from collection_numbers n
  cross join lateral (
    select x.day, x.credit_count, x.volume_xaf from collection_number_usage x
    where x.collection_number_id = n.id and x.day >= ($1::timestamptz at time zone 'Africa/Ndjamena')::date) u
  where n.environment = 'live'
  group by u.day, n.operator order by u.day desc, n.operator`,
);
