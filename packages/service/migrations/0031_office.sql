-- The back office: who decides is an account of the staff, in a browser and in a terminal alike.

-- An auditor reads everything and changes nothing.
alter table staff drop constraint staff_role_check,
  add constraint staff_role_check check (role in ('agent', 'supervisor', 'administrator', 'auditor'));

-- What a member of staff signs with in a terminal. Shown once; what is stored opens nothing.
create table staff_tokens (
  id uuid primary key,
  account_id uuid not null references staff (account_id),
  -- What its owner calls it, such as the machine where it is.
  name text not null check (char_length(name) between 1 and 100),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  last4 text not null check (char_length(last4) = 4),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- When its owner, signed in with two factors, said that they made it: whoever has a shell can make one for
  -- anybody, and would be two people. Null: it signs nothing yet.
  approved_at timestamptz,
  revoked_at timestamptz
);

create index staff_tokens_account on staff_tokens (account_id, id);

create trigger staff_tokens_stay before delete on staff_tokens for each row execute function refuse_change();

-- `actor` stays the name as it was then. Null: a name that was typed, before this or in development.
alter table staff_actions add column account_id uuid references accounts (id);

-- The audit trail is read by its day, by who, by what, and about whom (staff_actions_subject).
create index staff_actions_newest on staff_actions (at, id);
create index staff_actions_actor on staff_actions (account_id, at, id) where account_id is not null;
create index staff_actions_action on staff_actions (action, at, id);

alter table staff_proposals
  add column proposed_by_account uuid references accounts (id),
  add column settled_by_account uuid references accounts (id);

-- What waits was proposed under names that anybody could have typed: nobody can be told apart from them.
update staff_proposals set settled_at = now(), outcome = 'WITHDRAWN', settled_by = 'chari (migration 0031)'
where settled_at is null;

-- Names never compare accounts: two people may have the same one, and one may change theirs.
alter table staff_proposals drop constraint staff_proposals_second_person,
  add constraint staff_proposals_second_person check (outcome is distinct from 'AGREED' or case
    when proposed_by_account is null and settled_by_account is null then lower(settled_by) <> lower(proposed_by)
    else coalesce(proposed_by_account <> settled_by_account, false) end);

-- Both are on the staff at this moment, and stay so until the commit; what was proposed stays as it was.
create function hold_second_person() returns trigger language plpgsql as $$
begin
  if (new.action, new.subject_id, new.terms::text, new.amount_xaf, new.proposed_by, new.proposed_by_account, new.proposed_at)
    is distinct from
    (old.action, old.subject_id, old.terms::text, old.amount_xaf, old.proposed_by, old.proposed_by_account, old.proposed_at)
    or old.settled_at is not null then
    raise exception 'a proposal is settled once and never edited' using errcode = 'restrict_violation';
  end if;
  if new.outcome = 'AGREED' and new.settled_by_account is not null then
    perform from staff where account_id in (new.proposed_by_account, new.settled_by_account)
      order by account_id for share;
    if (select count(*) from staff where account_id in (new.proposed_by_account, new.settled_by_account)
        and deactivated_at is null) <> 2 then
      raise exception 'two accounts that are on the staff must agree' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end
$$;

create trigger staff_proposals_second_person before update on staff_proposals
  for each row execute function hold_second_person();
create trigger staff_proposals_stay before delete on staff_proposals for each row execute function refuse_change();

-- What waits for the desk, oldest first and page by page.
create index staff_alerts_waiting on staff_alerts (environment, opened_at, id) where closed_at is null;
create index feed_incidents_waiting on feed_incidents (opened_at, id) where closed_at is null;
drop index rail_refunds_open;
create index rail_refunds_open on rail_refunds (changed_at, transaction_id) where state in ('ASKED', 'UNKNOWN');
create index credits_suspense_oldest on credits (environment, created_at, id) where state = 'SUSPENSE';
create index credits_surplus_oldest on credits (environment, created_at, id)
  where surplus_xaf > 0 and surplus_refunded_at is null;
drop index credits_surplus;
create index staff_proposals_waiting on staff_proposals (proposed_at, id) where settled_at is null;

-- Reviews of the sandbox never stand before those of money.
alter table transaction_reviews add column environment text;
update transaction_reviews r set environment = t.environment from transactions t where t.id = r.transaction_id;
alter table transaction_reviews alter column environment set not null,
  add constraint transaction_reviews_environment check (environment in ('test', 'live'));

create function environment_of_transaction() returns trigger language plpgsql as $$
begin
  new.environment := (select environment from transactions where id = new.transaction_id);
  return new;
end
$$;
create trigger transaction_reviews_environment before insert on transaction_reviews
  for each row execute function environment_of_transaction();
drop index transaction_reviews_open;
create index transaction_reviews_open on transaction_reviews (environment, opened_at, id) where state = 'OPEN';

-- Names are searched as they were typed, capitals apart; decisions of staff by their day.
create index staff_actions_name on staff_actions (lower(actor), at, id);
drop index decisions_staff;
create index decisions_staff on decisions (credit_id, decided_at) where actor = 'STAFF';
create index decisions_staff_latest on decisions (decided_at) where actor = 'STAFF';
