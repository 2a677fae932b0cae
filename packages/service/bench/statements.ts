import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anchorNumbers } from '../src/engine/desk/book/anchor.ts';
import { confirmProfiles } from '../src/engine/desk/statements/confirm-profile.ts';
import { addNumbers } from '../src/engine/numbers.ts';
import { startHelper } from './children.ts';
import { makeFolder, openBenchCluster, openBenchDatabase, removeFolder } from './database.ts';
import type { Import, Imported, Refused } from './load/statement.ts';
import type { Effort, Row } from './row.ts';
import { servicesOf } from './shop.ts';

const NUMBER = '+23566000001';
const ROWS = { whole: 100_000, quick: 20_000 };
const GOAL = { seconds: 60, mebibytes: 300 };
const TOO_MANY = 1_000_000;
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
    // What a statement lists from before its book was opened is no news.
    const opened_at = new Date(services.now().getTime() - 2 * 86_400_000);
    await anchorNumbers({ ...services, now: () => opened_at }, [
      { number: NUMBER, balance_xaf: 0, actor: 'Awa', note },
    ]);
    for (const actor of ['Awa', 'Brahim'])
      await confirmProfiles(services, [{ profile: 'airtel-portal@1', actor, note }]);
    await writeFile(path, statementLines(count, services.now()));
    effort.say(`statements: importing ${count.toLocaleString('en-GB')} rows`);
    const asked: Import = { url: database.url, path, number: NUMBER };
    const told = await importApart<Imported>(asked);
    effort.say(`statements: refusing ${TOO_MANY.toLocaleString('en-GB')} rows`);
    await writeFile(path, statementLines(TOO_MANY, services.now()));
    const refused = await importApart<Refused>(asked);
    await database.drop();
    return [...rowsOf(told, count), refusedRow(refused)];
  } finally {
    await rm(path, { force: true });
    await removeFolder(folder);
    await opened.close();
  }
}

/** In a process of its own, whose memory is nobody else's. */
async function importApart<Told>(asked: Import): Promise<Told> {
  const { helper } = await startHelper<void>('statement.ts', false);
  const told = await helper.ask<Told>(asked);
  await helper.stop();
  return told;
}

/** Payments of a day, up to now, a thousand lines at once. */
function* statementLines(count: number, now: Date): Generator<string> {
  const day = (now.getTime() + 3_600_000 - Date.UTC(1899, 11, 30)) / 86_400_000 - 1;
  const line = (place: number) => {
    const [before_xaf, after_xaf] = [place * PAYMENT_XAF, (place + 1) * PAYMENT_XAF];
    const id = `MP261120.1200.B${10_000 + place}`;
    return `\r\n${day + place / count};TS;${id};;66123456;;Payment;${PAYMENT_XAF};${PAYMENT_XAF};0;0;${before_xaf};${after_xaf};;`;
  };
  yield TITLES;
  for (let from = 0; from < count; from += 1000)
    yield Array.from({ length: Math.min(1000, count - from) }, (_, place) => line(from + place)).join('');
}

function refusedRow({ refused, import_mib }: Refused): Row {
  return {
    measurement: 'statements',
    what: `memory of the process that refused a file of ${TOO_MANY.toLocaleString('en-GB')} rows`,
    value: `${Math.round(import_mib)} MiB`,
    goal: `≤ ${GOAL.mebibytes} MB`,
    met: refused === 'too_many_rows' && import_mib * 1.048_576 <= GOAL.mebibytes,
    from: 'its peak, resident',
  };
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
