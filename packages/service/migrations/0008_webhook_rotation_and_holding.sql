-- What the whole delivery engine needs beyond the first: rotation, disabling, holding, resending, the
-- merchant's delivery log.

alter table webhook_endpoints
  -- After a rotation both secrets sign for 24 hours.
  add column previous_secret_sealed bytea,
  add column previous_secret_until timestamptz,
  add column disabled_at timestamptz,
  add column disabled_reason text check (disabled_reason in ('failing', 'merchant')),
  add column last_success_at timestamptz,
  add column updated_at timestamptz,
  add constraint webhook_endpoints_previous_secret
    check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  add constraint webhook_endpoints_disabled
    check ((status = 'disabled') = (disabled_at is not null) and (disabled_at is null) = (disabled_reason is null));

-- The delivery log: newest first within an endpoint, by state where one is asked for.
create index webhook_deliveries_log on webhook_deliveries (endpoint_id, state, id);

-- Attempt logs are kept 30 days.
create index webhook_attempts_age on webhook_attempts (started_at);

-- A merchant's events of one type, newest first.
create index events_type on events (merchant_id, environment, type, id);
