-- Two sessions that declare no payer, and whose sums are easily mistaken for each other, are not to share a number. Each of
-- two that are asked for at the same moment looked for the other in a snapshot from before it was written, and both got it.
-- So whoever takes a number first takes the lock of each such pair of sums on it, then looks: a query of a volatile function
-- sees what was committed until it begins, so also what the holder of such a lock has written since the statement began.
-- A lock is tried and not waited for: of two at the same moment one is refused, and proposes again.
create function stays_apart(number_id uuid, own_xaf int, others_xaf int[]) returns boolean
language plpgsql volatile cost 10000 as $$
declare
  number_key constant bigint := hashtextextended(number_id::text, 0);
  other_xaf int;
begin
  -- Two pairs that have one key by chance refuse each other at the same moment for nothing, which is rare and harmless.
  foreach other_xaf in array others_xaf loop
    if not pg_try_advisory_xact_lock(
      number_key # (least(own_xaf, other_xaf)::bigint << 32 | greatest(own_xaf, other_xaf))) then
      return false;
    end if;
  end loop;
  return not exists (
    select from collection_holds h
    where h.collection_number_id = number_id and h.amount_xaf = any (others_xaf)
      and not h.is_guest and h.customer_phone is null and h.state = 'OPEN'
  );
end $$;
