import type { StoredPolicy } from '../domain/config/figures.ts';
import { NOBODY } from '../domain/credit.ts';
import { type None, statement } from './statement.ts';

/** Whether the database answers at all. */
export const ping = statement<None, { alive: boolean }>('ping', 'select true as alive');

/** The time by the database's clock: of the moment, not of the transaction. */
export const readClock = statement<None, { at: Date }>('read_clock', 'select clock_timestamp() as at');

/** Which PostgreSQL answers, such as `18.4`. */
export const readVersion = statement<None, { server_version: string }>('read_version', 'show server_version');

/** Which of these tables there are. */
export const findTables = statement<{ names: readonly string[] }, { name: string }>(
  'find_tables',
  'select t.name from unnest($names::text[]) t (name) where to_regclass(t.name) is not null',
);

/** Says that this database serves in production from now on; what was said before stays. */
export const markProduction = statement<{ now: Date }>(
  'mark_production',
  'insert into production_since (since) values ($now::timestamptz) on conflict do nothing',
);

/** Since when this database serves in production: one row, or none. */
export const readProduction = statement<None, { since: Date }>(
  'read_production',
  'select since from production_since',
);

/**
 * Says by which figures this database is served from now on.
 * @param query `policy`: as JSON
 */
export const markPolicyInUse = statement<{ policy: string; now: Date }>(
  'mark_policy_in_use',
  `insert into policy_in_use (policy, since) values ($policy::jsonb, $now::timestamptz)
  on conflict (is_one) do update set policy = excluded.policy, since = excluded.since
  where policy_in_use.policy <> excluded.policy`,
);

/** By which figures the server decides: one row, or none before the first server in production. */
export const readPolicyInUse = statement<None, { policy: StoredPolicy }>(
  'read_policy_in_use',
  'select policy from policy_in_use',
);

/** By its fingerprint, the secret key that this database is sealed with: one row, or none before the first server. */
export const readKeyInUse = statement<None, { fingerprint: Buffer }>(
  'read_key_in_use',
  'select fingerprint from secret_key_in_use',
);

/** Says that this key seals from now on; what was said before stays. */
export const markKeyInUse = statement<{ fingerprint: Buffer; now: Date }>(
  'mark_key_in_use',
  `insert into secret_key_in_use (fingerprint, since) values ($fingerprint::bytea, $now::timestamptz)
  on conflict do nothing`,
);

/** One line of the survey: how many of what, and since when the one that waits longest. */
export type SurveyRow = {
  family: 'reviews' | 'suspense' | 'feeds' | 'incidents' | 'claims' | 'gateways' | 'breakers';
  /** An environment, a feed's status, an incident's kind, a gateway's name, or a rail. */
  label: string;
  value: number;
  since: Date | null;
};

/**
 * What waits for people, and how phones and rails are. Reviews, suspense and claims are counted up to `limit`, so that it
 * costs the same with a million waiting; of phones, incidents and rails there are tens or hundreds.
 */
export const surveyDesk = statement<{ limit: number }, SurveyRow>(
  'survey_desk',
  `select 'reviews' as family, e.environment as label,
    (select count(*)::int from (select from payment_sessions s
      where s.environment = e.environment and s.status = 'UNDER_REVIEW' limit $limit::int) x) as value,
    (select s.closed_at from payment_sessions s
      where s.environment = e.environment and s.status = 'UNDER_REVIEW' order by s.closed_at limit 1) as since
  from (values ('test'), ('live')) e (environment)
  union all
  select 'suspense', e.environment,
    (select count(*)::int from (select from credits c
      where c.environment = e.environment and c.state = 'SUSPENSE' limit $limit::int) x), null
  from (values ('test'), ('live')) e (environment)
  union all
  select 'feeds', n.feed_status, count(*)::int, null from collection_numbers n
  where n.scope_id = '${NOBODY}' and n.environment = 'live' and n.status = 'ACTIVE' group by n.feed_status
  union all
  select 'incidents', f.kind, count(*)::int, min(f.opened_at) from feed_incidents f
  where f.closed_at is null group by f.kind
  union all
  select 'claims', 'live',
    (select count(*)::int from (select from book_claims c where c.state = 'CLAIMED' limit $limit::int) x), null
  union all
  select 'gateways', g.name, 1, max(s.last_seen_at) from sms_gateways g
  join sms_gateway_signals s on s.gateway_id = g.id
  where g.status = 'ACTIVE' group by g.name
  union all
  select 'breakers', b.rail, case b.state when 'closed' then 0 when 'half_open' then 1 else 2 end, b.changed_at
  from rail_breakers b`,
);
