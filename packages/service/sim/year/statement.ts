import { Readable } from 'node:stream';
import type { Operator } from '../../src/domain/operator.ts';
import type { StatementFile } from '../../src/engine/statements/check.ts';
import { writeWorkbook } from '../../src/files/xlsx/write.ts';
import type { Movement, OperatorsSim } from './operators.ts';

const LOCAL_MS = 3_600_000;
const EXCEL_ZERO_MS = Date.UTC(1899, 11, 30);

const MOOV_TITLES =
  'Receipt No.;Completion Time;Initiation Time;Details;Transaction Status;Currency;Paid In;Withdrawn;Balance;Reason Type;Opposite Party;Linked Transaction ID;Remark';
const AIRTEL_TITLES =
  'TRANSFER_DATE;TRANSFER_STATUS;TRANSFER_ID;ORDER_ID;MSISDN;REFERENCE_NUMBER;STATEMENT;TRANSFER_AMOUNT;CREDIT;DEBIT;FEES;PREVIOUS_BAL;AFTER_BAL;REMARKS;FTXN_ID';

/** `21-11-2026 13:05:09` in N'Djamena. */
function portalTime(at_ms: number): string {
  const iso = new Date(at_ms + LOCAL_MS).toISOString();
  return `${iso.slice(8, 10)}-${iso.slice(5, 7)}-${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

function airtelRow({ id, at_ms, amount_xaf, fee_xaf, delta_xaf, balance_xaf, party }: Movement): string[] {
  const serial = String((at_ms + LOCAL_MS - EXCEL_ZERO_MS) / 86_400_000);
  const sums = delta_xaf > 0 ? [`${amount_xaf}`, '0'] : ['0', `${amount_xaf}`];
  const balances = [`${fee_xaf}`, `${balance_xaf - delta_xaf}`, `${balance_xaf}`];
  return [serial, 'TS', id, '', party, '', 'Payment', `${amount_xaf}`, ...sums, ...balances, '', ''];
}

/** This portal has no column for a fee: it is in what was withdrawn. */
function moovRow({ id, at_ms, delta_xaf, balance_xaf, party }: Movement): string[] {
  const time = `\t${portalTime(at_ms)}`;
  const sums = delta_xaf > 0 ? [`${delta_xaf}.00`, ''] : ['', `${delta_xaf}.00`];
  const words = ['Customer payment', party, '', ''];
  return [id, time, time, 'Payment', 'Completed', 'XAF', ...sums, `${balance_xaf}.00`, ...words];
}

function cellsOf({ operator, msisdn }: OperatorsSim, rows: readonly Movement[]): string[][] {
  if (operator === 'AIRTEL') return [AIRTEL_TITLES.split(';'), ...rows.map(airtelRow)];
  const [from, until] = [rows[0], rows.at(-1)].map((row) => portalTime(row?.at_ms ?? 0).slice(0, 10));
  const header = [
    ['Account Holder:', 'CHARI'],
    ['Short Code:', '40123'],
    ['Account:', msisdn],
    ['Time Period:', `From ${from} To ${until}`],
    ['Organization:', 'CHARI SARL'],
  ];
  return [...header, MOOV_TITLES.split(';'), ...rows.map(moovRow)];
}

/** The operator's own list of a SIM from one moment to another, as somebody takes it from the portal: CSV, or a workbook. */
export function statementFile(
  sim: OperatorsSim,
  { from_ms, to_ms, as_workbook }: { from_ms: number; to_ms: number; as_workbook: boolean },
): StatementFile | null {
  const rows = sim.movements.filter(({ at_ms }) => at_ms >= from_ms && at_ms < to_ms);
  if (rows.length === 0) return null;
  const cells = cellsOf(sim, rows);
  const day = portalTime(to_ms - 1).slice(0, 10);
  if (!as_workbook) {
    const bytes = Buffer.from(cells.map((row) => row.join(';')).join('\r\n'));
    return { name: `${sim.msisdn}-${day}.csv`, open: () => Readable.from([bytes]) };
  }
  const [titles = [], ...body] = cells;
  const columns = titles.map((title) => ({ title }));
  return {
    name: `${sim.msisdn}-${day}.xlsx`,
    open: () => writeWorkbook({ title: operatorName(sim.operator), columns, rows: body }),
  };
}

const operatorName = (operator: Operator): string => (operator === 'AIRTEL' ? 'Airtel' : 'Moov');
