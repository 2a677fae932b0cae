import { open } from '../store/secrets/seal.ts';

const KEPT_MAX = 10_000;

/** Opens endpoints' secrets, each once while it stays the same. Throws when the key is not the one that sealed. */
export function secretOpener(key: Uint8Array): (endpoint_id: string, sealed: Buffer) => string {
  const opened = new Map<string, { sealed: Buffer; secret: string }>();
  return (endpoint_id, sealed) => {
    const found = opened.get(endpoint_id);
    if (found?.sealed.equals(sealed)) return found.secret;
    const secret = open(key, sealed, endpoint_id);
    if (opened.size >= KEPT_MAX) opened.clear();
    opened.set(endpoint_id, { sealed, secret });
    return secret;
  };
}
