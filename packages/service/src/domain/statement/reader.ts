import { COUNTRY_CODE, lastEight, type Msisdn, NATIONAL_DIGITS, operatorOf } from '../msisdn.ts';
import type { Operator } from '../operator.ts';
import { DAY_MS, HOUR_MS, later, localDay, MINUTE_MS } from '../time.ts';
import { Continuity } from './continuity.ts';
import { Cut } from './cut.ts';
import type { FileProblem } from './problem.ts';
import { type Layout, layoutOf, profileKey } from './profile.ts';
import { behindId, dateOfId, keptText, namesHour, type PrintedRow, readRow, timeOfText } from './row.ts';

/** More rows than this are more than a day of any number, and would not fit in bounded memory. */
export const ROWS_MAX = 250_000;
/** Titles stand near the top. */
const TITLES_WITHIN = 30;
/** A payment, its fee and a tax are three: no operator lists more rows of one transaction. */
export const ROWS_OF_ONE_MAX = 20;
/**
 * So many rows that all name another number of ours are a list of that one. Fewer may be the day of a SIM that nobody paid and
 * to which staff moved money; a wrong list as short as that seldom begins where the last one of the number ended.
 */
const OF_ANOTHER_ROWS = 6;
const CELL_SHOWN = 60;
/** An operator's clock may be ahead of ours by so much. */
const SKEW_MS = 5 * MINUTE_MS;
/** Most payments complete within so much of the time in their id. */
const WITH_ID_MS = 15 * MINUTE_MS;
/** No time zone is further from N'Djamena's: a row that is more behind its id was completed late. */
const ZONES_APART_MS = 14 * HOUR_MS;

/** What the file should be. */
export type Expected = {
  msisdn: Msisdn;
  operator: Operator;
  /** Our other numbers. */
  others: ReadonlySet<string>;
  /** The account that earlier statements of this number named, and those that other numbers' did. */
  account: string | null;
  other_accounts: ReadonlySet<string>;
  /** Somebody says that the account is this number's all the same. */
  new_account?: boolean;
  /** A day such as `2026-11-21` that it has to be of; null: any. */
  day: string | null;
  now: Date;
};

export type ReadRow = { line: number; cells: readonly string[]; row: PrintedRow };

/** What the rows of one transaction moved, each. */
export type MovedParts = { operator_transaction_id: string; parts: number[] };

export type Header = { account: string | null; days: { from: Date; until: Date } | null };

/** What a whole file says, once all of it was read and nothing is wrong with it. */
export type StatementSummary = Header & {
  layout: Layout;
  rows: number;
  is_newest_first: boolean;
  opening_xaf: number | null;
  closing_xaf: number | null;
  from: Date;
  until: Date;
};

/**
 * Reads a file row by row and holds it to what it should be. To find a repeated row it remembers what each transaction
 * moved, and no whole row; where the same file was looked at whole before, not even that.
 */
export class StatementReader {
  readonly #expected: Expected;
  readonly #is_looked_at: boolean;
  readonly #above: (readonly string[])[] = [];
  readonly #continuity = new Continuity();
  readonly #cut = new Cut();
  /** What the rows of each transaction said, joined. */
  readonly #seen = new Map<string, string>();
  /** Who is named in every row; null where they differ. */
  #party: string | null = null;
  #layout: Layout | null = null;
  #header: Header = { account: null, days: null };
  #line = 0;
  #last_line = 0;
  #rows = 0;
  /** The first row whose date is that of its id with the day for the month; null once a row has its id's own date. */
  #swapped: FileProblem | null | undefined;
  /**
   * The first row whose hour is not that of its id; null once a row has its id's own hour. One alone may have
   * been completed late.
   */
  #other_hours: FileProblem | null | undefined;
  #from_ms = Number.POSITIVE_INFINITY;
  #until_ms = Number.NEGATIVE_INFINITY;
  /** Whether a row says when on its day it moved, and whether one brought money. */
  #names_hours = false;
  #brings_money = false;
  problem: FileProblem | null = null;

  constructor(expected: Expected, is_looked_at = false) {
    this.#expected = expected;
    this.#is_looked_at = is_looked_at;
  }

  /** @returns what the next row of the file says; null above the titles, for a blank one, or once there is a problem */
  take(cells: readonly string[]): ReadRow | null {
    this.#line += 1;
    if (this.problem !== null) return null;
    if (this.#layout === null) {
      this.#takeAbove(cells);
      return null;
    }
    if (cells.every((cell) => cell.trim() === '')) return null;
    const line = this.#line;
    const read = readRow(this.#layout, cells);
    if ('problem' in read) return this.#refuse({ kind: 'row', line, problem: read.problem });
    this.#rows += 1;
    if (this.#rows > ROWS_MAX) return this.#refuse({ kind: 'too_many_rows', rows_max: ROWS_MAX });
    const { row } = read;
    this.#noteDate(row, line, this.#layout.profile.columns.completed_at);
    this.#noteHour(row, line);
    const refusal = this.#timeProblem(row, line) ?? this.#repeated(row, line);
    if (refusal !== null) return this.#refuse(refusal);
    this.#party = this.#rows === 1 || this.#party === row.party ? row.party : null;
    if (row.is_completed) this.#continuity.row(line, row);
    this.#names_hours ||= namesHour(row);
    this.#brings_money ||= row.is_completed && row.moved_xaf > 0;
    this.#cut.row(this.#layout, cells.length, row);
    this.#last_line = line;
    return { line, cells, row };
  }

  /** What the completed rows of each transaction moved; nothing where the file was looked at before. */
  *moved(): Generator<MovedParts> {
    for (const [name, said] of this.#seen) {
      const rows = said.split('\n').map((one) => one.split(' '));
      const parts = rows.flatMap(([moved_xaf, , is_completed]) =>
        is_completed === 'true' ? [Number(moved_xaf)] : [],
      );
      if (parts.length > 0) yield { operator_transaction_id: name.trim(), parts };
    }
  }

  /**
   * @param may_be_cut the file may end within its last row, whose end nothing marks
   * @returns what the whole file says, or why it is refused
   */
  end(may_be_cut: boolean): { summary: StatementSummary } | { problem: FileProblem } {
    if (this.problem !== null) return { problem: this.problem };
    const layout = this.#layout;
    if (layout === null) return { problem: this.#noTitles() };
    if (this.#rows === 0) return { problem: { kind: 'no_rows' } };
    const cut = may_be_cut ? this.#cut.end() : null;
    if (cut !== null) return { problem: { kind: 'row', line: this.#last_line, problem: cut } };
    const { others, msisdn, day } = this.#expected;
    if (this.#rows >= OF_ANOTHER_ROWS && this.#party !== null && others.has(this.#party))
      return { problem: { kind: 'other_account', account: this.#party, msisdn } };
    if (this.#swapped != null) return { problem: this.#swapped };
    // What leaves by itself may leave at midnight, and pays nobody.
    if (this.#brings_money && !this.#names_hours) return { problem: { kind: 'no_hours' } };
    if (this.#other_hours != null) return { problem: this.#other_hours };
    const ended = this.#continuity.end();
    if ('broken' in ended) return { problem: { kind: 'broken', ...ended.broken } };
    const [from, until] = [new Date(this.#from_ms), new Date(this.#until_ms)];
    if (day !== null && (localDay(from) !== day || localDay(until) !== day))
      return { problem: { kind: 'other_day', day, from, until } };
    return { summary: { ...this.#header, layout, rows: this.#rows, ...ended, from, until } };
  }

  #refuse(problem: FileProblem): null {
    this.problem = problem;
    return null;
  }

  #noTitles(): FileProblem {
    return { kind: this.#above.some(isUnsplit) ? 'wrong_separator' : 'no_titles' };
  }

  #takeAbove(cells: readonly string[]): void {
    const layout = layoutOf(cells);
    if (layout === null) {
      this.#above.push(cells);
      if (this.#above.length > TITLES_WITHIN) this.#refuse(this.#noTitles());
      return;
    }
    this.#layout = layout;
    const { msisdn, operator } = this.#expected;
    const { profile } = layout;
    if (profile.operator !== operator) {
      this.#refuse({ kind: 'other_operator', profile: profileKey(profile), operator, msisdn });
      return;
    }
    const read = profile.header === null ? this.#header : this.#readHeader(profile.header);
    if ('kind' in read) this.#refuse(read);
    else this.#header = read;
  }

  #readHeader({ account_rows, days_row }: NonNullable<Layout['profile']['header']>): Header | FileProblem {
    const said = (place: number) => (this.#above[place] ?? []).join(' ').trim();
    const account = account_rows
      .map((place) => accountOf(this.#above[place] ?? []))
      .join(' ')
      .trim();
    if (account === '') return unreadableHeader(account_rows[0] ?? 0, said(account_rows[0] ?? 0));
    const refused = accountProblem(account, this.#expected);
    if (refused !== null) return refused;
    const found = said(days_row).match(/\d{2}[-/]\d{2}[-/]\d{4}(?: \d{2}:\d{2}(?::\d{2})?)?/g) ?? [];
    const [from = null, until = null] = found.map(timeOfText);
    if (from === null || until === null) return unreadableHeader(days_row, said(days_row));
    // A last day without an hour is covered to its end.
    const is_day = !(found[1] ?? '').includes(':');
    return { account, days: { from, until: later(until, is_day ? DAY_MS - 1 : 999) } };
  }

  #noteDate(row: PrintedRow, line: number, title: string): void {
    const date = dateOfId(row);
    const problem = { kind: 'swapped', title, id: row.operator_transaction_id } as const;
    if (date === 'same') this.#swapped = null;
    if (date === 'swapped' && this.#swapped === undefined) this.#swapped = { kind: 'row', line, problem };
  }

  #noteHour(row: PrintedRow, line: number): void {
    const behind_ms = behindId(row);
    if (behind_ms === null || this.#other_hours === null) return;
    const apart_ms = Math.abs(behind_ms);
    if (apart_ms <= WITH_ID_MS) this.#other_hours = null;
    else if (row.is_completed && apart_ms <= ZONES_APART_MS)
      this.#other_hours ??= {
        ...{ kind: 'other_hours', line, operator_transaction_id: row.operator_transaction_id },
        behind_minutes: Math.round(behind_ms / MINUTE_MS),
      };
  }

  #timeProblem({ completed_at }: PrintedRow, line: number): FileProblem | null {
    const at_ms = completed_at.getTime();
    const { days } = this.#header;
    if (days !== null && (at_ms < days.from.getTime() || at_ms > days.until.getTime()))
      return { kind: 'outside_days', line, at: completed_at, ...days };
    // What comes of swapped dates, or of the hours of another time zone, is told as that.
    if (at_ms > this.#expected.now.getTime() + SKEW_MS)
      return this.#swapped ?? this.#other_hours ?? { kind: 'in_the_future', line, at: completed_at };
    this.#from_ms = Math.min(this.#from_ms, at_ms);
    this.#until_ms = Math.max(this.#until_ms, at_ms);
    return null;
  }

  /** One transaction may have several rows (a fee of its own); two that say the same are one row twice. */
  #repeated({ operator_transaction_id, moved_xaf, after_xaf, is_completed }: PrintedRow, line: number) {
    if (this.#is_looked_at) return null;
    // `join` makes a text of its own: one that is put together otherwise would keep the whole row in memory.
    const name = [operator_transaction_id, ''].join(' ');
    const said = [moved_xaf, after_xaf ?? '', is_completed].join(' ');
    const before = this.#seen.get(name);
    const rows = before?.split('\n') ?? [];
    if (rows.includes(said) || rows.length >= ROWS_OF_ONE_MAX)
      return { kind: 'repeated_row' as const, line, operator_transaction_id };
    this.#seen.set(name, before === undefined ? said : [before, said].join('\n'));
    return null;
  }
}

const unreadableHeader = (place: number, cell: string): FileProblem => ({
  kind: 'header_unreadable',
  line: place + 1,
  cell: cell.slice(0, CELL_SHOWN),
});

/** The cells of a header row without the label before them. */
function accountOf(cells: readonly string[]): string {
  const said = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const values = said.length > 1 ? said.slice(1) : said.map((cell) => cell.replace(/^[^:]*:/, '').trim());
  return keptText(values.join(' ').slice(0, CELL_SHOWN));
}

/**
 * Why a file of this account isn't taken for the number. One without a phone number in it is that of the number whose first statement
 * named it, until people say otherwise.
 */
function accountProblem(account: string, expected: Expected): FileProblem | null {
  const { msisdn, account: known, other_accounts, others, new_account } = expected;
  const phones = account.match(/(?<!\d)(?:(?:00|\+)?235)?\d{8}(?!\d)/g) ?? [];
  if (account === known || phones.some((one) => one.endsWith(lastEight(msisdn)))) return null;
  // Eight digits alone may be a short code.
  const isPhone = (one: string): boolean => {
    const number: Msisdn = `+${COUNTRY_CODE}${one.slice(-NATIONAL_DIGITS)}`;
    const is_likely = new_account !== true && operatorOf(number) !== null;
    return one.length > NATIONAL_DIGITS || others.has(number) || is_likely;
  };
  if (phones.some(isPhone)) return { kind: 'other_account', account, msisdn };
  if (new_account === true || (known === null && !other_accounts.has(account))) return null;
  return { kind: 'account_changed', account, msisdn };
}

/** Titles of a known statement in one single cell. */
function isUnsplit(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const marks = filled.length === 1 ? /[|:^~#]/.exec(filled[0] ?? '') : null;
  return marks !== null && layoutOf((filled[0] ?? '').split(marks[0])) !== null;
}
