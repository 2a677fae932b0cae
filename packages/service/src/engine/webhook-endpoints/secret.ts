export const SECRET_PREFIX = 'whsec_';
export const SECRET_BYTES = 32;

/** A signing secret as the merchant sees it: `whsec_` and the bytes in base64, as Standard Webhooks writes it. */
export function secretOf(bytes: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}
