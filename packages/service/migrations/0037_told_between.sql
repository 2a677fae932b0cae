-- What messages lead past is contested by them, each named: people say of a message once that the operator's list does
-- not show it (its claim is VOIDED then), and what only such messages contest is contested no more.

alter table contested_steps disable trigger contested_steps_append_only;
-- Only so much of it may be false, and it waits for nobody; null: it is contested whole.
alter table contested_steps add column part_xaf bigint check (part_xaf > 0);
-- Empty where there are too many, or where they were not kept: then people say what the step was.
alter table contested_steps add column by_notices uuid[] not null default '{}';
alter table contested_steps add column collection_number_id uuid;
update contested_steps k set collection_number_id = s.collection_number_id from book_steps s where s.id = k.step_id;
alter table contested_steps alter column collection_number_id set not null;
alter table contested_steps enable trigger contested_steps_append_only;

create index contested_steps_of_number on contested_steps (collection_number_id);

-- Whom a payer was expected by when the money moved is asked for however late that is proven. What expired is found
-- by itself, and no longer among the holds of quarantine.
create index payment_sessions_expected on payment_sessions (customer_phone, amount_xaf, expires_at)
  where status = 'EXPIRED' and customer_phone is not null;
drop index collection_holds_expecting;
create index collection_holds_expecting on collection_holds (customer_phone, amount_xaf, scope_id)
  where state = 'OPEN' and customer_phone is not null;
