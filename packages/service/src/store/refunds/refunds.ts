import type { Msisdn } from '../../domain/msisdn.ts';
import type { Refundable } from '../../domain/refund/judge.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import { TAKEN_BACK } from '../alerts.ts';
import { IS_DOUBTED } from '../book/doubts.ts';
import { idStatement, setStatement } from '../statement.ts';
import { LEFT, LEFT_ELSEWHERE, leftBesides, PERHAPS_SENT, TOLD_ELSEWHERE } from './left.ts';

const COLUMNS = `r.id, r.merchant_id, r.environment, r.payment_session_id, r.transaction_id, r.amount_xaf, r.reason,
  r.via, r.state, r.to_phone, r.collection_number_id, r.failure, r.asked_by, r.created_at, r.sent_at, r.ended_at`;

/** Writes refunds that have just been asked for; triggers open their accounts and refuse more than was paid. */
export const insertRefunds = setStatement<Refund>(
  'insert_refunds',
  `insert into refunds (id, merchant_id, environment, payment_session_id, transaction_id, amount_xaf, reason, via,
    state, to_phone, collection_number_id, failure, asked_by, created_at, sent_at, ended_at)
  select id, merchant_id, environment, payment_session_id, transaction_id, amount_xaf, reason, via,
    state, to_phone, collection_number_id, failure, asked_by, created_at, sent_at, ended_at
  from json_to_recordset($1::json) as i (id uuid, merchant_id uuid, environment text, payment_session_id uuid,
    transaction_id uuid, amount_xaf bigint, reason text, via text, state text, to_phone text,
    collection_number_id uuid, failure text, asked_by text, created_at timestamptz, sent_at timestamptz,
    ended_at timestamptz)`,
);

/**
 * The refunds of payments that these people have made since then, by that sum, and that have not failed. Lock the
 * payments first. `position`: the caller's own numbering.
 */
export const findRefundsMadeBefore = setStatement<
  {
    position: number;
    payment_id: string;
    amount_xaf: number;
    actor: string;
    account_id: string | null;
    since: Date;
  },
  { position: number; refund_id: string }
>(
  'find_refunds_made_before',
  `select i.position, b.id as refund_id
  from json_to_recordset($1::json) as i (position int, payment_id text, amount_xaf bigint, actor text,
    account_id uuid, since timestamptz)
  cross join lateral (
    select r.id from staff_actions a join refunds r on r.id = (a.detail ->> 'refund_id')::uuid
    where a.subject_id = i.payment_id and a.at >= i.since and a.action = 'refund.create' and a.actor = i.actor
      and a.account_id is not distinct from i.account_id
      and r.amount_xaf = i.amount_xaf and r.state <> 'FAILED'
    order by a.at desc, a.id desc limit 1) b`,
);

export type RefundMove = Pick<
  Refund,
  'id' | 'state' | 'failure' | 'to_phone' | 'collection_number_id' | 'sent_at' | 'ended_at'
> & { from_state: string };

/** Moves refunds that the caller has locked. Returns those that were in the state that it names. */
export const moveRefunds = setStatement<RefundMove, { id: string }>(
  'move_refunds',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (id uuid, from_state text, state text, failure text, to_phone text,
      collection_number_id uuid, sent_at timestamptz, ended_at timestamptz)
  )
  update refunds r set state = i.state, failure = i.failure, to_phone = i.to_phone, collection_number_id = i.collection_number_id,
    sent_at = i.sent_at, ended_at = i.ended_at
  from given i
  where r.id = any (array(select id from given)) and r.id = i.id and r.state = i.from_state
  returning r.id`,
);

/** Locks refunds in order of id. */
export const lockRefunds = idStatement<Refund>(
  'lock_refunds',
  `select ${COLUMNS} from refunds r where r.id = any ($1::uuid[]) order by r.id for update`,
);

/** Refunds by id, filtered by merchant and environment: another's is as absent as one that never was. */
export const loadOwnRefunds = setStatement<
  { position: number; refund_id: string; merchant_id: string; environment: string },
  Refund & { position: number }
>(
  'load_refunds_of_merchants',
  `select i.position, r.*
  from json_to_recordset($1::json) as i (position int, refund_id uuid, merchant_id uuid, environment text)
  cross join lateral (
    select ${COLUMNS} from refunds r
    where r.id = i.refund_id and r.merchant_id = i.merchant_id and r.environment = i.environment limit 1) r`,
);

export type RefundsAsked = {
  position: number;
  merchant_id: string;
  environment: string;
  payment_id: string | null;
  /** Those with a lower id only. */
  before: string;
  limit: number;
};

/** Newest first; of one payment by its own index. */
export const selectRefundPages = setStatement<RefundsAsked, Refund & { position: number }>(
  'select_refund_pages',
  `select a.position, r.*
  from json_to_recordset($1::json) as a (position int, merchant_id uuid, environment text, payment_id uuid, before uuid,
    "limit" int)
  cross join lateral (
    (select ${COLUMNS} from (select * from refunds where payment_id = a.payment_id offset 0) r
      where a.payment_id is not null and r.merchant_id = a.merchant_id and r.environment = a.environment
        and r.id < a.before
      order by r.id desc limit a."limit")
    union all
    (select ${COLUMNS} from refunds r
      where a.payment_id is null and r.merchant_id = a.merchant_id and r.environment = a.environment
        and r.id < a.before
      order by r.id desc limit a."limit")
  ) r
  order by a.position, r.id desc`,
);

/** A payment that somebody wants to give back, and who paid it. */
export type PaymentRow = Refundable & {
  payment_id: string;
  to_phone: string | null;
  /** The credit that pays it; null where a rail took it. */
  credit_id: string | null;
  /** Who was asked to pay a transaction. */
  asked_phone: string | null;
  /** What the merchant says of a session: who is to pay it. */
  declared_phone: Msisdn | null;
  /** The SIM that it came to; null where a rail took it. */
  collection_number_id: string | null;
  /** When its money came, or, where no credit tells, at the earliest. */
  came_at: Date;
  /** Staff have frozen its merchant in its environment. */
  is_frozen: boolean;
};

const isFrozen = (payment: string) => `(select
    case ${payment}.environment when 'live' then m.frozen_live_at else m.frozen_test_at end is not null
    from merchants m where m.id = ${payment}.merchant_id) as is_frozen`;

const openRefunds = (payment: string) => `(select count(*)::int from refunds o
      where o.payment_id = ${payment}.id and o.state in ('PENDING', 'SENDING', 'UNKNOWN')) as open_refunds`;

/** What is known against the credit of a payment: the operator has taken it back, or it is in doubt (`IS_DOUBTED`). */
const creditOf = (matched: string) => `left join lateral (
    select c.id, c.payer, c.collection_number_id, c.occurred_at, ${TAKEN_BACK} as is_reversed,
      ${IS_DOUBTED} as is_doubted
    from credits c where ${matched} limit 1) c on true`;

/**
 * Whether a refund of the payment has left after all, or may have: people said that it failed, and nobody has said yet what left
 * a SIM since.
 */
const leftAfterAll = (payment: string) => `exists (
      select from refunds f left join books b on b.collection_number_id = f.collection_number_id
      where f.payment_id = ${payment}.id and f.via = 'sim' and f.state = 'FAILED' and ${LEFT})`;

/**
 * Those of these refunds that may have left by a debit which nobody has said what it was, or of which a
 * message tells that waits: one that nobody has said to be sent, from its SIM or any; and one that was said
 * to be sent, from another SIM than was said. Of its own SIM then tells `loadReadingsSinceRefunds`.
 */
export const findLeftRefunds = idStatement<{ id: string }>(
  'find_left_refunds',
  `select f.id from refunds f left join books b on b.collection_number_id = f.collection_number_id
  where f.id = any ($1::uuid[]) and f.via = 'sim'
    and (case when f.sent_at is null then ${LEFT} else ${LEFT_ELSEWHERE} end or ${TOLD_ELSEWHERE})`,
);

/**
 * Which of these refunds' sums a SIM of ours has sent to their payer since they were asked for, and nobody has said what that was:
 * `is_elsewhere`, another SIM than they would be sent from; else that one may have, or the one that was paid. `said`:
 * the phone that its sender has said, where its payer is not shown.
 */
export const findRefundsSentBefore = setStatement<
  { position: number; id: string; collection_number_id: string; said: string | null },
  { position: number; is_elsewhere: boolean; msisdn: string }
>(
  'find_refunds_sent_before',
  `select i.position, e.is_elsewhere, n.msisdn
  from json_to_recordset($1::json) as i (position int, id uuid, collection_number_id uuid, said text)
  cross join lateral (
    select x.amount_xaf, coalesce(i.said, x.to_phone) as to_phone, x.collection_number_id, x.created_at, x.sent_at,
      x.ended_at
    from refunds x where x.id = i.id) f
  join collection_numbers n on n.id in (i.collection_number_id, f.collection_number_id)
  left join books b on b.collection_number_id = n.id
  cross join lateral (select ${leftBesides('i.collection_number_id')} as is_elsewhere) e
  where e.is_elsewhere or ${PERHAPS_SENT}`,
);

/**
 * Payments with what is known against giving them back. Whoever decides by it has locked them, so that nothing else is decided
 * about them meanwhile.
 */
export const loadRefundable = idStatement<PaymentRow>(
  'load_refundable',
  `select s.id as payment_id, 'session' as kind, s.merchant_id, s.environment, s.status, s.amount_xaf as paid_xaf,
    coalesce(p.refunded_xaf, 0) as refunded_xaf, ${openRefunds('s')}, coalesce(c.is_reversed, false) as is_reversed,
    (coalesce(c.is_doubted, false) or ${leftAfterAll('s')}) as is_doubted, false as is_returned, null as rail,
    coalesce(c.payer, s.customer_phone) as to_phone, s.customer_phone as declared_phone, c.id as credit_id, null as asked_phone, coalesce(c.collection_number_id, s.collection_number_id) as collection_number_id,
    coalesce(c.occurred_at, s.created_at) as came_at, ${isFrozen('s')}
  from payment_sessions s
  left join refunded_payments p on p.payment_id = s.id
  ${creditOf('c.matched_session_id = s.id')}
  where s.id = any ($1::uuid[])
  union all
  select t.id, 'transaction', t.merchant_id, t.environment, t.status, t.amount_xaf,
    coalesce(p.refunded_xaf, 0), ${openRefunds('t')}, coalesce(c.is_reversed, false), coalesce(c.is_doubted, false) or ${leftAfterAll('t')},
    exists (select from rail_refunds f where f.transaction_id = t.id and f.state <> 'REFUSED'
      and not exists (
        select from refunds r where r.transaction_id = t.id and r.via = 'rail' and r.state <> 'FAILED')),
    t.rail, case when c.payer ~ '^[0-9]{8,}$' then c.payer else t.phone_number end, null, c.id, t.phone_number,
    coalesce(c.collection_number_id, t.collection_number_id), coalesce(c.occurred_at, t.created_at), ${isFrozen('t')}
  from transactions t
  left join refunded_payments p on p.payment_id = t.id
  ${creditOf('c.matched_transaction_id = t.id')}
  where t.id = any ($1::uuid[])`,
);
