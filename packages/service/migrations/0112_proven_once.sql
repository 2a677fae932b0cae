-- Whether an account of a set of transfers is a PAYABLE is looked up once for each account, and not three times for each transfer. What is
-- kept of them, and what is refused, is as in migration 0086.
create or replace function keep_balances() returns trigger language plpgsql as $$
declare
  owed integer[];
  taken integer[];
  short record;
begin
  -- Each account of the set is here once for each day, and is looked up among the PAYABLEs once.
  with added as (
    insert into ledger_day_deltas (account_id, day, debit_xaf, credit_xaf, transfers)
    select account_id, day, sum(debit_xaf), sum(credit_xaf), count(*)
    from (
      select debit_account_id as account_id, local_day(occurred_at) as day, amount_xaf as debit_xaf,
        0::bigint as credit_xaf from fresh
      union all select credit_account_id, local_day(occurred_at), 0, amount_xaf from fresh) m
    group by 1, 2
    returning account_id)
  select array_agg(p.account_id) into owed
  from (select distinct account_id from added) a
  cross join lateral (select p.account_id from payables p where p.account_id = a.account_id limit 1) p;
  insert into unsettled_transfers (account_id, occurred_at, cause_id, cause, amount_xaf)
    select m.account_id, m.occurred_at, m.cause_id, m.cause, m.amount_xaf
    from (
      select debit_account_id as account_id, occurred_at, cause_id, cause, -amount_xaf as amount_xaf
        from fresh where cause <> 'SETTLEMENT_RESERVED'
      union all select credit_account_id, occurred_at, cause_id, cause, amount_xaf
        -- The cause first: each payment comes by here, and the function looks further.
        from fresh where not (cause in ('SETTLEMENT_RETURNED', 'SETTLEMENT_SENT_BACK') and gives_set_back(cause, cause_id))) m
    -- "is true" has them looked up in a hash: no plan compares each transfer with each account.
    where (m.account_id in (select unnest(owed))) is true;
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
  select array_agg(distinct f.debit_account_id) into taken
  from fresh f
  where f.cause not in ('SESSION_FEE', 'SESSION_TAX', 'TRANSACTION_FEE', 'TRANSACTION_TAX')
    and (f.debit_account_id in (select unnest(owed))) is true;
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

-- A set of payments moves a book twice, by its steps and by its transfers, and the book was proven twice at the commit. It is the same
-- book both times: a row that is asked for at the commit is the last one. So whoever asks because of a move after which the book moved on
-- leaves it to that later one, which has asked as well: no figure that is proven changes without asking (`books_are_the_ledger`), and
-- nobody else moves a book before this transaction has ended. A book that comes back to where it was is proven by the last move; one whose
-- last move was given up (a savepoint) is proven by the one before it; and what asks at once (`set constraints`) meets the row it has made.
create or replace function prove_book() returns trigger language plpgsql as $$
declare
  b record;
begin
  select x.collection_number_id, x.float_xaf, x.tip_xaf - x.opening_xaf as moved_xaf, x.tip_xaf is distinct from (
      select s.after_xaf from book_steps s
      where s.collection_number_id = x.collection_number_id and s.ordinal = x.last_ordinal) as is_torn
  into b from books x
  where x.collection_number_id = new.collection_number_id
    and (x.tip_xaf, x.opening_xaf, x.float_xaf, x.last_ordinal)
      is not distinct from (new.tip_xaf, new.opening_xaf, new.float_xaf, new.last_ordinal);
  if not found then
    return null;
  end if;
  if b.float_xaf <> coalesce(b.moved_xaf, 0) then
    raise exception 'number %: FLOAT is % and tip less opening is %', b.collection_number_id, b.float_xaf,
      b.moved_xaf using errcode = 'restrict_violation';
  end if;
  if b.is_torn then
    raise exception 'number %: the tip is not its last step', b.collection_number_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
