import { idStatement } from '../statement.ts';

type CaseRow = { session_id: string; credit_id: string };

/** The case files of sessions; who holds the locks of the sessions keeps them as they are. */
export const findCases = idStatement<CaseRow>(
  'find_review_cases',
  `select r.session_id, r.credit_id from review_cases r where r.session_id = any ($1::uuid[])
  order by r.credit_id, r.session_id`,
);

/** In which sessions' cases, that still wait for a decision, these credits are. */
export const findWaitingCases = idStatement<CaseRow>(
  'find_waiting_cases',
  `select r.session_id, r.credit_id from review_cases r
  cross join lateral (
    select from payment_sessions s where s.id = r.session_id and s.status = 'UNDER_REVIEW' limit 1) s
  where r.credit_id = any ($1::uuid[])`,
);
