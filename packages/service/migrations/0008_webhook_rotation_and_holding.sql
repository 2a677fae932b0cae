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

-- What is not simply under way or delivered, for the delivery log and the upkeep. It stays null from the first
-- to the last of a delivery that succeeds at once: finishing one then touches no index (a HOT update), which an
-- index on `state`, or one whose condition names it, would prevent.
alter table webhook_deliveries
  add column trouble text generated always as (
    case when state in ('HELD', 'DEAD') then state
         when state = 'PENDING' and attempt_count > 0 then 'RETRYING' end) stored;

create index webhook_deliveries_trouble on webhook_deliveries (trouble, endpoint_id, id) where trouble is not null;

-- Attempt logs are kept 30 days.
create index webhook_attempts_age on webhook_attempts (started_at);

-- A merchant's events of one type, newest first.
create index events_type on events (merchant_id, environment, type, id);
