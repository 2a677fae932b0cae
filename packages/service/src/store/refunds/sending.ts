import type { Operator } from '../../domain/operator.ts';
import type { SentFrom } from '../../domain/refund/judge.ts';
import { UNEXPLAINED } from '../book/doubts.ts';
import { CLOCKS_DIFFER, isGapOpen, isTold } from '../book/left.ts';
import { idStatement, statement } from '../statement.ts';

/** Of refunds, the number that was paid or from which they were sent, and by whose network their payments came. */
export const findRefundNumbers = idStatement<{
  refund_id: string;
  msisdn: string | null;
  operator: Operator | null;
  sent_from_id: string | null;
}>(
  'find_numbers_of_refunds',
  `select r.id as refund_id, n.msisdn, coalesce(s.operator, t.operator) as operator, r.collection_number_id as sent_from_id
  from refunds r
  left join collection_numbers n on n.id = r.collection_number_id
  left join payment_sessions s on s.id = r.payment_session_id
  left join transactions t on t.id = r.transaction_id
  where r.id = any ($1::uuid[])`,
);

export type Reading = SentFrom & { refund_id: string };

export const loadReadings = idStatement<Reading>(
  'load_readings_since_refunds',
  `select r.id as refund_id, b.anchored_at as read_at, b.suspected_at is not null as is_suspected,
    array(select s.before_xaf - s.after_xaf from book_steps s
      where s.collection_number_id = b.collection_number_id and s.after_xaf < s.before_xaf
        and s.occurred_at >= r.sent_at - ${CLOCKS_DIFFER} and ${UNEXPLAINED}) as unexplained_out_xaf,
    ${isGapOpen('r.sent_at')} as is_gap_open, ${isTold('r.sent_at', 'r.amount_xaf')} as is_told,
    exists (select from announced_debits a where a.cause_id = r.id and a.step_id is not null) as is_met
  from refunds r join books b on b.collection_number_id = r.collection_number_id
  where r.id = any ($1::uuid[]) and r.sent_at is not null`,
);

export type ListedRefund = {
  id: string;
  environment: string;
  merchant_id: string;
  merchant_name: string;
  payment_id: string;
  reference: string;
  operator: Operator;
  amount_xaf: number;
  state: string;
  via: string;
  to_phone: string | null;
  msisdn: string | null;
  reason: string | null;
  created_at: Date;
  sent_at: Date | null;
  proposed_by: string | null;
};

/** What staff send, and what nobody can prove yet, the oldest first: live ones, of SIMs and rails. */
export const listOpenRefunds = statement<{ limit: number }, ListedRefund>(
  'list_refunds_under_way',
  `select r.id, r.environment, r.merchant_id, m.name as merchant_name, r.payment_id,
    coalesce(s.reference, t.reference) as reference, coalesce(s.operator, t.operator) as operator, r.amount_xaf, r.state,
    r.via, r.to_phone, n.msisdn, r.reason, r.created_at, r.sent_at, p.proposed_by
  from refunds r
  join merchants m on m.id = r.merchant_id
  left join payment_sessions s on s.id = r.payment_session_id
  left join transactions t on t.id = r.transaction_id
  left join collection_numbers n on n.id = r.collection_number_id
  left join staff_proposals p on p.subject_id = r.id::text and p.settled_at is null
  where r.state in ('PENDING', 'SENDING', 'UNKNOWN') and r.environment = 'live'
  order by r.created_at, r.id limit $limit`,
);
