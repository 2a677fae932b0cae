import type { SmsGatewayRow } from '../rows.generated.ts';
import { idStatement, statement } from '../statement.ts';
import { GATEWAY_COLUMNS, type GatewayRow } from './row.ts';

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

/** By name or id as text; all of them when `$1` is null. */
export const listGatewayRows = statement<GatewayRow>(
  'list_gateways',
  `select ${GATEWAY_COLUMNS} from sms_gateways g
  where $1::text is null or g.name = $1 or g.id::text = lower($1) order by g.name`,
);
