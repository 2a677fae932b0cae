import { SENDS } from '../gateways/gateways.ts';
import type { RailBreakerRow } from '../rows.generated.ts';
import { type None, setStatement, statement } from '../statement.ts';

const COLUMNS = 'rail, state, failures, openings, until, changed_at';

/** Every breaker that has ever moved: two rows at most. */
export const readBreakers = statement<None, RailBreakerRow>(
  'read_rail_breakers',
  `select ${COLUMNS} from rail_breakers`,
);

/** Makes the rows that are missing and locks them, in the order of their names. */
export const lockBreakers = setStatement<{ rail: string; now: Date }, RailBreakerRow>(
  'lock_rail_breakers',
  `insert into rail_breakers as b (rail, state, failures, openings, until, changed_at)
  select rail, 'closed', 0, 0, null, now from json_to_recordset($1::json) as i (rail text, now timestamptz)
  order by rail
  on conflict (rail) do update set rail = excluded.rail
  returning ${COLUMNS}`,
);

export const writeBreakers = setStatement<RailBreakerRow>(
  'write_rail_breakers',
  `update rail_breakers b
  set state = i.state, failures = i.failures, openings = i.openings, until = i.until, changed_at = i.changed_at
  from json_to_recordset($1::json) as i (rail text, state text, failures int, openings int, until timestamptz,
    changed_at timestamptz)
  where b.rail = i.rail`,
);

export type RailSurvey = { rail: string; step: string; waiting: number; oldest_due_at: Date };

/** What the rails still have to do. The table holds only what is open. */
export const surveyRailWork = statement<None, RailSurvey>(
  'survey_rail_work',
  `select rail, step, count(*)::int as waiting, min(due_at) as oldest_due_at
  from rail_work group by rail, step order by rail, step`,
);

/** How many gateways payers can be told by. */
export const countSendingGateways = statement<None, { count: number }>(
  'count_sending_gateways',
  `select count(*)::int as count from sms_gateways g where ${SENDS}`,
);
