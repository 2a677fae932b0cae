import type { Command } from 'commander';
import { formatXaf } from '../../domain/money.ts';
import { dayBegins, localDay } from '../../domain/time.ts';
import { suspenseByAge, volumeOf } from '../../engine/reports/sums.ts';
import { answer, CommandFailure, leaf, table } from '../output.ts';
import { withServices } from '../run.ts';

export function addReportCommands(program: Command): void {
  const reports = program.command('reports').description('what the service itself has to know of its money');
  leaf(reports, 'suspense', "live money that is nobody's yet, by age").action(suspense);
  leaf(reports, 'volume', 'what merchants collected in live, by operator')
    .option('--from <day>', 'such as 2026-11-01; left out: the first of this month')
    .option('--to <day>', 'such as 2026-11-30; left out: today')
    .action(volume);
}

async function suspense({ json }: { json?: boolean }): Promise<void> {
  const ages = await withServices(({ services }) => suspenseByAge(services));
  const rows = ages.map((one) => [one.bucket, `${one.credits}`, formatXaf(one.amount_xaf)]);
  answer(json === true, { ages }, table(['not older than', 'credits', 'sum'], rows, 'Nothing.'));
}

async function volume(options: { from?: string; to?: string; json?: boolean }): Promise<void> {
  for (const day of [options.from, options.to])
    if (day !== undefined && dayBegins(day) === null)
      throw new CommandFailure(`${day} is no day: write it as 2026-11-21.`, 2);
  const volumes = await withServices(({ services }) => {
    const today = localDay(services.now());
    return volumeOf(services, { from: options.from ?? `${today.slice(0, 8)}01`, to: options.to ?? today });
  });
  const rows = volumes.map((one) => [
    one.merchant_name,
    one.operator,
    `${one.payments}`,
    formatXaf(one.amount_xaf),
  ]);
  const heading = ['merchant', 'operator', 'payments', 'sum'];
  answer(options.json === true, { volumes }, table(heading, rows, 'Nothing was collected in these days.'));
}
