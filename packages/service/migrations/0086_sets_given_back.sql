-- What a settlement that failed, was cancelled or came back gives back are the very transfers of its set, and no longer one row of
-- their sum. One payment among them that may not be paid out kept all the others back with it, for good where two people had
-- written it off; and a sum above what one transfer carries could not be drafted in parts.

-- How often settlements have given it back. So of each time it is in one set at most, as before.
alter table unsettled_transfers add column turn smallint not null default 0 check (turn >= 0);
alter table settlement_transfers
  add column turn smallint not null default 0 check (turn >= 0),
  drop constraint settlement_transfers_once,
  add constraint settlement_transfers_once primary key (cause_id, cause, account_id, turn);

-- Whether a transfer gives the set of its settlement back. What had failed, was paid after all and came back then is one row: its set
-- has been given back already, and what was paid after all was taken as one row too.
create function gives_set_back(cause text, settlement uuid) returns boolean language sql stable
  return cause = 'SETTLEMENT_RETURNED' or (cause = 'SETTLEMENT_SENT_BACK' and not exists (
    select from ledger_transfers l where l.cause_id = settlement and l.cause = 'SETTLEMENT_RETURNED'));

-- The sets drafted before this migration may hold such a row of another settlement: then that one's set is meant.
create function give_sets_back(settlements uuid[]) returns void language sql
begin atomic
  insert into unsettled_transfers (account_id, occurred_at, cause_id, cause, amount_xaf, turn)
    with recursive given as (
      select t.* from settlement_transfers t where t.settlement_id = any (settlements)
      union all
      select t.* from given g join settlement_transfers t on t.settlement_id = g.cause_id
      where gives_set_back(g.cause, g.cause_id))
    select g.account_id, g.occurred_at, g.cause_id, g.cause, g.amount_xaf, g.turn + 1 from given g
    where not gives_set_back(g.cause, g.cause_id);
end;

-- As in migration 0041, but for what a settlement gives back.
create or replace function keep_balances() returns trigger language plpgsql as $$
declare
  taken integer[];
  short record;
begin
  insert into ledger_day_deltas (account_id, day, debit_xaf, credit_xaf, transfers)
    select account_id, day, sum(debit_xaf), sum(credit_xaf), count(*)
    from (
      select debit_account_id as account_id, local_day(occurred_at) as day, amount_xaf as debit_xaf,
        0::bigint as credit_xaf from fresh
      union all select credit_account_id, local_day(occurred_at), 0, amount_xaf from fresh) m
    group by 1, 2;
  insert into unsettled_transfers (account_id, occurred_at, cause_id, cause, amount_xaf)
    select m.account_id, m.occurred_at, m.cause_id, m.cause, m.amount_xaf
    from (
      select debit_account_id as account_id, occurred_at, cause_id, cause, -amount_xaf as amount_xaf
        from fresh where cause <> 'SETTLEMENT_RESERVED'
      union all select credit_account_id, occurred_at, cause_id, cause, amount_xaf
        -- The cause first: each payment comes by here, and the function looks further.
        from fresh where not (cause in ('SETTLEMENT_RETURNED', 'SETTLEMENT_SENT_BACK') and gives_set_back(cause, cause_id))) m
    cross join lateral (select from payables p where p.account_id = m.account_id limit 1) p;
  if exists (select from fresh where cause in ('SETTLEMENT_RETURNED', 'SETTLEMENT_SENT_BACK')) then
    perform give_sets_back(array(select cause_id from fresh where gives_set_back(cause, cause_id)));
  end if;
  if exists (select from fresh where corrects_cause is not null) and exists (
    select from fresh f
    left join ledger_transfers t on t.cause_id = f.corrects_cause_id and t.cause = f.corrects_cause
      and t.environment = f.environment and (t.cause_id, t.cause) <> (f.cause_id, f.cause)
    where f.corrects_cause is not null and t.cause_id is null) then
    raise exception 'a correction names a transfer that is not there' using errcode = 'foreign_key_violation';
  end if;
  -- A payment's fees come with what covers them. Whatever else leaves a PAYABLE does so one after the other.
  select array_agg(distinct p.account_id) into taken
  from fresh f
  cross join lateral (select p.account_id from payables p where p.account_id = f.debit_account_id limit 1) p
  where f.cause not in ('SESSION_FEE', 'SESSION_TAX', 'TRANSACTION_FEE', 'TRANSACTION_TAX');
  if taken is null then
    return null;
  end if;
  -- What is read under the lock must be newer than the lock.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'money leaves a PAYABLE in a transaction that does not see what others have taken'
      using errcode = 'invalid_transaction_state';
  end if;
  perform from payables where account_id = any (taken) order by account_id for update;
  -- What an operator has moved already (a refund that it reports) is booked whatever it leaves.
  select f.debit_account_id, payable_balance(f.debit_account_id) as balance_xaf into short
  from (
    select distinct debit_account_id from fresh
    where cause in ('REFUND_RESERVED', 'SETTLEMENT_RESERVED', 'RESERVE_KEPT', 'CORRECTION') and debit_account_id = any (taken)) f
  where payable_balance(f.debit_account_id) < 0 limit 1;
  if found then
    raise exception 'account % does not cover what is taken out of it: % XAF are missing', short.debit_account_id,
      -short.balance_xaf using errcode = 'check_violation', constraint = 'payable_covers', table = 'ledger_transfers';
  end if;
  return null;
end
$$;

-- What was given back as one row, and is in no other settlement yet.
with one_row as (
  delete from unsettled_transfers u where gives_set_back(u.cause, u.cause_id) returning u.cause_id)
select give_sets_back(coalesce(array_agg(o.cause_id), '{}')) from one_row o;
