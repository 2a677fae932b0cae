import type { Pool } from 'pg';
import { SUCCESS_NOTED_EVERY_MS } from '../../domain/delivery/endpoint.ts';
import { firstIdAt } from '../../domain/event/event.ts';
import type { Environment } from '../../domain/operator.ts';
import { statement } from '../statement.ts';

/** One attempt that this process, and no other, may make until its lease ends. */
export type ClaimedAttempt = {
  delivery_id: string;
  endpoint_id: string;
  merchant_id: string;
  /** From 1. With `delivery_id` it names the attempt when it is finished. */
  attempt: number;
  /** Attempts that the retry schedule doesn't count: those before a resend or a release, and those that nobody ended. */
  attempts_before: number;
  event_id: string;
  event_type: string;
  environment: Environment;
  sequence: number;
  /** The exact text that is signed and sent. */
  body: string;
  url: string;
  secret_sealed: Buffer;
  /** For 24 h after a rotation: the secret before, which signs too. */
  previous_secret_sealed: Buffer | null;
  degraded: boolean;
  /** A success has something to write: failures to reset, or a last success that is long ago. */
  success_counts: boolean;
  /** Most that the claim took of any endpoint, so that all had a part. */
  share: number;
};

/** How many attempts of one endpoint the process already holds, and how many it may hold. */
export type Held = { endpoint_id: string; held: number; most: number };

/**
 * A part of what is due. `since`: deliveries of events since then that also fell due since then, of endpoints that are not
 * degraded. `endpoint_ids`: whatever is due to these endpoints.
 */
export type DuePart = { since: Date } | { endpoint_ids: readonly string[] };

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
  /** Looks at nothing else; default: at everything. */
  part?: DuePart | null;
};

/**
 * Claims due attempts: finds the endpoints that have rows by skipping from one to the next in the index,
 * takes the first few due of each, beginning with endpoints of which nothing is held, and leases them. No
 * endpoint gets more than twice an equal share of the limit, so that a new event of another is not behind its
 * backlog. One statement, its own transaction, so nothing is locked while the POST runs; an attempt whose process
 * dies is due again when the lease ends.
 */
export function claimAttempts(pool: Pool, request: ClaimRequest): Promise<ClaimedAttempt[]> {
  const { now, lease_until, limit, endpoint_limit, after_endpoint_id, held, part = null } = request;
  const values: AttemptsClaim = {
    ...{ now, lease_until, limit, endpoint_limit, after_endpoint_id },
    held_ids: held.map((row) => row.endpoint_id),
    held_counts: held.map((row) => row.held),
    held_most: held.map((row) => row.most),
    success_noted_before: new Date(now.getTime() - SUCCESS_NOTED_EVERY_MS),
  };
  if (part === null) return claimAll(pool, values);
  return 'since' in part
    ? claimSince(pool, { ...values, since: part.since, first_id: firstIdAt(part.since) })
    : claimOf(pool, { ...values, endpoint_ids: part.endpoint_ids });
}

type AttemptsClaim = Omit<ClaimRequest, 'held' | 'part'> & {
  held_ids: readonly string[];
  held_counts: readonly number[];
  held_most: readonly number[];
  success_noted_before: Date;
};

/** Endpoints with the time of their first row in nobody's hands, by skipping from one to the next in the index. */
const WAITING = `
  (select endpoint_id, due_at from webhook_due where leased_until is null or leased_until <= $now
    order by endpoint_id, due_at limit 1)
  union all
  select n.endpoint_id, n.due_at
    from waiting w
    cross join lateral (
      select d.endpoint_id, d.due_at from webhook_due d
       where d.endpoint_id > w.endpoint_id and (d.leased_until is null or d.leased_until <= $now)
       order by d.endpoint_id, d.due_at limit 1
    ) n`;

// Ids of deliveries begin with the time of their event, so the newest stand at one end of the primary key.
const WAITING_SINCE = `
  select n.endpoint_id, min(n.due_at) from (
    select d.endpoint_id, d.due_at from webhook_due d
     where d.delivery_id >= $first_id::uuid and d.due_at between $since::timestamptz and $now
       and (d.leased_until is null or d.leased_until <= $now)
     order by d.delivery_id offset 0) n
   group by n.endpoint_id`;

const WAITING_OF = `
  select k.endpoint_id, n.due_at
    from unnest($endpoint_ids::uuid[]) k (endpoint_id)
    cross join lateral (
      select d.due_at from webhook_due d
       where d.endpoint_id = k.endpoint_id and d.due_at <= $now
         and (d.leased_until is null or d.leased_until <= $now)
       order by d.due_at limit 1
    ) n`;

// Leased rows keep their place in the index, so a claim passes what is in flight: as many as processes hold.
// One whose lease is over was begun by a process that has died: it has its number, but no part in the retry schedule, which a
// process that is killed again and again would use up in minutes. An event that is to blame for that itself comes once a lease.
// Rows are looked up one by one by their primary key (lateral): the plan is made once, for any number of them. A
// condition on deleted_at in there would let the planner take the index of a merchant's endpoints and read all
// of it for each, and a join with what is held would read that for each.
const claim = (waiting: string, endpoint = '', due = ''): string => `
with recursive waiting (endpoint_id, due_at) as (${waiting}
),
quota as materialized (
  select e.id, e.merchant_id, e.url, e.secret_sealed, e.status = 'degraded' as degraded,
         case when e.previous_secret_until > $now then e.previous_secret_sealed end as previous_secret_sealed,
         (e.consecutive_failures > 0 or e.last_success_at is null or e.last_success_at < $success_noted_before) as success_counts,
         case when e.status = 'degraded' then 1 else coalesce(($held_most::int[])[h.nth], $endpoint_limit::int) end
           - coalesce(($held_counts::int[])[h.nth], 0) as free
    from waiting w
    cross join lateral (select * from webhook_endpoints where id = w.endpoint_id limit 1) e
    cross join lateral (select array_position($held_ids::uuid[], e.id) as nth offset 0) h
   where w.due_at <= $now and e.deleted_at is null and e.status <> 'disabled' ${endpoint}
   order by (coalesce(($held_counts::int[])[h.nth], 0) = 0) desc, (e.id > $after_endpoint_id::uuid) desc, e.id
),
shared as materialized (
  select greatest(1, 2 * $limit::int / greatest(1, count(*)))::int as share from quota where free > 0
),
picked as materialized (
  select due.delivery_id
    from shared s
    cross join quota q
    cross join lateral (
      select d.delivery_id from webhook_due d
       where d.endpoint_id = q.id and d.due_at <= $now ${due}
         and (d.leased_until is null or d.leased_until <= $now)
       order by d.due_at
       limit greatest(least(q.free, s.share), 0)
         for update skip locked
    ) due
   limit $limit
),
claimed as (
  update webhook_due d
     set leased_until = $lease_until, attempt = d.attempt + 1,
         attempts_before = d.attempts_before + (d.leased_until is not null)::int
   where d.delivery_id = any (array(select delivery_id from picked))
  returning d.delivery_id, d.endpoint_id, d.event_id, d.attempt, d.attempts_before
)
select c.delivery_id, c.endpoint_id, c.attempt, c.attempts_before, c.event_id, v.type as event_type, v.environment, v.sequence,
       v.body, q.merchant_id, q.url, q.secret_sealed, q.previous_secret_sealed, q.degraded, q.success_counts,
       s.share
  from claimed c
  cross join shared s
  join quota q on q.id = c.endpoint_id
  cross join lateral (select type, environment, sequence, body from events where id = c.event_id limit 1) v
 order by c.delivery_id`;

const claimAll = statement<AttemptsClaim, ClaimedAttempt>('claim_attempts', claim(WAITING));
const claimOf = statement<AttemptsClaim & { endpoint_ids: readonly string[] }, ClaimedAttempt>(
  'claim_attempts_of',
  claim(WAITING_OF),
);
const claimSince = statement<AttemptsClaim & { since: Date; first_id: string }, ClaimedAttempt>(
  'claim_attempts_since',
  claim(WAITING_SINCE, `and e.status <> 'degraded'`, 'and d.due_at >= $since'),
);
