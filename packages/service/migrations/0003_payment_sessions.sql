-- A session is the merchant's question; a hold is our promise that its number and amount tell it apart.

create table payment_sessions (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  reference text not null check (char_length(reference) between 1 and 100),
  ticket text not null check (ticket ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  amount_xaf integer not null check (amount_xaf between 1 and 1000000000),
  operator text not null check (operator in ('AIRTEL', 'MOOV')),
  status text not null check (status in ('AWAITING_PAYMENT', 'SUCCESS', 'UNDER_REVIEW', 'EXPIRED', 'FAILED', 'CANCELLED')),
  review_reason text check (review_reason in
    ('late', 'ambiguous', 'amount_mismatch', 'payer_mismatch', 'second_payment', 'low_confidence')),
  -- Grows with each event of this session; the webhook carries it as X-Service-Sequence.
  event_sequence integer not null default 0,
  collection_number_id uuid not null references collection_numbers (id),
  assigned_collection_number text not null,
  customer_phone text check (customer_phone ~ '^\+235[0-9]{8}$'),
  description text check (char_length(description) <= 255),
  metadata json,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  constraint payment_sessions_reference unique (merchant_id, environment, reference),
  constraint payment_sessions_expire_after_creation check (expires_at > created_at),
  constraint payment_sessions_review_reason check (status <> 'UNDER_REVIEW' or review_reason is not null),
  constraint payment_sessions_closed_at check ((status = 'AWAITING_PAYMENT') = (closed_at is null))
) with (fillfactor = 85);

-- The transition table of the spec, defended here too; domain/session/transitions.ts is the same table.
create function payment_session_transition() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) in (
    ('AWAITING_PAYMENT', 'SUCCESS'), ('AWAITING_PAYMENT', 'UNDER_REVIEW'),
    ('AWAITING_PAYMENT', 'EXPIRED'), ('AWAITING_PAYMENT', 'CANCELLED'),
    ('UNDER_REVIEW', 'SUCCESS'), ('UNDER_REVIEW', 'EXPIRED')
  ) then
    return new;
  end if;
  raise exception 'payment session % cannot go from % to %', old.id, old.status, new.status
    using errcode = 'restrict_violation';
end
$$;

create trigger payment_session_transition before update of status on payment_sessions
  for each row when (old.status is distinct from new.status) execute function payment_session_transition();

-- One row for as long as a session could still claim a credit: open, grace, then quarantine. Allocation,
-- matching and expiry read only this table and the sessions it names, so their cost follows what is open
-- and not the history.
--
-- Two holds conflict when they share number and amount, unless both sessions declare different payers.
-- Plain unique indexes and one foreign key say exactly that (an exclusion constraint says it too, at three
-- times the cost of a row): the first hold of a (number, amount) is the host, alone by
-- collection_holds_host; a guest names the host's declared payer, which the foreign key proves, differs
-- from it by a check, and from the other guests by collection_holds_payer.
create table collection_holds (
  session_id uuid primary key references payment_sessions (id) deferrable initially deferred,
  collection_number_id uuid not null references collection_numbers (id),
  amount_xaf integer not null,
  customer_phone text,
  is_guest boolean not null default false,
  host_phone text,
  host_is_guest boolean generated always as (case when is_guest then false end) stored,
  ticket text not null,
  -- OPEN: due_at is expiry plus grace, when the sweeper looks at it. QUARANTINE: due_at is when it ends.
  state text not null default 'OPEN' check (state in ('OPEN', 'QUARANTINE')),
  due_at timestamptz not null,
  constraint collection_holds_payer unique (collection_number_id, customer_phone, amount_xaf, is_guest),
  constraint collection_holds_ticket unique (ticket),
  constraint collection_holds_guest check (
    (is_guest and customer_phone is not null and host_phone is not null and host_phone <> customer_phone)
    or (not is_guest and host_phone is null)),
  constraint collection_holds_host_declared
    foreign key (collection_number_id, host_phone, amount_xaf, host_is_guest)
    references collection_holds (collection_number_id, customer_phone, amount_xaf, is_guest)
) with (fillfactor = 85);

create unique index collection_holds_host on collection_holds (collection_number_id, amount_xaf) where not is_guest;
create index collection_holds_guests on collection_holds (collection_number_id, amount_xaf) where is_guest;
create index collection_holds_due on collection_holds (due_at);
