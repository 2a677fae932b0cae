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

-- What members were told of an endpoint is known by the day on which it began to fail or was disabled, no longer by the moment at
-- which it began to fail: without this they would be told it again.
with told as materialized (
  select id, member_id, created_at, split_part(about, ' ', 1) as endpoint_id, split_part(about, ' ', 2) as status,
         split_part(about, ' ', 3) as failing_since
    from mail_notices where kind = 'endpoint_trouble' and about ~ '^\S+ (degraded|disabled) \d{4}-\d\d-\d\dT'
),
known as (
  select t.id, t.member_id, t.created_at,
         concat_ws(' ', t.endpoint_id, t.status, local_day(case t.status when 'degraded' then t.failing_since::timestamptz else e.disabled_at end)) as about
    from told t
    left join webhook_endpoints e
      on e.id::text = t.endpoint_id and date_trunc('milliseconds', e.failing_since) = t.failing_since::timestamptz
   where t.status = 'degraded' or e.disabled_at is not null
)
update mail_notices n set about = k.about
  from (select distinct on (member_id, about) id, about from known order by member_id, about, created_at) k
 where n.id = k.id;
