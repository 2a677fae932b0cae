-- Each payment names a session, a message and a credit, and a foreign key looks each of them up by a statement of its own, and locks it:
-- five such statements a payment. None of what they name ever goes or gets another id, so one look at a set of rows when it is written
-- proves as much, as it does of the accounts of transfers.

create trigger payment_sessions_keep_ids before update of id on payment_sessions
  for each statement execute function refuse_change();
create trigger credits_keep_ids before update of id on credits for each statement execute function refuse_change();

create function prove_credits() returns trigger language plpgsql as $$
begin
  if exists (
    select from fresh f where f.matched_session_id is not null
      and (select true from payment_sessions x where x.id = f.matched_session_id) is null) then
    raise exception 'a credit names a session that is not there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
create trigger credits_name_sessions after insert on credits referencing new table as fresh
  for each statement execute function prove_credits();
create trigger credits_name_sessions_now after update on credits referencing new table as fresh
  for each statement execute function prove_credits();
alter table credits drop constraint credits_matched_session_id_fkey;

create function prove_decisions() returns trigger language plpgsql as $$
begin
  if exists (select from fresh f where (select true from credits x where x.id = f.credit_id) is null) then
    raise exception 'a decision names a credit that is not there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
create trigger decisions_name_credits after insert on decisions referencing new table as fresh
  for each statement execute function prove_decisions();
alter table decisions drop constraint decisions_credit_id_fkey;

create function prove_readings() returns trigger language plpgsql as $$
begin
  if exists (
    select from fresh f where (select true from notices x where x.id = f.notice_id) is null
      or (f.credit_id is not null and (select true from credits x where x.id = f.credit_id) is null)) then
    raise exception 'a reading names a message or a credit that is not there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
create trigger notice_readings_name_rows after insert on notice_readings referencing new table as fresh
  for each statement execute function prove_readings();
alter table notice_readings
  drop constraint notice_readings_notice_id_fkey,
  drop constraint notice_readings_credit_id_fkey;

create or replace function go_on() returns trigger language plpgsql as $$
declare
  broken uuid;
begin
  select n.collection_number_id into broken
  from fresh n left join books b using (collection_number_id) where b.collection_number_id is null limit 1;
  if broken is not null then
    raise exception 'number % has no book for its step', broken using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from fresh n where n.notice_id is not null and (select true from notices x where x.id = n.notice_id) is null) then
    raise exception 'a step names a message that is not there' using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from fresh n where n.explains_id is not null
      and (select true from book_steps x where x.id = n.explains_id) is null) then
    raise exception 'a step explains one that is not there' using errcode = 'foreign_key_violation';
  end if;
  select s.collection_number_id into broken
  from (
    select n.collection_number_id, n.ordinal, n.before_xaf, n.kind,
      coalesce(lag(n.ordinal) over w, b.last_ordinal) as last_ordinal,
      coalesce(lag(n.after_xaf) over w, b.tip_xaf) as tip_xaf
    from fresh n join books b using (collection_number_id)
    where n.ordinal is not null
    window w as (partition by n.collection_number_id order by n.ordinal)) s
  where s.ordinal <> s.last_ordinal + 1 or (s.kind = 'OPENING') <> (s.tip_xaf is null)
    or s.before_xaf <> coalesce(s.tip_xaf, s.before_xaf)
  limit 1;
  if broken is not null then
    raise exception 'a step of number % does not go on from its tip', broken using errcode = 'restrict_violation';
  end if;
  update books b
  set tip_xaf = l.after_xaf, last_ordinal = l.ordinal, opening_xaf = coalesce(b.opening_xaf, l.after_xaf - b.float_xaf)
  from (
    select distinct on (collection_number_id) collection_number_id, ordinal, after_xaf
    from fresh where ordinal is not null order by collection_number_id, ordinal desc) l
  where b.collection_number_id = l.collection_number_id;
  return null;
end
$$;
alter table book_steps
  drop constraint book_steps_notice_id_fkey,
  drop constraint book_steps_explains_id_fkey;

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
