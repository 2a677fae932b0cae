-- The outbox: an event is written in the transaction that changes the status. Its body is the exact text
-- that is signed and sent, the same on every attempt.

create table events (
  id uuid primary key,
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  type text not null,
  object_id uuid not null,
  sequence integer not null,
  body text not null,
  created_at timestamptz not null,
  constraint events_sequence unique (object_id, sequence)
);

create index events_merchant on events (merchant_id, environment, id);

create trigger events_append_only before update or delete on events
  for each row execute function refuse_change();

create table webhook_endpoints (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  url text not null check (char_length(url) <= 2048),
  -- Null: every event.
  events text[],
  description text check (char_length(description) <= 255),
  status text not null default 'enabled' check (status in ('enabled', 'degraded', 'disabled')),
  -- The signing secret, sealed with AES-256-GCM; shown once, at creation.
  secret_sealed bytea not null,
  -- Written only when it changes, so a healthy endpoint's row stays as it is, whatever its traffic.
  consecutive_failures integer not null default 0,
  -- When the present row of failures began; null while the last answer was a success.
  failing_since timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz
) with (fillfactor = 80);

create index webhook_endpoints_owner on webhook_endpoints (merchant_id, environment) where deleted_at is null;

-- One row per event and endpoint subscribed at that moment. While it waits it also has a row in
-- webhook_due, the small hot table that the claim reads.
-- These three tables have no foreign keys: each check would lock the endpoint's one row for every event
-- sent to it. Rows are made from the rows they name, in one statement, and events and endpoints are never
-- removed (an endpoint only gets its deleted_at).
create table webhook_deliveries (
  -- A UUIDv7 with the time of its event.
  id uuid primary key,
  event_id uuid not null,
  endpoint_id uuid not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'HELD', 'DEAD')),
  dead_reason text check (dead_reason in ('attempts_exhausted', 'endpoint_removed')),
  attempt_count integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint webhook_deliveries_once unique (event_id, endpoint_id),
  constraint webhook_deliveries_dead_has_reason check ((state = 'DEAD') = (dead_reason is not null))
) with (fillfactor = 80);

create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id);

create table webhook_due (
  delivery_id uuid primary key,
  endpoint_id uuid not null,
  event_id uuid not null,
  -- The number of the last attempt that was claimed; 0 before the first.
  attempt integer not null default 0,
  -- When to try; while an attempt runs, when its lease ends.
  due_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);

create index webhook_due_claim on webhook_due (endpoint_id, due_at);

-- The log: what each attempt met. `answer` is the first KiB of the receiver's body, or what went wrong.
create table webhook_attempts (
  delivery_id uuid not null,
  attempt integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  outcome text not null,
  status_code integer,
  answer text,
  primary key (delivery_id, attempt)
);
