import { type None, statement } from '../statement.ts';

/** One broken promise of the ledger: what, and the row it is about. */
export type LedgerProblem = { problem: string; subject: string };

/** What is marked as sent back, by the cause of its first mark: all the marks and unmarkings of a credit, where one of them stands. */
const MARKS = `(
      select coalesce(t.corrects_cause_id, t.cause_id) as credit_id, coalesce(t.corrects_cause, t.cause) as cause, t.environment,
        t.amount_xaf
      from ledger_transfers t
      where t.cause in ('CREDIT_REFUND', 'CREDIT_SURPLUS_REFUND', 'CREDIT_UNMARKED', 'CREDIT_MARKED_AGAIN')
      group by 1, 2, 3, 4 having sum(case t.cause when 'CREDIT_UNMARKED' then -1 else 1 end) <> 0)`;

/** What went back, or is marked so, and what went to a merchant without a session. */
const GONE = `(
      select m.credit_id, m.environment, m.amount_xaf, 'REFUNDED' as state from ${MARKS} m where m.cause = 'CREDIT_REFUND'
      union all
      select x.cause_id, x.environment, x.amount_xaf, 'ASSIGNED' from ledger_transfers x where x.cause = 'CREDIT_ASSIGNED')`;

/** Everything that must never be found; an empty answer proves the books, up to `limit` problems. */
export const findLedgerProblems = statement<{ limit: number }, LedgerProblem>(
  'find_ledger_problems',
  `select * from (
    select 'a SUCCESS without its ledger entry' as problem, s.id::text as subject
    from payment_sessions s
    where s.status = 'SUCCESS' and not exists (
      select from ledger_transfers t where t.cause = 'SESSION_SUCCESS' and t.cause_id = s.id and t.amount_xaf = s.amount_xaf)
    union all
    select 'a ledger entry whose session is not SUCCESS', t.cause_id::text
    from ledger_transfers t
    left join payment_sessions s on s.id = t.cause_id and s.status = 'SUCCESS' and s.environment = t.environment
    where t.cause in ('SESSION_SUCCESS', 'SESSION_FEE', 'SESSION_TAX') and s.id is null
    union all
    select 'a SUCCESS without exactly one matched credit', s.id::text
    from payment_sessions s
    left join credits c on c.matched_session_id = s.id
      and c.amount_xaf - c.surplus_xaf = s.amount_xaf and c.environment = s.environment
    where s.status = 'SUCCESS' and c.id is null
    union all
    select 'a credit that is not matched and not in suspense', c.id::text
    from credits c
    where c.state <> 'MATCHED' and not exists (
      select from ledger_transfers t where t.cause = 'CREDIT_SUSPENSE' and t.cause_id = c.id and t.amount_xaf = c.amount_xaf)
    union all
    select 'a credit that went back or to a merchant without exactly its entry', c.id::text
    from credits c
    left join ${GONE} t on t.credit_id = c.id and t.state = c.state and t.amount_xaf = c.amount_xaf
    where c.state in ('REFUNDED', 'ASSIGNED') and t.credit_id is null
    union all
    select 'an entry of a credit that did not go back, or to a merchant', t.credit_id::text
    from ${GONE} t left join credits c on c.id = t.credit_id and c.environment = t.environment and c.state = t.state
    where c.id is null
    union all
    select 'a surplus whose return and entry disagree', coalesce(c.id, t.cause_id)::text
    from (select * from credits where surplus_refunded_at is not null) c
    full join (
      select m.credit_id as cause_id, m.amount_xaf, m.environment from ${MARKS} m where m.cause = 'CREDIT_SURPLUS_REFUND'
      union all
      select x.cause_id, x.amount_xaf, x.environment from ledger_transfers x
      where x.cause = 'CREDIT_REVERSED'
        and exists (select from credits k where k.id = x.cause_id and k.state = 'MATCHED')) t
      on t.cause_id = c.id and t.amount_xaf = c.surplus_xaf and t.environment = c.environment
    where c.id is null or t.cause_id is null
    union all
    select 'a suspense entry without its credit', t.cause_id::text
    from ledger_transfers t left join credits c on c.id = t.cause_id and c.environment = t.environment
    where t.cause = 'CREDIT_SUSPENSE' and c.id is null
    union all
    select 'a correction of another sum than what it corrects', t.cause_id::text
    from ledger_transfers t left join ledger_transfers o on o.cause_id = t.corrects_cause_id and o.cause = t.corrects_cause
    where t.cause = 'CORRECTION' and (o.amount_xaf is distinct from t.amount_xaf or o.environment <> t.environment)
    union all
    select 'a credit without a decision', c.id::text
    from credits c where not exists (select from decisions d where d.credit_id = c.id)
  ) problems limit $limit`,
);

export type KindBalance = { environment: string; kind: string; balance_xaf: number };

/** Credits less debits by environment and kind of account. */
export const sumAccounts = statement<None, KindBalance>(
  'sum_accounts',
  `select a.environment, a.kind, coalesce(sum(m.amount_xaf), 0)::bigint as balance_xaf
  from ledger_accounts a
  left join (
    select credit_account_id as account_id, amount_xaf from ledger_transfers
    union all select debit_account_id, -amount_xaf from ledger_transfers) m on m.account_id = a.id
  group by a.environment, a.kind order by a.environment, a.kind`,
);

export const countTransfers = statement<None, { transfers: number }>(
  'count_transfers',
  'select count(*)::bigint as transfers from ledger_transfers',
);

/**
 * The environments where SUSPENSE is not, to the franc, what is nobody's yet: credits that wait, surpluses, and late payments
 * that a rail has proven and staff have neither settled nor sent back.
 */
export const findSuspenseDifferences = statement<
  None,
  {
    environment: string;
    booked_xaf: number;
    owed_xaf: number;
  }
>(
  'find_suspense_differences',
  `select e.environment, b.booked_xaf, o.owed_xaf
  from unnest('{test,live}'::text[]) e (environment)
  cross join lateral (
    select coalesce(sum(case when t.credit_account_id = a.id then t.amount_xaf else -t.amount_xaf end), 0)::bigint
      as booked_xaf
    from ledger_accounts a join ledger_transfers t on t.credit_account_id = a.id or t.debit_account_id = a.id
    where a.kind = 'SUSPENSE' and a.environment = e.environment) b
  cross join lateral (
    select (
      (select coalesce(sum(c.amount_xaf), 0) from credits c
       where c.environment = e.environment and c.state in ('REVIEW', 'SUSPENSE'))
      + (select coalesce(sum(c.surplus_xaf), 0) from credits c
         where c.environment = e.environment and c.surplus_refunded_at is null)
      + (select coalesce(sum(x.amount_xaf), 0) from transaction_reviews r
         join transactions x on x.id = r.transaction_id and x.environment = e.environment
         where r.credit_id is null and r.state = 'OPEN'))::bigint as owed_xaf) o
  where b.booked_xaf <> o.owed_xaf`,
);
