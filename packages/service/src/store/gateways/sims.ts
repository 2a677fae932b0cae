import { DAY_MS } from '../../domain/time.ts';
import type { SmsGatewayRow, SmsGatewaySimRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';
import { interval } from './lives.ts';

/** Keeps by which SIMs numbers were heard, by the rows `from` of those that are theirs no more since `ended_at`. */
const keepPast = (
  from: string,
): string => `insert into sms_gateway_past_sims (collection_number_id, gateway_id, device_id, sim_slot, started_at, ended_at)
    select collection_number_id, gateway_id, device_id, sim_slot, created_at, greatest(created_at, ended_at) from ${from}
    on conflict (gateway_id, device_id, sim_slot, started_at) do nothing`;

/**
 * Lets nobody else say by which SIM a number is heard until this transaction ends. Two who say it at once see only what was said
 * before either: the number would be in both phones, and each would be told that it is in his alone.
 */
export const holdSims = statement(
  'hold_gateway_sims',
  'lock table sms_gateway_sims in share row exclusive mode',
);

/** Where a SIM is: which phone of which gateway, and where in it. */
export type NamedPlace = Pick<SmsGatewaySimRow, 'device_id' | 'sim_slot'> & { gateway: string };

/**
 * Says by which SIM a number's SMS come; a SIM that had another number has this one from now on, and one that had it already since then.
 * A SIM is in one phone: the number's places in others end, unless it is there `also`. They are given back.
 */
export const putSims = setStatement<SmsGatewaySimRow & { also: boolean }, NamedPlace>(
  'put_gateway_sims',
  `with i as materialized (
    select * from json_to_recordset($1::json) as x (gateway_id uuid, device_id text, sim_slot int,
      collection_number_id uuid, created_at timestamptz, also boolean)
  ), left_behind as (
    delete from sms_gateway_sims s using (
      select collection_number_id, max(created_at) as ended_at from i where not also group by collection_number_id) n
    where s.collection_number_id = n.collection_number_id
      and not exists (select from i where i.collection_number_id = s.collection_number_id
        and i.gateway_id = s.gateway_id and i.device_id = s.device_id)
      and not exists (select from i where i.gateway_id = s.gateway_id and i.device_id = s.device_id and i.sim_slot = s.sim_slot)
    returning s.collection_number_id, s.gateway_id, s.device_id, s.sim_slot, s.created_at, n.ended_at
  ), ended as (
    select s.collection_number_id, s.gateway_id, s.device_id, s.sim_slot, s.created_at, i.created_at as ended_at
    from i join sms_gateway_sims s using (gateway_id, device_id, sim_slot)
    where s.collection_number_id <> i.collection_number_id
    union all
    select * from left_behind
  ), past as (
    ${keepPast('ended')}
  ), put as (
    insert into sms_gateway_sims as s (gateway_id, device_id, sim_slot, collection_number_id, created_at)
    select gateway_id, device_id, sim_slot, collection_number_id, created_at from i
    order by gateway_id, device_id, sim_slot
    on conflict (gateway_id, device_id, sim_slot) do update
      set collection_number_id = excluded.collection_number_id, created_at = excluded.created_at
      where s.collection_number_id <> excluded.collection_number_id
  )
  select g.name as gateway, l.device_id, l.sim_slot from left_behind l join sms_gateways g on g.id = l.gateway_id
  order by g.name, l.device_id, l.sim_slot`,
);

/** Forgets by which SIMs numbers' SMS come, but for which phones had them. */
export const removeSims = statement<
  { collection_number_ids: readonly string[]; ended_at: Date },
  { collection_number_id: string }
>(
  'remove_gateway_sims',
  `with ended as (
    delete from sms_gateway_sims where collection_number_id = any ($collection_number_ids::uuid[])
    returning collection_number_id, gateway_id, device_id, sim_slot, created_at, $ended_at::timestamptz as ended_at
  ), past as (
    ${keepPast('ended')}
  )
  select collection_number_id from ended`,
);

/**
 * Waits for every statement that is keeping messages, and holds the next one up until this transaction ends. Without it, a
 * statement that looked for the SIM just before it was known would set its message aside just after `routeWaiting` had looked
 * through those, and nobody would route that message.
 */
export const holdUnrouted = statement(
  'hold_unrouted_messages',
  'lock table sms_gateway_unrouted in share row exclusive mode',
);

/** Whether a row is of a place in the phone by which the message `of` came. */
const isIn = (of: string): string => `x.gateway_id = ${of}.gateway_id and x.device_id = ${of}.device_id`;

/** So long after a SIM has left a phone what that had received before is taken for the SIM's. sms-gate.app tries for two days. */
const TELLS_LATE = interval(3 * DAY_MS);

/**
 * Of which number the message `of` is: of that which had its SIM when the phone received it, whoever has that place by now; else of that
 * which has it. Where its very slot was routed it isn't of the phone's only SIM; and one that names no slot is of nobody where
 * the phone had a SIM of another number beside that one. Of nobody is also what is told long after the SIM that was there has left:
 * when it was received is the sender's word.
 */
export const numberOfSim = (of: string): string => `select c.id as number_id, c.operator
      from (
        select * from (
          select x.collection_number_id, x.sim_slot, x.started_at as since, true as was_there from sms_gateway_past_sims x
          where ${isIn(of)} and x.sim_slot in (0, ${of}.sim_slot) and ${of}.received_at between x.started_at and x.ended_at
            and ${of}.created_at <= x.ended_at + ${TELLS_LATE}
          union all
          select x.collection_number_id, x.sim_slot, x.created_at, x.created_at <= ${of}.received_at from sms_gateway_sims x
          where ${isIn(of)} and x.sim_slot in (0, ${of}.sim_slot)) p
        order by p.was_there desc, p.sim_slot desc, p.since limit 1) s
      join collection_numbers c on c.id = s.collection_number_id
      where (s.was_there or not exists (
          select from sms_gateway_past_sims x where ${isIn(of)} and x.sim_slot in (0, ${of}.sim_slot)
            and ${of}.received_at between x.started_at and x.ended_at and x.collection_number_id <> s.collection_number_id))
        and (${of}.sim_slot is not null or not exists (
          select from sms_gateway_past_sims x where ${isIn(of)} and x.sim_slot <> 0 and ${of}.received_at between x.started_at and x.ended_at
            and x.collection_number_id <> s.collection_number_id)
        and not exists (
          select from sms_gateway_sims x where ${isIn(of)} and x.sim_slot <> 0 and (not s.was_there or x.created_at <= ${of}.received_at)
            and x.collection_number_id <> s.collection_number_id))`;

/**
 * Makes notices of the messages that waited for this SIM to be known, oldest first, at most `limit`; when they
 * came is kept. Gives back the notices to settle. While it looks no gateway's messages are taken in, so it looks at one phone's.
 */
export const routeWaiting = statement<
  Pick<SmsGatewaySimRow, 'gateway_id' | 'device_id' | 'sim_slot'> & { limit: number; now: Date },
  { id: string }
>(
  'route_waiting_messages',
  `with found as (
    select u.id, u.sender, u.body, u.received_at, u.created_at, n.number_id, n.operator
    from sms_gateway_unrouted u
    cross join lateral (${numberOfSim('u')}) n
    where u.gateway_id = $gateway_id::uuid and u.device_id = $device_id and u.routed_at is null
      and u.reason = 'unknown_sim' and $sim_slot::int in (0, u.sim_slot)
    order by u.id limit $limit for update of u
  ), marked as (
    update sms_gateway_unrouted u set routed_at = $now where u.id = any (array(select id from found))
    returning u.id
  ), made as (
    insert into notices (id, environment, operator, collection_number_id, source, sender, body, received_at,
      created_at)
    select f.id, 'live', f.operator, f.number_id, 'GATEWAY_SMS', f.sender, f.body, f.received_at, f.created_at
    from found f join marked m on m.id = f.id
    returning id
  )
  insert into notice_inbox (notice_id) select id from made returning notice_id as id`,
);

export type SimPlace = {
  collection_number_id: string;
  msisdn: string;
  operator: string;
  gateway_id: string;
  gateway: string;
  device_id: string;
  sim_slot: number;
};

/** By which SIMs numbers are heard; of one gateway, or of all when `gateway_id` is null. */
export const listSimPlaces = statement<{ gateway_id: string | null }, SimPlace>(
  'list_gateway_sims',
  `select s.collection_number_id, c.msisdn, c.operator, s.gateway_id, g.name as gateway, s.device_id, s.sim_slot
  from sms_gateway_sims s
  join sms_gateways g on g.id = s.gateway_id
  join collection_numbers c on c.id = s.collection_number_id
  where $gateway_id::uuid is null or s.gateway_id = $gateway_id
  order by g.name, s.device_id, s.sim_slot`,
);

/** A phone with a SIM of a number, and the gateway through which it can be asked for its inbox. */
export type SealedInbox = Pick<
  SmsGatewayRow,
  'name' | 'adapter' | 'status' | 'send_url' | 'send_credentials_sealed'
> & {
  collection_number_id: string;
  gateway_id: string;
  device_id: string;
  /** Who signs the SMS that are evidence, of every number in that phone. */
  senders: string[];
};

/** The phones that hold SIMs of the numbers `$1`; a phone with two of them comes twice. */
export const loadInboxes = idStatement<SealedInbox>(
  'load_gateway_inboxes',
  `select s.collection_number_id, g.id as gateway_id, g.name, g.adapter, g.status, g.send_url,
    g.send_credentials_sealed, s.device_id, array(
      select distinct a.name
      from sms_gateway_sims m
      join collection_numbers c on c.id = m.collection_number_id
      cross join unnest(c.sender_allow_list) as a (name)
      where m.gateway_id = s.gateway_id and m.device_id = s.device_id
      order by a.name) as senders
  from (
    select distinct gateway_id, device_id, collection_number_id from sms_gateway_sims
    where collection_number_id = any ($1::uuid[])) s
  join sms_gateways g on g.id = s.gateway_id
  order by s.collection_number_id, g.name, s.device_id`,
);
