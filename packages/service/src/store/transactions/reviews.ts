import { statement } from '../statement.ts';

export type ListedLate = {
  transaction_id: string;
  /**
   * `late`: after TIMEOUT, which staff may settle. `after_failure`: after FAILED, which nothing changes.
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

/** Payments of one environment that only staff can give to their transaction, those that wait longest first. */
export const listLateRows = statement<ListedLate>(
  'list_late_transactions',
  `select r.transaction_id, r.kind, r.reason, t.status, t.environment, m.name as merchant, t.reference, t.operator,
    t.amount_xaf, r.opened_at, r.credit_id, p.proposed_by
  from transaction_reviews r
  join transactions t on t.id = r.transaction_id and t.environment = $1
  join merchants m on m.id = t.merchant_id
  left join lateral (
    select x.proposed_by from staff_proposals x
    where x.subject_id = r.transaction_id::text and x.settled_at is null limit 1) p on true
  where r.state = 'OPEN' order by r.opened_at, r.id limit $2`,
);
