-- What a payment writes, once: fewer indexes to keep, and one look at a set of rows instead of one at each.

-- What moved is named by its cause; nothing ever asked for a transfer by another name.
alter table ledger_transfers
  drop constraint ledger_transfers_pkey,
  drop column id,
  drop constraint ledger_transfers_once,
  add constraint ledger_transfers_once primary key (cause_id, cause),
  drop constraint ledger_transfers_debit,
  drop constraint ledger_transfers_credit;

-- Every transfer of a merchant names the same few accounts, and a foreign key locks their rows for each. Accounts
-- never go and never change, so that one look when transfers are written proves as much.
create trigger ledger_accounts_stay before update or delete on ledger_accounts
  for each row execute function refuse_change();

-- Both accounts are there, in the transfer's own environment; and what is booked on a live FLOAT is added up in
-- its book.
create or replace function book_float() returns trigger language plpgsql as $$
declare
  strays bigint;
begin
  if exists (
    select from fresh t
    left join ledger_accounts d on d.id = t.debit_account_id and d.environment = t.environment
    left join ledger_accounts c on c.id = t.credit_account_id and c.environment = t.environment
    where d.id is null or c.id is null) then
    raise exception 'a transfer names an account that is not there, or not in its environment'
      using errcode = 'foreign_key_violation';
  end if;
  if not exists (select from fresh where environment = 'live') then
    return null;
  end if;
  with moved as (
    select m.account_id, sum(m.moved_xaf) as moved_xaf
    from (
      select debit_account_id as account_id, amount_xaf as moved_xaf from fresh where environment = 'live'
      union all select credit_account_id, -amount_xaf from fresh where environment = 'live') m
    group by m.account_id
  ), floats as (
    select a.owner_id, m.moved_xaf from moved m
    cross join lateral (select owner_id from ledger_accounts where id = m.account_id and kind = 'FLOAT' limit 1) a
  ), booked as (
    update books b set float_xaf = b.float_xaf + f.moved_xaf
    from floats f where b.collection_number_id = f.owner_id
    returning b.collection_number_id
  )
  select count(*) into strays
  from floats f left join booked b on b.collection_number_id = f.owner_id where b.collection_number_id is null;
  if strays > 0 then
    raise exception 'a live number without a book was booked' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

-- The book of each step is proven when it is written; books never go.
create trigger books_stay before delete on books for each row execute function refuse_change();
alter table book_steps drop constraint book_steps_collection_number_id_fkey;
create or replace function go_on() returns trigger language plpgsql as $$
declare
  broken uuid;
begin
  select n.collection_number_id into broken
  from fresh n left join books b using (collection_number_id) where b.collection_number_id is null limit 1;
  if broken is not null then
    raise exception 'number % has no book for its step', broken using errcode = 'foreign_key_violation';
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

-- Few credits pay a transaction.
alter table credits drop constraint credits_matched_transaction_id_key;
create unique index credits_matched_transaction_id_key on credits (matched_transaction_id)
  where matched_transaction_id is not null;

-- A book is proven when what is proven of it has changed; notes beside the tip prove nothing.
drop trigger books_are_the_ledger on books;
create constraint trigger books_are_the_ledger_new after insert on books
  deferrable initially deferred for each row execute function prove_book();
create constraint trigger books_are_the_ledger after update on books
  deferrable initially deferred for each row
  when ((old.tip_xaf, old.opening_xaf, old.float_xaf, old.last_ordinal)
    is distinct from (new.tip_xaf, new.opening_xaf, new.float_xaf, new.last_ordinal))
  execute function prove_book();
