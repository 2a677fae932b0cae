import { formatXaf } from '../../../domain/money.ts';
import { consentTold, done, leftBeforeTold, pairOfDay, proposed, refused, type Told } from '../told.ts';
import type { AskRailOutcome } from './ask-rail.ts';
import type { AskRefund, AskRefundOutcome } from './refund-transaction.ts';

export function askRailTold(
  { transaction_id: id }: { transaction_id: string },
  outcome: AskRailOutcome,
): Told {
  switch (outcome.kind) {
    case 'asked':
      return done(
        'Its operator is asked again now, and some times more within a day. Where it says that it was paid, that stands in npx chari transactions late.',
      );
    case 'under_way':
      return refused(
        `The transaction is ${outcome.status}: its operator is asked about it by itself. Once it has ended unpaid, ask again.`,
      );
    case 'not_unpaid':
      return refused(`The transaction is ${outcome.status}: its payment is proven already.`);
    case 'no_enquiry':
      return refused(
        'Its rail can’t be asked what became of a payment: the SIM that was to be paid tells of it.',
      );
    case 'not_found':
      return refused(`There is no transaction ${id}.`);
  }
}

export function refundTransactionTold(
  { transaction_id: id, by }: Pick<AskRefund, 'transaction_id' | 'by'>,
  outcome: AskRefundOutcome,
): Told {
  switch (outcome.kind) {
    case 'asked':
      return done('The rail is asked to send it back; npx chari rails status shows how it goes.');
    case 'confirmed':
      return done(
        'The transaction is REFUNDED.',
        ...leftBeforeTold(outcome.left_before_xaf),
        ...(outcome.taken_back
          ? [
              'The operator has taken this payment back as well: if both have gone, its payer has it twice. Look into it with the operator.',
            ]
          : []),
      );
    case 'refunded':
      return done(
        'Written down: what was paid after it had ended is back with its payer. It stays as its merchant was told.',
      );
    case 'refused':
      return done('Written down: the money is not back. The refund may be asked for again.');
    case 'proposed': {
      const command = `npx chari rails refund ${id}${by === 'rail' ? '' : ` --${by}`}`;
      return 'by_hand' in outcome
        ? proposed('As somebody may have sent it by hand, and once its SIM was read again', command)
        : pairOfDay(command);
    }
    case 'not_found':
      return refused(`There is no transaction ${id}.`);
    case 'not_success':
      return refused(`The transaction is ${outcome.status}: only one that is SUCCESS can be refunded.`);
    case 'given_back':
      return refused('Its merchant gives it back already: npx chari refunds list shows how that goes.');
    case 'balance_short':
      return refused(
        `Its merchant has ${formatXaf(outcome.available_xaf)} with us that would pay for it: nothing is sent. What was sent by hand already is noted with --done.`,
      );
    case 'payment_reversed':
      return refused('The operator has taken this payment back: it is not sent a second time.');
    case 'payment_doubted':
      return refused(
        'A reading of the SIM casts doubt on this payment: say first what its step was (npx chari feeds explain).',
      );
    case 'may_have_gone':
      return refused(
        'It may have gone: read its SIM (npx chari feeds anchor), also where the first of you has spoken since it was read, say what is open there, or what another SIM has sent to its payer (npx chari feeds explain), and disown a message on any SIM that tells of it and is not the operator’s (npx chari feeds disown). If it was this, say --done.',
      );
    case 'already':
      return refused(
        outcome.state === 'UNKNOWN'
          ? 'A refund was sent and nobody knows how it ended. Ask the operator, then say --done or --refused.'
          : 'The operator is being asked to send it back; wait for its answer: npx chari rails status. Where it can’t be reached for good, --refused is taken once nothing is under way.',
      );
    default:
      return consentTold(outcome);
  }
}
