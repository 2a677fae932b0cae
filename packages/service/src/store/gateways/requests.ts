import type { SmsGatewayAnswerRow, SmsGatewaySignalRow } from '../rows.generated.ts';
import { setStatement, statement } from '../statement.ts';
import { numberOfSim } from './sims.ts';

export type NewGatewayMessage = {
  /** The id of its notice, which is made now or once the message is routed. */
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
    left join lateral (${numberOfSim('i')}) n on not i.unreadable
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

/** Adds up what requests were answered. */
export const addAnswers = setStatement<Omit<SmsGatewayAnswerRow, 'day'>>(
  'add_gateway_answers',
  `insert into sms_gateway_answers as a (gateway_id, day, answer, count, last_at)
  select gateway_id, (last_at at time zone 'UTC')::date, answer, count, last_at
  from json_to_recordset($1::json) as i (gateway_id uuid, answer text, count bigint, last_at timestamptz)
  order by 1, 2, 3
  on conflict (gateway_id, day, answer) do update
    set count = a.count + excluded.count, last_at = greatest(a.last_at, excluded.last_at)`,
);

/** Signs of life by phone, of one gateway, or of all when `gateway_id` is null. */
export const listSignals = statement<{ gateway_id: string | null }, SmsGatewaySignalRow>(
  'list_gateway_signals',
  `select * from sms_gateway_signals where $gateway_id::uuid is null or gateway_id = $gateway_id order by gateway_id, device_id`,
);

/** Answers by day, the newest first. */
export const listAnswers = statement<
  { gateway_id: string | null; limit: number },
  SmsGatewayAnswerRow & { gateway: string }
>(
  'list_gateway_answers',
  `select a.*, g.name as gateway from sms_gateway_answers a join sms_gateways g on g.id = a.gateway_id
  where $gateway_id::uuid is null or a.gateway_id = $gateway_id order by a.day desc, g.name, a.answer limit $limit`,
);

export type KeptMessage = {
  id: string;
  gateway: string;
  created_at: Date;
  state: 'routed' | 'unknown_sim' | 'unreadable';
  device_id: string | null;
  sim_slot: number | null;
  msisdn: string | null;
  sender: string | null;
  body: string;
};

/** The newest of one gateway, or of all. */
type Newest = { gateway_id: string | null; limit: number };

/** The newest messages of gateways, routed or not. */
export const listMessages = statement<Newest, KeptMessage>(
  'list_gateway_messages',
  `select m.notice_id as id, g.name as gateway, m.created_at,
    case when n.id is not null then 'routed' else u.reason end as state,
    u.device_id, u.sim_slot, c.msisdn, coalesce(n.sender, u.sender) as sender, coalesce(n.body, u.body) as body
  from (
    select * from sms_gateway_messages x
    where $gateway_id::uuid is null or x.gateway_id = $gateway_id order by x.notice_id desc limit $limit) m
  join sms_gateways g on g.id = m.gateway_id
  left join notices n on n.id = m.notice_id
  left join sms_gateway_unrouted u on u.id = m.notice_id
  left join collection_numbers c on c.id = n.collection_number_id
  order by m.notice_id desc`,
);

/** What still waits to be routed or read, the newest first. */
export const listUnrouted = statement<Newest, KeptMessage>(
  'list_unrouted_messages',
  `select u.id, g.name as gateway, u.created_at, u.reason as state, u.device_id, u.sim_slot,
    null::text as msisdn, u.sender, u.body
  from sms_gateway_unrouted u join sms_gateways g on g.id = u.gateway_id
  where u.routed_at is null and ($gateway_id::uuid is null or u.gateway_id = $gateway_id) order by u.id desc limit $limit`,
);
