import type { Command } from 'commander';
import { isUuid } from '../../domain/keys/uuid.ts';
import type { Environment } from '../../domain/session/session.ts';
import { type ConfirmOutcome, confirmReviews } from '../../engine/desk/confirm-review.ts';
import { type RejectOutcome, rejectReviews } from '../../engine/desk/reject-review.ts';
import { listReviews, type Review, showReview } from '../../engine/desk/waiting.ts';
import type { CaseLine } from '../../store/review/list.ts';
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

type ConfirmOptions = Signed & { credit?: string };

export function addReviewCommands(program: Command): void {
  const review = program.command('review').description('payments that a person must decide');
  leaf(review, 'list', 'what waits, the oldest first')
    .option(...environmentOption)
    .option(...limitOption)
    .action(list);
  leaf(review, 'show <session>', 'a case: its credits, what was seen and done').action(show);
  staffLeaf(review, 'confirm <session>', 'the money is for this session: SUCCESS')
    .option('--credit <id>', 'the credit that pays it, where several could')
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
    moment(one.since),
    one.proposed_by === null ? '-' : `${one.proposed_action} by ${one.proposed_by}`,
  ]);
  const heading = ['session', 'merchant', 'reference', 'XAF', 'reason', 'credits', 'since', 'proposed'];
  answer(options.json === true, { reviews }, table(heading, rows, `Nothing waits in ${environment}.`));
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
    ...review.actions.map((act) => `  ${moment(act.at)} ${act.action} by ${act.actor}: ${act.note}`),
    ...(review.proposed_by === null
      ? []
      : [`  ${review.proposed_action} waits for somebody other than ${review.proposed_by}`]),
  ];
}

function creditLine(credit: CaseLine): string {
  const payer = credit.payer === null ? 'payer unknown' : `from ${credit.payer}`;
  return `  credit ${credit.credit_id}: ${credit.amount_xaf} XAF ${payer}, ${moment(credit.occurred_at)}, ${credit.state}, ${credit.reason}: ${credit.sentence ?? ''}${credit.is_reversed ? '; the operator has called it undone' : ''}`;
}

async function confirm(session_id: string, options: ConfirmOptions): Promise<void> {
  refuseNoUuid(session_id);
  const { as: actor, note, credit: credit_id = null } = options;
  if (credit_id !== null && !isUuid(credit_id))
    throw new CommandFailure(`${credit_id} is no id of a credit.`, 2);
  const [outcome] = await withServices(({ services }) =>
    confirmReviews(services, [{ session_id, credit_id, actor, note }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  if (outcome.kind === 'proposed') {
    answer(options.json === true, outcome, [pairSentence(`npx chari review confirm ${session_id}`)]);
    return;
  }
  if (outcome.kind !== 'confirmed') throw new CommandFailure(whyNot(session_id, outcome));
  const surplus = outcome.surplus_xaf === 0 ? '' : ` ${outcome.surplus_xaf} XAF too much wait in suspense.`;
  answer(options.json === true, outcome, [`Session ${session_id} is SUCCESS.${surplus}`]);
}

async function reject(session_id: string, options: Signed): Promise<void> {
  refuseNoUuid(session_id);
  const { as: actor, note } = options;
  const [outcome] = await withServices(({ services }) =>
    rejectReviews(services, [{ session_id, actor, note }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  if (outcome.kind === 'proposed') {
    answer(options.json === true, outcome, [pairSentence(`npx chari review reject ${session_id}`)]);
    return;
  }
  if (outcome.kind !== 'rejected') throw new CommandFailure(whyNot(session_id, outcome));
  answer(options.json === true, outcome, [
    `Session ${session_id} is EXPIRED. Its money, if any, waits in suspense: npx chari suspense list.`,
  ]);
}

type Refused =
  | Exclude<ConfirmOutcome, { kind: 'confirmed' | 'proposed' }>
  | Exclude<RejectOutcome, { kind: 'rejected' | 'proposed' }>;

function whyNot(session_id: string, refused: Refused): string {
  switch (refused.kind) {
    case 'not_found':
      return unknownSession(session_id);
    case 'not_under_review':
      return `Session ${session_id} is ${refused.status}: only a session UNDER_REVIEW can be decided.`;
    case 'nothing_covers_it':
      return refused.best_xaf === null
        ? `No credit of its case is still free. Reject it, or assign money that waits: npx chari suspense assign CREDIT --session ${session_id}.`
        : `The largest free credit of its case is ${refused.best_xaf} XAF, which does not cover the session. Reject it and send the money back, or wait for the rest.`;
    case 'several_credits':
      return `Several credits cover it: choose with --credit, one of ${refused.credit_ids.join(', ')}.`;
    case 'credit_not_in_case':
      return `That credit is not in the case: npx chari review show ${session_id} lists those that are.`;
    case 'credit_is_gone':
      return `That credit is ${refused.state} already.`;
    case 'credit_reversed':
      return `The operator has taken the payment of credit ${refused.credit_id} back: reject the session, then npx chari suspense void.`;
    case 'same_person':
    case 'other_proposal':
      return consentSentence(refused);
  }
}

function refuseNoUuid(session_id: string): void {
  if (!isUuid(session_id)) throw new CommandFailure(unknownSession(session_id));
}

const unknownSession = (id: string): string =>
  `There is no session ${id}: npx chari review list shows those that wait.`;
