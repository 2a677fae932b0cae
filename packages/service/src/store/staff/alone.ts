import { setStatement, statement } from '../statement.ts';

/** Whoever decides: an account, or without one a typed name. */
export type Person = { person: string; account_id: string | null; actor: string };

/** Lets one transaction at a time decide for these persons, until its commit: the next one counts what this one has decided. */
export const lockPersons = statement<{ persons: readonly string[] }>(
  'lock_deciding_persons',
  `select pg_advisory_xact_lock(hashtextextended('decides alone ' || person, 0))
  from (select person from unnest($persons::text[]) as person order by person) p`,
);

/** What each has decided alone since a moment, by the merchant whose money it is; null: nobody's in particular. */
export const loadAloneOfDay = setStatement<
  Person & { since: Date },
  { person: string; merchant_id: string | null; alone_xaf: number }
>(
  'load_alone_of_day',
  `select i.person, a.detail ->> 'merchant_id' as merchant_id, sum((a.detail ->> 'alone_xaf')::bigint)::bigint as alone_xaf
  from json_to_recordset($1::json) as i (person text, account_id uuid, actor text, since timestamptz)
  cross join lateral (
    select x.detail from staff_actions x where x.account_id = i.account_id and x.at >= i.since
    union all
    select x.detail from staff_actions x
    where i.account_id is null and x.account_id is null and lower(x.actor) = lower(i.actor) and x.at >= i.since) a
  where a.detail ->> 'alone_xaf' is not null
  group by 1, 2`,
);
