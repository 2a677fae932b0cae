import { OPERATORS, type Operator } from '../../domain/operator.ts';
import { PAYMENT_STATUSES, type PaymentKind, rangeName } from '../../domain/payment/payment.ts';
import { setStatement, statement } from '../statement.ts';

/** A payment as the list and the export show it: what sessions and transactions have in common, and what one has. */
export type ListedPayment = {
  kind: PaymentKind;
  id: string;
  created_at: Date;
  reference: string;
  /** The ticket of a session, the internal_ref of a transaction. */
  ticket: string;
  amount_xaf: number;
  operator: Operator;
  status: string;
  payer_phone: string | null;
  description: string | null;
  expires_at: Date;
  /** When it became SUCCESS; null for what did not. */
  confirmed_at: Date | null;
  operator_transaction_id: string | null;
};

const TABLES = { session: 'payment_sessions', transaction: 'transactions' } as const satisfies Record<
  PaymentKind,
  string
>;

/**
 * One index range for each kind, operator and status, newest first; ranges that are not asked for are never begun, and
 * PostgreSQL merges those that are, taking from each only what the page needs. Operator and status are sub-selects, since a
 * planner that knows them and finds them common walks the index of everything instead, which for a merchant who has few of
 * them never ends. The moment and the id before which the page ends are compared together, as one upper bound: with two
 * bounds PostgreSQL would begin at the first, and read from there to the other.
 */
function ranges(): string {
  return (Object.keys(TABLES) as PaymentKind[])
    .flatMap((kind) =>
      OPERATORS.flatMap((operator) =>
        PAYMENT_STATUSES[kind].map(
          (status) => `(select '${kind}' as kind, x.id, x.created_at, x.amount_xaf from ${TABLES[kind]} x
      where '${rangeName(kind, operator, status)}' = any ($ranges::text[])
        and x.merchant_id = $merchant_id and x.environment = $environment and x.operator = (select '${operator}') and x.status = (select '${status}')
        and x.created_at >= $from and (x.created_at, x.id) < ($before::timestamptz, $before_id::uuid)
      order by x.created_at desc, x.id desc limit $looked_at::bigint)`,
        ),
      ),
    )
    .join('\n    union all ');
}

/** Only the payments of a page `k` are read whole. */
export const WHOLE_PAYMENT = `k.kind, k.id, k.created_at,
    coalesce(s.reference, t.reference) as reference, coalesce(s.ticket, t.internal_ref) as ticket,
    coalesce(s.amount_xaf, t.amount_xaf) as amount_xaf, coalesce(s.operator, t.operator) as operator,
    coalesce(s.status, t.status) as status, coalesce(s.customer_phone, t.phone_number) as payer_phone,
    coalesce(s.description, t.description) as description, coalesce(s.expires_at, t.expires_at) as expires_at,
    case when s.status = 'SUCCESS' then s.closed_at else t.confirmed_at end as confirmed_at,
    c.operator_transaction_id`;

export const WHOLE_FROM = `left join lateral (
    select * from payment_sessions x where k.kind = 'session' and x.id = k.id limit 1) s on true
  left join lateral (
    select * from transactions x where k.kind = 'transaction' and x.id = k.id limit 1) t on true
  left join lateral (
    (select x.operator_transaction_id from credits x where x.matched_session_id = s.id limit 1)
    union all
    (select x.operator_transaction_id from credits x where x.matched_transaction_id = t.id limit 1)
    limit 1) c on true`;

type PageAsked = {
  merchant_id: string;
  environment: string;
  /** Names of ranges. */
  ranges: readonly string[];
  /** A moment, or `-infinity`. */
  from: string;
  before: Date;
  before_id: string;
  looked_at: number;
  least_xaf: number;
  most_xaf: number;
  limit: number;
};

type LookedAt = { nth: number; matches: boolean };

/**
 * A page of a merchant's payments, newest first. An amount has no index of its own: at most `looked_at` are looked
 * at for one, and the last of those is given back as well, whatever its amount, so that the reader can go on from it.
 */
export const pagePayments = statement<PageAsked, ListedPayment & LookedAt>(
  'page_payments',
  `with page as materialized (
    select m.* from (
      select k.*, row_number() over (order by k.created_at desc, k.id desc) as nth,
        k.amount_xaf between $least_xaf::int and $most_xaf::int as matches
      from (${ranges()}) k
      order by k.created_at desc, k.id desc limit $looked_at::bigint) m
    where m.matches or m.nth = $looked_at::bigint
    order by m.created_at desc, m.id desc limit $limit::bigint)
  select ${WHOLE_PAYMENT}, k.nth::int, k.matches
  from page k ${WHOLE_FROM}
  order by k.created_at desc, k.id desc`,
);

export type BegunPayment = {
  payment_id: string;
  account_id: string;
  merchant_id: string;
  environment: string;
  kind: string;
  begun_at: Date;
};

/** Keeps who began payments at the counter; one that is kept already stays as it is. */
export const insertCounterPayments = setStatement<BegunPayment>(
  'insert_counter_payments',
  `insert into counter_payments (payment_id, account_id, merchant_id, environment, kind, begun_at)
  select payment_id, account_id, merchant_id, environment, kind, begun_at
  from json_to_recordset($1::json) as i (payment_id uuid, account_id uuid, merchant_id uuid, environment text, kind text,
    begun_at timestamptz)
  on conflict (payment_id) do nothing`,
);

/** The payments of this reference: one, where the counter has begun it. */
export const findOfReference = statement<
  { merchant_id: string; environment: string; reference: string },
  { id: string }
>(
  'find_payment_of_reference',
  Object.values(TABLES)
    .map(
      (table) =>
        `select id from ${table} where merchant_id = $merchant_id and environment = $environment and reference = $reference`,
    )
    .join(' union all '),
);

/** What a person began since then, newest first. */
export const listCounterPayments = statement<
  { account_id: string; merchant_id: string; environment: string; since: Date; limit: number },
  ListedPayment
>(
  'list_counter_payments',
  `with page as materialized (
    select b.kind, b.payment_id as id, b.begun_at as created_at from counter_payments b
    where b.account_id = $account_id and b.merchant_id = $merchant_id and b.environment = $environment and b.begun_at >= $since
    order by b.begun_at desc, b.payment_id desc limit $limit)
  select ${WHOLE_PAYMENT} from page k ${WHOLE_FROM}
  order by k.created_at desc, k.id desc`,
);
