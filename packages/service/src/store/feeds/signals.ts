import { NOBODY } from '../../domain/credit.ts';
import { BY_ITSELF, type IncidentKind } from '../../domain/feed/incident.ts';
import { LOOKS_MS, UNROUTED_LASTS_MS } from '../../domain/feed/unheard.ts';
import { ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import { OPERATORS, type Operator } from '../../domain/operator.ts';
import { ASSIGNABLE_FEEDS } from '../../domain/reservation/propose.ts';
import { heardAt, interval, isSilentAt, speaksFor } from '../gateways/lives.ts';
import { statement } from '../statement.ts';

export type SignalRow = {
  collection_number_id: string;
  operator: Operator;
  msisdn: string;
  status: 'ACTIVE' | 'PAUSED';
  feed_status: string;
  balance_xaf: number | null;
  is_routed: boolean;
  heard_at: Date | null;
  clock_ahead_ms: number | null;
  messages: { received_at_ms: number; arrived_at_ms: number }[] | null;
  unrouted: number;
  open_kinds: IncidentKind[];
};

/** Live numbers by index: sandboxes may have hundreds of thousands beside them. */
const IS_LIVE = `n.scope_id = '${NOBODY}' and n.environment = 'live'`;

/** The gateways that a number `n` is routed to, as they were last heard. */
const HEARD = `select count(*) > 0 as is_routed, max(s.last_seen_at) as heard_at,
    (array_agg(s.clock_skew_ms order by s.last_seen_at desc) filter (where s.clock_skew_ms is not null))[1]
      as clock_ahead_ms
  from sms_gateway_sims i
  join sms_gateways g on g.id = i.gateway_id and g.status = 'ACTIVE'
  left join sms_gateway_signals s on s.gateway_id = i.gateway_id and ${speaksFor('i')}
  where i.collection_number_id = n.id`;

/** The phones by which a number `n` is heard, and until when those had its SIM by which it was heard before. */
const PHONES_OF = `select x.gateway_id, x.device_id, true as is_routed, 'infinity'::timestamptz as ended_at
      from sms_gateway_sims x where x.collection_number_id = n.id
      union all
      select x.gateway_id, x.device_id, false, max(x.ended_at) from sms_gateway_past_sims x
      where x.collection_number_id = n.id group by x.gateway_id, x.device_id`;

/** Whether no number is routed to the phone by which the message `u` came: any SIM of that gateway may be in it. */
const IS_NOBODYS = `not exists (
        select from sms_gateway_sims o where o.gateway_id = u.gateway_id and o.device_id = u.device_id)`;

/** Whether the row `x` is of a place in the phone by which the message `u` came, while that received it, as it says. */
const THERE_THEN = `x.gateway_id = u.gateway_id and x.device_id = u.device_id
        and u.received_at between x.started_at and x.ended_at`;

/** Whether the message `u` names a time at which the SIM of the number `n` was in that phone, which it has left. */
const WAS_ITS = `exists (
      select from sms_gateway_past_sims x where x.collection_number_id = n.id and ${THERE_THEN})`;

/** Whether the SIM of another number than `n`, and not its own, was then by what the message `u` came. */
const WAS_ANOTHERS = `exists (
        select from sms_gateway_past_sims x where ${THERE_THEN} and x.sim_slot in (0, coalesce(u.sim_slot, x.sim_slot))
        having count(*) > 0 and not bool_or(x.collection_number_id = n.id))
      and not exists (
        select from sms_gateway_sims x where x.collection_number_id = n.id and x.gateway_id = u.gateway_id
          and x.device_id = u.device_id and x.sim_slot in (0, coalesce(u.sim_slot, x.sim_slot)) and x.created_at <= u.received_at)`;

/**
 * What the phones of a number `n` have told of lately that may be its own: by a SIM of the phone, or by a phone of the gateway, that
 * nobody has routed, and by a sender of the number's list; or unreadable. What a phone tells of late is that number's alone whose SIM
 * was in it then, however long ago it left. Not what somebody has looked at and said that it is of
 * another SIM: what had come as the incident opened that he closed, or some minutes before he did.
 */
const UNROUTED = `select count(*)::int as unrouted, min(least(u.received_at, u.created_at)) as unrouted_since
  from (
    select i.gateway_id, i.device_id, max(i.ended_at) as ended_at from (${PHONES_OF}) i group by i.gateway_id, i.device_id) i
  join sms_gateway_unrouted u on u.gateway_id = i.gateway_id and u.routed_at is null and u.id > $unrouted_from::uuid
    and (u.reason = 'unreadable' and u.device_id in (i.device_id, '${ONLY_DEVICE}')
      or (u.device_id = i.device_id or ${IS_NOBODYS}) and not (${WAS_ANOTHERS})
        and lower(btrim(u.sender)) in (select lower(btrim(a.name)) from unnest(n.sender_allow_list) a (name)))
  where (u.created_at < i.ended_at + ${interval(UNROUTED_LASTS_MS)} or ${WAS_ITS}) and u.created_at > coalesce((
    select max(greatest(f.opened_at, f.closed_at - ${interval(LOOKS_MS)})) from feed_incidents f
    where f.collection_number_id = n.id and f.kind = 'unrouted' and f.closed_by <> '${BY_ITSELF}'), '-infinity')`;

/**
 * How each live number is heard that is active, still has sessions or an open incident of the kinds `watched`, which is over once it is well
 * again. `late_count`: how many of its latest gateway messages to look at. There are as many rows as SIMs, tens or hundreds.
 */
export const loadSignals = statement<
  { late_count: number; unrouted_from: string; watched: readonly IncidentKind[] },
  SignalRow
>(
  'load_feed_signals',
  `select n.id as collection_number_id, n.operator, n.msisdn, n.status, n.feed_status, t.tip_xaf as balance_xaf, h.is_routed,
    h.heard_at, h.clock_ahead_ms, m.messages, q.unrouted,
    array(select distinct f.kind from feed_incidents f
      where f.collection_number_id = n.id and f.closed_at is null order by f.kind) as open_kinds
  from collection_numbers n
  cross join lateral (${HEARD}) h
  cross join lateral (
    select json_agg(json_build_object(
      'received_at_ms', round(extract(epoch from x.received_at) * 1000)::bigint,
      'arrived_at_ms', round(extract(epoch from x.created_at) * 1000)::bigint) order by x.id desc) as messages
    from (
      select y.id, y.received_at, y.created_at from notices y
      where y.environment = 'live' and y.collection_number_id = n.id and y.source = 'GATEWAY_SMS'
      order by y.id desc limit $late_count) x) m
  cross join lateral (${UNROUTED}) q
  left join books t on t.collection_number_id = n.id
  where ${IS_LIVE} and (n.status = 'ACTIVE' or (
    select true from collection_holds h where h.collection_number_id = n.id limit 1) or exists (
    select from feed_incidents f where f.collection_number_id = n.id and f.kind = any ($watched::text[]) and f.closed_at is null))
  order by n.operator, n.msisdn`,
);

export type DueFeedRow = {
  collection_number_id: string;
  phones: { heard_at: string | null; is_routed: boolean }[] | null;
  unrouted_since: Date | null;
  incidents: { kind: IncidentKind; opened_at: string; delay_ms: number | null }[] | null;
};

/** The phones by which a number `n` is heard, and those by which it was until it was silent and routed otherwise. */
const PHONES = `select json_agg(json_build_object('heard_at', s.heard_at, 'is_routed', i.is_routed)) as phones
  from (${PHONES_OF}) i
  cross join lateral (
    select max(${heardAt('$now::timestamptz')}) as heard_at
    from sms_gateway_signals s where s.gateway_id = i.gateway_id and ${speaksFor('i')}) s
  where i.is_routed or ${isSilentAt('i.ended_at', 's.heard_at')}`;

/** How the live numbers are heard that have sessions to expire at `now`. */
export const loadDueFeeds = statement<{ now: Date; unrouted_from: string }, DueFeedRow>(
  'load_due_feeds',
  `select n.id as collection_number_id, h.phones, q.unrouted_since, (
      select json_agg(json_build_object('kind', f.kind, 'opened_at', f.opened_at,
        'delay_ms', (f.detail ->> 'delay_ms')::bigint))
      from feed_incidents f where f.collection_number_id = n.id and f.closed_at is null) as incidents
  from collection_numbers n
  cross join lateral (
    select from collection_holds d
    where d.collection_number_id = n.id and d.due_at <= $now and d.state = 'OPEN' limit 1) due
  cross join lateral (${PHONES}) h
  cross join lateral (${UNROUTED}) q
  where ${IS_LIVE}`,
);

export type RailCounts = {
  operator: Operator;
  active_numbers: number;
  healthy_numbers: number;
  unanchored_numbers: number;
  online_gateways: number;
};

const ASSIGNABLE = ASSIGNABLE_FEEDS.map((feed_status) => `'${feed_status}'`).join(', ');

/**
 * What each operator's live rail has; a number counts as healthy while it can be assigned at all. `heard_since`: a
 * gateway heard since then is online.
 */
export const countRails = statement<{ heard_since: Date }, RailCounts>(
  'count_live_rails',
  `select o.operator,
    count(n.id)::int as active_numbers,
    (count(n.id) filter (where n.feed_status in (${ASSIGNABLE})))::int as healthy_numbers,
    (count(n.id) filter (where n.feed_status = 'UNANCHORED'))::int as unanchored_numbers,
    (select count(distinct g.id)::int from sms_gateways g
      join sms_gateway_sims i on i.gateway_id = g.id
      join collection_numbers c on c.id = i.collection_number_id
      join sms_gateway_signals s on s.gateway_id = g.id and ${speaksFor('i')}
      where g.status = 'ACTIVE' and c.status = 'ACTIVE' and c.operator = o.operator
        and s.last_seen_at >= $heard_since) as online_gateways
  from unnest(array[${OPERATORS.map((one) => `'${one}'`).join(', ')}]) as o (operator)
  left join collection_numbers n
    on ${IS_LIVE} and n.operator = o.operator and n.status = 'ACTIVE'
  group by o.operator order by o.operator`,
);
