-- The accounts of a set of transfers are few: each is looked at once, and not once for each transfer; and one statement proves them, adds up
-- what is booked on live FLOATs, and books it.
create or replace function book_float() returns trigger language plpgsql as $$
declare
  missing bigint;
  strays bigint;
begin
  with moved as (
    select m.account_id, m.environment, sum(m.moved_xaf) as moved_xaf
    from (
      select debit_account_id as account_id, environment, amount_xaf as moved_xaf from fresh
      union all select credit_account_id, environment, -amount_xaf from fresh) m
    group by m.account_id, m.environment
  ), named as materialized (
    select m.moved_xaf, a.id, case when a.kind = 'FLOAT' and a.environment = 'live' then a.owner_id end as float_of
    from moved m
    left join lateral (
      select * from ledger_accounts x where x.id = m.account_id and x.environment = m.environment limit 1) a on true
  ), floats as (
    select float_of as owner_id, moved_xaf from named where float_of is not null
  ), booked as (
    update books b set float_xaf = b.float_xaf + f.moved_xaf
    from floats f where b.collection_number_id = f.owner_id
    returning b.collection_number_id
  )
  select (select count(*) from named where id is null), (select count(*) from floats) - (select count(*) from booked)
  into missing, strays;
  if missing > 0 then
    raise exception 'a transfer names an account that is not there, or not in its environment'
      using errcode = 'foreign_key_violation';
  end if;
  if strays > 0 then
    raise exception 'a live number without a book was booked' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

-- A book is proven at each commit that moved it: by one statement.
create or replace function prove_book() returns trigger language plpgsql as $$
declare
  b record;
begin
  select x.collection_number_id, x.float_xaf, x.tip_xaf - x.opening_xaf as moved_xaf, x.tip_xaf is distinct from (
      select s.after_xaf from book_steps s
      where s.collection_number_id = x.collection_number_id and s.ordinal = x.last_ordinal) as is_torn
  into b from books x where x.collection_number_id = new.collection_number_id;
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

-- Whether a session may go from one status to another is asked as a condition of the trigger: its function runs only to refuse.
create or replace function payment_session_transition() returns trigger language plpgsql as $$
begin
  raise exception 'payment session % cannot go from % to %', old.id, old.status, new.status
    using errcode = 'restrict_violation';
end
$$;
create or replace trigger payment_session_transition before update of status on payment_sessions
  for each row
  when (old.status is distinct from new.status and ((old.status, new.status) in (
    ('AWAITING_PAYMENT', 'SUCCESS'), ('AWAITING_PAYMENT', 'UNDER_REVIEW'),
    ('AWAITING_PAYMENT', 'EXPIRED'), ('AWAITING_PAYMENT', 'CANCELLED'),
    ('UNDER_REVIEW', 'SUCCESS'), ('UNDER_REVIEW', 'EXPIRED'))) is not true)
  execute function payment_session_transition();
