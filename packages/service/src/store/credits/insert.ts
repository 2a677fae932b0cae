import type {
  CollectionNumberUsageRow,
  DecisionRow,
  ReviewCaseRow,
  CreditRow as StoredCreditRow,
} from '../rows.generated.ts';
import { setStatement } from '../statement.ts';

/** A credit as it is first written; a surplus comes with a decision of staff. */
export type CreditRow = Omit<StoredCreditRow, 'surplus_xaf' | 'surplus_refunded_at'>;

export const insertCredits = setStatement<CreditRow>(
  'insert_credits',
  `insert into credits (id, environment, merchant_id, operator, collection_number_id, kind, amount_xaf,
    operator_transaction_id, payer, motif, balance_xaf, occurred_at, received_at, state, reason,
    matched_session_id, matched_transaction_id, created_at)
  select id, environment, merchant_id, operator, collection_number_id, kind, amount_xaf,
    operator_transaction_id, payer, motif, balance_xaf, occurred_at, received_at, state, reason,
    matched_session_id, matched_transaction_id, created_at
  from json_to_recordset($1::json) as i (id uuid, environment text, merchant_id uuid, operator text,
    collection_number_id uuid, kind text, amount_xaf int, operator_transaction_id text, payer text, motif text,
    balance_xaf bigint, occurred_at timestamptz, received_at timestamptz, state text, reason text,
    matched_session_id uuid, matched_transaction_id uuid, created_at timestamptz)`,
);

/** A decision of the engine; staff's come by another way. */
export type NewDecision = Omit<DecisionRow, 'actor'>;

export const insertDecisions = setStatement<NewDecision>(
  'insert_decisions',
  `insert into decisions
    (id, credit_id, engine_version, rule, verdict, reason, session_ids, transaction_ids, decision_case, decided_at)
  select id, credit_id, engine_version, rule, verdict, reason,
    array(select json_array_elements_text(session_ids)::uuid),
    array(select json_array_elements_text(transaction_ids)::uuid), decision_case, decided_at
  from json_to_recordset($1::json) as i (id uuid, credit_id uuid, engine_version int, rule text, verdict text,
    reason text, session_ids json, transaction_ids json, decision_case json, decided_at timestamptz)`,
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
