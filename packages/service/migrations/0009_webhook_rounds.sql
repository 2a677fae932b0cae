-- Resending and releasing begin the retry schedule again, while the attempt numbers go on.

alter table webhook_due
  -- Attempts made before the present round of the schedule began.
  add column attempts_before integer not null default 0,
  -- While an attempt is in the hands of a process: when it is anybody's again. In no index, so that claiming
  -- makes no index entries (a HOT update): the dead ones are what a claim wades through while a transaction
  -- elsewhere keeps them from being removed.
  add column leased_until timestamptz;

-- Room on the page for the second version of every row, even while no dead one can be removed: with 70 only every
-- third claim was a HOT update then.
alter table webhook_due set (fillfactor = 45);

comment on column webhook_due.due_at is 'When to try; unchanged while an attempt runs.';

alter table webhook_deliveries
  drop constraint webhook_deliveries_dead_reason_check,
  add constraint webhook_deliveries_dead_reason_check
    check (dead_reason in ('attempts_exhausted', 'endpoint_removed', 'held_too_long'));

-- A few rows each: what the upkeep looks for every second.
create index webhook_endpoints_disabled on webhook_endpoints (disabled_at) where status = 'disabled';
create index webhook_endpoints_rotated on webhook_endpoints (previous_secret_until)
  where previous_secret_until is not null;
