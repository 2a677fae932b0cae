const KEPT_MAX = 256;

/**
 * The same function of an instant, which writes its text once for each millisecond: the sessions of a batch
 * share the moment they begin, and few differ in the one they end. What is kept is bounded.
 */
export function perInstant(write: (instant: Date) => string): (instant: Date) => string {
  const texts = new Map<number, string>();
  return (instant) => {
    const ms = instant.getTime();
    const known = texts.get(ms);
    if (known !== undefined) return known;
    const text = write(instant);
    if (texts.size >= KEPT_MAX) texts.clear();
    texts.set(ms, text);
    return text;
  };
}

/** `2026-11-21T09:30:00.000Z`. Throws a RangeError for an invalid date. */
export const isoText = perInstant((instant) => instant.toISOString());
