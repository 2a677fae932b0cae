-- An endpoint that answers nothing for days outlasts the twelve attempts of its first events. They are given up one by one; once it is
-- disabled they wait with what is held, and once it answers again, or is enabled, they are sent with it.

alter table webhook_endpoints
  add column given_up_since timestamptz,
  add column given_up_after uuid,
  add constraint webhook_endpoints_given_up check (given_up_after is null or given_up_since is not null);

alter table webhook_deliveries add column brought_back boolean not null default false;

comment on column webhook_deliveries.brought_back is
  'Whether it was given up in an outage and held or sent again after it. That happens once: what is given up twice stays dead.';
comment on column webhook_endpoints.given_up_since is
  'When an outage began whose given up deliveries are still to be held; null when there are none to look for.';
comment on column webhook_endpoints.given_up_after is
  'The last delivery that was looked at for it; null: none yet.';

create index webhook_endpoints_given_up on webhook_endpoints (given_up_since)
  where given_up_since is not null and deleted_at is null;

-- An endpoint that is disabled from now on is looked at for it at that moment; one that was disabled before is now, since enabling it
-- forgets when its failures began. All attempts of an event take more than 70 hours.
update webhook_endpoints set given_up_since = failing_since
  where status = 'disabled' and deleted_at is null and failing_since < disabled_at - interval '70 hours';
