import { isReversed, TAKEN_BACK } from './alerts.ts';
import { SKEW, waitingMoney } from './book/waiting-money.ts';
import { idStatement, statement } from './statement.ts';

export type ListedReview = {
  session_id: string;
  environment: string;
  merchant: string;
  reference: string;
  operator: string;
  msisdn: string;
  amount_xaf: number;
  review_reason: string;
  since: Date;
  /** Credits of the case that are still nobody's, and what the largest brings. */
  waiting_credits: number;
  best_xaf: number | null;
  /** Who has proposed what; null when nobody has. */
  proposed_by: string | null;
  proposed_action: string | null;
};

const COLUMNS = `s.id as session_id, s.environment, m.name as merchant, s.reference, s.operator,
  s.assigned_collection_number as msisdn, s.amount_xaf, s.review_reason, s.closed_at as since,
  k.waiting_credits, k.best_xaf, p.proposed_by, p.action as proposed_action`;
const BESIDE = `cross join lateral (select x.name from merchants x where x.id = s.merchant_id limit 1) m
  cross join lateral (
    select count(*)::int as waiting_credits, max(c.amount_xaf) as best_xaf
    from review_cases r cross join lateral (
      select x.amount_xaf from credits x where x.id = r.credit_id and x.state in ('REVIEW', 'SUSPENSE') limit 1) c
    where r.session_id = s.id) k
  left join lateral (
    select x.proposed_by, x.action from staff_proposals x
    where x.subject_id = s.id::text and x.settled_at is null limit 1) p on true`;

/** Sessions of one environment under review, those that wait longest first. */
export const listReviewRows = statement<{ environment: string; limit: number }, ListedReview>(
  'list_reviews',
  `select ${COLUMNS} from payment_sessions s ${BESIDE}
  where s.environment = $environment and s.status = 'UNDER_REVIEW' order by s.closed_at, s.id limit $limit`,
);

/** One session as a review, whatever its status is by now. */
export const findReviewRow = statement<{ session_id: string }, ListedReview & { status: string }>(
  'find_review',
  `select ${COLUMNS}, s.status from payment_sessions s ${BESIDE} where s.id = $session_id`,
);

export type CaseLine = {
  credit_id: string;
  reason: string;
  state: string;
  amount_xaf: number;
  payer: string | null;
  operator_transaction_id: string | null;
  occurred_at: Date;
  opened_at: Date;
  /** The engine's sentence. */
  sentence: string | null;
  /** The operator has called it undone: nobody can be given it. */
  is_reversed: boolean;
};

/** The credits of a case, oldest first. */
export const listCaseLines = statement<{ session_id: string }, CaseLine>(
  'list_case_lines',
  `select r.credit_id, r.reason, c.state, c.amount_xaf, c.payer, c.operator_transaction_id, c.occurred_at,
    r.opened_at, d.reason as sentence, ${TAKEN_BACK} as is_reversed
  from review_cases r
  cross join lateral (select * from credits x where x.id = r.credit_id limit 1) c
  left join lateral (
    select x.reason from decisions x where x.credit_id = r.credit_id and x.actor = 'ENGINE' limit 1) d on true
  where r.session_id = $session_id order by r.opened_at, r.credit_id`,
);

export type PossiblePayment = {
  notice_id: string;
  received_at: Date;
  /** The text as it came: whoever sent it has written it. */
  body: string;
  /** Of a message that proves nothing yet, `CLAIMED`, `PENDING` or `REFUTED`; of money the state of its credit. */
  state: string;
  /** The credit of money that waits for people; null of a message that is not proven. */
  credit_id: string | null;
  /** It is money in words that nobody knows. */
  is_unread: boolean;
};

/** No more steps of the book are looked at from around a session's time. */
const STEPS_AROUND = 1000;

export const POSSIBLE_SHOWN = 20;

/** Where the book of the session `s` stood when it waited, and stands now; a payment begins or ends there. */
const STOOD_AT = `select array(
      select unnest(array[x.before_xaf, x.after_xaf]) from (
        (select b.tip_xaf as before_xaf, b.tip_xaf as after_xaf from books b where b.collection_number_id = s.collection_number_id)
        union all
        (select y.before_xaf, y.after_xaf from book_steps y where y.collection_number_id = s.collection_number_id
          and y.occurred_at < s.created_at - interval '1 hour' order by y.occurred_at desc limit 1)
        union all
        (select y.before_xaf, y.after_xaf from book_steps y where y.collection_number_id = s.collection_number_id
          and y.occurred_at between s.created_at - interval '1 hour' and s.expires_at + interval '1 hour'
        order by y.occurred_at limit ${STEPS_AROUND})) x) as balances_xaf`;

/**
 * The messages that tell of a live session's sum and its time and that nothing has made its payment: those on its number that are
 * not proven, money in words that nobody knows, and money that counts as older than it may be, or touched nobody since too many
 * declare its payer; and what he has paid to another number. For these a session waits, and is reviewed as `unproven`. Also money that
 * was proven when its case had given the number and the sum back, and that may be of another phone than was declared.
 *
 * Anybody can send many messages of a sum. So those come first that begin or end where the book stood in those hours, with what is in
 * the book already; those that are refuted come last, and of each kind the oldest first. One more is read than is shown.
 */
export const listPossiblePayments = statement<{ session_id: string }, PossiblePayment>(
  'list_possible_payments',
  `select m.notice_id, n.received_at, n.body, m.state, m.credit_id, m.is_unread
  from payment_sessions s
  cross join lateral (${STOOD_AT}) a
  cross join lateral (
    select c.notice_id, c.state, null::uuid as credit_id, false as is_unread,
      case when c.state = 'PENDING' or (c.begins_xaf || c.ends_xaf) && a.balances_xaf then 0 else 2 end
        + (c.state = 'REFUTED')::int as place from book_claims c
    where c.collection_number_id = s.collection_number_id and c.state in ('CLAIMED', 'PENDING', 'REFUTED')
      and s.amount_xaf = any (c.amounts_xaf) and c.arrived_at >= s.created_at
      and c.occurred_at between s.created_at - interval '1 hour' and s.expires_at + interval '1 hour'
    union all
    select u.notice_id, (select p.state from credits p where p.id = u.id), u.id, true, 0 from book_steps u
    where u.collection_number_id = s.collection_number_id and u.kind = 'UNREAD' and u.after_xaf - u.before_xaf = s.amount_xaf
      and u.occurred_at between s.created_at - interval '1 hour' and s.expires_at + interval '1 hour'
    union all
    ${waitingMoney('(select u.notice_id from book_steps u where u.id = p.id), p.state, p.id, false, 0', {
      session: 's.id',
      number: 's.collection_number_id',
      amount: 's.amount_xaf',
      made: 's.created_at',
      until: `s.expires_at + interval '1 hour'`,
      payer: 's.customer_phone',
    })}
    union
    select (select u.notice_id from book_steps u where u.id = p.id), p.state, p.id, false, 0 from credits p
    where s.status = 'UNDER_REVIEW' and p.environment = 'live' and p.state = 'SUSPENSE' and p.kind <> 'UNREAD'
      and p.collection_number_id = s.collection_number_id and p.amount_xaf = s.amount_xaf
      and p.occurred_at between s.created_at - interval '${SKEW}' and s.expires_at + interval '1 hour'
      and not exists (select from review_cases r where r.session_id = s.id and r.credit_id = p.id)
      and not ${isReversed('p.id')}) m
  join notices n on n.id = m.notice_id
  where s.id = $session_id and s.environment = 'live' order by m.place, n.received_at, n.id
  limit ${POSSIBLE_SHOWN} + 1`,
);

type CaseRow = { session_id: string; credit_id: string };

/** The case files of sessions. While the caller holds the locks of the sessions, nobody else changes them. */
export const findCases = idStatement<CaseRow>(
  'find_review_cases',
  `select r.session_id, r.credit_id from review_cases r where r.session_id = any ($1::uuid[])
  order by r.credit_id, r.session_id`,
);

/** The sessions under review in whose cases these credits are. */
export const findWaitingCases = idStatement<CaseRow>(
  'find_waiting_cases',
  `select r.session_id, r.credit_id from review_cases r
  cross join lateral (
    select from payment_sessions s where s.id = r.session_id and s.status = 'UNDER_REVIEW' limit 1) s
  where r.credit_id = any ($1::uuid[])`,
);
