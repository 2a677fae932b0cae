import type { SmsGatewayRow } from '../rows.generated.ts';
import { setStatement } from '../statement.ts';
import { GATEWAY_COLUMNS, type GatewayRow } from './row.ts';

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
