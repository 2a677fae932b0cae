import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { askRailsAgain } from '../../engine/desk/payments/ask-rail.ts';
import { askRailTold, refundTransactionTold } from '../../engine/desk/payments/rail-sentences.ts';
import { type AskRefund, decideRefunds } from '../../engine/desk/payments/refund-transaction.ts';
import { type RailState, surveyRails } from '../../engine/rails/breakers.ts';
import { answer, CommandFailure, cutAt, leaf, limitOption, table } from '../output.ts';
import { withServices } from '../run.ts';
import { openRails } from '../serve/rails.ts';
import { type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

type RefundOptions = SignedOptions & { done?: boolean; refused?: boolean };

export function addRailCommands(program: Command): void {
  const rails = program.command('rails').description('how transactions reach the operators, and refunds');
  leaf(rails, 'status', 'each rail, its breaker, what it still has to do, and open refunds')
    .option(...limitOption)
    .action(status);
  staffLeaf(rails, 'refund <transaction>', 'send the whole amount of a SUCCESS transaction back')
    .option('--done', 'the money is back already: sent by hand, or found out from the operator')
    .option(
      '--refused',
      'the money is certainly not back: a refund whose outcome was unknown, or that nothing can send',
    )
    .action(refund);
  staffLeaf(
    rails,
    'ask <transaction>',
    'have the operator asked again what became of a transaction that is not SUCCESS, for a day: somebody has seen its payment there',
  ).action(ask);
}

async function status(options: { limit: number; json?: boolean }): Promise<void> {
  const survey = await withServices(async ({ config, services }) => {
    const open = openRails(config, services.now);
    return surveyRails(services, open.rails, options.limit).finally(open.close);
  });
  const heading = ['rail', 'ready', 'breaker', 'to ask', 'to enquire', 'to refund', 'why'];
  const rows = survey.rails.map((one) => [
    one.rail,
    one.ready ? 'yes' : 'no',
    breakerOf(one),
    ...['initiate', 'enquire', 'refund'].map((step) => countOf(one, step)),
    one.reason,
  ]);
  const refunds = survey.refunds.map(
    ({ transaction_id, state, asked_by, asked_at, detail, against }) =>
      `refund ${transaction_id}: ${state} since ${asked_at.toISOString()}, asked for by ${asked_by}${detail === null ? '' : `; ${detail}`}${against === null ? '' : ` ${AGAINST[against]}`}`,
  );
  answer(options.json === true, survey, [
    ...table(heading, rows, 'There is no rail.'),
    ...refunds,
    ...cutAt(options.limit, refunds.length),
  ]);
}

const AGAINST = {
  taken_back:
    'The operator has taken this payment back since: don’t send it a second time, and say --refused if it has not gone.',
  in_doubt:
    'This payment is in doubt: look at its SIM, and say what its step was (npx chari feeds explain), before you send it.',
} as const;

function breakerOf({ breaker, failures, until }: RailState): string {
  if (breaker === 'closed') return failures === 0 ? 'closed' : `closed, ${failures} faults`;
  return `${breaker === 'open' ? 'open' : 'probing'} until ${until?.toISOString() ?? '?'}`;
}

function countOf({ work }: RailState, step: string): string {
  return String(work.find((row) => row.step === step)?.waiting ?? 0);
}

async function refund(transaction_id: string, options: RefundOptions): Promise<void> {
  if (!isUuid(transaction_id)) throw new CommandFailure(`${transaction_id} is no id of a transaction.`, 2);
  if (options.done && options.refused) throw new CommandFailure('--done or --refused, not both.', 2);
  const by: AskRefund['by'] = options.done ? 'done' : options.refused ? 'refused' : 'rail';
  const command = { transaction_id, by };
  const [outcome] = await withStaff(options, ({ services, by: signature }) =>
    decideRefunds(services, [{ ...command, ...signature }]),
  );
  if (outcome === undefined) throw new Error('one command has one outcome');
  tell(options.json, { transaction_id, ...outcome }, refundTransactionTold(command, outcome));
}

async function ask(transaction_id: string, options: SignedOptions): Promise<void> {
  if (!isUuid(transaction_id)) throw new CommandFailure(`${transaction_id} is no id of a transaction.`, 2);
  const [outcome] = await withStaff(options, ({ services, by }) =>
    askRailsAgain(services, [{ transaction_id, ...by }]),
  );
  if (outcome === undefined) throw new Error('one command has one outcome');
  tell(options.json, { transaction_id, ...outcome }, askRailTold({ transaction_id }, outcome));
}
