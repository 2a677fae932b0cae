import type { Environment } from '../../domain/operator.ts';
import type { SettlementTerms } from '../../domain/settlement/terms.ts';
import { setStatement, statement, triedLater } from '../statement.ts';

export type TermsRow = SettlementTerms & {
  merchant_id: string;
  environment: Environment;
  /** The day in N'Djamena on which it is drafted next, such as `2026-11-21`; null: only when somebody asks. */
  next_on: string | null;
  last_outcome: string | null;
  last_at: Date | null;
};

type Key = { merchant_id: string; environment: Environment };

const COLUMNS = `t.merchant_id, t.environment, t.cadence, t.weekday, t.minimum_xaf, t.hold_days, t.reserve_xaf,
  t.next_on::text, t.last_outcome, t.last_at`;

/** Those whose day has come and that are not set aside, up to `limit`, the longest due first. */
export const findDueTerms = statement<{ day: string; now: Date; limit: number }, Key>(
  'find_due_settlement_terms',
  `select merchant_id, environment from settlement_terms
  where next_on <= $day::date and (retry_at is null or retry_at <= $now)
  order by next_on, merchant_id limit $limit::int`,
);

/** Sets those that can't be drafted aside: for a minute at first, and for twice as long each time, up to an hour. */
export const setTermsAside = setStatement<Key & { now: Date }>(
  'set_settlement_terms_aside',
  `update settlement_terms t set ${triedLater('i.now', '1 minute', '1 hour')}
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text, now timestamptz)
  where t.merchant_id = i.merchant_id and t.environment = i.environment`,
);

/** The terms that somebody has set, locked in order. */
export const lockTerms = setStatement<Key, TermsRow>(
  'lock_settlement_terms',
  `select ${COLUMNS}
  from settlement_terms t
  where (t.merchant_id, t.environment) in (
    select merchant_id, environment from json_to_recordset($1::json) as i (merchant_id uuid, environment text))
  order by t.merchant_id, t.environment for update`,
);

export const loadTerms = setStatement<Key, TermsRow>(
  'load_settlement_terms',
  `select ${COLUMNS}
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text)
  join settlement_terms t using (merchant_id, environment)`,
);

/** Sets terms; what came of the last time stays. */
export const putTerms = setStatement<SettlementTerms & Key & { next_on: string | null }>(
  'put_settlement_terms',
  `insert into settlement_terms (merchant_id, environment, cadence, weekday, minimum_xaf, hold_days, reserve_xaf, next_on)
  select merchant_id, environment, cadence, weekday, minimum_xaf, hold_days, reserve_xaf, next_on
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text, cadence text, weekday smallint,
    minimum_xaf bigint, hold_days smallint, reserve_xaf bigint, next_on date)
  on conflict (merchant_id, environment) do update set cadence = excluded.cadence, weekday = excluded.weekday,
    minimum_xaf = excluded.minimum_xaf, hold_days = excluded.hold_days, reserve_xaf = excluded.reserve_xaf,
    next_on = excluded.next_on, failures = 0, retry_at = null`,
);

/** Notes what came of a day, and when the next one is. `retry_at`: the same day is looked at again then, and not before; null: at once. */
export const noteDrafted = setStatement<
  Key & { next_on: string | null; last_outcome: string; last_at: Date; retry_at: Date | null }
>(
  'note_settlement_drafted',
  `update settlement_terms t set next_on = i.next_on, last_outcome = i.last_outcome, last_at = i.last_at,
    failures = 0, retry_at = i.retry_at
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text, next_on date, last_outcome text,
    last_at timestamptz, retry_at timestamptz)
  where t.merchant_id = i.merchant_id and t.environment = i.environment`,
);
