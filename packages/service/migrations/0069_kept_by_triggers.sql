-- A book's opening, tip and float follow from steps and transfers. Whoever changed its opening and its float together, by hand, left
-- a book that agreed with itself and not with the ledger, and only `ledger check` saw it. So these change in triggers alone.

create function refuse_by_hand() returns trigger language plpgsql as $$
begin
  raise exception 'a book goes on by its steps and transfers, not by hand' using errcode = 'restrict_violation';
end
$$;

create trigger books_by_steps_and_transfers before update of opening_xaf, tip_xaf, last_ordinal, float_xaf on books
  for each row
  when (pg_trigger_depth() = 0 and (old.opening_xaf, old.tip_xaf, old.last_ordinal, old.float_xaf)
    is distinct from (new.opening_xaf, new.tip_xaf, new.last_ordinal, new.float_xaf))
  execute function refuse_by_hand();
