import { type Command, InvalidArgumentError } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import {
  CORRECT_PLACES,
  CORRECTABLE,
  type Correctable,
  type CorrectPlace,
} from '../../domain/ledger/correct.ts';
import { correctSubject, ownSubject } from '../../domain/review/subjects.ts';
import { readZoned } from '../../domain/time.ts';
import { correctTransfers } from '../../engine/desk/transfers/correct-transfer.ts';
import { moveOwn } from '../../engine/desk/transfers/move-own.ts';
import { correctTold, moveOwnTold } from '../../engine/desk/transfers/sentences.ts';
import { checkLedger } from '../../engine/ledger/check.ts';
import { answer, CommandFailure, leaf } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('the books');
  leaf(
    ledger,
    'check',
    'prove that each success has its entry, each entry what it is booked of, what waits its place, and all sums to zero',
  ).action(check);
  staffLeaf(
    ledger,
    'correct <what> <id>',
    'put right to whom a credit was given (credit ID), or as what a step was explained (step ID)',
  )
    .requiredOption('--to <place>', 'merchant:ID, sweep, fee, write_off or capital')
    .action(correct);
  staffLeaf(
    ledger,
    'move <from> <to> <amount>',
    'money went between our own wallets and bank accounts; CAPITAL: what we put in of our own, or take out',
  )
    .requiredOption('--at <moment>', 'when, in ISO 8601: both people name the same', momentOf)
    .action(move);
  addWithdraw(ledger, 'id-or-from/to', async (_services, name) => {
    const [from = '', ...to] = name.split('/');
    return [isUuid(name) ? correctSubject.of(name) : ownSubject.of({ from, to: to.join('/') })];
  });
}

async function check(options: { json?: boolean }): Promise<void> {
  const result = await withServices(({ services }) => checkLedger(services));
  const verdict = result.ok
    ? `The ledger is whole: ${result.checked} transfers.`
    : `The ledger has ${result.problems.length} problems.`;
  answer(options.json === true, result, [...result.problems, verdict]);
  if (!result.ok) process.exitCode = 1;
}

async function correct(name: string, id: string, options: SignedOptions & { to: string }): Promise<void> {
  const command = { what: whatOf(name), id, to: placeOf(options.to) };
  const [outcome] = await withStaff(options, ({ services, by }) =>
    correctTransfers(services, [{ ...command, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, correctTold(command, outcome));
}

async function move(
  from: string,
  to: string,
  amount: string,
  options: SignedOptions & { at: Date },
): Promise<void> {
  const command = {
    from,
    to,
    amount_xaf: /^\d{1,12}$/.test(amount) ? Number(amount) : 0,
    moved_at: options.at,
  };
  const [outcome] = await withStaff(options, ({ services, by }) =>
    moveOwn(services, [{ ...command, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, moveOwnTold(command, outcome));
}

function momentOf(text: string): Date {
  const at = readZoned(text);
  if (at !== null) return at;
  throw new InvalidArgumentError(
    'It is a moment in ISO 8601 with its zone, such as 2027-01-31T14:00:00+01:00.',
  );
}

function whatOf(name: string): Correctable {
  if (Object.hasOwn(CORRECTABLE, name)) return name as Correctable;
  throw new CommandFailure(`${name} can’t be corrected: credit or step.`, 2);
}

function placeOf(text: string): CorrectPlace {
  const merchant_id = /^merchant:(.+)$/.exec(text)?.[1];
  if (merchant_id !== undefined) return { kind: 'merchant', merchant_id };
  if (Object.hasOwn(CORRECT_PLACES, text)) return { kind: text as keyof typeof CORRECT_PLACES };
  throw new CommandFailure(
    `${text} is no place for money: merchant:ID, sweep, fee, write_off or capital.`,
    2,
  );
}
