import { setStatement } from '../statement.ts';

export type NewGatewayMessage = {
  /** Of its notice, now or once it is routed. */
  id: string;
  gateway_id: string;
  /** SHA-256 in hex. */
  message_key: string;
  device_id: string;
  sim_slot: number | null;
  sender: string | null;
  body: string;
  received_at: Date;
  created_at: Date;
  /** Authentic, but no SMS could be found in it: `body` is the whole request. */
  unreadable: boolean;
};

/**
 * Keeps what gateways told of, each message once: with a notice in the inbox when its SIM is known, else
 * among the unrouted. One statement, so either all of it is kept or nothing. Gives back what was new, with the number
 * it is for; null among the unrouted.
 *
 * A second statement with the same message waits for the first to commit, so "repeated" always means
 * "already safe". The keys are claimed in their order, so that two sets can't wait for each other.
 */
export const keepGatewayMessages = setStatement<NewGatewayMessage, { id: string; number_id: string | null }>(
  'keep_gateway_messages',
  `with i as materialized (
    select * from json_to_recordset($1::json) as x (id uuid, gateway_id uuid, message_key text, device_id text,
      sim_slot int, sender text, body text, received_at timestamptz, created_at timestamptz, unreadable boolean)
  ), claimed as (
    insert into sms_gateway_messages (gateway_id, message_key, notice_id, created_at)
    select gateway_id, decode(message_key, 'hex'), id, created_at from i order by gateway_id, message_key, id
    on conflict do nothing
    returning notice_id
  ), placed as (
    select i.*, n.number_id, n.operator
    from claimed
    join i on i.id = claimed.notice_id
    left join lateral (
      select c.id as number_id, c.operator
      from sms_gateway_sims s
      join collection_numbers c on c.id = s.collection_number_id
      where not i.unreadable and s.gateway_id = i.gateway_id and s.device_id = i.device_id
        and s.sim_slot in (0, i.sim_slot)
      order by s.sim_slot desc limit 1) n on true
  ), made as (
    insert into notices (id, environment, operator, collection_number_id, source, sender, body, received_at,
      created_at)
    select id, 'live', operator, number_id, 'GATEWAY_SMS', sender, body, received_at, created_at
    from placed where number_id is not null
    returning id
  ), waiting as (
    insert into notice_inbox (notice_id) select id from made
  ), unrouted as (
    insert into sms_gateway_unrouted (id, gateway_id, reason, device_id, sim_slot, sender, body, received_at,
      created_at)
    select id, gateway_id, case when unreadable then 'unreadable' else 'unknown_sim' end, device_id, sim_slot,
      sender, body, received_at, created_at
    from placed where number_id is null
  )
  select id, number_id from placed`,
);
