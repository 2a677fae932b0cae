import { idStatement, statement } from '../statement.ts';

/** What a message of an operator said, raw, and what was read from it. */
export type CaseMessage = {
  notice_id: string;
  collection_number_id: string;
  operator: string;
  msisdn: string;
  source: string;
  sender: string | null;
  /** The text as it came: whoever sent it has written it. */
  body: string;
  received_at: Date;
  outcome: string | null;
  kind: string | null;
  template_id: string | null;
  template_version: number | null;
  reading: Record<string, unknown> | null;
  credit_id: string | null;
};

const MESSAGE = `n.id as notice_id, n.collection_number_id, n.operator, m.msisdn, n.source, n.sender, n.body, n.received_at,
  r.outcome, r.kind, r.template_id, r.template_version, r.reading, r.credit_id`;
const BESIDE_NOTICE = `cross join lateral (
    select x.msisdn from collection_numbers x where x.id = n.collection_number_id limit 1) m`;

/** The messages that told of some credits, the first witness first. */
export const loadMessagesOfCredits = idStatement<CaseMessage>(
  'load_messages_of_credits',
  `select ${MESSAGE} from notice_readings r
  cross join lateral (select * from notices x where x.id = r.notice_id limit 1) n ${BESIDE_NOTICE}
  where r.credit_id = any ($1::uuid[])
    and (select true from notice_readings x where x.notice_id = r.notice_id and x.id > r.id limit 1) is null
  order by r.id limit 100`,
);

/** Messages by id, in the order of the ids, with what was read last. */
export const loadMessages = idStatement<CaseMessage>(
  'load_messages',
  `select ${MESSAGE} from notices n ${BESIDE_NOTICE}
  left join lateral (select * from notice_readings x where x.notice_id = n.id order by x.id desc limit 1) r on true
  where n.id = any ($1::uuid[]) order by array_position($1::uuid[], n.id)`,
);

/** A session or a transaction that somebody may have meant. */
export type Candidate = {
  kind: 'session' | 'transaction';
  id: string;
  merchant: string;
  reference: string;
  /** Null of a transaction. */
  ticket: string | null;
  status: string;
  review_reason: string | null;
  amount_xaf: number;
  /** Null of a transaction that a rail took. */
  msisdn: string | null;
  customer_phone: string | null;
  created_at: Date;
  expires_at: Date;
  closed_at: Date | null;
};

const ITS_MERCHANT = (merchant_id: string) =>
  `cross join lateral (select x.name from merchants x where x.id = ${merchant_id} limit 1) m`;

export const loadCandidates = idStatement<Candidate>(
  'load_candidates',
  `select 'session' as kind, s.id, m.name as merchant, s.reference, s.ticket, s.status, s.review_reason, s.amount_xaf,
    s.assigned_collection_number as msisdn, s.customer_phone, s.created_at, s.expires_at, s.closed_at
  from payment_sessions s ${ITS_MERCHANT('s.merchant_id')} where s.id = any ($1::uuid[])
  union all
  select 'transaction', t.id, m.name, t.reference, null, t.status, null, t.amount_xaf,
    t.assigned_collection_number, t.phone_number, t.created_at, t.expires_at,
    case when t.status not in ('PENDING', 'PROCESSING', 'WAITING_SMS') then t.updated_at end
  from transactions t ${ITS_MERCHANT('t.merchant_id')} where t.id = any ($1::uuid[])
  order by created_at, id limit 64`,
);

/** What people made of the latest cases of a kind: how often each. */
export type Precedent = { rule: string; cases: number };
const PRECEDENTS = 200;

/**
 * What people have made, since `since`, of the latest credits in one environment that the engine set aside by the rule `rule`.
 */
export const loadPrecedents = statement<{ environment: string; rule: string; since: Date }, Precedent>(
  'load_precedents',
  `select rule, count(*)::int as cases from (
    select d.rule from decisions d
    cross join lateral (
      select x.rule from decisions x where x.credit_id = d.credit_id and x.actor = 'ENGINE' limit 1) e
    cross join lateral (select x.environment from credits x where x.id = d.credit_id limit 1) c
    where d.actor = 'STAFF' and d.decided_at > $since and e.rule = $rule and c.environment = $environment
    order by d.decided_at desc limit ${PRECEDENTS}) latest
  group by rule order by cases desc, rule`,
);

/** The chain of a number around a moment: so many steps before and behind it. */
const AROUND = 8;
export type BookStepAround = {
  id: string;
  ordinal: number;
  kind: string;
  strength: string;
  before_xaf: number;
  after_xaf: number;
  notice_id: string | null;
  occurred_at: Date;
};

/** What the book of a number told around a moment. */
export const loadBookAround = statement<{ collection_number_id: string; received_at: Date }, BookStepAround>(
  'load_book_around',
  `with place as (
    select coalesce((
      select max(x.ordinal) from (
        select y.ordinal from book_steps y
        where y.collection_number_id = $collection_number_id and y.ordinal is not null and y.occurred_at <= $received_at
        order by y.ordinal desc limit 1) x), 0) as ordinal
  )
  select s.id, s.ordinal, s.kind, s.strength, s.before_xaf, s.after_xaf, s.notice_id, s.occurred_at
  from place p join book_steps s on s.collection_number_id = $collection_number_id
    and s.ordinal between p.ordinal - ${AROUND} and p.ordinal + ${AROUND}
  order by s.ordinal`,
);
