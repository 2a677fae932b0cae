import type { Operator } from '../../domain/operator.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import type { RailRefundRow } from '../rows.generated.ts';
import { idStatement, statement } from '../statement.ts';

/** What is known of a refund that is under way. */
export type RefundNews = {
  id: string;
  transaction_id: string | null;
  /** The step of the SIM's book that is its debit; null while there is none. */
  step_id: string | null;
  /** What the operator's API has said. */
  rail_state: RailRefundRow['state'] | null;
  rail_detail: string | null;
};

const NEWS = `r.id, r.transaction_id,
  (select a.step_id from announced_debits a where a.cause_id = r.id and a.step_id is not null limit 1) as step_id,
  f.state as rail_state, f.detail as rail_detail`;
const RAIL = `left join lateral (
    select x.state, x.detail from rail_refunds x where r.via = 'rail' and x.transaction_id = r.transaction_id limit 1) f on true`;

/**
 * Refunds of which something is known by now, or of which nothing was heard for too long; the oldest first.
 * `sandbox_before`: those of the sandbox that were asked for before this. `lost_before`: those sent before this are lost. At most `limit`.
 */
export const findDueRefunds = statement<
  { sandbox_before: Date; lost_before: Date; limit: number },
  RefundNews
>(
  'find_due_refunds',
  `select ${NEWS} from refunds r ${RAIL}
  where r.state in ('PENDING', 'SENDING', 'UNKNOWN') and (
    (r.via = 'sandbox' and r.created_at <= $sandbox_before::timestamptz)
    or (r.via = 'sim' and r.state = 'SENDING' and r.sent_at <= $lost_before::timestamptz)
    or (r.via = 'sim' and r.state <> 'PENDING'
      and exists (select from announced_debits a where a.cause_id = r.id and a.step_id is not null))
    or (r.via = 'rail' and (f.state in ('DONE', 'REFUSED') or (f.state = 'UNKNOWN' and r.state = 'SENDING'))))
  order by r.created_at, r.id limit $limit`,
);

/** What is known of refunds now, under their lock. */
export const loadRefundNews = idStatement<RefundNews>(
  'load_refund_news',
  `select ${NEWS} from refunds r ${RAIL} where r.id = any ($1::uuid[])`,
);

/** How much of each transaction refunds have given back for certain. */
export const loadGivenBack = idStatement<{ transaction_id: string; amount_xaf: number }>(
  'load_given_back',
  `select transaction_id, sum(amount_xaf)::bigint as amount_xaf from refunds
  where payment_id = any ($1::uuid[]) and state = 'SUCCEEDED' group by 1`,
);

/** The refunds by the operator's API that are under way, by their transactions. */
export const loadRailRefunds = idStatement<
  Pick<Refund, 'id' | 'merchant_id' | 'environment' | 'amount_xaf'> & { transaction_id: string }
>(
  'load_rail_refunds_under_way',
  `select r.id, r.transaction_id, r.merchant_id, r.environment, r.amount_xaf from refunds r
  where r.payment_id = any ($1::uuid[]) and r.via = 'rail' and r.state in ('SENDING', 'UNKNOWN')`,
);

/** Of refunds, the number that their payment came to (null: a rail took it), and its operator. */
export const loadSandboxNumbers = idStatement<{
  id: string;
  collection_number_id: string | null;
  operator: Operator;
}>(
  'load_sandbox_numbers_of_refunds',
  `select r.id, coalesce(s.collection_number_id, t.collection_number_id) as collection_number_id,
    coalesce(s.operator, t.operator) as operator
  from refunds r
  left join payment_sessions s on s.id = r.payment_session_id
  left join transactions t on t.id = r.transaction_id
  where r.id = any ($1::uuid[])`,
);
