import type { Charge } from '../../domain/fee/terms.ts';
import type { RailPaymentRow, TransactionProofRow, TransactionReviewRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

export type { TransactionProofRow };
export type NewReview = Pick<
  TransactionReviewRow,
  'id' | 'transaction_id' | 'kind' | 'reason' | 'proof_id' | 'credit_id' | 'opened_at'
>;

export const insertProofs = setStatement<TransactionProofRow>(
  'insert_transaction_proofs',
  `insert into transaction_proofs
    (id, transaction_id, kind, source, detail, reason, outcome, happened_at, recorded_at)
  select id, transaction_id, kind, source, detail, reason, outcome, happened_at, recorded_at
  from json_to_recordset($1::json) as i (id uuid, transaction_id uuid, kind text, source text, detail json,
    reason text, outcome text, happened_at timestamptz, recorded_at timestamptz)`,
);

/**
 * Takes payments of operators for transactions, of two that name one whoever comes first.
 * @returns whose each of them is; none where another process took it at this very moment
 */
export const claimRailPayments = setStatement<RailPaymentRow>(
  'claim_rail_payments',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (rail text, rail_transaction_id text, transaction_id uuid)
  ), claimed as (
    insert into rail_payments (rail, rail_transaction_id, transaction_id)
    select distinct on (rail, rail_transaction_id) rail, rail_transaction_id, transaction_id from given
    order by rail, rail_transaction_id, transaction_id
    on conflict do nothing
    returning rail, rail_transaction_id, transaction_id
  )
  select rail, rail_transaction_id, transaction_id from claimed
  union all
  select p.rail, p.rail_transaction_id, p.transaction_id from (select distinct rail, rail_transaction_id from given) i
  cross join lateral (
    select x.* from rail_payments x where x.rail = i.rail and x.rail_transaction_id = i.rail_transaction_id limit 1) p`,
);

export const insertTransactionReviews = setStatement<NewReview>(
  'insert_transaction_reviews',
  `insert into transaction_reviews (id, transaction_id, kind, reason, proof_id, credit_id, opened_at)
  select id, transaction_id, kind, reason, proof_id, credit_id, opened_at
  from json_to_recordset($1::json) as i (id uuid, transaction_id uuid, kind text, reason text,
    proof_id uuid, credit_id uuid, opened_at timestamptz)`,
);

/**
 * The reviews of locked transactions, with when the payment was made by their proof; the open one of each, if
 * there is one, comes last.
 */
export const loadTransactionReviews = idStatement<TransactionReviewRow & { happened_at: Date }>(
  'load_transaction_reviews',
  `select r.id, r.transaction_id, r.environment, r.kind, r.reason, r.proof_id, r.credit_id, r.state, r.opened_at, r.closed_at,
    r.closed_by, r.note, p.happened_at
  from transaction_reviews r cross join lateral (
    select x.happened_at from transaction_proofs x where x.id = r.proof_id limit 1) p
  where r.transaction_id = any ($1::uuid[]) order by r.state = 'OPEN', r.opened_at`,
);

export type ClosedReview = {
  id: string;
  state: 'CONFIRMED' | 'REJECTED';
  closed_at: Date;
  closed_by: string;
  note: string;
};

/** Closes open reviews: what staff decided, who and why. */
export const closeTransactionReviews = setStatement<ClosedReview, { id: string }>(
  'close_transaction_reviews',
  `update transaction_reviews r
  set state = i.state, closed_at = i.closed_at, closed_by = i.closed_by, note = i.note
  from json_to_recordset($1::json) as i (id uuid, state text, closed_at timestamptz, closed_by text, note text)
  where r.id = i.id and r.state = 'OPEN'
  returning r.id`,
);

/** What was booked as fee and tax of transactions, and by which terms. */
export const loadBookedFees = idStatement<Charge & { transaction_id: string }>(
  'load_booked_transaction_fees',
  `select t.cause_id as transaction_id,
    coalesce(sum(t.amount_xaf) filter (where t.cause = 'TRANSACTION_FEE'), 0)::bigint as fee_xaf,
    coalesce(sum(t.amount_xaf) filter (where t.cause = 'TRANSACTION_TAX'), 0)::bigint as tax_xaf,
    max(t.fee_terms_id) as fee_terms_id
  from ledger_transfers t
  where t.cause_id = any ($1::uuid[]) and t.cause in ('TRANSACTION_FEE', 'TRANSACTION_TAX')
  group by t.cause_id`,
);

/** Closes the open reviews that rest on credits which went elsewhere. */
export const rejectReviewsOfCredits = setStatement<{
  credit_id: string;
  closed_at: Date;
  closed_by: string;
  note: string;
}>(
  'reject_reviews_of_credits',
  `update transaction_reviews r
  set state = 'REJECTED', closed_at = i.closed_at, closed_by = i.closed_by, note = i.note
  from json_to_recordset($1::json) as i (credit_id uuid, closed_at timestamptz, closed_by text, note text)
  where r.credit_id = i.credit_id and r.state = 'OPEN'`,
);

export type ListedLate = {
  transaction_id: string;
  /**
   * `late`: after TIMEOUT, which staff may settle or send back. `after_failure`: after FAILED, which stays: it goes back.
   * `doubtful`: a credit that may be its payment, of which `reason` says what speaks against it.
   */
  kind: 'late' | 'after_failure' | 'doubtful';
  reason: string | null;
  status: string;
  environment: string;
  merchant: string;
  reference: string;
  operator: string;
  amount_xaf: number;
  opened_at: Date;
  /** The credit that proves the payment; null when its rail does. */
  credit_id: string | null;
  proposed_by: string | null;
};

const LATE = `r.transaction_id, r.kind, r.reason, t.status, t.environment, m.name as merchant, t.reference, t.operator,
    t.amount_xaf, r.opened_at, r.credit_id, p.proposed_by
  from transaction_reviews r
  join transactions t on t.id = r.transaction_id
  join merchants m on m.id = t.merchant_id
  left join lateral (
    select x.proposed_by from staff_proposals x
    where x.subject_id = r.transaction_id::text and x.settled_at is null limit 1) p on true`;

/** Payments of one environment that only staff can give to their transaction, those that wait longest first. */
export const listLateRows = statement<{ environment: string; limit: number }, ListedLate>(
  'list_late_transactions',
  `select ${LATE}
  where r.environment = $environment and r.state = 'OPEN' order by r.opened_at, r.id limit $limit`,
);

/** The same, of these transactions. */
export const findLate = idStatement<ListedLate>(
  'find_late_transactions',
  `select ${LATE} where r.transaction_id = any ($1::uuid[]) and r.state = 'OPEN'`,
);
