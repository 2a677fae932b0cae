import type { Environment } from '../../domain/operator.ts';
import { setStatement, statement } from '../statement.ts';

type Owner = { merchant_id: string; environment: Environment };

/**
 * Folds the oldest deltas of accounts' days, `$1` at most. One process at a time: two would wait for each other's rows.
 * The keys go in order.
 */
export const foldLedgerDays = statement<{ folded: number }>(
  'fold_ledger_days',
  `with turn as materialized (
    select pg_try_advisory_xact_lock(hashtext('fold_ledger_days')) as mine
  ), gone as (
    delete from ledger_day_deltas
    where id = any (array(
      select id from ledger_day_deltas where (select mine from turn) order by id limit $1))
    returning *
  ), folded as (
    insert into ledger_days (account_id, day, debit_xaf, credit_xaf, transfers)
    select account_id, day, sum(debit_xaf), sum(credit_xaf), sum(transfers)
    from gone group by 1, 2 order by 1, 2
    on conflict (account_id, day) do update
      set debit_xaf = ledger_days.debit_xaf + excluded.debit_xaf,
        credit_xaf = ledger_days.credit_xaf + excluded.credit_xaf,
        transfers = ledger_days.transfers + excluded.transfers
  )
  select count(*)::int as folded from gone`,
);

export type MerchantBalance = {
  merchant_id: string;
  environment: Environment;
  payable_xaf: number;
  /** The part of it whose days of hold are not over. */
  on_hold_xaf: number;
  reserve_xaf: number;
  /** What has left it in refunds and settlements that are not proven. */
  in_flight_xaf: number;
  /** All that settlements have brought. */
  settled_xaf: number;
};

/**
 * What is owed to merchants, and what is kept of it, from the days of their accounts: as quick after 10^7 transfers.
 * Nothing is on hold, in flight or settled where there are neither refunds nor settlements.
 */
export const readBalances = setStatement<Owner, MerchantBalance>(
  'read_balances',
  `select i.merchant_id, i.environment, account_balance(p.id) as payable_xaf, account_balance(r.id) as reserve_xaf,
    0 as on_hold_xaf, 0 as in_flight_xaf, 0 as settled_xaf
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text)
  join ledger_accounts p on p.owner_id = i.merchant_id and p.kind = 'PAYABLE' and p.environment = i.environment
  join ledger_accounts r on r.owner_id = i.merchant_id and r.kind = 'RESERVE' and r.environment = i.environment`,
);
