import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import {
  CORRECT_PLACES,
  CORRECTABLE,
  type Correctable,
  type CorrectPlace,
} from '../../domain/ledger/correct.ts';
import { correctTold } from '../../engine/desk/correct-sentences.ts';
import { correctTransfers } from '../../engine/desk/correct-transfer.ts';
import { checkLedger } from '../../engine/ledger/check.ts';
import { answer, CommandFailure, leaf } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type Signed, staffLeaf, tell, withStaff } from '../staff.ts';

export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('the books');
  leaf(
    ledger,
    'check',
    'prove that each success has its entry, each entry its cause, and all sums to zero',
  ).action(check);
  staffLeaf(
    ledger,
    'correct <what> <id>',
    'put right to whom a credit was given (credit ID), or as what a step was explained (step ID)',
  )
    .requiredOption('--to <place>', 'merchant:ID, sweep, fee or write_off')
    .action(correct);
  addWithdraw(ledger, 'id', async (_services, id) => (isUuid(id) ? [`${id.toLowerCase()}/correct`] : []));
}

async function check(options: { json?: boolean }): Promise<void> {
  const result = await withServices(({ services }) => checkLedger(services));
  const verdict = result.ok
    ? `The ledger is whole: ${result.checked} transfers.`
    : `The ledger has ${result.problems.length} problems.`;
  answer(options.json === true, result, [...result.problems, verdict]);
  if (!result.ok) process.exitCode = 1;
}

async function correct(name: string, id: string, options: Signed & { to: string }): Promise<void> {
  const command = { what: whatOf(name), id, to: placeOf(options.to) };
  const [outcome] = await withStaff(options, ({ services, by }) =>
    correctTransfers(services, [{ ...command, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, correctTold(command, outcome));
}

function whatOf(name: string): Correctable {
  if (Object.hasOwn(CORRECTABLE, name)) return name as Correctable;
  throw new CommandFailure(`${name} can’t be corrected: credit or step.`, 2);
}

function placeOf(text: string): CorrectPlace {
  const merchant_id = /^merchant:(.+)$/.exec(text)?.[1];
  if (merchant_id !== undefined) return { kind: 'merchant', merchant_id };
  if (Object.hasOwn(CORRECT_PLACES, text)) return { kind: text as keyof typeof CORRECT_PLACES };
  throw new CommandFailure(`${text} is no place for money: merchant:ID, sweep, fee or write_off.`, 2);
}
