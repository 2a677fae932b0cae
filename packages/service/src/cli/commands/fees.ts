import { type Command, InvalidArgumentError } from 'commander';
import { FEE_FLOWS, type FeeFlow } from '../../domain/fee/terms.ts';
import { writeTerms } from '../../domain/fee/words.ts';
import { feesSubject } from '../../domain/review/subjects.ts';
import { dayBegins, readZoned } from '../../domain/time.ts';
import { feesTold } from '../../engine/desk/merchants/sentences.ts';
import { setFees } from '../../engine/desk/merchants/set-fees.ts';
import { listFees } from '../../engine/fees/schedules.ts';
import { answer, CommandFailure, idAsKept, leaf, limitOption, table, utcMoment } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

const DEFAULT = 'default';

export function addFeeCommands(program: Command): void {
  const fees = program.command('fees').description('what merchants pay us for a payment, and the tax on it');
  leaf(fees, 'list', 'the newest terms first, with those that will hold')
    .option('--merchant <id>', 'only its own, and the default', idAsKept)
    .option(...limitOption)
    .action(list);
  staffLeaf(
    fees,
    'set <merchant> <flow> <terms...>',
    'terms from a day on, as in: set default session 1.5%+50 min=100 max=5000 tax=18% --from 2027-01-01',
  )
    .requiredOption(
      '--from <day>',
      "the day in N'Djamena on which they begin to hold, or a moment in ISO 8601; never in the past",
      beginning,
    )
    .action(set);
  addWithdraw(fees, 'merchant/flow', async (_services, name) => {
    const [merchant = '', flow = ''] = name.split('/');
    return [feesSubject.of({ merchant_id: merchantOf(merchant), flow: flowOf(flow) })];
  });
}

async function list(options: { merchant?: string; limit: number; json?: boolean }): Promise<void> {
  const query = { merchant_id: options.merchant ?? null, limit: options.limit };
  const rows = await withServices(({ services }) => listFees(services, query));
  const lines = rows.map((row) => [
    row.merchant_id ?? DEFAULT,
    row.merchant_name ?? 'everybody else',
    row.flow,
    writeTerms(row),
    utcMoment(row.valid_from),
    row.set_by === null ? '' : [row.proposed_by, row.set_by].filter((name) => name !== null).join(', '),
  ]);
  const nothing =
    'There are none: payments cost merchants nothing. CHARI_DEFAULT_FEE, or fees set default, changes that.';
  answer(
    options.json === true,
    { fees: rows },
    table(['merchant', 'name', 'flow', 'terms', 'valid from', 'set by'], lines, nothing, options.limit),
  );
}

async function set(
  merchant: string,
  name: string,
  terms: string[],
  options: SignedOptions & { from: Date },
): Promise<void> {
  const command = { merchant_id: merchantOf(merchant), flow: flowOf(name), terms, valid_from: options.from };
  const [outcome] = await withStaff(options, ({ services, by }) =>
    setFees(services, [{ ...command, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, feesTold(command, outcome));
}

const merchantOf = (name: string): string | null => (name === DEFAULT ? null : name);

function flowOf(name: string): FeeFlow {
  const flow = FEE_FLOWS.find((one) => one === name || `${one}s` === name);
  if (flow === undefined) throw new CommandFailure(`${name} is no flow: session or transaction.`, 2);
  return flow;
}

function beginning(text: string): Date {
  const moment = dayBegins(text) ?? readZoned(text);
  if (moment === null)
    throw new InvalidArgumentError(
      'It must be a day such as 2027-01-01, or a moment such as 2027-01-01T08:00:00Z.',
    );
  return moment;
}
