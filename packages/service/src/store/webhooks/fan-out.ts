import { idStatement, statement } from '../statement.ts';

/**
 * Writes one delivery for each event and each endpoint of its merchant and environment that wants its type,
 * due at once. Call it in the transaction that writes the events, after them; one statement whatever their
 * number. An endpoint which is disabled gets its deliveries HELD. Called again it changes nothing.
 *
 * The delivery's id is a UUIDv7 that shares the time of the event's: their indexes grow at one end.
 */
export const fanOutEvents = idStatement(
  'fan_out_events',
  `with fanned as (
  insert into webhook_deliveries (id, event_id, endpoint_id, state, created_at)
  select overlay(gen_random_uuid()::text placing left(e.id::text, 15) from 1)::uuid,
         e.id, w.id, case w.status when 'disabled' then 'HELD' else 'PENDING' end, e.created_at
    from events e
    cross join lateral (
      select id, status from webhook_endpoints
       where merchant_id = e.merchant_id and environment = e.environment and deleted_at is null
         and (events is null or e.type = any (events))
      offset 0
    ) w
   where e.id = any ($1::uuid[])
   order by e.id, w.id
  on conflict (event_id, endpoint_id) do nothing
  returning id, event_id, endpoint_id, state, created_at
)
insert into webhook_due (delivery_id, endpoint_id, event_id, due_at)
select id, endpoint_id, event_id, created_at from fanned where state = 'PENDING'`,
);

/** Removes attempts that began before `before` from the log, oldest first, at most `portion` of them. */
export const deleteAttempts = statement<{ before: Date; portion: number }, { deleted: number }>(
  'delete_webhook_attempts',
  `with old as materialized (
    select delivery_id, attempt from webhook_attempts
    where started_at < $before::timestamptz order by started_at limit $portion::int for update skip locked
  ), gone as (
    delete from webhook_attempts a using old
    where a.delivery_id = any (array(select delivery_id from old))
      and a.delivery_id = old.delivery_id and a.attempt = old.attempt
    returning 1
  )
  select count(*)::int as deleted from gone`,
);

/** Removes the secrets that no longer sign since before `now`, at most `portion` of them. */
export const deletePreviousSecrets = statement<{ now: Date; portion: number }, { deleted: number }>(
  'delete_previous_webhook_secrets',
  `with old as materialized (
    select id from webhook_endpoints where previous_secret_until < $now::timestamptz
    order by previous_secret_until limit $portion::int for no key update skip locked
  ), gone as (
    update webhook_endpoints set previous_secret_sealed = null, previous_secret_until = null
    where id = any (array(select id from old)) returning 1
  )
  select count(*)::int as deleted from gone`,
);
