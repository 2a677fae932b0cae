import type { Environment } from '../../domain/operator.ts';
import { setStatement, statement } from '../statement.ts';

type Owner = { merchant_id: string; environment: Environment };

/**
 * Folds the oldest deltas of accounts' days, `limit` at most. One process at a time: two would wait for each other's rows.
 * The keys go in order.
 */
export const foldLedgerDays = statement<{ limit: number }, { folded: number }>(
  'fold_ledger_days',
  `with turn as materialized (
    select pg_try_advisory_xact_lock(hashtext('fold_ledger_days')) as mine
  ), gone as (
    delete from ledger_day_deltas
    where id = any (array(
      select id from ledger_day_deltas where (select mine from turn) order by id limit $limit))
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
 * What is owed to merchants, and what is kept of it. It is added up from the days of their accounts, so that it is as quick
 * after 10^7 transfers. On hold is what settlements leave out as too young (`IS_DUE` of store/settlements/draft.ts): no more
 * rows than a few days bring.
 */
export const readBalances = setStatement<Owner & { now: Date }, MerchantBalance>(
  'read_balances',
  `select i.merchant_id, i.environment, account_balance(p.id) as payable_xaf, account_balance(r.id) as reserve_xaf,
    h.on_hold_xaf, f.in_flight_xaf, d.settled_xaf
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text, now timestamptz)
  join ledger_accounts p on p.owner_id = i.merchant_id and p.kind = 'PAYABLE' and p.environment = i.environment
  join ledger_accounts r on r.owner_id = i.merchant_id and r.kind = 'RESERVE' and r.environment = i.environment
  left join settlement_terms t on t.merchant_id = i.merchant_id and t.environment = i.environment
  cross join lateral (
    select coalesce(t.hold_days, case i.environment when 'live' then 1 else 0 end)::int as hold_days offset 0) c
  cross join lateral (
    select coalesce(sum(u.amount_xaf), 0)::bigint as on_hold_xaf
    from unsettled_transfers u
    where c.hold_days > 0 and u.account_id = p.id
      and u.occurred_at >= (local_day(i.now) - (c.hold_days - 1))::timestamp at time zone 'Africa/Ndjamena'
      and u.turn = 0 and u.cause not in ('RESERVE_RELEASED', 'SETTLEMENT_SENT_BACK')
      and (u.amount_xaf > 0 or u.cause in ('SESSION_FEE', 'SESSION_TAX', 'TRANSACTION_FEE', 'TRANSACTION_TAX'))) h
  cross join lateral (
    select (
      (select coalesce(sum(s.amount_xaf), 0) from settlements s
        where s.merchant_id = i.merchant_id and s.environment = i.environment
          and s.state in ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN'))
      + (select coalesce(sum(s.amount_xaf), 0) from refunds s
        where s.merchant_id = i.merchant_id and s.environment = i.environment
          and s.state in ('PENDING', 'SENDING', 'UNKNOWN')))::bigint as in_flight_xaf) f
  cross join lateral (
    select (coalesce(sum(s.amount_xaf), 0) - (
        select coalesce(sum(r.amount_xaf), 0) from settlement_proofs r join settlements b on b.id = r.settlement_id
        where r.says = 'returned' and b.merchant_id = i.merchant_id and b.environment = i.environment))::bigint as settled_xaf
    from settlements s
    where s.merchant_id = i.merchant_id and s.environment = i.environment and s.state = 'PAID') d`,
);
