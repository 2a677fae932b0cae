import type { Command } from 'commander';
import { isUuid } from '../../domain/keys/uuid.ts';
import { formatXaf } from '../../domain/money/format.ts';
import type { Environment } from '../../domain/session/session.ts';
import { type ConfirmLateOutcome, confirmLateTransactions } from '../../engine/desk/confirm-late.ts';
import { listLateTransactions } from '../../engine/desk/waiting.ts';
import { CommandFailure } from '../failure.ts';
import { leaf, limitOption } from '../options.ts';
import { answer, moment, table } from '../output.ts';
import { withServices } from '../run.ts';
import {
  addWithdraw,
  consentSentence,
  environmentOption,
  pairSentence,
  type Signed,
  staffLeaf,
} from '../staff.ts';

export function addTransactionCommands(program: Command): void {
  const transactions = program
    .command('transactions')
    .description('payments that only a person can give to their transaction');
  leaf(transactions, 'late', 'what waits, the oldest first')
    .option(...environmentOption)
    .option(...limitOption)
    .action(late);
  staffLeaf(
    transactions,
    'confirm <transaction>',
    'it was paid, late or in a way the engine doubts: SUCCESS',
  ).action(confirm);
  addWithdraw(transactions, 'transaction');
}

async function late(options: { env: Environment; limit: number; json?: boolean }): Promise<void> {
  const { env: environment, limit } = options;
  const transactions = await withServices(({ services }) =>
    listLateTransactions(services, { environment, limit }),
  );
  const rows = transactions.map((one) => [
    one.transaction_id,
    one.merchant,
    one.reference,
    formatXaf(one.amount_xaf),
    one.status,
    one.reason ?? one.kind,
    moment(one.opened_at),
    one.credit_id === null ? 'by its rail' : `by credit ${one.credit_id}`,
    one.proposed_by === null ? '-' : one.proposed_by,
  ]);
  const heading = [
    'transaction',
    'merchant',
    'reference',
    'amount',
    'status',
    'why',
    'since',
    'proven',
    'proposed by',
  ];
  answer(options.json === true, { transactions }, table(heading, rows, `Nothing waits in ${environment}.`));
}

async function confirm(transaction_id: string, { as: actor, note, json }: Signed): Promise<void> {
  const [outcome] = isUuid(transaction_id)
    ? await withServices(({ services }) =>
        confirmLateTransactions(services, [{ transaction_id, actor, note }]),
      )
    : [];
  if (outcome === undefined) throw new CommandFailure(`There is no transaction ${transaction_id}.`);
  if (outcome.kind === 'proposed') {
    answer(json === true, outcome, [pairSentence(`npx chari transactions confirm ${transaction_id}`)]);
    return;
  }
  if (outcome.kind !== 'confirmed') throw new CommandFailure(whyNot(transaction_id, outcome));
  answer(json === true, outcome, [`Transaction ${transaction_id} is SUCCESS.`]);
}

type Refused = Exclude<ConfirmLateOutcome, { kind: 'confirmed' | 'proposed' }>;

function whyNot(id: string, refused: Refused): string {
  switch (refused.kind) {
    case 'not_found':
      return `There is no transaction ${id}.`;
    case 'too_little':
    case 'other_environment':
      return `The credit that proves it does not fit transaction ${id}.`;
    case 'credit_reversed':
      return `The operator has taken its payment back: npx chari suspense void.`;
    case 'same_person':
    case 'other_proposal':
      return consentSentence(refused);
    default:
      return lateSentence(id, refused);
  }
}

/** Why a payment does not settle a transaction that has ended. */
export function lateSentence(
  id: string,
  refused: Extract<
    Refused,
    {
      kind: 'not_timed_out' | 'no_late_proof' | 'credit_already_used' | 'proven_otherwise' | 'paid_by_push';
    }
  >,
): string {
  switch (refused.kind) {
    case 'not_timed_out':
      return `Transaction ${id} is ${refused.status}: only one in TIMEOUT, or with a doubtful payment, is settled by staff. Money for it goes back, or to its merchant: npx chari suspense --help.`;
    case 'no_late_proof':
      return `Nothing proves a payment of transaction ${id}. Money in suspense that is its payment: npx chari suspense assign CREDIT --transaction ${id}.`;
    case 'credit_already_used':
      return `The credit for transaction ${id} does not wait in suspense.`;
    case 'proven_otherwise':
      return `Another payment of transaction ${id} is proven: npx chari transactions confirm ${id}.`;
    case 'paid_by_push':
      return `Transaction ${id} was to be paid by push, not to a collection number.`;
  }
}
