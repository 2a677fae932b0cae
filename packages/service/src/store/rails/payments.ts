import type { RailPaymentRow } from '../rows.generated.ts';
import { setStatement } from '../statement.ts';

/**
 * Takes payments of operators for transactions, of two that name one whoever comes first.
 * @returns whose each of them is; none where another process took it at this very moment
 */
export const claimRailPayments = setStatement<RailPaymentRow>(
  'claim_rail_payments',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (rail text, rail_transaction_id text, transaction_id uuid)
  ), claimed as (
    insert into rail_payments (rail, rail_transaction_id, transaction_id)
    select distinct on (rail, rail_transaction_id) rail, rail_transaction_id, transaction_id from given
    order by rail, rail_transaction_id, transaction_id
    on conflict do nothing
    returning rail, rail_transaction_id, transaction_id
  )
  select rail, rail_transaction_id, transaction_id from claimed
  union all
  select p.rail, p.rail_transaction_id, p.transaction_id from (select distinct rail, rail_transaction_id from given) i
  cross join lateral (
    select x.* from rail_payments x where x.rail = i.rail and x.rail_transaction_id = i.rail_transaction_id limit 1) p`,
);
