import { type Operator, TRANSACTION_ID } from '../operator.ts';

/** Titles of the columns that carry a meaning; null where the statement has none of it. */
export type Columns = {
  id: string;
  completed_at: string;
  status: string;
  currency: string | null;
  /** Money that came, and money that left; what left may be printed below zero. */
  credit: string;
  debit: string;
  fee: string | null;
  before: string | null;
  after: string;
  party: string | null;
  /** What kind of transaction it is, in the operator's own words. */
  kind: string | null;
  /** The transaction that this one undoes. */
  linked: string | null;
};

/**
 * How one operator's statements are laid out: data, and the only thing that knows a portal. Like a wording it is
 * unconfirmed until staff say that a true statement was read right; before that its rows are compared and prove nothing.
 */
export type StatementProfile = {
  id: string;
  version: number;
  operator: Operator;
  /** Every title that stands in the row of titles, in any order. */
  titles: readonly string[];
  columns: Columns;
  /** The statuses of rows that moved money, and of those that are kept and moved none. With any other the file is refused: nothing says which it is. */
  completed: readonly string[];
  not_completed: readonly string[];
  /** What an id looks like: at least all that is read as one in a message of this operator. */
  id_form: RegExp;
  /** By its id or its kind an agent has made the deposit: its other party is he, and not who pays. */
  by_agent: { id: RegExp | null; kind: RegExp | null };
  /** Which rows above the titles name the account, and the days that are covered; null: there are none. */
  header: { account_rows: readonly number[]; days_row: number } | null;
};

/** Moov Africa's (Huawei's portal), by public statements of sister companies. */
const MOOV: StatementProfile = {
  id: 'moov-portal',
  version: 1,
  operator: 'MOOV',
  titles: [
    ...['Receipt No.', 'Completion Time', 'Initiation Time', 'Details', 'Transaction Status', 'Currency'],
    ...[
      'Paid In',
      'Withdrawn',
      'Balance',
      'Reason Type',
      'Opposite Party',
      'Linked Transaction ID',
      'Remark',
    ],
  ],
  columns: {
    id: 'Receipt No.',
    completed_at: 'Completion Time',
    status: 'Transaction Status',
    currency: 'Currency',
    credit: 'Paid In',
    debit: 'Withdrawn',
    fee: null,
    before: null,
    after: 'Balance',
    party: 'Opposite Party',
    kind: 'Reason Type',
    linked: 'Linked Transaction ID',
  },
  completed: ['Completed'],
  not_completed: ['Expired', 'Failed', 'Cancelled', 'Declined'],
  id_form: TRANSACTION_ID,
  // Assumed: no list of Chad that holds a deposit is public. An id of Airtel's kind says so of itself.
  by_agent: { id: /^CI\d{6}\./, kind: /\b(?:AGENT|DEPOT|DEPOSIT|CASH[ -]?IN)\b/ },
  header: { account_rows: [1, 2], days_row: 3 },
};

/** Of Airtel's lineage (Comviva), by public statements of sister companies. */
const AIRTEL: StatementProfile = {
  id: 'airtel-portal',
  version: 1,
  operator: 'AIRTEL',
  titles: [
    ...[
      'TRANSFER_DATE',
      'TRANSFER_STATUS',
      'TRANSFER_ID',
      'ORDER_ID',
      'MSISDN',
      'REFERENCE_NUMBER',
      'STATEMENT',
    ],
    ...['TRANSFER_AMOUNT', 'CREDIT', 'DEBIT', 'FEES', 'PREVIOUS_BAL', 'AFTER_BAL', 'REMARKS', 'FTXN_ID'],
  ],
  columns: {
    id: 'TRANSFER_ID',
    completed_at: 'TRANSFER_DATE',
    status: 'TRANSFER_STATUS',
    currency: null,
    credit: 'CREDIT',
    debit: 'DEBIT',
    fee: 'FEES',
    before: 'PREVIOUS_BAL',
    after: 'AFTER_BAL',
    party: 'MSISDN',
    kind: null,
    linked: null,
  },
  completed: ['TS'],
  // Failed, expired, ambiguous, and under way.
  not_completed: ['TF', 'TE', 'TA', 'TI', 'TIP'],
  id_form: TRANSACTION_ID,
  by_agent: { id: /^CI\d/, kind: null },
  header: null,
};

export const STATEMENT_PROFILES: readonly StatementProfile[] = [AIRTEL, MOOV];

export const profileKey = ({ id, version }: Pick<StatementProfile, 'id' | 'version'>): string =>
  `${id}@${version}`;

export function findProfile(key: string): StatementProfile | null {
  return STATEMENT_PROFILES.find((one) => profileKey(one) === key) ?? null;
}

/** Where each column stands in the rows of one file. */
export type Layout = { profile: StatementProfile; places: ReadonlyMap<string, number>; width: number };

/** The layout whose titles these are, each of them once; null where they are no profile's. */
export function layoutOf(titles: readonly string[]): Layout | null {
  const known = titles.map(titleOf);
  const profile = STATEMENT_PROFILES.find(({ titles: own }) =>
    own.every((title) => known.filter((one) => one === titleOf(title)).length === 1),
  );
  if (profile === undefined) return null;
  const places = new Map(profile.titles.map((title) => [title, known.indexOf(titleOf(title))]));
  return { profile, places, width: Math.max(...places.values()) + 1 };
}

/** Whether a row of this status moved money; null where the profile doesn't know it. Capitals say nothing. */
export function isCompleted({ completed, not_completed }: StatementProfile, status: string): boolean | null {
  const is = (known: string) => titleOf(known) === titleOf(status);
  if (completed.some(is)) return true;
  return not_completed.some(is) ? false : null;
}

/** Whether an agent has made a deposit, as far as its row says so. */
export function isByAgent({ by_agent }: StatementProfile, row: { id: string; kind: string }): boolean {
  const kind = titleOf(row.kind)
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '');
  return by_agent.id?.test(row.id) === true || by_agent.kind?.test(kind) === true;
}

/** Titles are told apart without regard to capitals and blanks; nothing else of them may differ. */
function titleOf(cell: string): string {
  return cell.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toUpperCase();
}
