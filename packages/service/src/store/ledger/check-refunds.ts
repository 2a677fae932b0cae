import { statement } from '../statement.ts';
import type { LedgerProblem } from './check.ts';

/** What each refund has in flight, by the days that are proven to be its transfers. */
const IN_FLIGHT = `(
      select a.owner_id, sum(m.credit_xaf - m.debit_xaf) as stands_xaf
      from ledger_accounts a
      join (select account_id, credit_xaf, debit_xaf from ledger_days
        union all select account_id, credit_xaf, debit_xaf from ledger_day_deltas) m on m.account_id = a.id
      where a.kind = 'REFUND_IN_FLIGHT' group by a.owner_id)`;

/** What must never be found of refunds, by the rows that the triggers have let pass; up to `limit` problems. */
export const findRefundProblems = statement<{ limit: number }, LedgerProblem>(
  'find_refund_problems',
  `select * from (
    select 'a refund whose sum was not set aside' as problem, r.id::text as subject
    from refunds r
    left join ledger_transfers t on t.cause_id = r.id and t.cause = 'REFUND_RESERVED' and t.amount_xaf = r.amount_xaf
    where t.cause_id is null
    union all
    select 'a refund with another sum in flight than its state asks for',
      format('%s is %s: %s of %s XAF', r.id, r.state, coalesce(i.stands_xaf, 0), r.amount_xaf)
    from refunds r left join ${IN_FLIGHT} i on i.owner_id = r.id
    where not case when r.state = 'PENDING' then coalesce(i.stands_xaf, 0) = r.amount_xaf
      when r.state in ('SUCCEEDED', 'FAILED') then coalesce(i.stands_xaf, 0) = 0
      else coalesce(i.stands_xaf, 0) in (0, r.amount_xaf) end
    union all
    select 'a refund that has gone, and that neither a SIM nor an operator has sent', r.id::text
    from refunds r
    left join ledger_transfers t on t.cause_id = r.id and t.cause = 'REFUND_PAID' and t.amount_xaf = r.amount_xaf
    left join announced_debits a on a.cause_id = r.id and a.kind = 'merchant_refund' and a.step_id is not null
    where r.state = 'SUCCEEDED' and case r.via when 'sim' then a.step_id is null else t.cause_id is null end
    union all
    select 'a refund that failed, and is not its merchant’s again', r.id::text
    from refunds r
    left join ledger_transfers t on t.cause_id = r.id and t.cause = 'REFUND_RETURNED' and t.amount_xaf = r.amount_xaf
    where r.state = 'FAILED' and t.cause_id is null
    union all
    select 'a payment of which another sum is counted as given back than its refunds are',
      format('%s: counted %s, refunds %s', coalesce(p.payment_id, g.payment_id), p.refunded_xaf, g.amount_xaf)
    from refunded_payments p
    full join (
      select r.payment_id, coalesce(sum(r.amount_xaf) filter (where r.state <> 'FAILED'), 0) as amount_xaf,
        max(coalesce(s.amount_xaf, x.amount_xaf)) as paid_xaf
      from refunds r
      left join payment_sessions s on s.id = r.payment_session_id
      left join transactions x on x.id = r.transaction_id
      group by r.payment_id) g on g.payment_id = p.payment_id
    where (p.refunded_xaf, p.paid_xaf) is distinct from (g.amount_xaf, g.paid_xaf)
    union all
    select 'a refund with another number of events than it asks for', r.id::text
    from refunds r left join (select object_id, count(*) as n from events where type like 'refund.%' group by 1) e
      on e.object_id = r.id
    where coalesce(e.n, 0) <> (r.state in ('SUCCEEDED', 'FAILED'))::int
  ) problems limit $limit`,
);
