import { formatXaf } from '../../../domain/money.ts';
import type { UnsentReason } from '../../../store/desk/waiting.ts';
import {
  alwaysPair,
  consentTold,
  done,
  leftBeforeTold,
  NOT_YET,
  pair,
  pairOfDay,
  refused,
  type Told,
  toPhone,
} from '../told.ts';
import type { AssignCredit, AssignOutcome } from './assign-credit.ts';
import type { CapitalOutcome } from './capital-credit.ts';
import type { ConfirmLateOutcome } from './confirm-late.ts';
import type { ConfirmOutcome, RejectOutcome } from './decide-review.ts';
import type { RefundOutcome } from './refund-credit.ts';
import type { UnmarkOutcome } from './unmark-credit.ts';
import type { VoidOutcome } from './void-credit.ts';

export const unknownSession = (id: string): string =>
  `There is no session ${id}: npx chari review list shows those that wait.`;

const doubted = (credit: string): string =>
  `It is not sure that the money of credit ${credit} is there: read its SIM (npx chari feeds anchor), and say what a reading, a message or a statement doubts (npx chari feeds explain). What people have said was never paid, or what the operator has taken back in words that nobody knows: npx chari suspense void ${credit}.`;

const notVouched = (credit: string, then: string): string =>
  `Messages of other balances came to the SIM of credit ${credit} beside its own, or a reading found less there than the book had with it, so it may be forged: read the SIM (npx chari feeds anchor), then ${then}. Where the SIM can't be read any more, or that changes nothing, two people look it up in the operator's list and say what it was (npx chari feeds explain ${credit} credit, or write_off).`;

export function confirmReviewTold({ session_id }: { session_id: string }, outcome: ConfirmOutcome): Told {
  switch (outcome.kind) {
    case 'confirmed': {
      const { surplus_xaf } = outcome;
      const surplus = surplus_xaf === 0 ? '' : ` ${surplus_xaf} XAF too much wait in suspense.`;
      return done(`Session ${session_id} is SUCCESS.${surplus}`);
    }
    case 'proposed':
      return pairOfDay(`npx chari review confirm ${session_id}`);
    case 'nothing_covers_it':
      return refused(
        outcome.best_xaf === null
          ? `No credit of its case is still free. Reject it, or assign money that waits: npx chari suspense assign CREDIT --session ${session_id}.`
          : `The largest free credit of its case is ${outcome.best_xaf} XAF, which does not cover the session. Too little never confirms it, also in parts: reject it, then send the money back, or give it to its merchant (npx chari suspense list).`,
      );
    case 'several_credits':
      return refused(
        `Several credits cover it: choose with --credit, one of ${outcome.credit_ids.join(', ')}.`,
      );
    case 'credit_not_in_case':
      return refused(
        `That credit is not in the case: npx chari review show ${session_id} lists those that are.`,
      );
    case 'credit_is_gone':
      return refused(`That credit is ${outcome.state} already.`);
    case 'credit_reversed':
      return refused(
        `The operator has taken the payment of credit ${outcome.credit_id} back: reject the session, then npx chari suspense void.`,
      );
    case 'credit_doubted':
      return refused(doubted(outcome.credit_id));
    case 'credit_not_vouched':
      return refused(notVouched(outcome.credit_id, 'confirm its session'));
    default:
      return undecidedTold(session_id, outcome);
  }
}

export function rejectReviewTold({ session_id }: { session_id: string }, outcome: RejectOutcome): Told {
  switch (outcome.kind) {
    case 'rejected':
      return done(
        `Session ${session_id} is EXPIRED. Its money, if any, waits in suspense: npx chari suspense list.`,
      );
    case 'proposed':
      return pair(`npx chari review reject ${session_id}`);
    default:
      return undecidedTold(session_id, outcome);
  }
}

function undecidedTold(
  session_id: string,
  outcome: Exclude<RejectOutcome, { kind: 'rejected' | 'proposed' }>,
): Told {
  if (outcome.kind === 'not_found') return refused(unknownSession(session_id));
  if (outcome.kind !== 'not_under_review') return consentTold(outcome);
  return refused(`Session ${session_id} is ${outcome.status}: only a session UNDER_REVIEW can be decided.`);
}

/** To whom a credit in suspense is given: a session, a transaction or a merchant, by its id. */
export type Target = { credit_id: string; what: AssignCredit['to']['kind'] | 'transaction'; id: string };

export function assignCreditTold(
  { credit_id, what, id }: Target,
  outcome: AssignOutcome | ConfirmLateOutcome,
): Told {
  const elsewhere =
    'Give it to the merchant with --merchant, or send it back: npx chari suspense refund-mark.';
  switch (outcome.kind) {
    case 'assigned':
    case 'confirmed':
      return done(
        `Credit ${credit_id} ${what === 'merchant' ? `is now owed to merchant ${id}` : `made ${what} ${id} SUCCESS`}.`,
      );
    case 'proposed':
      return pairOfDay(`npx chari suspense assign ${credit_id} --${what} ${id}`);
    case 'not_found': {
      const missing = 'what' in outcome ? outcome.what : what;
      return refused(`There is no ${missing} ${missing === 'credit' ? credit_id : id}.`);
    }
    case 'nothing_waits':
      return refused(`Credit ${credit_id} is ${outcome.state}: only money in suspense can be assigned.`);
    case 'other_environment':
      return refused(`Credit ${credit_id} and ${what} ${id} are of different environments or sandboxes.`);
    case 'session_closed':
      return refused(`Session ${id} is ${outcome.status}, which is final. ${elsewhere}`);
    case 'too_little':
      return refused(
        `Credit ${credit_id} does not cover the ${formatXaf(outcome.amount_xaf)} of ${what} ${id}. ${elsewhere}`,
      );
    case 'credit_reversed':
      return refused(
        `The operator has taken the payment of credit ${credit_id} back: npx chari suspense void ${credit_id}.`,
      );
    case 'credit_doubted':
      return refused(doubted(credit_id));
    case 'credit_not_vouched':
      return refused(notVouched(credit_id, 'give it'));
    case 'same_person':
    case 'not_comparable':
    case 'other_proposal':
      return consentTold(outcome);
    default:
      return unsettledTold(id, outcome);
  }
}

export function confirmLateTold(
  { transaction_id: id }: { transaction_id: string },
  outcome: ConfirmLateOutcome,
): Told {
  switch (outcome.kind) {
    case 'confirmed':
      return done(`Transaction ${id} is SUCCESS.`);
    case 'proposed':
      return pairOfDay(`npx chari transactions confirm ${id}`);
    case 'not_found':
      return refused(`There is no transaction ${id}.`);
    case 'too_little':
    case 'other_environment':
      return refused(`The credit that proves it does not fit transaction ${id}.`);
    case 'credit_reversed':
      return refused('The operator has taken its payment back: npx chari suspense void.');
    case 'credit_doubted':
      return refused(
        'A reading of the SIM casts doubt on its payment: say first what that step was (npx chari feeds explain).',
      );
    case 'credit_not_vouched':
      return refused(
        'Messages of other balances came to its SIM beside that of its payment, or a reading found less there than the book had with it, so it may be forged: read the SIM (npx chari feeds anchor), or have two people say that it was paid (npx chari feeds explain), then confirm it.',
      );
    case 'same_person':
    case 'not_comparable':
    case 'other_proposal':
      return consentTold(outcome);
    default:
      return unsettledTold(id, outcome);
  }
}

type Unsettled =
  | 'not_timed_out'
  | 'no_late_proof'
  | 'credit_already_used'
  | 'proven_otherwise'
  | 'paid_by_push';

/** Why a payment does not settle a transaction that has ended. */
function unsettledTold(id: string, outcome: Extract<ConfirmLateOutcome, { kind: Unsettled }>): Told {
  switch (outcome.kind) {
    case 'not_timed_out':
      return refused(
        `Transaction ${id} is ${outcome.status}: only one in TIMEOUT, or with a doubtful payment, is settled by staff. Money for it goes back, or to its merchant: npx chari suspense --help.`,
      );
    case 'no_late_proof':
      return refused(
        `Nothing proves a payment of transaction ${id}. Money in suspense that is its payment: npx chari suspense assign CREDIT --transaction ${id}.`,
      );
    case 'credit_already_used':
      return refused(`The credit for transaction ${id} does not wait in suspense.`);
    case 'proven_otherwise':
      return refused(`Another payment of transaction ${id} is proven: npx chari transactions confirm ${id}.`);
    case 'paid_by_push':
      return refused(`Transaction ${id} was to be paid by push, not to a collection number.`);
  }
}

export function refundCreditTold(
  { credit_id, amount_xaf, to }: { credit_id: string; amount_xaf: number; to?: string },
  outcome: RefundOutcome,
): Told {
  switch (outcome.kind) {
    case 'refunded':
      return refundedTold(credit_id, outcome);
    case 'proposed': {
      const command = `npx chari suspense refund-mark ${credit_id} --amount ${amount_xaf}${toPhone(to)}`;
      return done(...pairOfDay(command).sentences, NOT_YET);
    }
    case 'not_found':
      return refused(`There is no credit ${credit_id}.`);
    case 'nothing_waits':
      return refused(`Credit ${credit_id} is ${outcome.state}, and nothing of it waits in suspense.`);
    case 'credit_reversed':
      return refused(
        `The operator has taken credit ${credit_id} back itself: npx chari suspense void ${credit_id}.`,
      );
    case 'credit_doubted':
      return refused(doubted(credit_id));
    case 'credit_not_vouched':
      return refused(notVouched(credit_id, 'send it back'));
    case 'payer_unread':
      return refused(
        `People no longer stand by the wording that named the payer of credit ${credit_id}, or a confirmed one names another, so it may be somebody else's: confirm one that reads its message (npx chari templates confirm), have it read again (npx chari suspense replay), then send it back.`,
      );
    case 'payer_unknown':
      return refused(
        `No message shows whose phone paid credit ${credit_id}, or what was typed is no whole phone: say with --to to which phone it goes back, with all its digits, a foreign one with + and its country’s code. The SIM’s own SMS is held to that.`,
      );
    case 'other_payer':
      return refused(
        `Another phone paid credit ${credit_id} than you say: it goes back to that one (npx chari credits explain ${credit_id}).`,
      );
    case 'other_amount':
      return refused(
        `${formatXaf(outcome.waiting_xaf)} of credit ${credit_id} wait, not another amount: npx chari suspense list.`,
      );
    default:
      return consentTold(outcome);
  }
}

function refundedTold(credit_id: string, outcome: Extract<RefundOutcome, { kind: 'refunded' }>): Told {
  const { left_at, told_by, to_phone } = outcome;
  const sum = formatXaf(outcome.refunded_xaf);
  const what = outcome.surplus ? 'the surplus of credit' : 'credit';
  const marked = `${sum}, ${what} ${credit_id}, are marked as sent back${to_phone === null ? '' : ` to ${to_phone}`}.`;
  if (left_at !== undefined)
    return done(
      `Send nothing: ${sum} left its SIM at ${left_at.toISOString()} already, and that is taken for it. If none of you has sent it, somebody else has: tell an administrator at once.`,
      marked,
    );
  if (told_by !== undefined)
    return done(
      marked,
      `Don't send it before you have looked: ${told_by} has told of ${sum} that may be this, in a message that waits for its place (npx chari feeds show ${told_by}). If that was it, and the book does not take it for this by itself, two people say so: npx chari feeds explain STEP refund.`,
    );
  return done(marked, ...leftBeforeTold(outcome.left_before_xaf, outcome.left_from));
}

/** What is to be done with what was marked as sent back and not seen leaving within a day; `name`: in a list. */
export const UNSENT_REASONS: Readonly<Record<UnsentReason, { name: string; to_do: string }>> = {
  unsent: {
    name: 'not sent',
    to_do:
      'Send it now, unless somebody has proposed to take the mark back, and once its SIM tells of it, say so: npx chari feeds explain STEP refund. What is not to be sent any more two people take back: npx chari suspense unmark CREDIT.',
  },
  may_have_left: {
    name: 'may have left',
    to_do:
      'Don’t send it, its payer may have it: read its SIM first (npx chari feeds anchor NUMBER BALANCE), and two people say what left it: npx chari feeds show NUMBER, npx chari feeds explain STEP refund.',
  },
  mark_taken_back: {
    name: 'taken back by the operator',
    to_do:
      'Don’t send it: where the operator has taken the whole sum back, two people call that this refund (npx chari feeds explain STEP refund). Where it was another sum, they say what it was, and close its alert: npx chari alerts list.',
  },
};

export function unmarkCreditTold({ credit_id }: { credit_id: string }, outcome: UnmarkOutcome): Told {
  switch (outcome.kind) {
    case 'unmarked':
      return done(
        `${formatXaf(outcome.amount_xaf)} of credit ${credit_id} are not sent back: they wait in suspense again (npx chari suspense list).`,
      );
    case 'proposed':
      return alwaysPair(`npx chari suspense unmark ${credit_id}`);
    case 'not_found':
      return refused(`There is no credit ${credit_id}.`);
    case 'nothing_marked':
      return refused(
        `Nothing of credit ${credit_id}, which is ${outcome.state}, is marked as sent back by hand.`,
      );
    case 'has_left':
      return refused(
        `It has left: a message of its SIM, or people, have said which debit it was (npx chari credits explain ${credit_id}).`,
      );
    case 'may_have_gone':
      return refused(
        'It may have left: read its SIM again (npx chari feeds anchor), also where the first of you has spoken since it was read, say what all that left it was (npx chari feeds explain), and disown a message on any SIM that tells of it and is not the operator’s (npx chari feeds disown). If it was this, it is a refund: nothing is to be taken back.',
      );
    default:
      return consentTold(outcome);
  }
}

export function voidCreditTold({ credit_id }: { credit_id: string }, outcome: VoidOutcome): Told {
  switch (outcome.kind) {
    case 'voided':
      return done(
        `${formatXaf(outcome.amount_xaf)} are voided: the operator has taken them back, or they were never paid.`,
      );
    case 'proposed':
      return pair(`npx chari suspense void ${credit_id}`);
    case 'not_found':
      return refused(`There is no credit ${credit_id}: npx chari suspense list.`);
    case 'not_reversed':
      return refused(
        'No message of the operator takes it back, and nobody has written it off: assign it, or send it back.',
      );
    case 'reversed_elsewhere':
      return refused(
        'No movement of the SIM that was paid takes it back: another SIM tells of it, or a message that came after its row in a statement. Look into that, and close its alert (npx chari alerts list); what is still there is then assigned, or sent back.',
      );
    case 'left_for_merchant':
      return refused(
        'People have said that what left its SIM was a refund or a settlement of its merchant: what was left over of the payment is still there. Look into it, and close its alert (npx chari alerts list); then send it back (npx chari suspense refund-mark).',
      );
    case 'reversal_unexplained':
      return refused(
        'The operator took it back by several movements, or with the payment that it was left over of: say first what each of them was (npx chari feeds explain).',
      );
    case 'reversals_differ':
      return refused(
        `The operator took it back by several movements, steps ${outcome.step_ids.join(', ')}, and people have called them different things: correct them first, so that all are the same (npx chari ledger correct step STEP --to write_off).`,
      );
    case 'other_amount':
      return refused(
        `The operator has taken back ${formatXaf(outcome.reversed_xaf)}, and not what waits: say first what that was (npx chari feeds explain), and close its alert (npx chari alerts list). Then what waits is assigned, or sent back.`,
      );
    case 'nothing_waits':
      return refused(`It waits for nobody: it is ${outcome.state}.`);
    default:
      return consentTold(outcome);
  }
}

export function callCapitalTold({ credit_id }: { credit_id: string }, outcome: CapitalOutcome): Told {
  switch (outcome.kind) {
    case 'called_capital':
      return done(
        `${formatXaf(outcome.amount_xaf)}, credit ${credit_id}, are our own: they stand on CAPITAL.`,
      );
    case 'proposed':
      return alwaysPair(`npx chari suspense capital ${credit_id}`);
    case 'not_found':
      return refused(`There is no credit ${credit_id}: npx chari suspense list.`);
    case 'nothing_waits':
      return refused(
        `Credit ${credit_id} is ${outcome.state}: only money in suspense can be called our own.`,
      );
    case 'credit_reversed':
      return refused(
        `The operator has taken credit ${credit_id} back: npx chari suspense void ${credit_id}.`,
      );
    case 'credit_doubted':
      return refused(doubted(credit_id));
    case 'credit_not_vouched':
      return refused(notVouched(credit_id, 'say that it is ours'));
    case 'not_live':
      return refused('It is money of a sandbox: nothing there is ours.');
    case 'may_be_a_payment':
      return refused(
        `Credit ${credit_id} may be a customer’s payment (npx chari credits explain ${credit_id}). Assign it or send it back; if a session on its number still waits, try again when it has ended.`,
      );
    default:
      return consentTold(outcome);
  }
}
