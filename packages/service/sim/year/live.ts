import type { BenchCluster } from '../../bench/database.ts';
import { openBenchDatabase } from '../../bench/database.ts';
import { YEAR, type YearPlan } from './profile.ts';
import { yearReport } from './report.ts';
import { liveYear } from './run.ts';

const SAID_EVERY_MS = 10_000;

/**
 * Lives through a year on a database of its own and prints its figures.
 * @returns whether every promise was kept
 */
export async function reportYear(
  cluster: BenchCluster['cluster'],
  asked: Pick<YearPlan, 'seed' | 'days'>,
): Promise<{ text: string; is_kept: boolean }> {
  const plan = { ...YEAR, ...asked };
  const database = await openBenchDatabase(cluster);
  const from_ms = performance.now();
  let said_ms = from_ms;
  const result = await liveYear(database.pool, plan, (day, year) => {
    if (performance.now() - said_ms < SAID_EVERY_MS) return;
    said_ms = performance.now();
    process.stderr.write(`day ${day + 1} of ${plan.days}, ${year.broken.length} broken promises\n`);
  });
  await database.drop();
  const text = yearReport(plan, result, (performance.now() - from_ms) / 1000).join('\n');
  process.stdout.write(`${text}\n`);
  return { text: `${text}\n`, is_kept: result.broken.length === 0 };
}
