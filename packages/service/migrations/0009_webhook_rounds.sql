-- Resending and releasing begin the retry schedule again, while the attempt numbers go on.

alter table webhook_due
  -- Attempts made before the present round of the schedule began.
  add column attempts_before integer not null default 0;

alter table webhook_deliveries
  drop constraint webhook_deliveries_dead_reason_check,
  add constraint webhook_deliveries_dead_reason_check
    check (dead_reason in ('attempts_exhausted', 'endpoint_removed', 'held_too_long'));

-- Finds the endpoints that have anything held by skipping from one to the next; usually there are none.
create index webhook_deliveries_held on webhook_deliveries (endpoint_id, id) where state = 'HELD';

-- A few rows each: what the upkeep looks for every second.
create index webhook_endpoints_disabled on webhook_endpoints (disabled_at) where status = 'disabled';
create index webhook_endpoints_rotated on webhook_endpoints (previous_secret_until)
  where previous_secret_until is not null;
