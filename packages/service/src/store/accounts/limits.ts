import { setStatement, statement } from '../statement.ts';

export type Try = { bucket: string; interval_ms: number; burst: number; asked_at: Date };

/**
 * Takes one try from each bucket, and returns those buckets; nothing where one of them has none left: what is refused for the
 * address that it comes from must not use up what the person has in whose name it comes. Tries that several processes take at once are
 * counted one after the other under the lock of the bucket's row; rows are locked in one order, so that no two calls wait for
 * each other.
 */
export const takeTries = setStatement<Try, { bucket: string }>(
  'take_tries',
  `with input as materialized (
    select * from json_to_recordset($1::json) as i (bucket text, interval_ms int, burst int, asked_at timestamptz)),
  empty as materialized (
    select from input i join try_limits t on t.bucket = i.bucket
    where t.free_at > i.asked_at + (i.burst - 1) * i.interval_ms * interval '1 millisecond')
  insert into try_limits as l (bucket, interval_ms, burst, asked_at, free_at)
  select bucket, interval_ms, burst, asked_at, asked_at + interval_ms * interval '1 millisecond'
  from input where not exists (select from empty)
  order by bucket
  on conflict (bucket) do update
  set free_at = greatest(l.free_at, excluded.asked_at) + excluded.interval_ms * interval '1 millisecond',
    asked_at = excluded.asked_at, interval_ms = excluded.interval_ms, burst = excluded.burst
  where l.free_at <= excluded.asked_at + (excluded.burst - 1) * excluded.interval_ms * interval '1 millisecond'
  returning bucket`,
);

/** Forgets buckets of which all tries have been free again since before `free_before`; asked again of each as it is deleted, since somebody may try meanwhile. */
export const dropFreeTries = statement<{ free_before: Date }>(
  'drop_free_tries',
  `delete from try_limits where free_at < $free_before
    and bucket in (select bucket from try_limits where free_at < $free_before limit 1000)`,
);
