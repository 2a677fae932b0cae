import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anchorNumbers } from '../src/engine/desk/anchor.ts';
import { confirmProfiles } from '../src/engine/desk/confirm-profile.ts';
import { addNumbers } from '../src/engine/numbers.ts';
import { startHelper } from './children.ts';
import { makeFolder, openBenchCluster, openBenchDatabase, removeFolder } from './database.ts';
import type { Import, Imported } from './load/statement.ts';
import type { Effort, Row } from './row.ts';
import { servicesOf } from './shop.ts';

const NUMBER = '+23566000001';
const ROWS = { whole: 100_000, quick: 20_000 };
const GOAL = { seconds: 60, mebibytes: 300 };
const PAYMENT_XAF = 100;
const TITLES =
  'TRANSFER_DATE;TRANSFER_STATUS;TRANSFER_ID;ORDER_ID;MSISDN;REFERENCE_NUMBER;STATEMENT;TRANSFER_AMOUNT;CREDIT;DEBIT;FEES;PREVIOUS_BAL;AFTER_BAL;REMARKS;FTXN_ID';

/**
 * A statement of one number imported by a process of its own: looked at, kept and compared with the book; then all of
 * its rows brought to the book and decided, as if no SMS had come at all.
 */
export async function measureStatements(effort: Effort): Promise<Row[]> {
  const count = effort.quick ? ROWS.quick : ROWS.whole;
  const opened = await openBenchCluster('disk');
  const folder = await makeFolder('disk');
  if (opened === null || folder === null) return [];
  const path = join(folder, 'statement.csv');
  try {
    const database = await openBenchDatabase(opened.cluster);
    const services = servicesOf(database);
    const [operator, note] = ['AIRTEL', 'bench'] as const;
    await addNumbers(services, [
      {
        operator,
        number: NUMBER,
        weight: 1,
        daily_volume_cap_xaf: null,
        daily_count_cap: null,
        sender_allow_list: [],
      },
    ]);
    await anchorNumbers(services, [{ number: NUMBER, balance_xaf: 0, actor: 'Awa', note }]);
    for (const actor of ['Awa', 'Brahim'])
      await confirmProfiles(services, [{ profile: 'airtel-portal@1', actor, note }]);
    await writeFile(path, statementText(count, services.now()));
    effort.say(`statements: importing ${count.toLocaleString('en-GB')} rows`);
    const { helper } = await startHelper<void>('statement.ts', false);
    const asked: Import = { url: database.url, path, number: NUMBER };
    const told = await helper.ask<Imported>(asked);
    await helper.stop();
    await database.drop();
    return rowsOf(told, count);
  } finally {
    await rm(path, { force: true });
    await removeFolder(folder);
    await opened.close();
  }
}

/** Payments of a day, up to now. */
function statementText(count: number, now: Date): string {
  const day = (now.getTime() + 3_600_000 - Date.UTC(1899, 11, 30)) / 86_400_000 - 1;
  const lines = Array.from({ length: count }, (_, place) => {
    const [before_xaf, after_xaf] = [place * PAYMENT_XAF, (place + 1) * PAYMENT_XAF];
    const id = `MP261120.1200.B${10_000 + place}`;
    return `${day + place / count};TS;${id};;66123456;;Payment;${PAYMENT_XAF};${PAYMENT_XAF};0;0;${before_xaf};${after_xaf};;`;
  });
  return [TITLES, ...lines].join('\r\n');
}

function rowsOf({ import_s, settle_s, import_mib, peak_mib, rows }: Imported, count: number): Row[] {
  const measurement = 'statements';
  const what = `${count.toLocaleString('en-GB')} rows of a statement`;
  const whole = rows === count;
  return [
    {
      measurement,
      what: `${what} looked at, kept and compared`,
      value: `${import_s.toFixed(1)} s`,
      goal: `≤ ${GOAL.seconds} s`,
      met: whole && import_s <= GOAL.seconds,
      from: `${Math.round(count / import_s).toLocaleString('en-GB')} rows/s, CSV, disk with fsync`,
    },
    {
      measurement,
      what: `memory of the process that imported them`,
      value: `${Math.round(import_mib)} MiB`,
      goal: `≤ ${GOAL.mebibytes} MB`,
      met: whole && import_mib * 1.048_576 <= GOAL.mebibytes,
      from: 'its peak, resident',
    },
    {
      measurement,
      what: `${what}, none of which an SMS had told of, brought to the book and decided`,
      value: `${settle_s.toFixed(1)} s`,
      goal: null,
      met: null,
      from: `${Math.round(count / settle_s).toLocaleString('en-GB')} rows/s, one number; peak ${Math.round(peak_mib)} MiB`,
    },
  ];
}
