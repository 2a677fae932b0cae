import type { PoolClient } from 'pg';

/**
 * Writes one delivery for each event and each endpoint of its merchant and environment that wants its type,
 * due at once. Call it in the transaction that writes the events, after them; one statement whatever their
 * number. An endpoint which is disabled gets its deliveries HELD. Called again it changes nothing.
 *
 * The delivery's id is a UUIDv7 that shares the time of the event's: their indexes grow at one end.
 */
export async function fanOutEvents(client: PoolClient, event_ids: string[]): Promise<void> {
  if (event_ids.length === 0) return;
  await client.query({ name: 'fan_out_events', text: FAN_OUT, values: [event_ids] });
}

const FAN_OUT = `
with fanned as (
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
select id, endpoint_id, event_id, created_at from fanned where state = 'PENDING'`;
