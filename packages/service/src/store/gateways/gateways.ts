import { ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import type { SmsGatewayRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';
import { speaksFor } from './lives.ts';

/** A gateway as staff see it: nothing sealed. */
export type GatewayRow = Pick<
  SmsGatewayRow,
  'id' | 'name' | 'adapter' | 'status' | 'config' | 'send_url' | 'previous_secret_until' | 'created_at'
>;

export const GATEWAY_COLUMNS =
  'g.id, g.name, g.adapter, g.status, g.config, g.send_url, g.previous_secret_until, g.created_at';

export type SealedGateway = Pick<
  SmsGatewayRow,
  | 'id'
  | 'name'
  | 'adapter'
  | 'status'
  | 'config'
  | 'secret_sealed'
  | 'previous_secret_sealed'
  | 'previous_secret_until'
>;

/** Gateways with what their requests are verified by. */
export const loadSealedGateways = idStatement<SealedGateway>(
  'load_sealed_gateways',
  `select id, name, adapter, status, config, secret_sealed, previous_secret_sealed, previous_secret_until
  from sms_gateways where id = any ($1::uuid[])`,
);

/** By name or id as text; all of them when `name` is null. */
export const listGatewayRows = statement<{ name: string | null }, GatewayRow>(
  'list_gateways',
  `select ${GATEWAY_COLUMNS} from sms_gateways g
  where $name::text is null or g.name = $name or g.id::text = lower($name) order by g.name`,
);

/** Sealed bytes travel as base64. */
export type NewGateway = Pick<
  SmsGatewayRow,
  'id' | 'name' | 'adapter' | 'config' | 'send_url' | 'created_at'
> & { secret_sealed: string; send_credentials_sealed: string | null };

/** Writes gateways. One whose name is taken is left alone and missing in the answer. */
export const insertGateways = setStatement<NewGateway, GatewayRow>(
  'insert_gateways',
  `insert into sms_gateways as g (id, name, adapter, config, secret_sealed, send_url, send_credentials_sealed,
    created_at)
  select i.id, i.name, i.adapter, i.config, decode(i.secret_sealed, 'base64'), i.send_url,
    decode(i.send_credentials_sealed, 'base64'), i.created_at
  from json_to_recordset($1::json) as i (id uuid, name text, adapter text, config json, secret_sealed text,
    send_url text, send_credentials_sealed text, created_at timestamptz)
  on conflict (name) do nothing
  returning ${GATEWAY_COLUMNS}`,
);

/** Sets the status of gateways. */
export const setGatewayStatus = statement<{ ids: readonly string[]; status: string }, GatewayRow>(
  'set_gateway_status',
  `update sms_gateways g set status = $status where g.id = any ($ids::uuid[]) returning ${GATEWAY_COLUMNS}`,
);

/**
 * A new secret; the one before is taken until `previous_until`, or at once no more when that is null. None where a secret before it is
 * still taken, which nobody has said is over.
 */
export const rotateGatewaySecret = statement<
  { id: string; secret_sealed: Buffer; previous_until: Date | null; now: Date },
  GatewayRow
>(
  'rotate_gateway_secret',
  `update sms_gateways g set secret_sealed = $secret_sealed,
    previous_secret_sealed = case when $previous_until::timestamptz is not null then g.secret_sealed end,
    previous_secret_until = $previous_until::timestamptz
  where g.id = $id and ($previous_until::timestamptz is null or coalesce(g.previous_secret_until <= $now::timestamptz, true))
  returning ${GATEWAY_COLUMNS}`,
);

/** Where it takes messages to send; both null: it only receives. */
export const setGatewaySending = statement<
  { id: string; send_url: string | null; sealed: Buffer | null },
  GatewayRow
>(
  'set_gateway_sending',
  `update sms_gateways g set send_url = $send_url, send_credentials_sealed = $sealed where g.id = $id returning ${GATEWAY_COLUMNS}`,
);

export type SealedSender = Pick<SmsGatewayRow, 'id' | 'adapter'> & {
  collection_number_id: string;
  send_url: string;
  send_credentials_sealed: Buffer;
  /** Null: any phone of this gateway. */
  device_id: string | null;
  sim_slot: number | null;
};

/**
 * Whether the gateway `g` sends. The APIs of httpSMS and textbee are only ever asked for an inbox: what we send goes by the API
 * of sms-gate.app.
 */
export const SENDS = `g.status = 'ACTIVE' and g.send_url is not null and g.adapter not in ('httpsms', 'textbee')`;

/**
 * Which phones of the gateway `g` may send for the number `i`: those that have its SIM; others that were heard lately; and of a
 * gateway that has none of its phones any, where it is not known which is heard.
 */
const MAY_SEND = `select m.device_id, m.sim_slot, true as is_own, m.created_at, (
      select max(s.last_seen_at) from sms_gateway_signals s where s.gateway_id = m.gateway_id and ${speaksFor('m')}) as heard_at
    from sms_gateway_sims m where m.gateway_id = g.id and m.collection_number_id = i.id
    union all
    select s.device_id, null, false, null, s.last_seen_at from sms_gateway_signals s
    where s.gateway_id = g.id and s.device_id <> '${ONLY_DEVICE}' and s.last_seen_at >= $lives_since
    union all
    select null, null, false, null, max(s.last_seen_at) from sms_gateway_signals s where s.gateway_id = g.id
    having not exists (select from sms_gateway_sims m where m.gateway_id = g.id and m.collection_number_id = i.id)`;

/**
 * For each number of `collection_number_ids`, who can send for it: the phone that holds its SIM, or any other of an active gateway that
 * sends where only that was heard since `lives_since`: a phone that is off takes messages by its server and sends none. Of several,
 * one that was heard since `heard_since`, and of the number's own the one that had its SIM first: others are its spare ones. Of others
 * one of its own gateway, which doesn't take a message twice.
 * Numbers for which nobody can are missing.
 */
export const findSenders = statement<
  { collection_number_ids: readonly string[]; lives_since: Date; heard_since: Date },
  SealedSender
>(
  'find_gateway_senders',
  `select i.id as collection_number_id, s.id, s.adapter, s.send_url, s.send_credentials_sealed, s.device_id, s.sim_slot
  from unnest($collection_number_ids::uuid[]) as i (id)
  cross join lateral (
    select g.id, g.adapter, g.send_url, g.send_credentials_sealed, p.device_id, p.sim_slot
    from sms_gateways g
    cross join lateral (
      select m.device_id, m.sim_slot, m.is_own, m.created_at, coalesce(m.heard_at, '-infinity') as heard_at,
        bool_or(m.is_own) over () as is_beside
      from (${MAY_SEND}) m) p
    where ${SENDS}
    order by p.heard_at < $lives_since::timestamptz, not p.is_own, p.heard_at < $heard_since::timestamptz, not p.is_beside,
      p.created_at, g.id, p.device_id, p.sim_slot limit 1) s`,
);
