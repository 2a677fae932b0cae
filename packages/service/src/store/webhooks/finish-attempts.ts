import type { Pool, PoolClient } from 'pg';
import type { AttemptOutcome } from '../../domain/delivery/delivery.ts';
import { isoText } from '../../domain/time.ts';
import { statement } from '../statement.ts';

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
 * time; what was delivered is over, whatever its `retry_at`. Matched on (delivery id, attempt) alone: an attempt whose lease another process took over is logged
 * and decides nothing. One that failed without a lease was asked for again while it was under way: it stays due as that
 * has it, whether its schedule would have it wait for a day or was over. One statement whatever their number; recording
 * twice is harmless.
 */
export async function finishAttempts(
  client: Pool | PoolClient,
  attempts: readonly FinishedAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  await recordFinished(client, {
    delivery_ids: attempts.map((a) => a.delivery_id),
    attempts: attempts.map((a) => a.attempt),
    started_at: attempts.map((a) => isoText(a.started_at)),
    duration_ms: attempts.map((a) => a.duration_ms),
    outcomes: attempts.map((a) => a.outcome),
    status_codes: attempts.map((a) => a.status_code),
    answers: attempts.map((a) => a.answer),
    finished_at: attempts.map((a) => isoText(a.finished_at)),
    retry_at: attempts.map((a) => a.retry_at && isoText(a.retry_at)),
  });
}

type Columns = {
  delivery_ids: string[];
  attempts: number[];
  started_at: string[];
  duration_ms: number[];
  outcomes: AttemptOutcome[];
  status_codes: (number | null)[];
  answers: (string | null)[];
  finished_at: string[];
  retry_at: (string | null)[];
};

// The lateral look-ups enter the hot table by its primary key whatever the planner believes of it: a join may
// read the whole of it, dead rows included, and "= any (...)" beside a join may search the array once a row
// (7 of 16 ms at 480 rows). For the same reason pairs are asked for with "is true", which no join answers: they are looked
// up in a hash. What was delivered is over, so it is taken out without being locked first; "gone" may come to nothing, where
// another process has it by now.
const recordFinished = statement<Columns>(
  'finish_attempts',
  `
with done as materialized (
  select * from unnest($delivery_ids::uuid[], $attempts::int[], $started_at::timestamptz[], $duration_ms::int[],
                       $outcomes::text[], $status_codes::int[], $answers::text[], $finished_at::timestamptz[],
                       $retry_at::timestamptz[])
    as d (delivery_id, attempt, started_at, duration_ms, outcome, status_code, answer, finished_at, retry_at)
),
logged as (
  insert into webhook_attempts (delivery_id, attempt, started_at, duration_ms, outcome, status_code, answer)
  select delivery_id, attempt, started_at, duration_ms, outcome, status_code, answer from done
  on conflict (delivery_id, attempt) do nothing
),
gone as (
  delete from webhook_due w
   where w.delivery_id = any (array(select delivery_id from done where outcome = 'delivered'))
     and ((w.delivery_id, w.attempt) in (select delivery_id, attempt from done where outcome = 'delivered')) is true
  returning w.delivery_id, w.attempt
),
failed as materialized (
  select d.delivery_id, d.attempt, d.outcome, d.finished_at,
         case when w.leased_until is null then w.due_at else d.retry_at end as retry_at
    from done d
    cross join lateral (
      select w.leased_until, w.due_at from webhook_due w
       where w.delivery_id = d.delivery_id and w.attempt = d.attempt limit 1 for update
    ) w
   where d.outcome <> 'delivered'
),
moved as (
  update webhook_due w set due_at = d.retry_at, leased_until = null from failed d
   where w.delivery_id = d.delivery_id and d.retry_at is not null
),
removed as (
  delete from webhook_due
   where delivery_id = any (array(select delivery_id from failed where retry_at is null))
),
deciding as materialized (
  select d.delivery_id, d.attempt, d.outcome, d.finished_at, null::timestamptz as retry_at
    from done d
   where d.outcome = 'delivered' and ((d.delivery_id, d.attempt) in (select delivery_id, attempt from gone)) is true
  union all select * from failed
)
update webhook_deliveries v
   set attempt_count = d.attempt,
       state = case when d.retry_at is not null then v.state when d.outcome = 'delivered' then 'DELIVERED' else 'DEAD' end,
       dead_reason = case when d.retry_at is null and d.outcome <> 'delivered' then 'attempts_exhausted' end,
       finished_at = case when d.retry_at is null then d.finished_at end
  from deciding d
 where v.id = d.delivery_id`,
);

/** Removes attempts that began before `before` from the log, oldest first, at most `portion` of them. */
export const deleteAttempts = statement<{ before: Date; portion: number }, { deleted: number }>(
  'delete_webhook_attempts',
  `with old as materialized (
    select delivery_id, attempt from webhook_attempts
    where started_at < $before::timestamptz order by started_at limit $portion::int for update skip locked
  ), gone as (
    delete from webhook_attempts a using old
    where a.delivery_id = any (array(select delivery_id from old))
      and a.delivery_id = old.delivery_id and a.attempt = old.attempt
    returning 1
  )
  select count(*)::int as deleted from gone`,
);
