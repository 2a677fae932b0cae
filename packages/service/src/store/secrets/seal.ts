import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

export const SEAL_NONCE_BYTES = NONCE_BYTES;

/**
 * Encrypts a secret with AES-256-GCM for storage: one format byte, nonce, tag, ciphertext.
 *
 * @param key 32 bytes, from the configuration.
 * @param purpose what the secret belongs to (a row's id); the same words are needed to open it, so that a
 *   sealed secret copied to another row does not open there.
 * @param nonce 12 random bytes, never used twice with one key.
 */
export function seal(key: Uint8Array, text: string, purpose: string, nonce: Uint8Array): Buffer {
  return sealBytes(key, Buffer.from(text), purpose, nonce);
}

/** The same for bytes. */
export function sealBytes(key: Uint8Array, bytes: Uint8Array, purpose: string, nonce: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), ciphertext]);
}

/**
 * The text that `seal` was given.
 *
 * @throws Error when the key or the purpose is another, or the bytes were changed. Says nothing of the secret.
 */
export function open(key: Uint8Array, sealed: Uint8Array, purpose: string): string {
  return openBytes(key, sealed, purpose).toString('utf8');
}

/** The same for bytes. */
export function openBytes(key: Uint8Array, sealed: Uint8Array, purpose: string): Buffer {
  if (sealed.length < HEAD_BYTES || sealed[0] !== FORMAT) throw new Error('not a sealed secret');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
}

/**
 * 32 bytes for one use, out of the service's secret key: what is sealed for one use opens for no other.
 * @param use such as `kyc-documents`; another word is another key
 */
export function keyFor(secret_key: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret_key, Buffer.alloc(0), `chari/${use}`, 32));
}

/** Tells one secret key from another, and says nothing of either. */
export function fingerprintOf(secret_key: Uint8Array): Buffer {
  return keyFor(secret_key, 'fingerprint');
}
