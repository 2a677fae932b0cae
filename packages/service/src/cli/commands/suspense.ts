import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { AMOUNT_XAF_MAX, formatXaf } from '../../domain/money.ts';
import type { Environment } from '../../domain/operator.ts';
import { assignCredits } from '../../engine/desk/payments/assign-credit.ts';
import { assignRead, countsOf, type ReadAgain } from '../../engine/desk/payments/assign-read.ts';
import { callCapital } from '../../engine/desk/payments/capital-credit.ts';
import { confirmLateTransactions } from '../../engine/desk/payments/confirm-late.ts';
import { refundCredits } from '../../engine/desk/payments/refund-credit.ts';
import {
  assignCreditTold,
  callCapitalTold,
  refundCreditTold,
  type Target,
  UNSENT_REASONS,
  unmarkCreditTold,
  voidCreditTold,
} from '../../engine/desk/payments/sentences.ts';
import { unmarkCredits } from '../../engine/desk/payments/unmark-credit.ts';
import { voidCredits } from '../../engine/desk/payments/void-credit.ts';
import { listMarkedUnsent, type MarkedUnsent } from '../../engine/desk/queue.ts';
import { listSuspended } from '../../engine/desk/waiting.ts';
import type { ListedSuspense } from '../../store/suspense/credits.ts';
import {
  answer,
  CommandFailure,
  idAsKept,
  leaf,
  limitOption,
  table,
  utcMoment,
  wholeNumber,
} from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, environmentOption, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

type Given = { session?: string; merchant?: string; transaction?: string };

export function addSuspenseCommands(program: Command): void {
  const suspense = program.command('suspense').description("money that was seen and is nobody's yet");
  leaf(suspense, 'list', 'credits and surpluses that wait, and what was marked as sent back and has not left')
    .option(...environmentOption)
    .option(...limitOption)
    .action(list);
  staffLeaf(suspense, 'assign <credit>', 'say whose it is: exactly one of the three')
    .option('--session <id>', 'a session that still waits or is under review: SUCCESS', idAsKept)
    .option('--transaction <id>', 'a transaction that waits or timed out: SUCCESS', idAsKept)
    .option('--merchant <id>', 'a merchant, without a session', idAsKept)
    .action(assign);
  staffLeaf(suspense, 'refund-mark <credit>', 'say that you send it back to its payer now')
    .requiredOption('--amount <xaf>', 'what was sent; all that waits of it', wholeNumber(1, AMOUNT_XAF_MAX))
    .option('--to <phone>', 'to which phone: where no message shows whose phone paid')
    .action(refund);
  staffLeaf(
    suspense,
    'unmark <credit>',
    'say that what was marked as sent back has certainly not left: it waits again; two people',
  ).action(unmark);
  staffLeaf(
    suspense,
    'void <credit>',
    'say that the operator has taken it back, or that two people have written it off: it pays nobody',
  ).action(voidOne);
  staffLeaf(
    suspense,
    'capital <credit>',
    'say that it is our own: we have topped the SIM up; two people',
  ).action(capital);
  staffLeaf(
    suspense,
    'replay',
    'read money again whose words were taught since, and give what is surely one payment to its session or transaction',
  ).action(replay);
  addWithdraw(suspense, 'credit');
}

function claimedFor({ claimed_for, claimed_count }: ListedSuspense): string {
  if (claimed_count === 0) return '-';
  const further = claimed_count - claimed_for.length;
  return `${claimed_for.join(', ')}${further > 0 ? ` and ${further} more` : ''}`;
}

async function list(options: { env: Environment; limit: number; json?: boolean }): Promise<void> {
  const { env: environment, limit } = options;
  const [credits, unsent] = await withServices(({ services }) =>
    Promise.all([
      listSuspended(services, { environment, limit }),
      listMarkedUnsent(services, { environment, limit }),
    ]),
  );
  const rows = credits.map((one) => [
    one.credit_id,
    one.msisdn,
    formatXaf(one.waiting_xaf),
    one.waiting_xaf === one.amount_xaf ? one.reason : `surplus of ${formatXaf(one.amount_xaf)}`,
    utcMoment(one.occurred_at),
    one.operator_transaction_id ?? '-',
    one.proposed_by === null ? '-' : `${one.proposed_action} by ${one.proposed_by}`,
    `${one.is_reversed ? 'called undone; ' : ''}${[...one.session_ids, ...one.transaction_ids].join(', ') || '-'}`,
    claimedFor(one),
  ]);
  const heading = [
    'credit',
    'number',
    'waits',
    'reason',
    'sent',
    'transaction',
    'proposed',
    'likely for',
    'a payer claims',
  ];
  answer(options.json === true, { credits, unsent }, [
    ...table(heading, rows, `Nothing is in suspense in ${environment}.`, limit),
    ...unsentLines(unsent, limit),
  ]);
}

/** What staff said they sent back, and may have forgotten: it is in suspense no more, and only this list tells of it. */
function unsentLines(unsent: readonly MarkedUnsent[], limit: number): string[] {
  if (unsent.length === 0) return [];
  const rows = unsent.map((one) => [
    one.credit_id,
    one.msisdn,
    formatXaf(one.amount_xaf),
    one.to_phone ?? '-',
    utcMoment(one.marked_at),
    UNSENT_REASONS[one.reason].name,
    one.proposed_by === null ? '-' : `unmark by ${one.proposed_by}`,
  ]);
  const heading = ['credit', 'number', 'sum', 'to', 'marked', 'what of it', 'proposed'];
  const reasons = [...new Set(unsent.map(({ reason }) => UNSENT_REASONS[reason]))];
  return [
    '',
    'Marked as sent back, and in a day its SIM has not told that it left:',
    ...table(heading, rows, '', limit),
    ...reasons.map(({ name, to_do }) => `${name}: ${to_do}`),
  ];
}

async function assign(credit_id: string, options: SignedOptions & Given): Promise<void> {
  refuseNoUuid(credit_id, 'credit');
  const { what, id } = targetOf(options);
  const outcome = await withStaff(options, async ({ services, by }) => {
    const command = { credit_id, ...by };
    if (what === 'transaction')
      return (await confirmLateTransactions(services, [{ ...command, transaction_id: id }]))[0];
    const to =
      what === 'session'
        ? ({ kind: 'session', session_id: id } as const)
        : ({ kind: 'merchant', merchant_id: id } as const);
    return (await assignCredits(services, [{ ...command, to }]))[0];
  });
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, assignCreditTold({ credit_id, what, id }, outcome));
}

function targetOf(options: Given): Pick<Target, 'what' | 'id'> {
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

async function refund(
  credit_id: string,
  options: SignedOptions & { amount: number; to?: string },
): Promise<void> {
  refuseNoUuid(credit_id, 'credit');
  const { json, amount: amount_xaf, to } = options;
  const command = { credit_id, amount_xaf, ...(to !== undefined && { to }) };
  const [outcome] = await withStaff(options, ({ services, by }) =>
    refundCredits(services, [{ ...command, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(json, outcome, refundCreditTold(command, outcome));
}

function refuseNoUuid(id: string, what: string): void {
  if (!isUuid(id))
    throw new CommandFailure(`There is no ${what} ${id}: npx chari suspense list shows credits.`);
}

async function unmark(credit_id: string, options: SignedOptions): Promise<void> {
  const [outcome] = isUuid(credit_id)
    ? await withStaff(options, ({ services, by }) => unmarkCredits(services, [{ credit_id, ...by }]))
    : [];
  tell(options.json, outcome, unmarkCreditTold({ credit_id }, outcome ?? { kind: 'not_found' }));
}

async function voidOne(credit_id: string, options: SignedOptions): Promise<void> {
  const [outcome] = isUuid(credit_id)
    ? await withStaff(options, ({ services, by }) => voidCredits(services, [{ credit_id, ...by }]))
    : [];
  tell(options.json, outcome, voidCreditTold({ credit_id }, outcome ?? { kind: 'not_found' }));
}

async function capital(credit_id: string, options: SignedOptions): Promise<void> {
  const [outcome] = isUuid(credit_id)
    ? await withStaff(options, ({ services, by }) => callCapital(services, [{ credit_id, ...by }]))
    : [];
  tell(options.json, outcome, callCapitalTold({ credit_id }, outcome ?? { kind: 'not_found' }));
}

async function replay(options: SignedOptions): Promise<void> {
  const read = await withStaff(options, ({ services, by }) => assignRead(services, by));
  const { given, proposed, doubted, left } = countsOf(read);
  const lines =
    read.length === 0
      ? [
          'Nothing that came in unknown words is read yet: teach them with npx chari templates add, and two people confirm them.',
        ]
      : [
          `Read by now: ${read.length}. Given: ${given}, proposed: ${proposed}, waiting until their SIM is read: ${doubted}, left: ${left}.`,
          ...read.map((one) => `  ${sentenceOf(one)}`),
        ];
  answer(options.json === true, { read }, lines);
}

function sentenceOf({ credit_id, amount_xaf, to, likely, reason, outcome }: ReadAgain): string {
  if (to !== null && outcome.kind !== 'left')
    return assignCreditTold({ credit_id, ...to }, outcome).sentences.join(' ');
  const why = reason ?? 'people have to decide';
  const whose = likely.length === 0 ? '' : `; likely for ${likely.join(', ')}`;
  return `Credit ${credit_id}, ${formatXaf(amount_xaf)}, stays in suspense: ${why}${whose}.`;
}
