import { FORGIVEN_GUESSES, NEAR_LOW_XAF } from '../../domain/doubt/guesses.ts';
import { CLAIM_DAYS, LOOKED_BEFORE_MS, READING_MS } from '../../domain/movement/clocks.ts';
import { FROM_THERE_TAKEN, TAKEN_BACK } from '../alerts.ts';
import {
  DISOWNED,
  FORGIVEN_AT_GAP,
  FORGIVEN_BEFORE,
  forgivenBefore,
  GUESSED,
  OUTLIVES_A_READING,
  triedOfSum,
  triedTogether,
  triedUpTo,
} from '../book/counted.ts';
import { isUnsaid, LEFT_UNREAD, LISTED, TAKES_BACK } from '../book/doubts.ts';
import { isSent, leftNumbers, mayBeTold, toldNumbers } from '../book/left.ts';
import { isToPhone } from '../book/phones.ts';
import { STOOD_LOW } from '../book/told.ts';
import type { CreditRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

export type WaitingCredit = Pick<
  CreditRow,
  | 'id'
  | 'environment'
  | 'merchant_id'
  | 'collection_number_id'
  | 'amount_xaf'
  | 'payer'
  | 'state'
  | 'surplus_xaf'
  | 'surplus_refunded_at'
  | 'matched_session_id'
  | 'matched_transaction_id'
  | 'occurred_at'
>;

/** Locks credits in order of id, as settling does after its sessions. */
export const lockCredits = idStatement<WaitingCredit>(
  'lock_credits',
  `select id, environment, merchant_id, collection_number_id, amount_xaf, payer, state, surplus_xaf, surplus_refunded_at,
    matched_session_id, matched_transaction_id, occurred_at
  from credits where id = any ($1::uuid[]) order by id for no key update`,
);

/** The live numbers that some credits came to, in order. */
export const findLiveNumbersOf = idStatement<{ collection_number_id: string }>(
  'find_live_numbers_of_credits',
  `select distinct collection_number_id from credits
  where id = any ($1::uuid[]) and environment = 'live' order by collection_number_id`,
);

/** When the message of the row `notice` had its place in the book. */
const placedAt = (notice: string): string =>
  `greatest(${notice}.created_at, (select k.settled_at from book_claims k where k.notice_id = ${notice}.id))`;
const PLACED_AT = placedAt('n');
/** What came so soon after may have been sent with it. */
const SENT_BY = `(${PLACED_AT} + interval '${OUTLIVES_A_READING}')`;
/** What came before that was there when the SIM of the step `w` was read before its message `n` came. */
const SENT_SINCE = `greatest(${PLACED_AT} - interval '${CLAIM_DAYS} days', (
    select y.at - interval '${OUTLIVES_A_READING}' from staff_actions y
    where y.subject_id = w.collection_number_id::text and y.action = 'feed.anchor' and y.at <= n.created_at
    order by y.at desc limit 1))`;

/** When the message of a step had its place; of one that fills a gap, when the reading came that found the gap. */
const momentOf = (step: string, notice: string): string => `(select coalesce((
      select x.occurred_at + interval '${READING_MS} milliseconds' from book_steps x where x.id = ${step}.explains_id),
    ${placedAt(notice)}) as at offset 0)`;
/** Of a step placed at a moment the first reading that was of a look at its SIM after that for certain, or that gave it its place. */
const lookedBy = (step: string, moment: string): string => `(select coalesce((
    select y.at from staff_actions y
    where y.subject_id = ${step}.collection_number_id::text and y.action = 'feed.anchor'
      and y.at >= ${moment} and (y.at = ${moment} or y.at > ${moment} + interval '${LOOKED_BEFORE_MS} milliseconds')
    order by y.at limit 1), 'infinity') as by offset 0)`;
/**
 * Whether one of the readings since the message `n` of the step `w` came, up to that one, found less than the book had with `w`, and people
 * say that nothing had left, or have not said what it was.
 */
const IS_OF_SHORT = `(w.ordinal is not null and exists (
    select from staff_actions y
    cross join lateral (
      select s.* from book_steps s
      where s.collection_number_id = w.collection_number_id and s.occurred_at = y.at - interval '${READING_MS} milliseconds' offset 0) g
    where y.subject_id = w.collection_number_id::text and y.action = 'feed.anchor' and y.at between n.created_at and looked.by
      and g.ordinal > w.ordinal and g.kind = 'UNEXPLAINED' and g.strength = 'ANCHORED' and g.after_xaf < g.before_xaf
      and (select e.meaning <> 'write_off' from book_explanations e where e.step_id = g.id) is not true))`;
/**
 * Whether people say that a debit was never made of which a message told where no look at the SIM lies between it and the step `w`. Each reading
 * is right by the two, so none says that the money of `w` never came. As where they suspect a number, a reversal of what we know is not meant.
 */
const IS_COVERED = `exists (
    select from book_explanations e
    join book_steps s on s.id = e.step_id and s.strength = 'CHAINED' and s.after_xaf < s.before_xaf
    join notices m on m.id = s.notice_id
    cross join lateral ${momentOf('s', 'm')} q
    cross join lateral ${lookedBy('s', 'q.at')} until
    where e.collection_number_id = w.collection_number_id and e.meaning = 'write_off'
      and q.at <= looked.by and p.at <= until.by and not ${LISTED} and not ${TAKES_BACK})`;

/**
 * Of these credits those that wait, or lie in the case of a review, and that only messages tell of, where a balance of their SIM was tried by messages that wait, that
 * were refuted or that people have disowned. Each of these credits may be the try that was right: at where the SIM stands since it was last
 * read, until the next reading; at where it stood before, for a payment of that sum, or of that and what lies beside it, whose message is lost; or at what a reading had found
 * missing. In the last two no later reading says whose the money was. Nor does any say which credit was false, where one found
 * less than the book had by them, or where a forged debit hid that it would have. A list of two people vouches for a credit, and so do two people who say that it was paid.
 * Of what lies in the case of a review only the last is asked, whatever the balances that were tried: it settled under the same
 * count of guesses as any payment, and can pay nothing but the sessions in whose cases it lies.
 */
export const findTriedCredits = idStatement<{ credit_id: string }>(
  'find_tried_credits',
  `with unvouched as (
    select s.*, c.state from book_steps s join credits c on c.id = s.id
    where s.id = any ($1::uuid[]) and s.strength = 'CHAINED' and (c.state in ('SUSPENSE', 'REVIEW') or c.surplus_xaf > 0)
      and ${isUnsaid('s')} and not ${LISTED}),
  waiting as (select * from unvouched u where u.state <> 'REVIEW'),
  tried as materialized (
    select b.collection_number_id, b.anchored_ordinal, g.guesses + o.guesses_since as guesses, g.guesses_anywhere + o.guesses_since as guesses_anywhere,
      ${FORGIVEN_GUESSES} - f.wrong as forgiven
    from books b
    cross join lateral ${STOOD_LOW}
    cross join lateral ${GUESSED} g
    cross join lateral ${DISOWNED} o
    cross join lateral ${FORGIVEN_BEFORE} f
    where b.collection_number_id in (select w.collection_number_id from waiting w where w.explains_id is null))
  select w.id as credit_id from tried b
  join waiting w on w.collection_number_id = b.collection_number_id
  where w.ordinal > b.anchored_ordinal
    and case when w.before_xaf < ${NEAR_LOW_XAF} then b.guesses_anywhere else b.guesses end > b.forgiven
  union all
  select w.id from tried b
  join waiting w on w.collection_number_id = b.collection_number_id
  join notices n on n.id = w.notice_id
  cross join lateral (select ${SENT_SINCE} as since, ${SENT_BY} as by offset 0) sent
  cross join lateral ${triedOfSum('sent.since', 'sent.by')} t
  cross join lateral ${forgivenBefore('sent.since', 'true')} f
  where w.ordinal <= b.anchored_ordinal and case when t.guesses > ${FORGIVEN_GUESSES} - f.wrong then true
    else ${triedTogether('sent.since', 'sent.by')} > ${FORGIVEN_GUESSES} - f.wrong end
  union all
  select w.id from unvouched w
  join notices n on n.id = w.notice_id
  cross join lateral ${momentOf('w', 'n')} p
  cross join lateral ${lookedBy('w', 'p.at')} looked
  where ${IS_OF_SHORT} or ${IS_COVERED}
  union all
  select w.id from waiting w
  join book_steps s on s.id = w.explains_id
  join notices n on n.id = w.notice_id
  join books b on b.collection_number_id = w.collection_number_id
  cross join lateral ${STOOD_LOW}
  cross join lateral ${triedUpTo(SENT_BY)} t
  cross join lateral ${FORGIVEN_AT_GAP} f
  where case when w.before_xaf = s.before_xaf and w.after_xaf = s.after_xaf then t.guesses_of_sum
    when w.before_xaf < ${NEAR_LOW_XAF} then t.guesses_anywhere else t.guesses end > ${FORGIVEN_GUESSES} - f.wrong`,
);

/** Those credits, and parts of them, that were marked as sent back before. */
export const findMarkedBefore = idStatement<{ credit_id: string; surplus: boolean }>(
  'find_marked_before',
  `select t.cause_id as credit_id, t.cause = 'CREDIT_SURPLUS_REFUND' as surplus from ledger_transfers t
  where t.cause_id = any ($1::uuid[]) and t.cause in ('CREDIT_REFUND', 'CREDIT_SURPLUS_REFUND')`,
);

/** What is sent back of the row `i`, since its money came. */
const SENT_BACK = { since: 'i.since', amount_xaf: 'i.amount_xaf', phone: 'i.phone' } as const;

/**
 * Which of these sums a SIM of ours has sent to that phone since a moment, and nobody has said what it was: another SIM than that, or that
 * SIM in words that nobody knows. What it has told of in others is met by what is announced there; `is_told`: that SIM has a message that
 * waits and may tell of it. What has left all SIMs is read once for the whole set, not once for each credit: there are few such steps, and
 * many SIMs.
 */
export const findCreditsSentBefore = setStatement<
  { credit_id: string; collection_number_id: string; amount_xaf: number; phone: string; since: Date },
  { credit_id: string; msisdn: string; is_told: boolean }
>(
  'find_credits_sent_before',
  `with i as materialized (
    select * from json_to_recordset($1::json) as i (credit_id uuid, collection_number_id uuid, amount_xaf bigint, phone text,
      since timestamptz)),
  sent as materialized (${leftNumbers('(select min(since) from i)')}),
  told as materialized (${toldNumbers('select collection_number_id from i', '(select min(since) from i)')})
  select i.credit_id, min(s.msisdn) as msisdn, false as is_told
  from i join sent s on ${isSent(SENT_BACK)} and (s.kind = 'UNREAD' or s.collection_number_id <> i.collection_number_id)
  group by i.credit_id
  union all
  select i.credit_id, n.msisdn, true
  from i join collection_numbers n on n.id = i.collection_number_id
  where exists (select from told t where t.collection_number_id = i.collection_number_id and ${mayBeTold(SENT_BACK)})`,
);

/** Those credits whose decision names a session or a transaction that still waits. */
export const findAwaited = idStatement<{ credit_id: string }>(
  'find_awaited_credits',
  `select d.credit_id from decisions d
  where d.credit_id = any ($1::uuid[]) and d.actor = 'ENGINE' and (
    exists (select from unnest(d.session_ids) as o (id)
      cross join lateral (select s.status from payment_sessions s where s.id = o.id limit 1) s
      where s.status in ('AWAITING_PAYMENT', 'UNDER_REVIEW'))
    or exists (select from unnest(d.transaction_ids) as o (id)
      cross join lateral (select t.status from transactions t where t.id = o.id limit 1) t
      where t.status in ('PENDING', 'PROCESSING', 'WAITING_SMS')))`,
);

export type ListedSuspense = {
  credit_id: string;
  environment: string;
  operator: string;
  msisdn: string;
  amount_xaf: number;
  /** What of it waits: all of it, or what an overpaid session left. */
  waiting_xaf: number;
  state: string;
  reason: string;
  operator_transaction_id: string | null;
  occurred_at: Date;
  /** The sessions that the engine found most likely. */
  session_ids: string[];
  /** And the transactions. */
  transaction_ids: string[];
  /** Sessions whose payers say that this transaction was theirs, the likeliest first: a few of them. */
  claimed_for: string[];
  /** How many there are. Anybody who has the address of an ended session can name any transaction. */
  claimed_count: number;
  /** The operator has taken it back. */
  is_reversed: boolean;
  /** Its own SIM says so, or it is of a sandbox. */
  is_reversed_there: boolean;
  /** Money left its SIM in words that nobody knows and that name it: the operator may have taken it back. */
  is_left_unread: boolean;
  /** People have said that it was never paid. */
  is_written_off: boolean;
  /** Who has proposed what; null when nobody has. */
  proposed_by: string | null;
  proposed_action: string | null;
};

const COLUMNS = `c.id as credit_id, c.environment, c.operator, n.msisdn, c.amount_xaf, c.state, c.reason,
  c.operator_transaction_id, c.occurred_at, coalesce(d.session_ids, '{}') as session_ids,
  coalesce(d.transaction_ids, '{}') as transaction_ids,
  k.claimed_for, k.claimed_count,
  ${TAKEN_BACK} as is_reversed, (c.environment = 'test' or exists (select from ${FROM_THERE_TAKEN})) as is_reversed_there,
  exists (select from ${LEFT_UNREAD}) as is_left_unread,
  (select w.meaning = 'write_off' from book_explanations w where w.step_id = c.id) is true as is_written_off, p.proposed_by, p.action as proposed_action`;
/** So many sessions are shown of those whose payers name one transaction, and so many of their claims read. */
const CLAIMED_SHOWN = 20;
const CLAIMED_READ = 1000;
/** Those whose payer names the phone that paid come first, then those of its sum: what a stranger writes since hides no true claim. */
const CLAIMED = `select coalesce(array_agg(q.session_id order by q.place) filter (where q.place <= ${CLAIMED_SHOWN}), '{}') as claimed_for,
      count(*)::int as claimed_count
    from (
      select k.session_id::text, row_number() over (order by bool_or(k.is_payer) desc, bool_or(s.amount_xaf = c.amount_xaf) desc,
        max(k.claimed_at) desc, k.session_id) as place
      from (
        select x.session_id, x.claimed_at, ${isToPhone('c.payer', 'x.payer_phone')} is true as is_payer from payer_claims x
        where x.operator_transaction_id = c.operator_transaction_id
        order by is_payer desc, x.claimed_at desc limit ${CLAIMED_READ}) k
      cross join lateral (
        select x.environment, x.operator, x.merchant_id, x.amount_xaf from payment_sessions x where x.id = k.session_id limit 1) s
      where s.environment = c.environment and s.operator = c.operator and (c.merchant_id is null or s.merchant_id = c.merchant_id)
      group by k.session_id) q`;
const BESIDE = `cross join lateral (${CLAIMED}) k
  cross join lateral (select x.msisdn from collection_numbers x where x.id = c.collection_number_id limit 1) n
  left join lateral (
    select x.session_ids, x.transaction_ids from decisions x where x.credit_id = c.id and x.actor = 'ENGINE' limit 1) d on true
  left join lateral (
    select x.proposed_by, x.action from staff_proposals x
    where x.subject_id = c.id::text and x.settled_at is null limit 1) p on true`;

/** Credits by id, whatever became of them. `waiting_xaf` is 0 where nothing of a credit waits any more. */
export const findSuspense = idStatement<ListedSuspense>(
  'find_suspense',
  `select ${COLUMNS}, case when c.state = 'SUSPENSE' then c.amount_xaf
      when c.surplus_xaf > 0 and c.surplus_refunded_at is null then c.surplus_xaf else 0 end as waiting_xaf
  from credits c ${BESIDE}
  where c.id = any ($1::uuid[])`,
);

/** Money of one environment that is nobody's yet, oldest first: unmatched credits, and surpluses. */
export const listSuspense = statement<{ environment: string; limit: number }, ListedSuspense>(
  'list_suspense',
  `select * from (
    (select ${COLUMNS}, c.amount_xaf as waiting_xaf
     from credits c ${BESIDE}
     where c.environment = $environment and c.state = 'SUSPENSE' order by c.id limit $limit)
    union all
    (select ${COLUMNS}, c.surplus_xaf as waiting_xaf
     from credits c ${BESIDE}
     where c.environment = $environment and c.surplus_xaf > 0 and c.surplus_refunded_at is null order by c.id limit $limit)
  ) waiting order by credit_id limit $limit`,
);
