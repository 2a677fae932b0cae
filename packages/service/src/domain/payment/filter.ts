import { asTyped } from '../money.ts';
import { OPERATORS, type Operator } from '../operator.ts';
import { DAY_MS, NDJAMENA_OFFSET_MS } from '../time.ts';
import { PAYMENT_KINDS, type PaymentKind, STANDINGS, type Standing } from './payment.ts';

/** What a person asked the list for, each null where they did not. */
export type PaymentFilter = {
  kind: PaymentKind | null;
  operator: Operator | null;
  standing: Standing | null;
  /** Days of creation in N'Djamena, `2026-11-21`, both included. */
  from_day: string | null;
  to_day: string | null;
  amount: { least_xaf: number; most_xaf: number } | null;
  search: string | null;
};

export const NO_FILTER: PaymentFilter = {
  kind: null,
  operator: null,
  standing: null,
  from_day: null,
  to_day: null,
  amount: null,
  search: null,
};

export const FILTER_FIELDS = ['q', 'standing', 'kind', 'operator', 'from', 'to', 'amount'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** The fields of a filter as they stand in an address, and those that could not be read. */
export type ReadFilter = { filter: PaymentFilter; wrong: FilterField[] };

const SEARCH_CHARACTERS = 100;
export const AMOUNT_MOST_XAF = 1_000_000_000;

/**
 * Reads a filter from the fields of a form. A field that says nothing of sense filters nothing and is named in `wrong`,
 * so that the page can say so beside it: the list is never narrowed by what nobody asked for.
 */
export function readFilter(field: (name: FilterField) => string | null): ReadFilter {
  const wrong: FilterField[] = [];
  const read = <T>(name: FilterField, parse: (text: string) => T | null): T | null => {
    const text = (field(name) ?? '').trim();
    if (text === '') return null;
    const value = parse(text);
    if (value === null) wrong.push(name);
    return value;
  };
  const filter: PaymentFilter = {
    search: read('q', (text) => text.slice(0, SEARCH_CHARACTERS)),
    standing: read('standing', oneOf(STANDINGS)),
    kind: read('kind', oneOf(PAYMENT_KINDS)),
    operator: read('operator', oneOf(OPERATORS)),
    from_day: read('from', readDay),
    to_day: read('to', readDay),
    amount: read('amount', readAmounts),
  };
  if (filter.from_day !== null && filter.to_day !== null && filter.from_day > filter.to_day) {
    wrong.push('to');
    filter.to_day = null;
  }
  return { filter, wrong };
}

const oneOf =
  <T extends string>(known: readonly T[]) =>
  (text: string): T | null =>
    known.find((one) => one === text) ?? null;

/** A day that there is, in the years 2000 to 2099. */
function readDay(text: string): string | null {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const at = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}

/** `5000`, `5 000`, or from one to another: `5000-10000`. */
function readAmounts(text: string): { least_xaf: number; most_xaf: number } | null {
  const parts = /^([\d\s.]+)(?:[-–—]([\d\s.]+))?$/u.exec(asTyped(text));
  if (parts === null) return null;
  const least_xaf = readSearchedAmount(parts[1] ?? '');
  const most_xaf = parts[2] === undefined ? least_xaf : readSearchedAmount(parts[2]);
  if (least_xaf === null || most_xaf === null || most_xaf < least_xaf) return null;
  return { least_xaf, most_xaf };
}

/** Whole francs, with spaces or points between thousands as people type them, in the digits of any keyboard; null for anything else. */
export function readSearchedAmount(text: string): number | null {
  const word = asTyped(text).trim();
  const digits = word.replaceAll(/[\s.\u00a0\u202f]/gu, '');
  // A point or a space stands before three digits, or it is a slip.
  const grouped = /^\d{1,3}(?:[\s.\u00a0\u202f]\d{3})+$/u.test(word);
  if (!/^\d{1,10}$/.test(digits) || (digits !== word && !grouped)) return null;
  const amount_xaf = Number(digits);
  return amount_xaf >= 1 && amount_xaf <= AMOUNT_MOST_XAF ? amount_xaf : null;
}

/** The moments of a filter's days: the first that counts, and the first that does not any more. */
export function spanOf({ from_day, to_day }: Pick<PaymentFilter, 'from_day' | 'to_day'>): {
  from: Date | null;
  until: Date | null;
} {
  return {
    from: from_day === null ? null : startOfDay(from_day),
    until: to_day === null ? null : new Date(startOfDay(to_day).getTime() + DAY_MS),
  };
}

/** The moment that a day of N'Djamena begins. */
export function startOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - NDJAMENA_OFFSET_MS);
}

/** Fields of an address that ask for the same again; those that ask for nothing are left out. */
export function filterFields(filter: PaymentFilter): [FilterField, string][] {
  const { amount } = filter;
  const fields: [FilterField, string | null][] = [
    ['q', filter.search],
    ['standing', filter.standing],
    ['kind', filter.kind],
    ['operator', filter.operator],
    ['from', filter.from_day],
    ['to', filter.to_day],
    ['amount', amount === null ? null : amountText(amount)],
  ];
  return fields.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

const amountText = ({ least_xaf, most_xaf }: { least_xaf: number; most_xaf: number }): string =>
  least_xaf === most_xaf ? String(least_xaf) : `${least_xaf}-${most_xaf}`;
