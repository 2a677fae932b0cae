import { Readable } from 'node:stream';
import type { Movement, Operator } from '../evidence/sim.ts';

/** One row of a statement, as a portal lists it. */
export type Listed = Movement & { status?: string; party?: string; linked?: string; no_balance?: boolean };

/** How somebody has the file made: another separator, other letters, the newest row first. */
export type Making = {
  separator?: string;
  newest_first?: boolean;
  account?: string;
  days?: [string, string];
};

const LOCAL_MS = 3_600_000;
const two = (value: number): string => String(value).padStart(2, '0');

/** `21-11-2026 13:05:09` in N'Djamena. */
export function portalTime(at: Date): string {
  const local = new Date(at.getTime() + LOCAL_MS);
  const day = `${two(local.getUTCDate())}-${two(local.getUTCMonth() + 1)}-${local.getUTCFullYear()}`;
  return `${day} ${local.toISOString().slice(11, 19)}`;
}

/** The serial number that a spreadsheet keeps of it. */
const serial = (at: Date): string => String((at.getTime() + LOCAL_MS - Date.UTC(1899, 11, 30)) / 86_400_000);

export const MOOV_TITLES = [
  ...['Receipt No.', 'Completion Time', 'Initiation Time', 'Details', 'Transaction Status', 'Currency'],
  ...['Paid In', 'Withdrawn', 'Balance', 'Reason Type', 'Opposite Party', 'Linked Transaction ID', 'Remark'],
];

export const AIRTEL_TITLES = [
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
];

function moovRow({ id, at, delta_xaf, balance_xaf, status, party, linked, no_balance }: Listed): string[] {
  const time = `\t${portalTime(at)}`;
  const sums = delta_xaf >= 0 ? [`${delta_xaf}.00`, ''] : ['', `${delta_xaf}.00`];
  const balance = no_balance === true ? '' : `${balance_xaf}.00`;
  return [
    ...[id, time, time, 'Payment', status ?? 'Completed', 'XAF', ...sums, balance],
    ...['Customer payment', party ?? '23594123456', linked ?? '', ''],
  ];
}

function airtelRow({ id, at, delta_xaf, balance_xaf, status, party, no_balance }: Listed): string[] {
  const sum = String(Math.abs(delta_xaf));
  const sums = delta_xaf >= 0 ? [sum, '0'] : ['0', sum];
  const balances = no_balance === true ? ['', ''] : [String(balance_xaf - delta_xaf), String(balance_xaf)];
  return [
    ...[serial(at), status ?? 'TS', id, '', party ?? '66123456', '', 'Payment', sum],
    ...[...sums, '0', ...balances, '', ''],
  ];
}

/** The rows of a whole statement of a number, header and titles first. */
export function statementCells(
  operator: Operator,
  number: string,
  rows: readonly Listed[],
  { newest_first = false, account = number, days }: Making = {},
): string[][] {
  const body = rows.map(operator === 'AIRTEL' ? airtelRow : moovRow);
  if (newest_first) body.reverse();
  if (operator === 'AIRTEL') return [AIRTEL_TITLES, ...body];
  const [from, until] = days ?? [
    portalTime(rows[0]?.at ?? new Date(0)).slice(0, 10),
    portalTime(rows.at(-1)?.at ?? new Date(0)).slice(0, 10),
  ];
  const header = [
    ['Account Holder:', 'CHARI'],
    ['Short Code:', '40123'],
    ['Account:', account],
    ['Time Period:', `From ${from} To ${until}`],
    ['Organization:', 'CHARI SARL'],
  ];
  return [...header, MOOV_TITLES, ...body];
}

export const csvOf = (cells: readonly (readonly string[])[], separator = ';'): string =>
  cells
    .map((row) => row.map((cell) => (cell.includes(separator) ? `"${cell}"` : cell)).join(separator))
    .join('\r\n');

/** A file as somebody brings it. */
export function fileOf(text: string | Buffer, name = 'statement.csv') {
  const bytes = Buffer.from(text);
  return { name, open: () => Readable.from([bytes]) };
}
