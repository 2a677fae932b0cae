import type { Operator } from '../../domain/operator.ts';
import type { SentFrom } from '../../domain/refund/judge.ts';
import { UNEXPLAINED } from '../book/doubts.ts';
import { CLOCKS_DIFFER, isGapOpen, mayTellOfDebit } from '../book/left.ts';
import { mayHold } from '../staff/record.ts';
import { idStatement, setStatement, statement } from '../statement.ts';
import { ASKED_BY, CAME_BY, LEFT_BY_DEBIT } from './left.ts';

/**
 * Of refunds, the number that was paid or from which they are said to be sent, the one that was paid all the same (null: a rail took it),
 * and by whose networks their payments came and were asked for.
 */
export const findRefundNumbers = idStatement<{
  refund_id: string;
  msisdn: string | null;
  came_by: Operator | null;
  asked_by: Operator | null;
  sent_from_id: string | null;
  paid_to_id: string | null;
}>(
  'find_numbers_of_refunds',
  `select f.id as refund_id, n.msisdn, ${CAME_BY} as came_by, ${ASKED_BY} as asked_by, f.collection_number_id as sent_from_id,
    coalesce(c.collection_number_id, s.collection_number_id, t.collection_number_id) as paid_to_id
  from refunds f
  left join collection_numbers n on n.id = f.collection_number_id
  left join payment_sessions s on s.id = f.payment_session_id
  left join transactions t on t.id = f.transaction_id
  left join lateral (
    select x.collection_number_id from credits x where x.matched_session_id = f.payment_session_id
    union all
    select x.collection_number_id from credits x where x.matched_transaction_id = f.transaction_id limit 1) c on true
  where f.id = any ($1::uuid[])`,
);

/** A sending list with a refund: all who have taken one since it was asked for, and when the first and the last of them did. */
export type TakenList = { taken_by: string[]; first_at: Date; taken_at: Date };

/** Lists are taken, and what may stand on them is called failed, one after the other: the second finds what the first has done. */
export const lockRefundLists = statement<Record<string, never>>(
  'lock_refund_lists',
  `select pg_advisory_xact_lock(hashtext('lists of refunds'))`,
);

/** The lists on which these refunds stand. None was taken with one before that was asked for, by whatever clock. */
export const loadTakenLists = setStatement<
  { refund_id: string; asked_at: Date },
  TakenList & { refund_id: string }
>(
  'load_taken_lists_of_refunds',
  `select i.refund_id, array_agg(distinct a.actor order by a.actor) as taken_by,
    greatest(min(a.at), i.asked_at) as first_at, greatest(max(a.at), i.asked_at) as taken_at
  from json_to_recordset($1::json) as i (refund_id text, asked_at timestamptz)
  join staff_actions a on a.action = 'file.take' and ${mayHold('i.asked_at')}
  where exists (select from json_array_elements_text(a.detail -> 'refunds') l (id) where l.id = i.refund_id)
  group by i.refund_id, i.asked_at`,
);

export type ReadingSinceRefund = SentFrom & { refund_id: string; collection_number_id: string };

/** What the books of SIMs say of refunds that may have gone from there since then. */
export const loadReadingsSinceRefunds = setStatement<
  { refund_id: string; collection_number_id: string; since: Date },
  ReadingSinceRefund
>(
  'load_readings_since_refunds',
  `select r.id as refund_id, b.collection_number_id, b.anchored_at as read_at, b.suspected_at is not null as is_suspected,
    array(select s.before_xaf - s.after_xaf from book_steps s
      where s.collection_number_id = b.collection_number_id and s.after_xaf < s.before_xaf
        and s.occurred_at >= i.since - ${CLOCKS_DIFFER} and ${UNEXPLAINED}) as unexplained_out_xaf,
    ${isGapOpen('i.since')} as is_gap_open, ${mayTellOfDebit('i.since', 'r.amount_xaf')} as is_told,
    exists (select from announced_debits a where a.cause_id = r.id and a.step_id is not null) as is_met
  from json_to_recordset($1::json) as i (refund_id uuid, collection_number_id uuid, since timestamptz)
  join refunds r on r.id = i.refund_id join books b on b.collection_number_id = i.collection_number_id`,
);

export type ListedRefund = {
  id: string;
  environment: string;
  merchant_id: string;
  merchant_name: string;
  payment_id: string;
  reference: string;
  /** Of the network that reaches who is named as its payer; of the one that was asked for, where it goes to the phone that was declared. */
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
  /** It waits to be sent, and a SIM may have sent it already: it is on no paper. */
  may_have_left: boolean;
};

/** Which portion: what stands behind that place, the oldest first. */
type Portion = { since: Date; id: string; limit: number };

const LISTED = `select f.id, f.environment, f.merchant_id, m.name as merchant_name, f.payment_id,
    coalesce(s.reference, t.reference) as reference, f.amount_xaf, f.state,
    case when f.to_phone = coalesce(s.customer_phone, t.phone_number) then coalesce(s.operator, t.operator)
      else ${CAME_BY} end as operator,
    f.via, f.to_phone, n.msisdn, f.reason, f.created_at, f.sent_at, p.proposed_by,
    f.state = 'PENDING' and f.via = 'sim' and ${LEFT_BY_DEBIT} as may_have_left
  from refunds f
  join merchants m on m.id = f.merchant_id
  left join payment_sessions s on s.id = f.payment_session_id
  left join transactions t on t.id = f.transaction_id
  left join collection_numbers n on n.id = f.collection_number_id
  left join staff_proposals p on p.subject_id = f.id::text and p.settled_at is null
  left join books b on b.collection_number_id = f.collection_number_id`;
const PORTION = `f.environment = 'live' and (f.created_at, f.id) > ($since::timestamptz, $id::uuid)
  order by f.created_at, f.id limit $limit`;

/** What staff send, and what nobody can prove yet: live ones, of SIMs and rails. */
export const listOpenRefunds = statement<Portion, ListedRefund>(
  'list_refunds_under_way',
  `${LISTED}
  where f.state in ('PENDING', 'SENDING', 'UNKNOWN') and ${PORTION}`,
);

/**
 * What waits for a person to send it, and of which no debit that nobody has explained may be it: it would leave twice. What one person has
 * called not gone is left off: paid from a later paper it would go after all, and each such paper would make that word too old to agree to.
 */
export const listWaitingRefunds = statement<Portion, ListedRefund>(
  'list_refunds_to_send',
  `${LISTED}
  where f.state = 'PENDING' and f.via = 'sim' and p.action is distinct from 'refund.fail' and not ${LEFT_BY_DEBIT}
    and ${PORTION}`,
);

/**
 * Keeps to whom refunds go, of those that still wait. Where a debit that nobody has explained may be one already, to the phone that it
 * has, that phone stays: by another nobody would know. Returns those that have changed.
 */
export const readdressRefunds = setStatement<
  Pick<ListedRefund, 'id' | 'to_phone'>,
  Pick<ListedRefund, 'id' | 'to_phone'>
>(
  'readdress_refunds',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (id uuid, to_phone text)
  ), waiting as materialized (
    select f.id from refunds f
    where f.id = any (array(select id from given)) and f.state = 'PENDING' and f.via = 'sim' order by f.id for update
  )
  update refunds r set to_phone = i.to_phone
  from given i
  where r.id = any (array(select id from waiting)) and r.id = i.id and r.to_phone is distinct from i.to_phone
    and not exists (
      select from refunds f left join books b on b.collection_number_id = f.collection_number_id
      where f.id = r.id and ${LEFT_BY_DEBIT})
  returning r.id, r.to_phone`,
);
