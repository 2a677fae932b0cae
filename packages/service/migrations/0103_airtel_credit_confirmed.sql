-- airtel-credit@2 takes no text that version 1 did not, and reads the same sum, balance and payer in each; it only leaves out an id that
-- the payer may have written himself. So the two people who compared version 1 with real messages have compared all that version 2
-- says, and their word holds of it too: who confirmed it, and when, stays as it was. Otherwise each payment in these words would go to
-- review from the upgrade on, until two people had said the same again. What people took back before is not carried over.
insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
  select template_id, 2, confirmed_at, confirmed_by from template_confirmations
  where template_id = 'airtel-credit' and template_version = 1
  on conflict do nothing;

-- A process of the version before that still runs knows version 1 alone, so its row stays. What people confirm or take back there holds
-- of version 2, and what they take back of version 2 holds there; but not what two people have said of version 2 by itself.
create function carry_airtel_credit() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
      values (new.template_id, 2, new.confirmed_at, new.confirmed_by) on conflict do nothing;
  else
    delete from template_confirmations c
      where c.template_id = old.template_id and c.template_version = 3 - old.template_version
        and c.confirmed_at = old.confirmed_at and c.confirmed_by = old.confirmed_by;
  end if;
  return null;
end $$;
create trigger template_confirmations_carry after insert on template_confirmations
  for each row when (new.template_id = 'airtel-credit' and new.template_version = 1) execute function carry_airtel_credit();
create trigger template_confirmations_carry_back after delete on template_confirmations
  for each row when (old.template_id = 'airtel-credit' and old.template_version in (1, 2)) execute function carry_airtel_credit();
