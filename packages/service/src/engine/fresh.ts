import { isRetryable } from '../store/connect/errors.ts';
import type { Database } from '../store/statement.ts';
import { batcher } from './batch.ts';

/** How long what is read from the database may be used again where nothing else is said: a pause or a cap holds within this time. */
const FRESH_MS = 1000;
const ENTRIES_MAX = 2000;

/**
 * Keeps loaded values by key, for a second unless told otherwise; loads what is missing in one call, whatever the number
 * of keys. Bounded: the oldest entries go first. Inside a transaction hand in its own connection: asking the pool for
 * another one while holding one is how pools lock up.
 */
export function freshly<Key, Value>(
  nameOf: (key: Key) => string,
  load: (keys: Key[], database: Database) => Promise<Value[]>,
  fresh_ms = FRESH_MS,
): { get(keys: Key[], now: Date, database: Database): Promise<Map<string, Value>>; forget(key: Key): void } {
  const entries = new Map<string, { value: Value; loaded_at_ms: number }>();
  return {
    async get(keys, now, database) {
      const wanted = new Map(keys.map((key) => [nameOf(key), key]));
      const stale = [...wanted].filter(([name]) => {
        const entry = entries.get(name);
        return entry === undefined || Math.abs(now.getTime() - entry.loaded_at_ms) >= fresh_ms;
      });
      const missing = stale.map(([, key]) => key);
      const loaded = missing.length > 0 ? await load(missing, database) : [];
      const found = new Map<string, Value>();
      for (const name of wanted.keys()) {
        const entry = entries.get(name);
        if (entry) found.set(name, entry.value);
      }
      stale.forEach(([name], position) => {
        const value = loaded[position] as Value;
        entries.delete(name);
        entries.set(name, { value, loaded_at_ms: now.getTime() });
        found.set(name, value);
      });
      for (const name of entries.keys()) {
        if (entries.size <= ENTRIES_MAX) break;
        entries.delete(name);
      }
      return found;
    },
    forget(key) {
      entries.delete(nameOf(key));
    },
  };
}

/** Half of the second within which a revocation must hold everywhere; the other half is for the reading. */
const TRUSTED_MS = 500;
const LOOKUPS = { max_batch: 256, in_flight: 2, max_queue: 10_000 };

/** `asked_at_ms` is from before the question, so an answer is never older than it says. */
type Answer<Value> = { asked_at_ms: number; value: Value };

/**
 * What may be revoked, by name: an answer is trusted for 500 ms, and nothing older ever: without the database there is
 * an error and not a stale yes. Questions that arrive while another is in flight travel together in the next one.
 *
 * @param load the value of each name, in order
 * @param elapsedMs milliseconds that only grow, whatever happens to the wall clock
 * @returns the value at once where it is known, else a promise, which rejects when the database is away
 */
export function trusted<Value>(
  load: (names: string[]) => Promise<Value[]>,
  entries_max: number,
  elapsedMs: () => number,
): (name: string) => Value | Promise<Value> {
  const answers = new Map<string, Answer<Value>>();
  const pending = new Map<string, Promise<Answer<Value>>>();
  const isTrusted = (answer: Answer<Value>): boolean => elapsedMs() - answer.asked_at_ms < TRUSTED_MS;
  const lookUp = batcher(
    async (names: string[]): Promise<Answer<Value>[]> => {
      const asked_at_ms = elapsedMs();
      return (await load(names)).map((value) => ({ asked_at_ms, value }));
    },
    LOOKUPS,
    (error) => (isRetryable(error) ? 'again' : 'split'),
  );

  const ask = async (name: string): Promise<Value> => {
    const already = pending.get(name);
    if (already !== undefined) {
      const answer = await already;
      if (isTrusted(answer)) return answer.value;
    }
    const question = lookUp(name);
    pending.set(name, question);
    try {
      const answer = await question;
      // A Map keeps the order of insertion, so the first entry is the one refreshed longest ago.
      answers.delete(name);
      answers.set(name, answer);
      const [oldest] = answers.size > entries_max ? answers.keys() : [];
      if (oldest !== undefined) answers.delete(oldest);
      return answer.value;
    } finally {
      if (pending.get(name) === question) pending.delete(name);
    }
  };

  return (name) => {
    const known = answers.get(name);
    return known !== undefined && isTrusted(known) ? known.value : ask(name);
  };
}

/** One value of `make` for each owner, for as long as the owner lives. */
export function perOwner<Owner extends object, Value>(
  make: (owner: Owner) => Value,
): (owner: Owner) => Value {
  const values = new WeakMap<Owner, Value>();
  return (owner) => {
    const known = values.get(owner);
    if (known !== undefined) return known;
    const value = make(owner);
    values.set(owner, value);
    return value;
  };
}
