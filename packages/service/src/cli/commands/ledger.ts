import type { Command } from 'commander';
import { checkLedger } from '../../engine/ledger/check.ts';
import { answer, leaf } from '../output.ts';
import { withServices } from '../run.ts';

export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('the books');
  leaf(
    ledger,
    'check',
    'prove that each success has its entry, each entry its cause, and all sums to zero',
  ).action(check);
}

async function check(options: { json?: boolean }): Promise<void> {
  const result = await withServices(({ services }) => checkLedger(services));
  const verdict = result.ok
    ? `The ledger is whole: ${result.checked} transfers.`
    : `The ledger has ${result.problems.length} problems.`;
  answer(options.json === true, result, [...result.problems, verdict]);
  if (!result.ok) process.exitCode = 1;
}
