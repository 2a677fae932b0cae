-- Raw notice (immutable) -> reading -> credit (deduplicated) -> decision. Each step is a row that stays.

create table notices (
  id uuid primary key,
  environment text not null check (environment in ('test', 'live')),
  -- In test, the merchant whose sandbox this is; null in live.
  merchant_id uuid,
  operator text not null check (operator in ('AIRTEL', 'MOOV')),
  collection_number_id uuid not null references collection_numbers (id),
  source text not null check (source in ('SANDBOX_SMS', 'SANDBOX_CREDIT', 'MANUAL_SMS', 'GATEWAY_SMS')),
  sender text,
  -- The SMS as it came, or the JSON of an injected credit.
  body text not null check (octet_length(body) <= 65536),
  received_at timestamptz not null,
  created_at timestamptz not null,
  constraint notices_test_has_merchant check ((environment = 'test') = (merchant_id is not null))
);

create trigger notices_append_only before update or delete on notices
  for each row execute function refuse_change();

-- Notices not yet read; a row goes when its reading is written, in the same transaction.
create table notice_inbox (
  notice_id uuid primary key references notices (id)
);

create table credits (
  id uuid primary key,
  environment text not null check (environment in ('test', 'live')),
  merchant_id uuid,
  operator text not null check (operator in ('AIRTEL', 'MOOV')),
  collection_number_id uuid not null,
  kind text not null check (kind in ('CREDIT', 'CASH_IN')),
  amount_xaf integer not null check (amount_xaf between 1 and 1000000000),
  operator_transaction_id text,
  -- As printed: digits, with a mask character for each hidden one; null for an agent's cash-in.
  payer text,
  motif text,
  balance_xaf bigint,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  state text not null check (state in ('MATCHED', 'REVIEW', 'SUSPENSE')),
  reason text not null,
  matched_session_id uuid unique references payment_sessions (id),
  created_at timestamptz not null,
  constraint credits_matched check ((state = 'MATCHED') = (matched_session_id is not null))
) with (fillfactor = 90);

create index credits_waiting on credits (environment, state, id) where state <> 'MATCHED';

-- One credit however many witnesses tell of it. Narrow, and never partitioned: partitions by time would
-- break the uniqueness that counts each franc once.
create table credit_identities (
  environment text not null,
  -- The merchant in test, all zeros in live.
  scope_id uuid not null,
  operator text not null,
  operator_transaction_id text not null,
  credit_id uuid not null references credits (id) deferrable initially deferred,
  primary key (operator_transaction_id, operator, environment, scope_id)
);

create table notice_readings (
  id bigint generated always as identity primary key,
  notice_id uuid not null references notices (id),
  outcome text not null check (outcome in ('CREDIT', 'DUPLICATE', 'NOT_A_CREDIT', 'UNPARSED', 'UNTRUSTED_SENDER')),
  kind text not null,
  template_id text,
  template_version integer,
  -- What was read, as parseNotice returned it.
  reading json not null,
  credit_id uuid references credits (id),
  read_at timestamptz not null,
  constraint notice_readings_credit check ((outcome in ('CREDIT', 'DUPLICATE')) = (credit_id is not null))
);

create index notice_readings_notice on notice_readings (notice_id);
create index notice_readings_credit on notice_readings (credit_id);
create index notice_readings_unparsed on notice_readings (id) where outcome in ('UNPARSED', 'UNTRUSTED_SENDER');

create trigger notice_readings_append_only before update or delete on notice_readings
  for each row execute function refuse_change();

-- Why a credit went where it went: the whole input of the pure function, so that it can be run again.
create table decisions (
  id uuid primary key,
  credit_id uuid not null references credits (id),
  actor text not null default 'ENGINE' check (actor in ('ENGINE', 'STAFF')),
  engine_version integer not null,
  rule text not null,
  verdict text not null check (verdict in ('SETTLE', 'REVIEW', 'SUSPENSE')),
  reason text not null,
  -- The sessions the verdict touches: confirmed, or put under review.
  session_ids uuid[] not null,
  decision_case json not null,
  decided_at timestamptz not null
);

create unique index decisions_engine_once on decisions (credit_id) where actor = 'ENGINE';

create trigger decisions_append_only before update or delete on decisions
  for each row execute function refuse_change();

-- The case file of a session under review: each credit that points to it.
create table review_cases (
  session_id uuid not null references payment_sessions (id),
  credit_id uuid not null references credits (id),
  reason text not null,
  opened_at timestamptz not null,
  primary key (session_id, credit_id)
);

create index review_cases_credit on review_cases (credit_id);
