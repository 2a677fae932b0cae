import { statement } from '../statement.ts';
import type { LedgerProblem } from './check.ts';

/** What must never be found in the books of SIMs, by the rows that the triggers have let pass; up to `limit` problems. */
export const findBookProblems = statement<{ limit: number }, LedgerProblem>(
  'find_book_problems',
  `with stands as materialized (
    -- All of the transfers once, and not once for each number.
    select a.owner_id, a.kind, sum(m.amount_xaf) as amount_xaf
    from (
      select debit_account_id as account_id, -amount_xaf as amount_xaf from ledger_transfers
      union all select credit_account_id, amount_xaf from ledger_transfers) m
    join ledger_accounts a on a.id = m.account_id and a.kind in ('FLOAT', 'UNEXPLAINED')
    group by a.owner_id, a.kind
  )
  select * from (
    select 'a number whose FLOAT is not its tip less its opening' as problem,
      format('%s: FLOAT %s, tip %s, opening %s', n.msisdn, f.float_xaf, b.tip_xaf, b.opening_xaf) as subject
    from books b
    join collection_numbers n on n.id = b.collection_number_id
    cross join lateral (
      select coalesce(-sum(x.amount_xaf), 0) as float_xaf from stands x
      where x.owner_id = b.collection_number_id and x.kind = 'FLOAT') f
    where f.float_xaf <> coalesce(b.tip_xaf - b.opening_xaf, 0)
    union all
    select 'a step that does not go on from the one before it', s.id::text
    from (
      select id, ordinal, before_xaf, kind,
        lag(after_xaf) over w as last_xaf, lag(ordinal) over w as last_ordinal
      from book_steps where ordinal is not null window w as (partition by collection_number_id order by ordinal)) s
    where coalesce(s.before_xaf <> s.last_xaf or s.ordinal <> s.last_ordinal + 1, s.kind <> 'OPENING' or s.ordinal <> 1)
    union all
    select 'a book whose tip is not its last step', b.collection_number_id::text
    from books b
    left join book_steps s on s.collection_number_id = b.collection_number_id and s.ordinal = b.last_ordinal
    where s.after_xaf is distinct from b.tip_xaf
    union all
    select 'messages that explain a difference and do not add up to it', g.id::text
    from book_steps g
    cross join lateral (
      select sum(s.after_xaf - s.before_xaf) as told_xaf from book_steps s where s.explains_id = g.id) e
    where e.told_xaf <> g.after_xaf - g.before_xaf
    union all
    select 'a proven credit that is nowhere', s.id::text
    from book_steps s left join credits c on c.id = s.id
    where s.kind in ('CREDIT', 'CASH_IN') and (c.id is null or c.amount_xaf <> s.after_xaf - s.before_xaf)
      and not exists (select from book_claims p where p.notice_id = s.notice_id and p.state in ('PENDING', 'VOIDED'))
    union all
    select 'an UNEXPLAINED that is not what nobody has explained and what waits for a reading',
      format('%s: stands %s, is %s', n.msisdn, u.stands_xaf, o.open_xaf)
    from books b
    join collection_numbers n on n.id = b.collection_number_id
    cross join lateral (
      select coalesce(sum(x.amount_xaf), 0) as stands_xaf from stands x
      where x.owner_id = b.collection_number_id and x.kind = 'UNEXPLAINED') u
    cross join lateral (
      select coalesce(sum(s.after_xaf - s.before_xaf + coalesce(f.amount_xaf, 0)), 0) as open_xaf
      from book_steps s
      left join ledger_transfers f on f.cause_id = s.id and f.cause = 'STEP_FEE'
      where s.collection_number_id = b.collection_number_id
        and not exists (select from book_explanations e where e.step_id = s.id)
        and (s.kind in ('UNEXPLAINED', 'DEBIT', 'REVERSAL', 'AIRTIME') or (s.kind = 'UNREAD' and s.after_xaf < s.before_xaf)
          or exists (select from book_claims c where c.notice_id = s.notice_id and c.state = 'PENDING'))) o
    where u.stands_xaf <> o.open_xaf
    union all
    select 'an announced debit whose step is another sum', a.id::text
    from announced_debits a join book_steps s on s.id = a.step_id
    where s.before_xaf - s.after_xaf < a.amount_xaf
    union all
    select 'a claim that is proven without a step', c.notice_id::text
    from book_claims c join collection_numbers n on n.id = c.collection_number_id and n.environment = 'live'
    where c.state in ('PENDING', 'PROVEN') and not exists (select from book_steps s where s.notice_id = c.notice_id)
    union all
    select 'a credit that waits for a reading and has settled', c.notice_id::text
    from book_claims c join book_steps s on s.notice_id = c.notice_id join credits x on x.id = s.id
    where c.state in ('PENDING', 'VOIDED')
  ) problems limit $limit`,
);
