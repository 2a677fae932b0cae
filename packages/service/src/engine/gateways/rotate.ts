import { rotateGatewaySecret } from '../../store/gateways/change.ts';
import { listGatewayRows } from '../../store/gateways/load.ts';
import type { GatewayRow } from '../../store/gateways/row.ts';
import { isSecretUsable, newSecret, sealFor } from './secret.ts';
import type { GatewayServices } from './services.ts';

const HOUR_MS = 3_600_000;

export type RotateOutcome =
  | { kind: 'rotated'; gateway: GatewayRow; secret: string }
  | { kind: 'not_found' }
  | { kind: 'secret_unusable' };

/**
 * Gives a gateway another secret. The one before is taken for `grace_hours` more, since somebody has to type
 * the new one into a phone; 0 when the old one is in the wrong hands.
 *
 * @param name its name or id
 * @param secret one that the phone made itself; null: we make one
 */
export async function rotateGateway(
  services: GatewayServices,
  name: string,
  options: { secret: string | null; grace_hours: number },
): Promise<RotateOutcome> {
  if (options.secret !== null && !isSecretUsable(options.secret)) return { kind: 'secret_unusable' };
  const [found] = await listGatewayRows(services.pool, name);
  if (found === undefined) return { kind: 'not_found' };
  const secret = options.secret ?? newSecret(services);
  const until =
    options.grace_hours > 0 ? new Date(services.now().getTime() + options.grace_hours * HOUR_MS) : null;
  const [gateway] = await rotateGatewaySecret(
    services.pool,
    found.id,
    sealFor(services, found.id, secret),
    until,
  );
  return gateway === undefined ? { kind: 'not_found' } : { kind: 'rotated', gateway, secret };
}
