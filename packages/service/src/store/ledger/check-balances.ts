import { statement } from '../statement.ts';
import type { LedgerProblem } from './check.ts';

/** Where `t` moved money: each account of it with what it was debited and credited. */
const SIDES = `(
      select t.debit_account_id as account_id, t.occurred_at, t.cause_id, t.cause, t.amount_xaf as debit_xaf, 0 as credit_xaf
        from ledger_transfers t
      union all
      select t.credit_account_id, t.occurred_at, t.cause_id, t.cause, 0, t.amount_xaf from ledger_transfers t)`;

/** Each movement of a PAYABLE, but for what settlements set aside or give back: it has to be unsettled, or in a settlement. */
const UNSETTLED = `(
      select m.account_id, m.occurred_at, m.cause_id, m.cause, m.credit_xaf - m.debit_xaf as amount_xaf
      from ${SIDES} m join payables using (account_id)
      where m.cause <> 'SETTLEMENT_RESERVED' and not (m.cause in ('SETTLEMENT_RETURNED', 'SETTLEMENT_SENT_BACK') and gives_set_back(m.cause, m.cause_id)))`;

/** The fee that the terms f ask for on g.amount_xaf. FEE: at most so much that fee and tax together stay within the amount. */
const ASKED = `least(greatest(g.amount_xaf * f.basis_points / 10000 + f.fixed_xaf, f.min_xaf), f.max_xaf)`;
const FEE = `least(${ASKED}, ((g.amount_xaf + 1) * 10000 - 1) / (10000 + f.tax_basis_points))`;

/** Recounts from the transfers what is kept beside them for quick reading (days, unsettled rows), up to `limit` problems. */
export const findBalanceProblems = statement<{ limit: number }, LedgerProblem>(
  'find_balance_problems',
  `select * from (
    select 'a day of an account that is not its transfers' as problem,
      format('account %s on %s: counted %s/%s/%s, booked %s/%s/%s', coalesce(k.account_id, b.account_id),
        coalesce(k.day, b.day), k.debit_xaf, k.credit_xaf, k.transfers, b.debit_xaf, b.credit_xaf, b.transfers) as subject
    from (
      select account_id, day, sum(debit_xaf) as debit_xaf, sum(credit_xaf) as credit_xaf, sum(transfers) as transfers
      from (
        select account_id, day, debit_xaf, credit_xaf, transfers from ledger_days
        union all select account_id, day, debit_xaf, credit_xaf, transfers from ledger_day_deltas) c
      group by account_id, day) k
    full join (
      select m.account_id, local_day(m.occurred_at) as day, sum(m.debit_xaf) as debit_xaf,
        sum(m.credit_xaf) as credit_xaf, count(*) as transfers
      from ${SIDES} m group by 1, 2) b on b.account_id = k.account_id and b.day = k.day
    where (k.debit_xaf, k.credit_xaf, k.transfers) is distinct from (b.debit_xaf, b.credit_xaf, b.transfers)
    union all
    select 'a transfer of a merchant that is neither unsettled nor in a settlement', format('%s %s', b.cause, b.cause_id)
    from ${UNSETTLED} b
    where not exists (
      select from unsettled_transfers u
      where u.account_id = b.account_id and u.occurred_at = b.occurred_at and u.cause_id = b.cause_id and u.cause = b.cause
        and u.amount_xaf = b.amount_xaf)
      and not exists (
        select from settlement_transfers t
        where t.cause_id = b.cause_id and t.cause = b.cause and t.account_id = b.account_id and t.amount_xaf = b.amount_xaf)
    union all
    select 'an unsettled row without its transfer', format('%s %s', u.cause, u.cause_id)
    from unsettled_transfers u
    where not exists (
      select from ${UNSETTLED} b
      where b.account_id = u.account_id and b.occurred_at = u.occurred_at and b.cause_id = u.cause_id and b.cause = u.cause
        and b.amount_xaf = u.amount_xaf)
    union all
    select 'a PAYABLE that is not the sum of its unsettled rows',
      format('account %s: %s, unsettled %s', p.account_id, account_balance(p.account_id), coalesce(u.amount_xaf, 0))
    from payables p
    left join (select account_id, sum(amount_xaf) as amount_xaf from unsettled_transfers group by account_id) u
      on u.account_id = p.account_id
    where account_balance(p.account_id) <> coalesce(u.amount_xaf, 0)
    union all
    select 'an account below zero that may not be', format('%s of %s: %s XAF', a.kind, a.owner_id, account_balance(a.id))
    from ledger_accounts a
    where account_balance(a.id) < 0 and (
      a.kind in ('RESERVE', 'SETTLEMENT_IN_FLIGHT', 'REVENUE', 'TAX_PAYABLE', 'SUSPENSE')
      or (a.kind = 'REFUND_IN_FLIGHT' and a.owner_id <> '00000000-0000-0000-0000-000000000000')
      -- What an operator sent back after it had been paid out, the merchant owes; so it does what was paid out twice.
      or (a.kind = 'PAYABLE' and account_balance(a.id) + (
        select coalesce(sum(t.amount_xaf), 0) from ledger_transfers t
        where t.debit_account_id = a.id and t.cause in ('TRANSACTION_REFUND', 'SETTLEMENT_PAID_LATE')) < 0))
    union all
    select 'a merchant account without its lock', a.id::text
    from ledger_accounts a left join payables p on p.account_id = a.id
    where (a.kind = 'PAYABLE') <> (p.account_id is not null)
    union all
    select 'a correction of a transfer that is not there', format('%s %s', t.cause, t.cause_id)
    from ledger_transfers t
    where t.corrects_cause is not null and not exists (
      select from ledger_transfers o
      where o.cause_id = t.corrects_cause_id and o.cause = t.corrects_cause and o.environment = t.environment)
    union all
    select 'a fee or tax that its terms do not ask for', format('%s %s: %s XAF', t.cause, t.cause_id, t.amount_xaf)
    from ledger_transfers t
    join ledger_transfers g on g.cause_id = t.cause_id and g.cause in ('SESSION_SUCCESS', 'TRANSACTION_SUCCESS')
    left join fee_terms f on f.id = t.fee_terms_id
    where t.cause in ('SESSION_FEE', 'SESSION_TAX', 'TRANSACTION_FEE', 'TRANSACTION_TAX') and t.fee_terms_id is not null
      and t.amount_xaf is distinct from (
        case when t.cause in ('SESSION_FEE', 'TRANSACTION_FEE') then ${FEE} else ${FEE} * f.tax_basis_points / 10000 end)
    union all
    select 'terms that hold for another', format('%s %s', t.cause, t.cause_id)
    from ledger_transfers t
    join fee_terms f on f.id = t.fee_terms_id
    left join ledger_accounts a on a.id in (t.debit_account_id, t.credit_account_id) and a.owner_id = f.merchant_id
    where f.merchant_id is not null and a.id is null
  ) problems limit $limit`,
);
