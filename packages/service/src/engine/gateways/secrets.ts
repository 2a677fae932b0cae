import { open, SEAL_NONCE_BYTES, seal } from '../../store/secrets/seal.ts';
import type { Services } from '../services.ts';

/** What the gateway use cases are handed, besides what every use case has. */
export type GatewayServices = Pick<Services, 'pool' | 'now' | 'newId'> & {
  /** So many random bytes fit for secrets. */
  randomBytes: (bytes: number) => Uint8Array;
  /** 32 bytes that seal the secrets. */
  secret_key: Uint8Array;
};

// Crockford's base32 in lower case: typed by hand into a phone, so nothing that looks like something else.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SECRET_CHARACTERS = 32;

export const SECRET_CHARACTERS_MIN = 8;
export const SECRET_CHARACTERS_MAX = 200;

/** A secret of 160 bits. */
export function newGatewaySecret(services: Pick<GatewayServices, 'randomBytes'>): string {
  return [...services.randomBytes(SECRET_CHARACTERS)].map((byte) => ALPHABET[byte % 32]).join('');
}

/** Whether a secret that a gateway made itself can be taken. */
export function isSecretUsable(secret: string): boolean {
  return (
    secret.length >= SECRET_CHARACTERS_MIN &&
    secret.length <= SECRET_CHARACTERS_MAX &&
    secret === secret.trim() &&
    secret.isWellFormed()
  );
}

/** What belongs to one gateway opens for no other. */
export function sealFor(services: GatewayServices, gateway_id: string, text: string): Buffer {
  return seal(services.secret_key, text, `gateway ${gateway_id}`, services.randomBytes(SEAL_NONCE_BYTES));
}

export function openFor(services: Pick<GatewayServices, 'secret_key'>, id: string, sealed: Buffer): string {
  return open(services.secret_key, sealed, `gateway ${id}`);
}
