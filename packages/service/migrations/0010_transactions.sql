-- Transactions: the merchant names a payer, a rail asks that payer, and a proof ends it.

create table transactions (
  -- A UUIDv7. Lists order by (created_at, id).
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  -- Byte order, so that the unique index also finds what begins with a text.
  reference text collate "C" not null check (char_length(reference) between 1 and 100),
  internal_ref text collate "C" not null check (internal_ref ~ '^TX[0-9]{6}[0-9A-HJKMNP-TV-Z]{8}$'),
  amount_xaf integer not null check (amount_xaf between 1 and 1000000000),
  operator text not null check (operator in ('AIRTEL', 'MOOV')),
  phone_number text collate "C" not null check (phone_number ~ '^\+235[0-9]{8}$'),
  description text check (char_length(description) <= 255),
  rail text not null check (rail in ('sandbox', 'manual-sms', 'airtel-open-api')),
  status text not null default 'PENDING' check (status in
    ('PENDING', 'PROCESSING', 'WAITING_SMS', 'SUCCESS', 'FAILED', 'TIMEOUT', 'REFUNDED')),
  event_sequence integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  confirmed_at timestamptz,
  constraint transactions_reference unique (merchant_id, environment, reference),
  constraint transactions_internal_ref unique (internal_ref),
  constraint transactions_expire_after_creation check (expires_at > created_at),
  constraint transactions_confirmed_at check ((status in ('SUCCESS', 'REFUNDED')) = (confirmed_at is not null))
) with (fillfactor = 80);

-- The list, newest first: of everything, of an operator and status (several are merged), of a payer.
create index transactions_newest on transactions (merchant_id, environment, created_at, id);
create index transactions_filtered on transactions (merchant_id, environment, operator, status, created_at, id);
create index transactions_payer on transactions (merchant_id, environment, phone_number, created_at, id)
  include (operator, status);
-- As small as what is open, whatever the history.
create index transactions_open on transactions (expires_at)
  where status in ('PENDING', 'PROCESSING', 'WAITING_SMS');

-- The transition table of design section 3, defended here too; domain/transaction/transitions.ts is the same.
create function transaction_transition() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) in (
    ('PENDING', 'PROCESSING'), ('PROCESSING', 'WAITING_SMS'),
    ('PENDING', 'SUCCESS'), ('PROCESSING', 'SUCCESS'), ('WAITING_SMS', 'SUCCESS'),
    ('PENDING', 'FAILED'), ('PROCESSING', 'FAILED'), ('WAITING_SMS', 'FAILED'),
    ('PENDING', 'TIMEOUT'), ('PROCESSING', 'TIMEOUT'), ('WAITING_SMS', 'TIMEOUT'),
    ('SUCCESS', 'REFUNDED'), ('TIMEOUT', 'SUCCESS')
  ) then
    return new;
  end if;
  raise exception 'transaction % cannot go from % to %', old.id, old.status, new.status
    using errcode = 'restrict_violation';
end
$$;

create trigger transaction_transition before update of status on transactions
  for each row when (old.status is distinct from new.status) execute function transaction_transition();

-- How many transactions there are, by month, day and hour (UTC) of creation: what makes `total` and deep
-- offsets cheap. Kept by triggers on each statement, so that no writer can forget it: an insert-only delta
-- by hour at once, folded into the three periods by the sweeper. A reader adds both.
create table transaction_counts (
  merchant_id uuid not null,
  environment text not null,
  period text not null check (period in ('month', 'day', 'hour')),
  starts_at timestamptz not null,
  operator text not null,
  status text not null,
  count bigint not null,
  primary key (merchant_id, environment, period, starts_at, operator, status) include (count)
) with (fillfactor = 70);

create table transaction_count_deltas (
  id bigint generated always as identity primary key,
  merchant_id uuid not null,
  environment text not null,
  hour timestamptz not null,
  operator text not null,
  status text not null,
  delta integer not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create index transaction_count_deltas_owner on transaction_count_deltas (merchant_id, environment);

create function count_new_transactions() returns trigger language plpgsql as $$
begin
  insert into transaction_count_deltas (merchant_id, environment, hour, operator, status, delta)
    select merchant_id, environment, date_trunc('hour', created_at, 'UTC'), operator, status, count(*)
    from fresh group by 1, 2, 3, 4, 5;
  return null;
end
$$;
create trigger transactions_count_new after insert on transactions
  referencing new table as fresh for each statement execute function count_new_transactions();

create function count_moved_transactions() returns trigger language plpgsql as $$
begin
  insert into transaction_count_deltas (merchant_id, environment, hour, operator, status, delta)
    select merchant_id, environment, date_trunc('hour', created_at, 'UTC'), operator, status, sum(delta)
    from (
      select merchant_id, environment, created_at, operator, status, 1 as delta from fresh
      union all
      select merchant_id, environment, created_at, operator, status, -1 from stale) moved
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0;
  return null;
end
$$;
create trigger transactions_count_moved after update on transactions
  referencing new table as fresh old table as stale for each statement execute function count_moved_transactions();

create function count_dropped_transactions() returns trigger language plpgsql as $$
begin
  insert into transaction_count_deltas (merchant_id, environment, hour, operator, status, delta)
    select merchant_id, environment, date_trunc('hour', created_at, 'UTC'), operator, status, -count(*)
    from stale group by 1, 2, 3, 4, 5;
  return null;
end
$$;
create trigger transactions_count_dropped after delete on transactions
  referencing old table as stale for each statement execute function count_dropped_transactions();

-- What a rail still has to do for a transaction; one row at most each.
create table rail_work (
  transaction_id uuid primary key references transactions (id),
  rail text not null,
  environment text not null,
  step text not null check (step in ('initiate', 'enquire', 'refund')),
  attempt integer not null default 0,
  due_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);

create index rail_work_due on rail_work (due_at);

-- Every final word about a transaction, whether or not it moved it.
create table transaction_proofs (
  id uuid primary key,
  transaction_id uuid not null references transactions (id),
  kind text not null check (kind in ('success', 'failed', 'refunded')),
  source text not null check (source in ('rail', 'credit', 'staff')),
  detail json not null,
  reason text,
  -- What it led to: it moved the transaction, told nothing new, came too late, or was not possible.
  outcome text not null check (outcome in ('concluded', 'already', 'late', 'refused')),
  happened_at timestamptz not null,
  recorded_at timestamptz not null
);

create index transaction_proofs_transaction on transaction_proofs (transaction_id);

create trigger transaction_proofs_append_only before update or delete on transaction_proofs
  for each row execute function refuse_change();

-- A proven payment of a transaction that had already ended otherwise: staff decide.
create table transaction_reviews (
  id uuid primary key,
  transaction_id uuid not null references transactions (id),
  -- late: after TIMEOUT; staff may settle it. after_failure: after FAILED, which stays; it has to be refunded.
  kind text not null check (kind in ('late', 'after_failure')),
  proof_id uuid not null references transaction_proofs (id),
  -- The operator's credit that proves it; null when the rail's word does.
  credit_id uuid references credits (id),
  state text not null default 'OPEN' check (state in ('OPEN', 'CONFIRMED', 'REJECTED')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  note text,
  constraint transaction_reviews_once unique (transaction_id),
  constraint transaction_reviews_closed check (
    (state = 'OPEN') = (closed_at is null) and (closed_at is null) = (closed_by is null))
);

create index transaction_reviews_open on transaction_reviews (opened_at) where state = 'OPEN';

-- A transaction on the rail manual-sms borrows a payment session: the same hold, matching, grace, quarantine
-- and review. No merchant ever sees that session.
alter table payment_sessions add column transaction_id uuid references transactions (id);
create unique index payment_sessions_transaction on payment_sessions (transaction_id)
  where transaction_id is not null;

-- Money that an operator took in for us by push is in our wallet there, one a environment and operator.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check
    check (kind in ('FLOAT', 'PAYABLE', 'REVENUE', 'SUSPENSE', 'WALLET_AIRTEL', 'WALLET_MOOV'));

insert into ledger_accounts (environment, kind)
  select e, k from unnest('{test,live}'::text[]) e, unnest('{WALLET_AIRTEL,WALLET_MOOV}'::text[]) k;

-- TRANSACTION_*: the cause is the transaction. A late proof stands in suspense until staff decide.
alter table ledger_transfers
  drop constraint ledger_transfers_cause_check,
  add constraint ledger_transfers_cause_check check (cause in (
    'SESSION_SUCCESS', 'SESSION_FEE', 'CREDIT_SUSPENSE', 'TRANSACTION_SUCCESS', 'TRANSACTION_FEE',
    'TRANSACTION_SUSPENSE', 'TRANSACTION_REFUND', 'TRANSACTION_FEE_REFUND'));
