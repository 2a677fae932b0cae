-- The numbers customers pay to. Live ones are SIMs of ours; test ones are virtual and belong to one
-- merchant each, so that no one's tests disturb another's.

create table collection_numbers (
  id uuid primary key,
  environment text not null check (environment in ('test', 'live')),
  operator text not null check (operator in ('AIRTEL', 'MOOV')),
  merchant_id uuid references merchants (id),
  msisdn text not null check (msisdn ~ '^\+235[0-9]{8}$'),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED')),
  feed_status text not null default 'HEALTHY' check (feed_status in ('HEALTHY', 'SILENT', 'LAGGING', 'GAP')),
  weight integer not null default 100 check (weight between 1 and 1000),
  daily_volume_cap_xaf bigint check (daily_volume_cap_xaf > 0),
  daily_count_cap integer check (daily_count_cap > 0),
  -- SMS from any other sender is kept and is no evidence (lookalike senders exist).
  sender_allow_list text[] not null default '{}',
  created_at timestamptz not null,
  -- All zeros for a live number: plain equality can use an index where `is not distinct from` can't.
  scope_id uuid generated always as (coalesce(merchant_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
  constraint collection_numbers_virtual_have_owner check ((environment = 'test') = (merchant_id is not null)),
  constraint collection_numbers_msisdn unique (scope_id, operator, environment, msisdn)
);

create trigger collection_numbers_stay before delete on collection_numbers
  for each row execute function refuse_change();

-- What each number took in, as insert-only deltas (one row a settled batch, folded by the sweeper):
-- a counter row per number would be locked by every batch that credits it.
create table collection_number_usage (
  id bigint generated always as identity primary key,
  collection_number_id uuid not null references collection_numbers (id),
  day date not null,
  credit_count integer not null,
  volume_xaf bigint not null
);

create index collection_number_usage_day on collection_number_usage (collection_number_id, day);

-- SMS templates ship unconfirmed; staff confirm a version once real messages have proven it.
create table template_confirmations (
  template_id text not null,
  template_version integer not null,
  confirmed_at timestamptz not null,
  confirmed_by text not null,
  primary key (template_id, template_version)
);
