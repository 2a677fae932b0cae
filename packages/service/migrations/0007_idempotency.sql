-- First answers, kept 24 hours. Written in the transaction that does the work, beside a hash of the parsed
-- command: same hash replays, another is its own named error.

create table idempotency_keys (
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  key text not null check (char_length(key) between 1 and 255),
  operation text not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  outcome text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, key)
);

create index idempotency_keys_age on idempotency_keys (created_at);
