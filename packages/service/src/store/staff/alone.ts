import { statement } from '../statement.ts';

/** Lets one transaction at a time decide for these persons, until its commit: the next one counts what this one has decided. */
export const lockPersons = statement<{ persons: readonly string[] }>(
  'lock_deciding_persons',
  `select pg_advisory_xact_lock(hashtextextended('decides alone ' || person, 0))
  from (select person from unnest($persons::text[]) as person order by person) p`,
);

/** What somebody has decided alone, of one merchant's money; null: nobody's in particular. */
export type AloneSince = {
  account_id: string | null;
  /** The name that was typed; null of an account, which may have had several. */
  typed: string | null;
  merchant_id: string | null;
  alone_xaf: number;
};

/** What these accounts have decided alone since a moment, and all that was decided under typed names, where those are asked for. */
export const loadAloneSince = statement<
  { account_ids: readonly string[]; has_typed: boolean; since: Date },
  AloneSince
>(
  'load_alone_since',
  `select a.account_id, a.typed, a.detail ->> 'merchant_id' as merchant_id,
    sum((a.detail ->> 'alone_xaf')::bigint)::bigint as alone_xaf
  from (
    select x.account_id, null as typed, x.detail from unnest($account_ids::uuid[]) as i (id)
    cross join lateral (select * from staff_actions y where y.account_id = i.id and y.at >= $since) x
    union all
    select null, y.actor, y.detail from staff_actions y
    where $has_typed::boolean and y.account_id is null and y.at >= $since) a
  where a.detail ->> 'alone_xaf' is not null
  group by 1, 2, 3`,
);
