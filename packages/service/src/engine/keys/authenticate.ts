import { hash, timingSafeEqual } from 'node:crypto';
import { isKeyShaped, type Principal } from '../../domain/keys.ts';
import { isRetryable } from '../../store/connect/errors.ts';
import { findActiveKeys } from '../../store/keys.ts';
import { batcher } from '../batch.ts';
import type { Services } from '../services.ts';

/**
 * What is stored of a key, as 64 hex digits. A plain SHA-256 is enough: 32 random bytes can't be guessed, so
 * there is nothing for a slow password hash to slow down. In one shot, since every request asks for it.
 */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/**
 * Who a key speaks for, or null when it is unknown or revoked: at once when that is known, else a promise,
 * which rejects when the database is away.
 */
export type Authenticate = (key: string) => Principal | null | Promise<Principal | null>;

/** Half of the second within which a revocation must hold everywhere; the other half is for the reading. */
const TRUSTED_MS = 500;
const CACHE_ENTRIES_MAX = 10_000;
const LIMITS = { max_batch: 256, in_flight: 2, max_queue: 10_000 };

/** `asked_at_ms` is from before the question, so an answer is never older than it says. */
type Answer = { asked_at_ms: number; principal: Principal | null };

/**
 * Makes the one authenticator of a process. Lookups that arrive while another is in flight travel together
 * in the next one, and an answer, yes or no, is trusted for 500 ms. Nothing older is ever trusted: without
 * the database there is an error and not a stale yes.
 *
 * @param elapsedMs milliseconds that only grow, whatever happens to the wall clock
 */
export function createAuthenticator(services: Pick<Services, 'pool'>, elapsedMs: () => number): Authenticate {
  const lookUp = gatherLookups(services, elapsedMs);
  const answers = new Map<string, Answer>();
  const pending = new Map<string, Promise<Answer>>();

  const ask = async (key_hash: string): Promise<Principal | null> => {
    const already = pending.get(key_hash);
    if (already !== undefined) {
      const answer = await already;
      if (elapsedMs() - answer.asked_at_ms < TRUSTED_MS) return answer.principal;
    }
    const question = lookUp(key_hash);
    pending.set(key_hash, question);
    try {
      const answer = await question;
      remember(answers, key_hash, answer);
      return answer.principal;
    } finally {
      if (pending.get(key_hash) === question) pending.delete(key_hash);
    }
  };

  return (key) => {
    if (!isKeyShaped(key)) return null;
    // The cache holds hashes, so that a memory dump shows no key.
    const key_hash = hashKey(key);
    const known = answers.get(key_hash);
    const trusted = known !== undefined && elapsedMs() - known.asked_at_ms < TRUSTED_MS;
    return trusted ? known.principal : ask(key_hash);
  };
}

// A Map keeps the order of insertion, so the first entry is the one refreshed longest ago.
function remember(answers: Map<string, Answer>, name: string, answer: Answer): void {
  answers.delete(name);
  answers.set(name, answer);
  if (answers.size <= CACHE_ENTRIES_MAX) return;
  const [oldest] = answers.keys();
  if (oldest !== undefined) answers.delete(oldest);
}

function gatherLookups(services: Pick<Services, 'pool'>, elapsedMs: () => number) {
  const run = async (key_hashes: string[]): Promise<Answer[]> => {
    const asked_at_ms = elapsedMs();
    const principals = await find(services, key_hashes);
    return principals.map((principal) => ({ asked_at_ms, principal }));
  };
  return batcher(run, LIMITS, (error) => (isRetryable(error) ? 'again' : 'give_up'));
}

async function find(
  services: Pick<Services, 'pool'>,
  key_hashes: readonly string[],
): Promise<(Principal | null)[]> {
  const names = [...new Set(key_hashes)];
  const rows = await findActiveKeys(
    services.pool,
    names.map((key_hash) => ({ key_hash })),
  );
  const found = new Map(rows.map((row) => [row.key_hash, row]));
  return key_hashes.map((asked) => {
    const row = found.get(asked);
    if (row === undefined) return null;
    const { key_hash, ...principal } = row;
    return timingSafeEqual(Buffer.from(key_hash, 'hex'), Buffer.from(asked, 'hex')) ? principal : null;
  });
}
