import { statement } from '../statement.ts';
import type { LedgerProblem } from './check.ts';

/** What must never be found of settlements, by the rows that the triggers have let pass; up to `limit` problems. */
export const findSettlementProblems = statement<{ limit: number }, LedgerProblem>(
  'find_settlement_problems',
  `select * from (
    select 'a settlement that is not the sum of its transfers' as problem,
      format('%s: %s of %s, frozen %s of %s', s.reference, s.amount_xaf, s.transfers, t.amount_xaf, t.transfers) as subject
    from settlements s
    cross join lateral (
      select sum(t.amount_xaf) as amount_xaf, count(*) as transfers
      from settlement_transfers t where t.settlement_id = s.id) t
    where (s.amount_xaf, s.transfers) is distinct from (t.amount_xaf, t.transfers)
    union all
    select 'a settlement whose itemisation is not its transfers', s.reference
    from settlements s
    cross join lateral (
      select sum(t.amount_xaf) as amount_xaf, sum(t.transfers) as transfers
      from settlement_totals t where t.settlement_id = s.id) t
    where (s.amount_xaf, s.transfers) is distinct from (t.amount_xaf, t.transfers)
    union all
    select 'a frozen transfer without its settlement or its transfer', format('%s %s', t.cause, t.cause_id)
    from settlement_transfers t
    left join settlements s on s.id = t.settlement_id
    left join ledger_accounts a on a.id = t.account_id and a.owner_id = s.merchant_id and a.environment = s.environment
    left join ledger_transfers l on l.cause_id = t.cause_id and l.cause = t.cause
      and t.amount_xaf = case t.account_id when l.credit_account_id then l.amount_xaf
        when l.debit_account_id then -l.amount_xaf end
    where s.id is null or a.id is null or l.cause_id is null
    union all
    select 'a transfer that is settled and unsettled', format('%s %s', t.cause, t.cause_id)
    from settlement_transfers t
    join unsettled_transfers u on u.account_id = t.account_id and u.occurred_at = t.occurred_at
      and u.cause_id = t.cause_id and u.cause = t.cause and u.turn <= t.turn
    union all
    select 'a transfer that is due again, and that its settlement has not given back', format('%s %s', t.cause, t.cause_id)
    from (
      select cause_id, cause, account_id, turn from settlement_transfers
      union all select cause_id, cause, account_id, turn from unsettled_transfers) n
    join settlement_transfers t on t.cause_id = n.cause_id and t.cause = n.cause and t.account_id = n.account_id and t.turn < n.turn
    where not exists (
      select from ledger_transfers l where l.cause_id = t.settlement_id and gives_set_back(l.cause, l.cause_id))
    union all
    select 'a settlement whose sum was not set aside', s.reference
    from settlements s
    where not exists (
      select from ledger_transfers l
      where l.cause_id = s.id and l.cause = 'SETTLEMENT_RESERVED' and l.amount_xaf = s.amount_xaf)
    union all
    select 'a settlement that has ended, with money in flight', format('%s is %s: %s XAF', s.reference, s.state, b.stands_xaf)
    from settlements s
    join ledger_accounts a on a.owner_id = s.id and a.kind = 'SETTLEMENT_IN_FLIGHT'
    cross join lateral (select account_balance(a.id) as stands_xaf) b
    where case when s.state in ('PAID', 'FAILED', 'CANCELLED') then b.stands_xaf <> 0
      when s.state in ('DRAFT', 'APPROVED') then b.stands_xaf <> s.amount_xaf
      else b.stands_xaf not in (0, s.amount_xaf) end
    union all
    select 'a settlement that is PAID without a proof of its sum', s.reference
    from settlements s
    where s.state = 'PAID' and not exists (
      select from settlement_proofs p
      where p.settlement_id = s.id and p.says = 'paid' and p.amount_xaf = s.amount_xaf)
    union all
    select 'a settlement that came back and is not its merchant’s again', s.reference
    from settlement_proofs p join settlements s on s.id = p.settlement_id
    where p.says = 'returned' and not exists (
      select from ledger_transfers l
      join ledger_accounts a on a.id = l.credit_account_id and a.kind = 'PAYABLE' and a.owner_id = s.merchant_id
      where l.cause_id = s.id and l.cause in ('SETTLEMENT_SENT_BACK', 'SETTLEMENT_RETURNED') and l.debit_account_id = s.from_account_id
        and l.amount_xaf = s.amount_xaf)
    union all
    select 'a settlement that was paid after it had failed or was taken back, and is its merchant’s still', s.reference
    from settlements s
    where s.state = 'PAID' and exists (
      select from ledger_transfers l
      join ledger_accounts a on a.id = l.debit_account_id and a.kind = 'SETTLEMENT_IN_FLIGHT'
      where l.cause_id = s.id and l.cause = 'SETTLEMENT_RETURNED')
    and not exists (
      select from ledger_transfers l
      join ledger_accounts a on a.id = l.debit_account_id and a.kind = 'PAYABLE' and a.owner_id = s.merchant_id
      where l.cause_id = s.id and l.cause = 'SETTLEMENT_PAID_LATE' and l.credit_account_id = s.from_account_id
        and l.amount_xaf = s.amount_xaf)
    union all
    select 'a settlement with another number of events than it asks for', s.reference
    from settlements s
    where (select count(*) from events e where e.object_id = s.id) <> (s.state = 'PAID')::int + (
      select count(*) from settlement_proofs p where p.settlement_id = s.id and p.says = 'returned')
  ) problems limit $limit`,
);
