import { LIMITS, ListTransactionsQuery } from '@chari/contract';
import type { Caller } from '../../domain/session/commands.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { ListTransactions } from '../../domain/transaction/commands.ts';
import { checker, type Fields } from '../body/check.ts';
import { numberSent } from '../request.ts';

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const OFFSET_SPACE = / (?=[0-9]{2}(:?[0-9]{2})?$)/;
/** Behind a time: a day ends in what looks like one. */
const OFFSET = /^([0-9-]{10}T[0-9:.]+)(Z|([+-][0-9]{2}):?([0-9]{2})?)$/;
/** Nothing was made before or after. A bound beyond says the same, and PostgreSQL reads no year 0 and none of five digits. */
const FIRST = new Date('2000-01-01T00:00:00Z');
const LAST = new Date('2100-01-01T00:00:00Z');
const REAL_DAY = (text: string): boolean => momentOf(text) !== null;

const check = checker(ListTransactionsQuery, { date_from: REAL_DAY, date_to: REAL_DAY });

/** Reads the query of the list. `fields` says everything that is wrong with it at once. */
export function readListQuery(
  caller: Caller,
  query: Readonly<Record<string, unknown>>,
): { ok: true; asked: ListTransactions } | { ok: false; fields: Fields } {
  const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, typed(name, value)]));
  const checked = check(given);
  if (!checked.ok) return { ok: false, fields: checked.fields ?? {} };
  const { limit, offset, status, operator, date_from, date_to, search } = checked.value;
  const from = date_from === undefined ? null : momentOf(date_from);
  const until = date_to === undefined ? null : afterDate(date_to);
  if (from !== null && until !== null && until <= from)
    return { ok: false, fields: { date_to: 'Must not be before date_from.' } };
  return {
    ok: true,
    asked: {
      ...caller,
      limit: Math.min(limit ?? LIMITS.transactions.default, LIMITS.transactions.max),
      offset: offset ?? 0,
      status: status ?? null,
      operator: operator ?? null,
      from: from && within(from),
      until: until && within(until),
      search: search ?? null,
    },
  };
}

/** What stands behind a question mark is text: numbers become numbers; a `+` that was not encoded is a space. */
function typed(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'limit' || name === 'offset') return numberSent(name, value);
  return name === 'date_from' || name === 'date_to' ? value.replace(OFFSET_SPACE, '+') : value;
}

/** The moment that a date or time names, a day by its first; without an offset it is UTC. Null for no real one. */
function momentOf(text: string): Date | null {
  const moment = new Date(DAY.test(text) ? text : withOffset(text));
  if (Number.isNaN(moment.getTime())) return null;
  // JavaScript takes the 31st of February for the 3rd of March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return day.toISOString().startsWith(text.slice(0, 10)) ? moment : null;
}

/** A time with its offset as JavaScript reads it: `+01:00` also where `+0100` or `+01` was sent. */
function withOffset(text: string): string {
  const [, time, offset, hours, minutes = '00'] = OFFSET.exec(text) ?? [];
  if (offset === undefined) return `${text}Z`;
  return hours === undefined ? text : `${time}${hours}:${minutes}`;
}

function within(moment: Date): Date {
  if (moment < FIRST) return FIRST;
  return moment > LAST ? LAST : moment;
}

/** The first moment that does not count any more: a day counts whole, a time counts itself. */
function afterDate(text: string): Date | null {
  const moment = momentOf(text);
  return moment && new Date(moment.getTime() + (DAY.test(text) ? DAY_MS : 1));
}
