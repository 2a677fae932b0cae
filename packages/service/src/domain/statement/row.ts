import { AMOUNT_XAF_MAX, parseAmount, SUM_XAF_MAX } from '../money.ts';
import { DAY_MS, HOUR_MS, localDay, SECOND_MS } from '../time.ts';
import { type RowParty, readParty } from './party.ts';
import { type Columns, isByAgent, isCompleted, type Layout } from './profile.ts';

/** What a row of a statement says; sums in whole francs. */
export type PrintedRow = {
  operator_transaction_id: string;
  completed_at: Date;
  /** False: it moved no money, whatever sums it prints (expired, failed). */
  is_completed: boolean;
  /** What it moved, the fee included: below zero where money left. */
  moved_xaf: number;
  fee_xaf: number;
  /** The balance before and after it; null where none is printed. */
  before_xaf: number | null;
  after_xaf: number | null;
  /** Who paid or was paid; null where nobody is named, or the agent who made a deposit. */
  party: RowParty | null;
  /** The transaction that it undoes; null: none. */
  linked_transaction_id: string | null;
};

/** Why a row can't be read. */
export type RowProblem =
  | { kind: 'cut'; cells: number; expected: number }
  | { kind: 'formula'; cell: string }
  | { kind: 'unreadable'; title: string; cell: string }
  /** Its id says the same date with day and month the other way round, and no row agrees with its id. */
  | { kind: 'swapped'; title: string; id: string }
  | { kind: 'no_hour'; title: string; cell: string }
  | { kind: 'unknown_status'; title: string; cell: string }
  /** The book holds whole francs: an empty balance is taken, and a sum isn't. */
  | { kind: 'fraction'; title: string; cell: string; is_balance: boolean }
  | { kind: 'no_single_sum' }
  | { kind: 'no_sum' }
  | { kind: 'other_currency'; cell: string };

/** An Excel serial date counts days from here. */
const EXCEL_ZERO_MS = Date.UTC(1899, 11, 30);
const CELL_SHOWN = 60;

/** Reads one row below the titles, by the profile of its file. Nothing is guessed: what doesn't fit is a problem. Pure. */
export function readRow(
  { profile, places, width }: Layout,
  cells: readonly string[],
): { row: PrintedRow } | { problem: RowProblem } {
  const { columns } = profile;
  const cellOf = (title: string | null) =>
    title === null ? '' : keptText(cells[places.get(title) ?? -1] ?? '');
  const said = Object.fromEntries(
    Object.entries(columns).map(([name, title]) => [name, cellOf(title)]),
  ) as Record<keyof Columns, string>;
  const at = (name: keyof Columns) => ({ title: columns[name] ?? '', cell: said[name].slice(0, CELL_SHOWN) });
  const wrong = (name: keyof Columns) => ({ problem: { kind: 'unreadable' as const, ...at(name) } });
  // Only columns that are read are looked at: payers write what they like in a remark.
  const formula = Object.entries(said).find(([name, cell]) => isFormula(name as keyof Columns, cell))?.[1];
  if (formula !== undefined) return { problem: { kind: 'formula', cell: formula.slice(0, CELL_SHOWN) } };
  // The last columns of a row may be empty, and some writers leave them out then. A short row without its id, time or
  // status is cut.
  if (cells.length < width && [said.id, said.completed_at, said.status].includes(''))
    return { problem: { kind: 'cut', cells: cells.length, expected: width } };
  const id = said.id.toUpperCase();
  if (!profile.id_form.test(id)) return wrong('id');
  const completed_at = timeOf(said.completed_at);
  if (completed_at === null) return wrong('completed_at');
  if (hasNoHour(said.completed_at, id, completed_at))
    return { problem: { kind: 'no_hour', ...at('completed_at') } };
  if (said.status === '') return wrong('status');
  const is_completed = isCompleted(profile, said.status);
  if (is_completed === null) return { problem: { ...wrong('status').problem, kind: 'unknown_status' } };
  if (!['', 'XAF', 'FCFA'].includes(said.currency.toUpperCase()))
    return { problem: { kind: 'other_currency', cell: said.currency.slice(0, CELL_SHOWN) } };
  const [credit, debit, fee, before, after] = (['credit', 'debit', 'fee', 'before', 'after'] as const).map(
    (name) => ({ name, sum: francs(said[name]) }),
  ) as [Cell, Cell, Cell, Cell, Cell];
  const unusable = [credit, debit, fee, before, after].find(isUnusable);
  if (unusable !== undefined) return { problem: sumProblem(unusable, wrong(unusable.name).problem) };
  if (is_completed && saysNothing(credit, debit, fee)) return { problem: { kind: 'no_sum' } };
  const sums = {
    credit_xaf: sumOf(credit) ?? 0,
    debit_xaf: Math.abs(sumOf(debit) ?? 0),
    fee_xaf: Math.abs(sumOf(fee) ?? 0),
  };
  const moved = movedBy(sums, sumOf(before), sumOf(after));
  if (moved === null && is_completed) return { problem: { kind: 'no_single_sum' } };
  const { moved_xaf, fee_xaf } = moved ?? { moved_xaf: 0, fee_xaf: 0 };
  return {
    row: {
      operator_transaction_id: id,
      completed_at,
      is_completed,
      moved_xaf,
      fee_xaf,
      before_xaf: sumOf(before),
      after_xaf: sumOf(after),
      // Who asks for money in an agent's name, whose number hangs at his kiosk, would be paid by each deposit made there.
      party: moved_xaf > 0 && isByAgent(profile, { id, kind: said.kind }) ? null : readParty(said.party),
      linked_transaction_id: said.linked === '' ? null : said.linked.toUpperCase(),
    },
  };
}

/** A cell as it can be kept: a workbook may hold letters that no text may. */
export const keptText = (cell: string): string => cell.replaceAll('\0', '\ufffd').toWellFormed().trim();

type Sum = number | null | 'unreadable' | 'fraction';
type Cell = { name: keyof Columns; sum: Sum };

const isBalance = (name: keyof Columns): boolean => name === 'before' || name === 'after';

/**
 * Whether a figure can't be taken: it is unreadable, no whole one or too large, or money that came is printed below zero, which nobody
 * can explain.
 */
function isUnusable({ name, sum }: Cell): boolean {
  if (sum === null || typeof sum === 'string') return sum !== null;
  const is_too_much = !isBalance(name) && Math.abs(sum) > AMOUNT_XAF_MAX;
  return is_too_much || (name === 'credit' && sum < 0);
}

function sumProblem({ name, sum }: Cell, said: { title: string; cell: string }): RowProblem {
  return sum === 'fraction'
    ? { ...said, kind: 'fraction', is_balance: isBalance(name) }
    : { ...said, kind: 'unreadable' };
}

const saysNothing = (...cells: Cell[]): boolean => cells.every(({ sum }) => sum === null);

const sumOf = ({ sum }: Cell): number | null => (typeof sum === 'string' ? null : sum);

/**
 * What a row moved: one of its two sums; null where it has both. The two printed balances say whether the fee was taken
 * beside that sum. Where they don't, the fee is in it.
 */
function movedBy(
  { credit_xaf, debit_xaf, fee_xaf }: { credit_xaf: number; debit_xaf: number; fee_xaf: number },
  before_xaf: number | null,
  after_xaf: number | null,
): { moved_xaf: number; fee_xaf: number } | null {
  if (credit_xaf > 0 && debit_xaf > 0) return null;
  const sum_xaf = credit_xaf - debit_xaf;
  const is_beside =
    before_xaf !== null && after_xaf !== null && fee_xaf > 0 && after_xaf - before_xaf === sum_xaf - fee_xaf;
  if (!is_beside) return { moved_xaf: sum_xaf, fee_xaf: 0 };
  // A fee goes with money that left. Of money that came the SIM got what is left of it, and a fee alone is a sum that left.
  return { moved_xaf: sum_xaf - fee_xaf, fee_xaf: debit_xaf > 0 ? fee_xaf : 0 };
}

/**
 * A cell that a spreadsheet would work out. No operator writes one, so somebody has changed the file. But a phone has a plus
 * before it, and a name or hidden digits behind.
 */
function isFormula(name: keyof Columns, cell: string): boolean {
  const text = cell.trimStart();
  if (name === 'party' && /^\+\s?\d/.test(text)) return false;
  return /^[=@]/.test(text) || (/^[+-]/.test(text) && !/^[+-][\d\s.,'\u00a0\u202f]*$/.test(text));
}

/** Whole francs, below zero with a sign before them; null for an empty cell. */
function francs(cell: string): Sum {
  const text = cell.trim();
  if (text === '' || text === '-') return null;
  const sum_xaf = wholeFrancs(text);
  if (sum_xaf !== null) return (text.startsWith('-') ? -1 : 1) * sum_xaf;
  const cut = text.replace(/[.,]\d*[1-9]\d*$/, '');
  return cut !== text && wholeFrancs(cut) !== null ? 'fraction' : 'unreadable';
}

/** The francs without their sign; null for what is no whole number of them. */
function wholeFrancs(text: string): number | null {
  // A computer's own number has no thousands. But `5.000` may be five thousand as well as five: `parseAmount` says.
  const plain = /^[+-]?(\d{1,13})(?:\.0*)?$/.exec(text);
  if (plain !== null && !/^[+-]?[1-9]\d{0,2}\.000$/.test(text))
    return Number(plain[1]) > SUM_XAF_MAX ? null : Number(plain[1]);
  const parsed = parseAmount(text.replace(/^[+-]\s*/, ''), SUM_XAF_MAX);
  return parsed?.exact === true ? parsed.amount_xaf : null;
}

/** The year, month and day inside an id of Airtel's, with letters or of digits alone. */
const DAY_OF_ID = /^(?:[A-Z]{2}(?=\d{6}\.)|(?=\d{13}$))(\d{2})(\d{2})(\d{2})/;

/**
 * Whether a row has the date of its id, or has it with the day for the month; null where neither, or where one can't tell. A
 * spreadsheet set to American English swaps each date up to the 12th, and keeps a number. One row alone may have been completed on
 * such a day.
 */
export function dateOfId({
  operator_transaction_id: id,
  completed_at,
}: Pick<PrintedRow, 'operator_transaction_id' | 'completed_at'>): 'same' | 'swapped' | null {
  const [, year = '', month = '', day = ''] = DAY_OF_ID.exec(id) ?? [];
  if (month === day || Number(day) > 12) return null;
  const said = localDay(completed_at);
  if (said === `20${year}-${month}-${day}`) return 'same';
  return said === `20${year}-${day}-${month}` ? 'swapped' : null;
}

/** The day and the hour inside an id of Airtel's, and that of midnight. */
const TIME_OF_ID = /^[A-Z]{2}(\d{2})(\d{2})(\d{2})\.(\d{4})\./;
const MIDNIGHT = '0000';

const isMidnight = (at: Date): boolean => (at.getTime() + HOUR_MS) % DAY_MS === 0;

/**
 * Whether a spreadsheet has kept the day alone. Its row would have moved at midnight, and pay whoever waited then. A time of midnight in
 * full may be one, unless the id was made later that day; of a number or a day alone the id has to say so.
 */
function hasNoHour(cell: string, id: string, completed_at: Date): boolean {
  const [, year, month, day, hour] = TIME_OF_ID.exec(id) ?? [];
  if (!isMidnight(completed_at) || hour === MIDNIGHT) return false;
  const is_day = /^\d{4,6}(?:\.0*)?$/.test(cell) || /^\d{2}[-/]\d{2}[-/]\d{4}$/.test(cell);
  return is_day || localDay(completed_at) === `20${year}-${month}-${day}`;
}

/** Whether a row is of another time than midnight, or its id says that it is of midnight truly. */
export const namesHour = ({
  operator_transaction_id: id,
  completed_at,
}: Pick<PrintedRow, 'operator_transaction_id' | 'completed_at'>): boolean =>
  !isMidnight(completed_at) || TIME_OF_ID.exec(id)?.[4] === MIDNIGHT;

/**
 * By how much a row's time is behind the one inside its id, below zero where it is before it; null where its
 * id names none. An id has the hour of N'Djamena.
 */
export function behindId({
  operator_transaction_id: id,
  completed_at,
}: Pick<PrintedRow, 'operator_transaction_id' | 'completed_at'>): number | null {
  const [, year, month, day, time = ''] = TIME_OF_ID.exec(id) ?? [];
  const of_id = timeOfText(`${day}-${month}-20${year} ${time.slice(0, 2)}:${time.slice(2)}`);
  return of_id === null ? null : completed_at.getTime() - of_id.getTime();
}

/** No list is older; the first of the years that a date can name the database can't keep. */
const YEAR_MIN = 1900;

/** A time of N'Djamena: a text, or the number that a spreadsheet keeps. */
function timeOf(cell: string): Date | null {
  if (!/^\d{4,6}(?:\.\d+)?$/.test(cell)) return timeOfText(cell);
  const local_ms = Math.round((EXCEL_ZERO_MS + Number(cell) * DAY_MS) / SECOND_MS) * SECOND_MS;
  return new Date(local_ms - HOUR_MS);
}

const TIME = /^(\d{2})[-/](\d{2})[-/](\d{4})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** `21-11-2026 13:05:09`, a day alone being its beginning; null for what is no time. */
export function timeOfText(text: string): Date | null {
  const [, day = '', month = '', year = '', hour = '00', minute = '00', second = '00'] =
    TIME.exec(text) ?? [];
  if (day === '' || Number(year) < YEAR_MIN) return null;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  if (Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(day)) return null;
  return new Date(at.getTime() - HOUR_MS);
}
