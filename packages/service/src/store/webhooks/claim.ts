import type { Pool } from 'pg';
import type { Environment } from '../../domain/session/session.ts';

/** One attempt that this process, and no other, may make until its lease ends. */
export type ClaimedAttempt = {
  delivery_id: string;
  endpoint_id: string;
  /** From 1. With `delivery_id` it names the attempt when it is finished. */
  attempt: number;
  event_id: string;
  event_type: string;
  environment: Environment;
  sequence: number;
  /** The exact text that is signed and sent. */
  body: string;
  url: string;
  secret_sealed: Buffer;
  degraded: boolean;
  /** Its last answers were failures, so a success has something to reset. */
  failing: boolean;
};

/** How many attempts of one endpoint the process already holds, and how many it may hold. */
export type Held = { endpoint_id: string; held: number; most: number };

export type ClaimRequest = {
  now: Date;
  lease_until: Date;
  /** Most attempts to claim, all endpoints together. */
  limit: number;
  /** Most of an endpoint that `held` does not list; 1 where an endpoint is degraded. */
  endpoint_limit: number;
  held: readonly Held[];
  /** The endpoint after which to begin, so that under a full house all get their turn; null: the first. */
  after_endpoint_id: string | null;
};

/**
 * Claims due attempts: finds the endpoints that have rows by skipping from one to the next in the index,
 * takes the first few due of each, and moves their time to the end of the lease. One statement, its own
 * transaction, so nothing is locked while the POST runs; an attempt whose process dies is due again when the
 * lease ends.
 */
export async function claimAttempts(pool: Pool, request: ClaimRequest): Promise<ClaimedAttempt[]> {
  const { rows } = await pool.query<ClaimedAttempt>(CLAIM, [
    request.now,
    request.lease_until,
    request.limit,
    request.endpoint_limit,
    request.after_endpoint_id,
    request.held.map((row) => row.endpoint_id),
    request.held.map((row) => row.held),
    request.held.map((row) => row.most),
  ]);
  return rows;
}

const CLAIM = `
with recursive waiting (endpoint_id) as (
  (select endpoint_id from webhook_due order by endpoint_id limit 1)
  union all
  select (select d.endpoint_id from webhook_due d where d.endpoint_id > w.endpoint_id
           order by d.endpoint_id limit 1)
    from waiting w where w.endpoint_id is not null
),
quota as materialized (
  select e.id, e.url, e.secret_sealed, e.status = 'degraded' as degraded,
         e.consecutive_failures > 0 as failing,
         case when e.status = 'degraded' then 1 else coalesce(h.most, $4::int) end - coalesce(h.held, 0) as free
    from waiting w
    join webhook_endpoints e on e.id = w.endpoint_id and e.deleted_at is null and e.status <> 'disabled'
    left join unnest($6::uuid[], $7::int[], $8::int[]) h (endpoint_id, held, most) on h.endpoint_id = e.id
   order by (e.id > $5::uuid) desc, e.id
),
picked as materialized (
  select due.delivery_id
    from quota q
    cross join lateral (
      select d.delivery_id from webhook_due d
       where d.endpoint_id = q.id and d.due_at <= $1
       order by d.due_at
       limit greatest(q.free, 0)
         for update skip locked
    ) due
   limit $3
),
claimed as (
  update webhook_due d set due_at = $2, attempt = d.attempt + 1
   where d.delivery_id = any (array(select delivery_id from picked))
  returning d.delivery_id, d.endpoint_id, d.event_id, d.attempt
)
select c.delivery_id, c.endpoint_id, c.attempt, c.event_id, v.type as event_type, v.environment, v.sequence,
       v.body, q.url, q.secret_sealed, q.degraded, q.failing
  from claimed c
  join quota q on q.id = c.endpoint_id
  join events v on v.id = c.event_id
 order by c.delivery_id`;
