import { statement } from '../statement.ts';

/** One broken promise of the ledger: what, and the row it is about. */
export type LedgerProblem = { problem: string; subject: string };

/** Everything that must never be found; an empty answer proves the books, up to `$1` problems. */
export const findLedgerProblems = statement<LedgerProblem>(
  'find_ledger_problems',
  `select * from (
    select 'a SUCCESS without its ledger entry' as problem, s.id::text as subject
    from payment_sessions s
    where s.status = 'SUCCESS' and not exists (
      select from ledger_transfers t where t.cause = 'SESSION_SUCCESS' and t.cause_id = s.id and t.amount_xaf = s.amount_xaf)
    union all
    select 'a ledger entry whose session is not SUCCESS', t.id::text
    from ledger_transfers t
    left join payment_sessions s on s.id = t.cause_id and s.status = 'SUCCESS' and s.environment = t.environment
    where t.cause in ('SESSION_SUCCESS', 'SESSION_FEE') and s.id is null
    union all
    select 'a SUCCESS without exactly one matched credit', s.id::text
    from payment_sessions s
    left join credits c on c.matched_session_id = s.id and c.amount_xaf = s.amount_xaf and c.environment = s.environment
    where s.status = 'SUCCESS' and c.id is null
    union all
    select 'a credit that is not matched and not in suspense', c.id::text
    from credits c
    where c.state <> 'MATCHED' and not exists (
      select from ledger_transfers t where t.cause = 'CREDIT_SUSPENSE' and t.cause_id = c.id and t.amount_xaf = c.amount_xaf)
    union all
    select 'a suspense entry without its credit', t.id::text
    from ledger_transfers t left join credits c on c.id = t.cause_id and c.environment = t.environment
    where t.cause = 'CREDIT_SUSPENSE' and c.id is null
    union all
    select 'a credit without a decision', c.id::text
    from credits c where not exists (select from decisions d where d.credit_id = c.id)
  ) problems limit $1`,
);

export type Balance = { environment: string; kind: string; balance_xaf: number };

/** Credits less debits by environment and kind of account. */
export const sumAccounts = statement<Balance>(
  'sum_accounts',
  `select a.environment, a.kind, coalesce(sum(m.amount_xaf), 0)::bigint as balance_xaf
  from ledger_accounts a
  left join (
    select credit_account_id as account_id, amount_xaf from ledger_transfers
    union all select debit_account_id, -amount_xaf from ledger_transfers) m on m.account_id = a.id
  group by a.environment, a.kind order by a.environment, a.kind`,
);

export const countTransfers = statement<{ transfers: number }>(
  'count_transfers',
  'select count(*)::bigint as transfers from ledger_transfers',
);
