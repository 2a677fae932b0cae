import { setStatement, statement } from '../statement.ts';
import { type ListedPayment, WHOLE_FROM, WHOLE_PAYMENT } from './list.ts';

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
