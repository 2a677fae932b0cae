import type { Command } from 'commander';
import { isUuid } from '../../domain/keys/uuid.ts';
import { formatXaf } from '../../domain/money/format.ts';
import { AMOUNT_XAF_MAX } from '../../domain/money/parse.ts';
import type { Environment } from '../../domain/session/session.ts';
import { type AssignOutcome, assignCredits } from '../../engine/desk/assign-credit.ts';
import { type ConfirmLateOutcome, confirmLateTransactions } from '../../engine/desk/confirm-late.ts';
import { type RefundOutcome, refundCredits } from '../../engine/desk/refund-credit.ts';
import { voidCredits } from '../../engine/desk/void-credit.ts';
import { listSuspended } from '../../engine/desk/waiting.ts';
import { CommandFailure } from '../failure.ts';
import { leaf, limitOption, wholeNumber } from '../options.ts';
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
import { lateSentence } from './transactions.ts';

type Target = { session?: string; merchant?: string; transaction?: string };

export function addSuspenseCommands(program: Command): void {
  const suspense = program.command('suspense').description("money that was seen and is nobody's yet");
  leaf(suspense, 'list', 'credits and surpluses that wait, the oldest first')
    .option(...environmentOption)
    .option(...limitOption)
    .action(list);
  staffLeaf(suspense, 'assign <credit>', 'say whose it is: exactly one of the three')
    .option('--session <id>', 'a session that still waits or is under review: SUCCESS')
    .option('--transaction <id>', 'a transaction that timed out: SUCCESS')
    .option('--merchant <id>', 'a merchant, without a session')
    .action(assign);
  staffLeaf(suspense, 'refund-mark <credit>', 'say that it has been sent back to its payer')
    .requiredOption('--amount <xaf>', 'what was sent; all that waits of it', wholeNumber(1, AMOUNT_XAF_MAX))
    .action(refund);
  staffLeaf(suspense, 'void <credit>', 'say that the operator has taken it back: it pays nobody').action(
    voidOne,
  );
  addWithdraw(suspense, 'credit');
}

async function list(options: { env: Environment; limit: number; json?: boolean }): Promise<void> {
  const { env: environment, limit } = options;
  const credits = await withServices(({ services }) => listSuspended(services, { environment, limit }));
  const rows = credits.map((one) => [
    one.credit_id,
    one.msisdn,
    formatXaf(one.waiting_xaf),
    one.waiting_xaf === one.amount_xaf ? one.reason : `surplus of ${formatXaf(one.amount_xaf)}`,
    moment(one.occurred_at),
    one.operator_transaction_id ?? '-',
    one.proposed_by === null ? '-' : `${one.proposed_action} by ${one.proposed_by}`,
    `${one.is_reversed ? 'called undone; ' : ''}${[...one.session_ids, ...one.transaction_ids].join(', ') || '-'}`,
  ]);
  const heading = ['credit', 'number', 'waits', 'reason', 'sent', 'transaction', 'proposed', 'likely for'];
  answer(
    options.json === true,
    { credits },
    table(heading, rows, `Nothing is in suspense in ${environment}.`),
  );
}

async function assign(credit_id: string, options: Signed & Target): Promise<void> {
  refuseNoUuid(credit_id, 'credit');
  const { as: actor, note, json } = options;
  const command = { credit_id, actor, note };
  const { what, id } = targetOf(options);
  const outcome = await withServices(async ({ services }) => {
    if (what === 'transaction')
      return (await confirmLateTransactions(services, [{ ...command, transaction_id: id }]))[0];
    const to =
      what === 'session'
        ? ({ kind: 'session', session_id: id } as const)
        : ({ kind: 'merchant', merchant_id: id } as const);
    return (await assignCredits(services, [{ ...command, to }]))[0];
  });
  if (outcome === undefined) throw new Error('bug: no outcome');
  if (outcome.kind === 'proposed') {
    answer(json === true, outcome, [pairSentence(`npx chari suspense assign ${credit_id} --${what} ${id}`)]);
    return;
  }
  if (outcome.kind !== 'assigned' && outcome.kind !== 'confirmed')
    throw new CommandFailure(whyNot(credit_id, what, id, outcome));
  const became = what === 'merchant' ? `is now owed to merchant ${id}` : `made ${what} ${id} SUCCESS`;
  answer(json === true, outcome, [`Credit ${credit_id} ${became}.`]);
}

function targetOf(options: Target): { what: keyof Target; id: string } {
  const given = (['session', 'transaction', 'merchant'] as const).flatMap((what) => {
    const id = options[what];
    return id === undefined ? [] : [{ what, id }];
  });
  const [only, ...more] = given;
  if (only === undefined || more.length > 0)
    throw new CommandFailure('Say whose it is: one of --session, --transaction or --merchant.', 2);
  refuseNoUuid(only.id, only.what);
  return only;
}

type Refused =
  | Exclude<AssignOutcome, { kind: 'assigned' | 'proposed' }>
  | Exclude<ConfirmLateOutcome, { kind: 'confirmed' | 'proposed' }>;

function whyNot(credit_id: string, what: string, id: string, refused: Refused): string {
  const elsewhere =
    'Give it to the merchant with --merchant, or send it back: npx chari suspense refund-mark.';
  switch (refused.kind) {
    case 'not_found':
      return `There is no ${'what' in refused ? refused.what : what} ${'what' in refused && refused.what === 'credit' ? credit_id : id}.`;
    case 'nothing_waits':
      return `Credit ${credit_id} is ${refused.state}: only money in suspense can be assigned.`;
    case 'other_environment':
      return `Credit ${credit_id} and ${what} ${id} are of different environments or sandboxes.`;
    case 'session_closed':
      return `Session ${id} is ${refused.status}, which is final. ${elsewhere}`;
    case 'too_little':
      return `Credit ${credit_id} does not cover the ${formatXaf(refused.amount_xaf)} of ${what} ${id}. ${elsewhere}`;
    case 'credit_reversed':
      return `The operator has taken the payment of credit ${credit_id} back: npx chari suspense void ${credit_id}.`;
    case 'not_timed_out':
    case 'credit_already_used':
    case 'proven_otherwise':
    case 'paid_by_push':
    case 'no_late_proof':
      return lateSentence(id, refused);
    case 'same_person':
    case 'other_proposal':
      return consentSentence(refused);
  }
}

async function refund(credit_id: string, options: Signed & { amount: number }): Promise<void> {
  refuseNoUuid(credit_id, 'credit');
  const { as: actor, note, json, amount: amount_xaf } = options;
  const [outcome] = await withServices(({ services }) =>
    refundCredits(services, [{ credit_id, actor, note, amount_xaf }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  if (outcome.kind === 'proposed') {
    answer(json === true, outcome, [
      pairSentence(`npx chari suspense refund-mark ${credit_id} --amount ${amount_xaf}`),
    ]);
    return;
  }
  if (outcome.kind !== 'refunded') throw new CommandFailure(whyNoRefund(credit_id, outcome));
  const what = outcome.surplus ? 'the surplus of credit' : 'credit';
  answer(json === true, outcome, [
    `${formatXaf(outcome.refunded_xaf)}, ${what} ${credit_id}, are marked as sent back.`,
  ]);
}

function whyNoRefund(
  credit_id: string,
  refused: Exclude<RefundOutcome, { kind: 'refunded' | 'proposed' }>,
): string {
  switch (refused.kind) {
    case 'not_found':
      return `There is no credit ${credit_id}.`;
    case 'nothing_waits':
      return `Credit ${credit_id} is ${refused.state}, and nothing of it waits in suspense.`;
    case 'credit_reversed':
      return `The operator has taken credit ${credit_id} back itself: npx chari suspense void ${credit_id}.`;
    case 'other_amount':
      return `${formatXaf(refused.waiting_xaf)} of credit ${credit_id} wait, not another amount: npx chari suspense list.`;
    case 'same_person':
    case 'other_proposal':
      return consentSentence(refused);
  }
}

function refuseNoUuid(id: string, what: string): void {
  if (!isUuid(id))
    throw new CommandFailure(`There is no ${what} ${id}: npx chari suspense list shows credits.`);
}

async function voidOne(credit_id: string, { as: actor, note, json }: Signed): Promise<void> {
  const [outcome] = isUuid(credit_id)
    ? await withServices(({ services }) => voidCredits(services, [{ credit_id, actor, note }]))
    : [];
  if (outcome === undefined || outcome.kind === 'not_found')
    throw new CommandFailure(`There is no credit ${credit_id}: npx chari suspense list.`);
  if (outcome.kind === 'not_reversed')
    throw new CommandFailure('No message of the operator takes it back: assign it, or send it back.');
  if (outcome.kind === 'nothing_waits')
    throw new CommandFailure(`It waits for nobody: it is ${outcome.state}.`);
  if (outcome.kind === 'proposed') {
    answer(json === true, outcome, [pairSentence(`chari suspense void ${credit_id}`)]);
    return;
  }
  if (outcome.kind !== 'voided') throw new CommandFailure(consentSentence(outcome));
  answer(json === true, outcome, [
    `${formatXaf(outcome.amount_xaf)} are voided: the operator has taken them back.`,
  ]);
}
