import type { Signature } from '../../domain/review/second-person.ts';
import { FROM_THERE_TAKEN, REVERSES, TAKEN_BACK } from '../alerts.ts';
import { IS_DOUBTED, LEFT_UNREAD, stands } from '../book/doubts.ts';
import type {
  BookExplanationRow,
  CollectionNumberUsageRow,
  CreditRow,
  DecisionRow,
  ReviewCaseRow,
} from '../rows.generated.ts';
import { idStatement, momentStatement, setStatement } from '../statement.ts';

/** A credit as it is first written, at the moment of its set; a surplus comes with a decision of staff. */
export type NewCredit = Omit<CreditRow, 'surplus_xaf' | 'surplus_refunded_at' | 'created_at'>;

export const insertCredits = momentStatement<NewCredit>(
  'insert_credits',
  `insert into credits (id, environment, merchant_id, operator, collection_number_id, kind, amount_xaf,
    operator_transaction_id, payer, motif, balance_xaf, occurred_at, received_at, state, reason,
    matched_session_id, matched_transaction_id, created_at)
  select id, environment, merchant_id, operator, collection_number_id, kind, amount_xaf,
    operator_transaction_id, payer, motif, balance_xaf, occurred_at, received_at, state, reason,
    matched_session_id, matched_transaction_id, $2::timestamptz
  from json_to_recordset($1::json) as i (id uuid, environment text, merchant_id uuid, operator text,
    collection_number_id uuid, kind text, amount_xaf int, operator_transaction_id text, payer text, motif text,
    balance_xaf bigint, occurred_at timestamptz, received_at timestamptz, state text, reason text,
    matched_session_id uuid, matched_transaction_id uuid)`,
);

/** A decision of the engine; staff's come by another way. */
export type NewDecision = Omit<DecisionRow, 'actor' | 'decided_at'>;

export const insertDecisions = momentStatement<NewDecision>(
  'insert_decisions',
  `insert into decisions
    (id, credit_id, engine_version, rule, verdict, reason, session_ids, transaction_ids, decision_case, decided_at)
  select id, credit_id, engine_version, rule, verdict, reason, session_ids, transaction_ids, decision_case,
    $2::timestamptz
  from json_to_recordset($1::json) as i (id uuid, credit_id uuid, engine_version int, rule text, verdict text,
    reason text, session_ids uuid[], transaction_ids uuid[], decision_case json)`,
);

/** Adds credits to the case files of sessions under review. */
export const insertReviewCases = setStatement<ReviewCaseRow>(
  'insert_review_cases',
  `insert into review_cases (session_id, credit_id, reason, opened_at)
  select session_id, credit_id, reason, opened_at
  from json_to_recordset($1::json) as i (session_id uuid, credit_id uuid, reason text, opened_at timestamptz)`,
);

/** Adds what numbers took in to their day, as deltas. */
export const insertUsage = setStatement<Omit<CollectionNumberUsageRow, 'id'>>(
  'insert_usage',
  `insert into collection_number_usage (collection_number_id, day, credit_count, volume_xaf)
  select collection_number_id, day, credit_count, volume_xaf
  from json_to_recordset($1::json) as i
    (collection_number_id uuid, day date, credit_count int, volume_xaf bigint)`,
);

/** What staff have made of a credit that was waiting. */
export type Disposal = {
  credit_id: string;
  state: CreditRow['state'];
  reason: string;
  matched_session_id: string | null;
  matched_transaction_id: string | null;
  surplus_xaf: number;
};

/**
 * Gives credits the state that staff decided; the caller holds their locks. What was marked as sent back waits again where it certainly has
 * not left. Returns the ids that changed.
 */
export const disposeCredits = setStatement<Disposal, { id: string }>(
  'dispose_credits',
  `update credits c
  set state = i.state, reason = i.reason, matched_session_id = i.matched_session_id,
    matched_transaction_id = i.matched_transaction_id, surplus_xaf = i.surplus_xaf
  from json_to_recordset($1::json) as i
    (credit_id uuid, state text, reason text, matched_session_id uuid, matched_transaction_id uuid,
    surplus_xaf int)
  where c.id = i.credit_id and (c.state in ('REVIEW', 'SUSPENSE') or (c.state = 'REFUNDED' and i.state = 'SUSPENSE'))
  returning c.id`,
);

/** Marks the surplus of matched credits as sent back, or, where `at` is null, takes that mark off; the caller holds their locks. */
export const refundSurpluses = setStatement<{ credit_id: string; at: Date | null }, { id: string }>(
  'refund_surpluses',
  `update credits c set surplus_refunded_at = i.at
  from json_to_recordset($1::json) as i (credit_id uuid, at timestamptz)
  where c.id = i.credit_id and c.surplus_xaf > 0 and (c.surplus_refunded_at is null) = (i.at is not null)
  returning c.id`,
);

/** What a decision of staff rests on: a person's word. */
export type StaffCase = Signature & Omit<Disposal, 'credit_id' | 'reason'>;

export const insertStaffDecisions = momentStatement<
  Omit<DecisionRow, 'actor' | 'decided_at' | 'decision_case'> & { decision_case: StaffCase }
>(
  'insert_staff_decisions',
  `insert into decisions
    (id, credit_id, actor, engine_version, rule, verdict, reason, session_ids, transaction_ids, decision_case,
     decided_at)
  select id, credit_id, 'STAFF', engine_version, rule, verdict, reason, session_ids, transaction_ids, decision_case,
    $2::timestamptz
  from json_to_recordset($1::json) as i (id uuid, credit_id uuid, engine_version int, rule text, verdict text,
    reason text, session_ids uuid[], transaction_ids uuid[], decision_case json)`,
);

/** Those of some locked credits that the operator has taken back (`TAKEN_BACK`). */
export const findReversedCredits = idStatement<{ credit_id: string }>(
  'find_reversed_credits',
  `select c.id as credit_id from credits c where c.id = any ($1::uuid[]) and ${TAKEN_BACK}`,
);

/** What took a credit back: a message, and its step on the SIM that was paid; a sandbox has messages alone. */
export type ReversalOf = { credit_id: string; notice_id: string } & (
  | { step_id: string; stands_xaf: number; meaning: BookExplanationRow['meaning'] | null }
  | { step_id: null; stands_xaf: null; meaning: null }
);

/**
 * What took some locked credits back, the earliest message first, and what may have done so in words that nobody knows. `meaning`: what
 * people have said that it was.
 */
export const findReversalsOf = idStatement<ReversalOf>(
  'find_reversals_of_credits',
  `select c.id as credit_id, r.* from credits c
  cross join lateral (
    select x.notice_id, s.id as step_id, ${stands('s')} as stands_xaf, e.meaning
    from ${FROM_THERE_TAKEN} where c.environment = 'live'
    union all
    select d.notice_id, d.id, ${stands('d')}, e.meaning from ${LEFT_UNREAD}
    union all
    select x.notice_id, null, null, null from notice_reversals x where ${REVERSES} and c.environment = 'test') r
  where c.id = any ($1::uuid[]) order by c.id, r.notice_id`,
);

/**
 * Those of some locked credits that nobody may send back before people have said that they were paid, and whether they
 * have said that they were not.
 */
export const findDoubtedCredits = idStatement<{ credit_id: string; is_written_off: boolean }>(
  'find_doubted_credits',
  `select c.id as credit_id, exists (
      select from book_explanations w where w.step_id = c.id and w.meaning = 'write_off') as is_written_off
  from credits c where c.id = any ($1::uuid[]) and ${IS_DOUBTED}`,
);
