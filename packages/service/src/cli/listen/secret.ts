import { createHmac } from 'node:crypto';
import { SECRET_PREFIX, secretOf } from '../../engine/webhook-endpoints/secret.ts';

/** What Standard Webhooks allows, in bytes. */
const BYTES_MIN = 24;
const BYTES_MAX = 64;

/**
 * The secret that `chari listen` signs with: the same at every start on one installation, so that a receiver
 * on a laptop is set up once. Made from the key that seals the endpoints' secrets, and no way back to it.
 */
export function listenSecret(secret_key: Uint8Array): string {
  return secretOf(createHmac('sha256', secret_key).update('chari listen').digest());
}

/** Whether a text is a signing secret as Standard Webhooks writes them: `whsec_` and 24 to 64 bytes in base64. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(SECRET_PREFIX)) return false;
  const base64 = text.slice(SECRET_PREFIX.length);
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 && bytes.length >= BYTES_MIN && bytes.length <= BYTES_MAX;
}
