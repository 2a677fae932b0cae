import { statement } from '../statement.ts';
import type { LedgerProblem } from './check.ts';

/** What must never be found of transactions, up to `limit` problems. */
export const findTransactionProblems = statement<{ limit: number }, LedgerProblem>(
  'find_transaction_problems',
  `select * from (
    select 'a paid transaction without its ledger entry' as problem, x.id::text as subject
    from transactions x
    where x.status in ('SUCCESS', 'REFUNDED') and not exists (
      select from ledger_transfers t
      where t.cause = 'TRANSACTION_SUCCESS' and t.cause_id = x.id and t.amount_xaf = x.amount_xaf)
    union all
    select 'a ledger entry whose transaction is not paid', t.cause_id::text
    from ledger_transfers t
    left join transactions x on x.id = t.cause_id and x.status in ('SUCCESS', 'REFUNDED')
      and x.environment = t.environment
    where t.cause in ('TRANSACTION_SUCCESS', 'TRANSACTION_FEE', 'TRANSACTION_TAX') and x.id is null
    union all
    select 'a refunded transaction whose entries were not taken back', x.id::text
    from transactions x
    where x.status = 'REFUNDED' and (
      select sum(case t.cause when 'TRANSACTION_SUCCESS' then t.amount_xaf when 'TRANSACTION_REFUND' then -t.amount_xaf
        when 'TRANSACTION_FEE' then t.amount_xaf when 'TRANSACTION_TAX' then t.amount_xaf else -t.amount_xaf end)
      from ledger_transfers t where t.cause_id = x.id and t.cause <> 'TRANSACTION_SUSPENSE') is distinct from 0
      and x.amount_xaf is distinct from (
        select sum(r.amount_xaf) from refunds r where r.payment_id = x.id and r.state = 'SUCCEEDED')
    union all
    select 'a refund whose transaction is not REFUNDED', t.cause_id::text
    from ledger_transfers t
    left join transactions x on x.id = t.cause_id and x.status = 'REFUNDED' and x.environment = t.environment
    where t.cause in ('TRANSACTION_REFUND', 'TRANSACTION_FEE_REFUND', 'TRANSACTION_TAX_REFUND') and x.id is null
      and not exists (
        select from transaction_reviews r join ledger_accounts a on a.id = t.debit_account_id
        where r.transaction_id = t.cause_id and r.kind in ('late', 'after_failure') and r.state = 'REJECTED' and r.credit_id is null
          and a.kind = 'SUSPENSE')
    union all
    select 'a late payment of a rail that does not stand in suspense', r.id::text
    from transaction_reviews r join transactions x on x.id = r.transaction_id
    where r.credit_id is null and not exists (
      select from ledger_transfers t
      where t.cause = 'TRANSACTION_SUSPENSE' and t.cause_id = x.id and t.amount_xaf = x.amount_xaf)
    union all
    select 'a late payment in suspense without its review', t.cause_id::text
    from ledger_transfers t left join transaction_reviews r on r.transaction_id = t.cause_id
    where t.cause = 'TRANSACTION_SUSPENSE' and r.id is null
    union all
    select 'a paid transaction of the rail manual-sms without its credit', x.id::text
    from transactions x
    where x.collection_number_id is not null and x.status in ('SUCCESS', 'REFUNDED') and not exists (
        select from credits c where c.matched_transaction_id = x.id and c.environment = x.environment
          and c.amount_xaf - c.surplus_xaf = x.amount_xaf)
      and not exists (
        select from transaction_proofs p where p.transaction_id = x.id and p.outcome = 'concluded' and p.source <> 'credit')
    union all
    select 'a credit whose transaction is not paid', c.id::text
    from credits c join transactions x on x.id = c.matched_transaction_id
    where x.status not in ('SUCCESS', 'REFUNDED')
    union all
    select 'a paid transaction without a proof', x.id::text
    from transactions x
    where x.status in ('SUCCESS', 'REFUNDED') and not exists (
      select from transaction_proofs p where p.transaction_id = x.id and p.kind = 'success' and p.outcome = 'concluded')
  ) problems limit $limit`,
);
