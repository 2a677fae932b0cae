import type { SmsGatewayRow } from '../rows.generated.ts';

/** A gateway as staff see it: nothing sealed. */
export type GatewayRow = Pick<
  SmsGatewayRow,
  'id' | 'name' | 'adapter' | 'status' | 'config' | 'send_url' | 'previous_secret_until' | 'created_at'
>;

export const GATEWAY_COLUMNS =
  'g.id, g.name, g.adapter, g.status, g.config, g.send_url, g.previous_secret_until, g.created_at';
