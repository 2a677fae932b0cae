import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import type { Environment } from '../../domain/operator.ts';
import { confirmReviews, rejectReviews } from '../../engine/desk/payments/decide-review.ts';
import { confirmReviewTold, rejectReviewTold, unknownSession } from '../../engine/desk/payments/sentences.ts';
import { listClaims, listReviews, type Review, showReview } from '../../engine/desk/waiting.ts';
import type { ToldClaim } from '../../store/checkout/claims.ts';
import type { CaseLine, PossiblePayment } from '../../store/review.ts';
import { answer, CommandFailure, idAsKept, leaf, limitOption, oneLine, table, utcMoment } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, environmentOption, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

type ConfirmOptions = SignedOptions & { credit?: string };

export function addReviewCommands(program: Command): void {
  const review = program.command('review').description('payments that a person must decide');
  leaf(review, 'list', 'what waits, the oldest first')
    .option(...environmentOption)
    .option(...limitOption)
    .action(list);
  leaf(review, 'show <session>', 'a case: its credits, what was seen, told and done').action(show);
  leaf(review, 'claims', 'what payers say they sent for sessions that ended, the newest first')
    .option(...environmentOption)
    .option(...limitOption)
    .action(claims);
  staffLeaf(review, 'confirm <session>', 'the money is for this session: SUCCESS')
    .option('--credit <id>', 'the credit that pays it, where several could', idAsKept)
    .action(confirm);
  staffLeaf(review, 'reject <session>', 'no money is for this session: EXPIRED').action(reject);
  addWithdraw(review, 'session');
}

async function list(options: { env: Environment; limit: number; json?: boolean }): Promise<void> {
  const { env: environment, limit } = options;
  const reviews = await withServices(({ services }) => listReviews(services, { environment, limit }));
  const rows = reviews.map((one) => [
    one.session_id,
    one.merchant,
    one.reference,
    `${one.amount_xaf}`,
    one.review_reason,
    one.waiting_credits === 0
      ? 'its money went elsewhere'
      : `${one.waiting_credits}, largest ${one.best_xaf}`,
    utcMoment(one.since),
    one.proposed_by === null ? '-' : `${one.proposed_action} by ${one.proposed_by}`,
  ]);
  const heading = ['session', 'merchant', 'reference', 'XAF', 'reason', 'credits', 'since', 'proposed'];
  answer(options.json === true, { reviews }, table(heading, rows, `Nothing waits in ${environment}.`, limit));
}

async function show(session_id: string, options: { json?: boolean }): Promise<void> {
  const review = await withServices(async ({ services }) =>
    isUuid(session_id) ? showReview(services, session_id) : null,
  );
  if (review === null) throw new CommandFailure(unknownSession(session_id));
  answer(options.json === true, review, reviewLines(review));
}

function reviewLines(review: Review): string[] {
  return [
    `Session ${review.session_id} (${review.environment}) is ${review.status}: ${review.review_reason ?? 'never under review'}`,
    `  ${review.amount_xaf} XAF for ${review.merchant}, reference ${review.reference}, on ${review.msisdn} (${review.operator})`,
    ...(review.credits.length === 0 ? ['  no credit is in its case'] : review.credits.map(creditLine)),
    ...review.possible.flatMap((one) => possibleLines(review.session_id, one).map((line) => `  ${line}`)),
    ...(review.is_possible_cut
      ? [
          `  More messages than these may be its payment; those that wait: npx chari feeds show ${review.msisdn}`,
        ]
      : []),
    ...review.claims.map((claim) => `  ${claimLine(claim)}`),
    ...review.actions.map((act) => `  ${utcMoment(act.at)} ${act.action} by ${act.actor}: ${act.note}`),
    ...(review.proposed_by === null
      ? []
      : [`  ${review.proposed_action} waits for somebody other than ${review.proposed_by}`]),
  ];
}

const POSSIBLE: Readonly<Record<string, string>> = {
  CLAIMED: 'it is not proven',
  PENDING: 'it waits for a reading of the SIM, or for the statement',
  REFUTED: 'it is refuted',
};

/** Why a session waits that no credit is for. */
function possibleLines(
  session_id: string,
  { notice_id, credit_id, state, is_unread, ...message }: PossiblePayment,
): string[] {
  const is_free = credit_id !== null && state === 'SUSPENSE';
  return [
    `${utcMoment(message.received_at)} notice ${notice_id} may be its payment; ${POSSIBLE[state] ?? `${is_unread ? 'in words that nobody knows' : 'money in the book'}: ${state}`}`,
    `  ${oneLine(message.body)}`,
    ...(is_free
      ? [`  If it is: npx chari suspense assign ${credit_id} --session ${session_id} --note WHY`]
      : []),
  ];
}

/** A claim confirms nothing: what counts is whether a message has told of its transaction, and what that one says. */
function claimLine(claim: ToldClaim): string {
  const { operator_transaction_id: id, payer_phone, claimed_at } = claim;
  return `${utcMoment(claimed_at)} a payer says: ${id} from ${payer_phone}; ${seenOf(claim)}`;
}

function seenOf({ credit_id, unproven_notice_id, ...claim }: ToldClaim): string {
  if (credit_id !== null)
    return `credit ${credit_id}: ${claim.credit_amount_xaf} XAF from ${claim.credit_payer ?? 'an unknown payer'}, ${claim.credit_state}`;
  return unproven_notice_id === null
    ? 'no message has told of it'
    : `notice ${unproven_notice_id} tells of it and is not proven`;
}

async function claims(options: { env: Environment; limit: number; json?: boolean }): Promise<void> {
  const { env: environment, limit } = options;
  const told = await withServices(({ services }) => listClaims(services, { environment, limit }));
  const rows = told.map((one) => [
    one.session_id,
    one.merchant,
    `${one.amount_xaf}`,
    one.status,
    one.operator_transaction_id,
    one.payer_phone,
    seenOf(one),
    utcMoment(one.claimed_at),
  ]);
  const heading = [
    'session',
    'merchant',
    'XAF',
    'status',
    'says transaction',
    'from',
    'what was seen of it',
    'told',
  ];
  answer(
    options.json === true,
    { claims: told },
    table(heading, rows, `Nobody has told anything in ${environment}.`, limit),
  );
}

function creditLine(credit: CaseLine): string {
  const payer = credit.payer === null ? 'payer unknown' : `from ${credit.payer}`;
  return `  credit ${credit.credit_id}: ${credit.amount_xaf} XAF ${payer}, ${utcMoment(credit.occurred_at)}, ${credit.state}, ${credit.reason}: ${credit.sentence ?? ''}${credit.is_reversed ? '; the operator has called it undone' : ''}`;
}

async function confirm(session_id: string, options: ConfirmOptions): Promise<void> {
  refuseNoUuid(session_id);
  const { credit: credit_id = null } = options;
  if (credit_id !== null && !isUuid(credit_id))
    throw new CommandFailure(`${credit_id} is no id of a credit.`, 2);
  const [outcome] = await withStaff(options, ({ services, by }) =>
    confirmReviews(services, [{ session_id, credit_id, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, confirmReviewTold({ session_id }, outcome));
}

async function reject(session_id: string, options: SignedOptions): Promise<void> {
  refuseNoUuid(session_id);
  const [outcome] = await withStaff(options, ({ services, by }) =>
    rejectReviews(services, [{ session_id, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, rejectReviewTold({ session_id }, outcome));
}

function refuseNoUuid(session_id: string): void {
  if (!isUuid(session_id)) throw new CommandFailure(unknownSession(session_id));
}
