import { statement } from '../statement.ts';

export type RailSurvey = { rail: string; step: string; waiting: number; oldest_due_at: Date };

/** What the rails still have to do. The table holds only what is open. */
export const surveyRailWork = statement<RailSurvey>(
  'survey_rail_work',
  `select rail, step, count(*)::int as waiting, min(due_at) as oldest_due_at
  from rail_work group by rail, step order by rail, step`,
);

/** How many gateways payers can be told by. */
export const countSendingGateways = statement<{ count: number }>(
  'count_sending_gateways',
  `select count(*)::int as count from sms_gateways where status = 'ACTIVE' and send_url is not null`,
);
