import { SEAL_NONCE_BYTES, seal } from '../../store/secrets/seal.ts';
import type { EndpointServices } from './services.ts';

export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A signing secret as the merchant sees it: `whsec_` and the bytes in base64, as Standard Webhooks writes it. */
export function secretOf(bytes: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

/** A new signing secret for an endpoint: in clear for its merchant, and sealed for the database. */
export function newSecret(
  services: Pick<EndpointServices, 'randomBytes' | 'secret_key'>,
  endpoint_id: string,
): { secret: string; secret_sealed: Buffer } {
  const secret = secretOf(services.randomBytes(SECRET_BYTES));
  const nonce = services.randomBytes(SEAL_NONCE_BYTES);
  return { secret, secret_sealed: seal(services.secret_key, secret, endpoint_id, nonce) };
}
