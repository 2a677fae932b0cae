import { open } from '../store/secrets/seal.ts';
import type { ClaimedAttempt } from '../store/webhooks/claim.ts';
import type { SigningSecrets } from './sign.ts';

const KEPT_MAX = 10_000;

type Sealed = Pick<ClaimedAttempt, 'endpoint_id' | 'secret_sealed' | 'previous_secret_sealed'>;

/** Opens endpoints' secrets, each once while it stays the same. Throws when the key is not the one that sealed. */
export function secretOpener(key: Uint8Array): (sealed: Sealed) => SigningSecrets {
  const current = opener(key);
  const previous = opener(key);
  return ({ endpoint_id, secret_sealed, previous_secret_sealed: before }) => ({
    current: current(endpoint_id, secret_sealed),
    previous: before === null ? null : previous(endpoint_id, before),
  });
}

function opener(key: Uint8Array): (endpoint_id: string, sealed: Buffer) => string {
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
