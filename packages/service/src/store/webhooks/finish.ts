import type { Pool, PoolClient } from 'pg';
import type { AttemptOutcome } from '../../domain/delivery/exchange.ts';
import type { EndpointStatus, HealthChange } from '../../domain/delivery/health.ts';

export type FinishedAttempt = {
  delivery_id: string;
  attempt: number;
  started_at: Date;
  duration_ms: number;
  outcome: AttemptOutcome;
  status_code: number | null;
  answer: string | null;
  finished_at: Date;
  /** When to try again; null when this delivery is over: DELIVERED, or DEAD after its last attempt. */
  retry_at: Date | null;
};

/**
 * Records finished attempts: logs each, takes what is over out of the hot table, moves the rest to its next
 * time. Matched on (delivery id, attempt) alone: an attempt whose lease another process took over is logged
 * and decides nothing. One statement whatever their number; recording twice is harmless.
 */
export async function finishAttempts(
  client: Pool | PoolClient,
  attempts: readonly FinishedAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  await client.query(FINISH, [
    attempts.map((a) => a.delivery_id),
    attempts.map((a) => a.attempt),
    attempts.map((a) => a.started_at),
    attempts.map((a) => a.duration_ms),
    attempts.map((a) => a.outcome),
    attempts.map((a) => a.status_code),
    attempts.map((a) => a.answer),
    attempts.map((a) => a.finished_at),
    attempts.map((a) => a.retry_at),
  ]);
}

// "= any ($1)" beside the join makes the planner enter the hot table by its primary key whatever its
// statistics say of it; without that a join may read the whole table, dead rows included. The last update
// must not have it: there the planner loops over the rows, and each loop would search the array again
// (30 microseconds a row instead of 3, at 300 rows).
const FINISH = `
with done as materialized (
  select * from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::text[], $6::int[], $7::text[],
                       $8::timestamptz[], $9::timestamptz[])
    as d (delivery_id, attempt, started_at, duration_ms, outcome, status_code, answer, finished_at, retry_at)
),
logged as (
  insert into webhook_attempts (delivery_id, attempt, started_at, duration_ms, outcome, status_code, answer)
  select delivery_id, attempt, started_at, duration_ms, outcome, status_code, answer from done
  on conflict (delivery_id, attempt) do nothing
),
moved as (
  update webhook_due w set due_at = d.retry_at from done d
   where w.delivery_id = any ($1::uuid[]) and w.delivery_id = d.delivery_id and w.attempt = d.attempt
     and d.retry_at is not null
  returning w.delivery_id
),
removed as (
  delete from webhook_due w using done d
   where w.delivery_id = any ($1::uuid[]) and w.delivery_id = d.delivery_id and w.attempt = d.attempt
     and d.retry_at is null
  returning w.delivery_id
)
update webhook_deliveries v
   set attempt_count = d.attempt,
       state = case when d.retry_at is not null then v.state when d.outcome = 'delivered' then 'DELIVERED' else 'DEAD' end,
       dead_reason = case when d.retry_at is null and d.outcome <> 'delivered' then 'attempts_exhausted' end,
       finished_at = case when d.retry_at is null then d.finished_at end
  from done d
 where v.id = d.delivery_id
   and d.delivery_id in (select delivery_id from moved union all select delivery_id from removed)`;

/**
 * Adds what a batch of attempts said about the endpoints' health. Rows that would stay as they are are not
 * written. `changes` come in id order; the rows are locked in it.
 *
 * @param degraded_after failures in a row that make an endpoint degraded
 * @returns the endpoints whose status changed
 */
export async function recordHealth(
  client: PoolClient,
  changes: readonly HealthChange[],
  degraded_after: number,
  now: Date,
): Promise<{ endpoint_id: string; status: EndpointStatus }[]> {
  if (changes.length === 0) return [];
  const { rows } = await client.query<{ endpoint_id: string; status: EndpointStatus; before: string }>(
    HEALTH,
    [
      changes.map((c) => c.endpoint_id),
      changes.map((c) => c.recovered),
      changes.map((c) => c.failures),
      degraded_after,
      now,
    ],
  );
  return rows
    .filter((row) => row.status !== row.before)
    .map(({ endpoint_id, status }) => ({ endpoint_id, status }));
}

const HEALTH = `
with said as materialized (
  select * from unnest($1::uuid[], $2::bool[], $3::int[]) as s (endpoint_id, recovered, failures)
),
locked as materialized (
  select e.id, e.status as before, s.recovered, case when s.recovered then s.failures else e.consecutive_failures + s.failures end as count
    from webhook_endpoints e join said s on s.endpoint_id = e.id
   where e.id = any ($1::uuid[]) and (s.failures > 0 or e.consecutive_failures > 0)
   order by e.id
     for no key update of e
)
update webhook_endpoints e
   set consecutive_failures = l.count,
       status = case when e.status = 'disabled' then e.status when l.count >= $4::int then 'degraded' else 'enabled' end,
       failing_since = case when l.count = 0 then null
                            when l.recovered or e.failing_since is null then $5::timestamptz
                            else e.failing_since end
  from locked l where e.id = l.id
returning e.id as endpoint_id, e.status, l.before`;
