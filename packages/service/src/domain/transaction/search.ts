import { DAY_MS, HOUR_MS } from '../time.ts';
/** Texts from `from` on and before `until`, in byte order: what begins with a prefix. */
export type TextRange = { from: string; until: string };
export type SearchRanges = { references: TextRange[]; internal_ref: string | null; phones: TextRange[] };

const REFERENCE = /^[A-Za-z0-9._:/-]{1,100}$/;
const INTERNAL_REF = /^TX[0-9]{6}[0-9A-HJKMNP-TV-Z]{8}$/;
const DIGITS = /^\+?[0-9]{1,11}$/;
/** After every character that a reference may have. */
const LAST = '~';

/**
 * What a search text can mean: the beginning of a reference (as typed, in capitals, in small letters), a whole
 * internal_ref in any case, or the beginning of the payer's number with or without `+235`. Everything is a
 * range of an index; what fits nothing finds nothing.
 */
export function searchRanges(search: string): SearchRanges {
  const text = search.trim();
  const references = REFERENCE.test(text)
    ? [...new Set([text, text.toUpperCase(), text.toLowerCase()])].map(prefixed)
    : [];
  const capitals = text.toUpperCase();
  return {
    references,
    internal_ref: INTERNAL_REF.test(capitals) ? capitals : null,
    phones: phonePrefixes(text.replaceAll(/\s/g, '')).map(prefixed),
  };
}

const prefixed = (prefix: string): TextRange => ({ from: prefix, until: prefix + LAST });

function phonePrefixes(text: string): string[] {
  if (!DIGITS.test(text)) return [];
  if (text.startsWith('+')) return [text];
  // `235…` may be the country code or the beginning of a number of 8 digits.
  const national = text.length <= 8 ? [`+235${text}`] : [];
  return text.startsWith('235') ? [...national, `+${text}`] : national;
}

/** How long counters are kept for: months, days and hours in UTC. */
export const PERIODS = ['month', 'day', 'hour'] as const;
export type Period = (typeof PERIODS)[number];

/** Moments in milliseconds, `until` excluded; infinite where the list has no bound. */
export type Span = { from: number; until: number };
export type Cover = { buckets: (Span & { period: Period })[]; edges: Span[] };

/** The start of the period that a moment lies in. */
export function startOf(period: Period, ms: number): number {
  if (!Number.isFinite(ms)) return ms;
  if (period === 'hour') return Math.floor(ms / HOUR_MS) * HOUR_MS;
  if (period === 'day') return Math.floor(ms / DAY_MS) * DAY_MS;
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** The end of the period that begins at `start`. */
export function endOf(period: Period, start: number): number {
  if (period === 'hour') return start + HOUR_MS;
  if (period === 'day') return start + DAY_MS;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function ceilingOf(period: Period, ms: number): number {
  const start = startOf(period, ms);
  return start === ms ? ms : endOf(period, start);
}

/**
 * The fewest whole periods that make up a span, and what is left at its edges, less than an hour each: counted
 * from rows. So what counting costs does not grow with what is counted.
 */
export function coverOf(span: Span): Cover {
  const cover: Cover = { buckets: [], edges: [] };
  const rest = peel(span, 'hour', (part) => cover.edges.push(part));
  const afterHours = peel(rest, 'day', (part) => cover.buckets.push({ period: 'hour', ...part }));
  const afterDays = peel(afterHours, 'month', (part) => cover.buckets.push({ period: 'day', ...part }));
  if (afterDays.from < afterDays.until) cover.buckets.push({ period: 'month', ...afterDays });
  return cover;
}

/** Gives what does not fill whole periods to `take`, and returns the rest, perhaps empty. */
function peel(span: Span, period: Period, take: (part: Span) => void): Span {
  if (span.from >= span.until) return span;
  const from = ceilingOf(period, span.from);
  const until = startOf(period, span.until);
  if (from >= until) {
    take(span);
    return { from: span.until, until: span.until };
  }
  if (span.from < from) take({ from: span.from, until: from });
  if (until < span.until) take({ from: until, until: span.until });
  return { from, until };
}
