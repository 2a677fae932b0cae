import type { PoolClient } from 'pg';
import {
  DEGRADED_AFTER_FAILURES,
  DISABLED_AFTER,
  type EndpointStatus,
  type HealthChange,
  OUTAGE_GIVES_UP_MS,
  SUCCESS_NOTED_EVERY_MS,
} from '../../domain/delivery/endpoint.ts';
import { statement } from '../statement.ts';

export type ChangedHealth = {
  endpoint_id: string;
  merchant_id: string;
  status: EndpointStatus;
  consecutive_failures: number;
  failing_since: Date | null;
};

/**
 * Adds what a batch of attempts said about the endpoints' health: degraded, disabled, or well again. Rows
 * that would stay as they are are not written. `changes` come in id order; the rows are locked in it. An
 * endpoint that we disabled and that answers after all is enabled; one that the merchant disabled is not.
 *
 * @returns the endpoints whose status changed
 */
export async function recordHealth(
  client: PoolClient,
  changes: readonly HealthChange[],
  now: Date,
): Promise<ChangedHealth[]> {
  if (changes.length === 0) return [];
  const rows = await writeHealth(client, {
    endpoint_ids: changes.map((c) => c.endpoint_id),
    recovered: changes.map((c) => c.recovered),
    failures: changes.map((c) => c.failures),
    now,
    degraded_after: DEGRADED_AFTER_FAILURES,
    disabled_after: DISABLED_AFTER.failures,
    without_success_since: before(now, DISABLED_AFTER.without_success_ms),
    failing_since: before(now, DISABLED_AFTER.spread_ms),
    outage_since: before(now, OUTAGE_GIVES_UP_MS),
    success_noted_before: before(now, SUCCESS_NOTED_EVERY_MS),
    noted_every_seconds: SUCCESS_NOTED_EVERY_MS / 1_000,
  });
  return rows.filter((row) => row.status !== row.before).map(({ before: _, ...row }) => row);
}

function before(now: Date, span_ms: number): Date {
  return new Date(now.getTime() - span_ms);
}

type Said = {
  endpoint_ids: readonly string[];
  recovered: readonly boolean[];
  failures: readonly number[];
  now: Date;
  degraded_after: number;
  disabled_after: number;
  /** An endpoint is disabled that has had no success since this moment, and has been failing since `failing_since`. */
  without_success_since: Date;
  failing_since: Date;
  /** One that began before has outlasted the attempts of its first events. */
  outage_since: Date;
  success_noted_before: Date;
  noted_every_seconds: number;
};

const writeHealth = statement<Said, ChangedHealth & { before: string }>(
  'record_endpoint_health',
  `with said as materialized (
  select * from unnest($endpoint_ids::uuid[], $recovered::bool[], $failures::int[]) as s (endpoint_id, recovered, failures)
),
locked as materialized (
  select e.id, e.status as before, s.recovered, e.disabled_reason,
         -- Successes are noted every so often only, so the last one may be that much later than noted.
         greatest(e.created_at, e.updated_at, e.last_success_at + make_interval(secs => $noted_every_seconds)) as without_success_since,
         case when e.failing_since <= $outage_since then e.failing_since end as outage_since,
         case when s.recovered then s.failures else e.consecutive_failures + s.failures end as count,
         case when not s.recovered and e.failing_since is not null then e.failing_since
              when s.failures > 0 then $now::timestamptz end as since
    from webhook_endpoints e join said s on s.endpoint_id = e.id
   where e.id = any ($endpoint_ids::uuid[])
     and (s.failures > 0 or e.consecutive_failures > 0 or e.last_success_at is null or e.last_success_at < $success_noted_before)
   order by e.id
     for no key update of e
),
judged as (
  select l.*,
         case when l.before = 'disabled' and (l.disabled_reason = 'merchant' or not l.recovered) then 'disabled'
              when l.count >= $disabled_after::int and least(l.since, l.without_success_since) <= $without_success_since and l.since <= $failing_since then 'disabled'
              when l.count >= $degraded_after::int then 'degraded'
              else 'enabled' end as status
    from locked l
),
-- An outage that is over, or has just disabled the endpoint: what was given up in it is looked for.
looking as (
  select j.*, j.outage_since is not null and (j.recovered or (j.status = 'disabled' and j.before <> 'disabled')) as looks_back
    from judged j
)
update webhook_endpoints e
   set consecutive_failures = j.count,
       failing_since = j.since,
       status = j.status,
       disabled_at = case when j.status = 'disabled' then coalesce(e.disabled_at, $now) end,
       disabled_reason = case when j.status = 'disabled' then coalesce(e.disabled_reason, 'failing') end,
       last_success_at = case when j.recovered then $now else e.last_success_at end,
       given_up_since = case when j.looks_back then least(e.given_up_since, j.outage_since) else e.given_up_since end,
       given_up_after = case when not j.looks_back then e.given_up_after end
  from looking j where e.id = j.id
returning e.id as endpoint_id, e.merchant_id, e.status, j.before, e.consecutive_failures, e.failing_since`,
);
