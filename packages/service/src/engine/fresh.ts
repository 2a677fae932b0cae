import type { Database } from '../store/statement.ts';

/** How long what is read from the database may be used again: a pause or a cap holds within this time. */
const FRESH_MS = 1000;
const ENTRIES_MAX = 2000;

/**
 * Keeps loaded values for a second, by key; loads what is missing in one call, whatever the number of keys.
 * Bounded: the oldest entries go first. Inside a transaction hand in its own connection: asking the pool for
 * another one while holding one is how pools lock up.
 */
export function freshly<Key, Value>(
  nameOf: (key: Key) => string,
  load: (keys: Key[], database: Database) => Promise<Value[]>,
): { get(keys: Key[], now: Date, database: Database): Promise<Map<string, Value>>; forget(key: Key): void } {
  const entries = new Map<string, { value: Value; loaded_at_ms: number }>();
  return {
    async get(keys, now, database) {
      const wanted = new Map(keys.map((key) => [nameOf(key), key]));
      const stale = [...wanted].filter(([name]) => {
        const entry = entries.get(name);
        return entry === undefined || Math.abs(now.getTime() - entry.loaded_at_ms) >= FRESH_MS;
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
