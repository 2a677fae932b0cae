import type { SmsGatewayRow } from '../rows.generated.ts';
import { statement } from '../statement.ts';
import { GATEWAY_COLUMNS, type GatewayRow } from './row.ts';

/** Sets the status `$2` of the gateways `$1`. */
export const setGatewayStatus = statement<GatewayRow>(
  'set_gateway_status',
  `update sms_gateways g set status = $2 where g.id = any ($1::uuid[]) returning ${GATEWAY_COLUMNS}`,
);

/** A new secret `$2`; the one before is taken until `$3`, or at once no more when that is null. */
export const rotateGatewaySecret = statement<GatewayRow>(
  'rotate_gateway_secret',
  `update sms_gateways g set secret_sealed = $2,
    previous_secret_sealed = case when $3::timestamptz is not null then g.secret_sealed end,
    previous_secret_until = $3::timestamptz
  where g.id = $1 returning ${GATEWAY_COLUMNS}`,
);

/** Where it takes messages to send; both null: it only receives. */
export const setGatewaySending = statement<GatewayRow>(
  'set_gateway_sending',
  `update sms_gateways g set send_url = $2, send_credentials_sealed = $3 where g.id = $1 returning ${GATEWAY_COLUMNS}`,
);

export type SealedSender = Pick<SmsGatewayRow, 'id'> & {
  collection_number_id: string;
  send_url: string;
  send_credentials_sealed: Buffer;
  /** Null: any phone of this gateway. */
  device_id: string | null;
  sim_slot: number | null;
};

/**
 * For each number of `$1`, who can send for it: the phone that holds its SIM, else any active gateway that
 * sends. Numbers for which nobody can are missing. The APIs of httpSMS and textbee are only ever asked for an
 * inbox: what we send goes by the API of sms-gate.app.
 */
export const findSenders = statement<SealedSender>(
  'find_gateway_senders',
  `select i.id as collection_number_id, s.id, s.send_url, s.send_credentials_sealed, s.device_id, s.sim_slot
  from unnest($1::uuid[]) as i (id)
  cross join lateral (
    select g.id, g.send_url, g.send_credentials_sealed, m.device_id, m.sim_slot
    from sms_gateways g
    left join sms_gateway_sims m on m.gateway_id = g.id and m.collection_number_id = i.id
    where g.status = 'ACTIVE' and g.send_url is not null and g.adapter not in ('httpsms', 'textbee')
    order by (m.gateway_id is null), g.id, m.device_id, m.sim_slot limit 1) s`,
);
