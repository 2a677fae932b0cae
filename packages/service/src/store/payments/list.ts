import { PAYMENT_STATUSES, type PaymentKind, rangeName } from '../../domain/payment/payment.ts';
import { OPERATORS } from '../../domain/transaction/transaction.ts';
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
  operator: 'AIRTEL' | 'MOOV';
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
 * them never ends. `$1` merchant, `$2` environment, `$3`
 * names of ranges, `$4` from when, `$5` and `$6` the moment and id before which: one upper bound, since of two an index
 * begins at the first, and reads from there to the other. `$7` most to be looked at.
 */
function ranges(): string {
  return (Object.keys(TABLES) as PaymentKind[])
    .flatMap((kind) =>
      OPERATORS.flatMap((operator) =>
        PAYMENT_STATUSES[kind].map(
          (status) => `(select '${kind}' as kind, x.id, x.created_at, x.amount_xaf from ${TABLES[kind]} x
      where '${rangeName(kind, operator, status)}' = any ($3::text[])
        and x.merchant_id = $1 and x.environment = $2 and x.operator = (select '${operator}') and x.status = (select '${status}')
        and x.created_at >= $4 and (x.created_at, x.id) < ($5::timestamptz, $6::uuid)
      order by x.created_at desc, x.id desc limit $7::bigint)`,
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

type LookedAt = { nth: number; matches: boolean };

/**
 * A page of a merchant's payments, newest first. An amount has no index of its own: at most `$7` are looked at for one,
 * and the last of those is given back as well, whatever its amount, so that the reader can go on from it. `$8` and `$9`
 * least and largest amount, `$10` most to be given back.
 */
export const pagePayments = statement<ListedPayment & LookedAt>(
  'page_payments',
  `with page as materialized (
    select m.* from (
      select k.*, row_number() over (order by k.created_at desc, k.id desc) as nth,
        k.amount_xaf between $8::int and $9::int as matches
      from (${ranges()}) k
      order by k.created_at desc, k.id desc limit $7::bigint) m
    where m.matches or m.nth = $7::bigint
    order by m.created_at desc, m.id desc limit $10::bigint)
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

/** What a person began since `$4`, newest first. `$1` account, `$2` merchant, `$3` environment, `$5` most. */
export const listCounterPayments = statement<ListedPayment>(
  'list_counter_payments',
  `with page as materialized (
    select b.kind, b.payment_id as id, b.begun_at as created_at from counter_payments b
    where b.account_id = $1 and b.merchant_id = $2 and b.environment = $3 and b.begun_at >= $4
    order by b.begun_at desc, b.payment_id desc limit $5)
  select ${WHOLE_PAYMENT} from page k ${WHOLE_FROM}
  order by k.created_at desc, k.id desc`,
);
