import { formatXaf } from '../../../domain/money.ts';
import type { NotRefundable } from '../../../domain/refund/judge.ts';
import { localDay } from '../../../domain/time.ts';
import type { TakenList } from '../../../store/refunds/sending.ts';
import {
  consentTold,
  done,
  leftBeforeTold,
  NOT_YET,
  pairOfDay,
  proposed,
  refused,
  type Told,
  toPhone,
} from '../told.ts';
import type { CreateRefundForMerchantOutcome } from './create-refund.ts';
import type { SendRefund, SendRefundOutcome } from './send-refund.ts';

export function createRefundTold(
  { payment_id, amount_xaf }: { payment_id: string; amount_xaf: number | null },
  outcome: CreateRefundForMerchantOutcome,
): Told {
  switch (outcome.kind) {
    case 'created':
      return done(
        `Refund ${outcome.refund.id} of ${formatXaf(outcome.refund.amount_xaf)} is ${outcome.refund.state}: its amount is set aside. npx chari refunds list shows what is to be sent.`,
      );
    case 'created_before':
      return refused(
        `You gave ${formatXaf(outcome.amount_xaf)} of this payment back a moment ago, by refund ${outcome.refund_id}, and nothing was given back again. If you mean as much once more, say so two minutes after that.`,
      );
    case 'proposed':
      return pairOfDay(
        `npx chari refunds create ${payment_id}${amount_xaf === null ? '' : ` --amount ${amount_xaf}`}`,
      );
    case 'payment_not_found':
      return refused(`There is no session or transaction ${payment_id}.`);
    case 'same_person':
    case 'not_comparable':
    case 'other_proposal':
      return consentTold(outcome);
    default:
      return refused(notRefundable(outcome));
  }
}

/** Why nothing is given back, for staff. */
function notRefundable(outcome: NotRefundable): string {
  switch (outcome.kind) {
    case 'not_paid':
      return `The payment is ${outcome.status}: only one that is SUCCESS can be given back.`;
    case 'payment_reversed':
      return 'The operator has taken this payment back: it is not sent a second time.';
    case 'payment_doubted':
      return 'A reading of the SIM, a message or a statement casts doubt on this payment, or a refund of it may have left after all: say first what that step was (npx chari feeds explain).';
    case 'returned_by_us':
      return 'It is being sent back already: npx chari rails status shows how that goes.';
    case 'too_much':
      return `${formatXaf(outcome.left_xaf)} of it have not been given back yet, and no more than that can be.`;
    case 'too_many_open':
      return `${outcome.open} refunds of it are under way, and no more may be: wait until one has ended.`;
    case 'balance_short':
      return `The merchant has ${formatXaf(outcome.available_xaf)} with us, less than that.`;
  }
}

/** What keeps one from being sent, whoever would send it and from where. */
const HELD_BY = {
  payment_reversed: 'The operator has taken the payment back: don’t send it. Say that it failed.',
  payment_doubted:
    'A reading of the SIM, a message or a statement casts doubt on the payment, or a refund of it may have left after all: say first what that step was (npx chari feeds explain).',
  payer_unread:
    'People no longer stand by the wording that named its payer, so it may be somebody else’s: confirm one that reads the message of the payment (npx chari templates confirm), then send it. It waits until then.',
  balance_doubted:
    'The operator has taken another payment of this merchant back, or a settlement of it that was called failed may have left after all, and without that money its balance does not cover this refund: look into that first (npx chari alerts list, npx chari feeds list).',
} as const;
/** Whoever has the list pays what is on it. */
const onListTold = (on_list?: TakenList): string[] =>
  on_list === undefined
    ? []
    : [
        `It stands on a sending list that ${on_list.taken_by.join(', ')} ${on_list.taken_by.length === 1 ? 'has' : 'have'} taken, the last on ${localDay(on_list.taken_at)}: see to it that nobody pays it from there.`,
      ];

const FAILED = 'The refund is FAILED, and its amount is in the merchant’s balance again.';
const MAY_HAVE_GONE =
  'It may have gone. Two minutes after it was sent, or a list with it taken, or later, read the SIM (npx chari feeds anchor), also where the first of you has spoken since it was read, explain what left it, say whose the money in suspense is that came since in its sum and in words that nobody knows, disown a message on any SIM that tells of it and is not the operator’s (npx chari feeds disown), and say it again: only then is it certain.';

type Said = Pick<SendRefund, 'refund_id' | 'does' | 'number' | 'to'>;

function proposedTold({ refund_id, does, number, to }: Said, on_list?: TakenList): Told {
  const from = number === undefined ? '' : ` --number ${number}`;
  const command = `npx chari refunds ${does} ${refund_id}${from}${toPhone(to)}`;
  if (on_list === undefined)
    return done(...pairOfDay(command).sentences, ...(does === 'send' ? [NOT_YET] : []));
  return done(
    ...proposed('As somebody may have sent it from a list', command).sentences,
    ...onListTold(on_list),
  );
}

export function sendRefundTold(said: Said, outcome: SendRefundOutcome): Told {
  const { refund_id, does } = said;
  switch (outcome.kind) {
    case 'sending':
      return done(
        `Send ${formatXaf(outcome.amount_xaf)} from ${outcome.msisdn} to ${outcome.to_phone} now. The SIM's own SMS ends the refund.`,
        ...leftBeforeTold(outcome.left_before_xaf),
      );
    case 'left_already':
      return done(
        `Send nothing: since this was asked for ${outcome.msisdn} has told of ${formatXaf(outcome.amount_xaf)} that left. That is taken for it, and the refund is SUCCEEDED within seconds.`,
      );
    case 'perhaps_sent':
      return done(
        `It is SENDING, but don't send it before you have looked: since it was asked for ${outcome.told_by} has told of ${formatXaf(outcome.amount_xaf)} that may be this refund, without saying clearly to whom, or in a message that waits for its place (npx chari feeds show ${outcome.told_by}). If that was it, two people say so: npx chari feeds explain STEP refund.`,
      );
    case 'failed':
      return done(FAILED, ...onListTold(outcome.on_list));
    case 'proposed':
      return proposedTold(said, 'on_list' in outcome ? outcome.on_list : undefined);
    case 'not_found':
      return refused(`There is no refund ${refund_id}: npx chari refunds list shows those under way.`);
    case 'number_not_found':
      return refused('No live number of ours is to send it: name one with --number.');
    case 'payer_unknown':
      return refused(
        'Nothing shows whose phone paid, or what was typed is no whole phone: say with --to to which phone it goes, with all its digits, a foreign one with + and its country’s code. The SIM’s own SMS is held to that.',
      );
    case 'other_payer':
      return refused('Another phone paid than you say: it goes back to that one (npx chari refunds list).');
    case 'number_unread':
      return refused('Nobody has read that SIM yet: read it first (npx chari feeds anchor).');
    case 'other_source':
      return refused(
        'Money reaches a number of its own operator only: send it from a SIM of the network that was paid.',
      );
    case 'sent_elsewhere':
      return refused(
        'Another SIM of ours has sent that sum to this payer since it was asked for, and nobody has said what that was: it would leave twice. Say that it is sent from that SIM with --number, or explain first what left there (npx chari feeds list, npx chari feeds explain).',
      );
    case 'not_by_hand':
      return refused('The operator sends this one itself; npx chari rails status shows how that goes.');
    case 'payment_reversed':
    case 'payment_doubted':
    case 'payer_unread':
    case 'balance_doubted':
      return refused(HELD_BY[outcome.kind]);
    case 'not_in_state':
      return refused(`The refund is ${outcome.state}: there is nothing to ${does}.`);
    case 'may_have_gone':
      return { kind: 'refused', sentences: [MAY_HAVE_GONE, ...onListTold(outcome.on_list)] };
    default:
      return consentTold(outcome);
  }
}
