import { formatXaf } from '../../../domain/money.ts';
import type { NoDraftReason } from '../../../domain/settlement/judge.ts';
import { localDay } from '../../../domain/time.ts';
import type { DraftOutcome } from '../../settlements/draft.ts';
import type { TakenFile } from '../../settlements/orders.ts';
import { alwaysPair, consentTold, done, proposed, refused, type Told, unusable } from '../told.ts';
import type { DecideSettlementOutcome } from './approve.ts';
import type { DecidePayoutAccountOutcome } from './decide-payout-account.ts';
import type { EndSettlementOutcome } from './end.ts';
import type { Stopped } from './payees.ts';
import type { AddBankOutcome, SetTermsOutcome } from './rules.ts';
import type { SendSettlementOutcome, SentSettlement } from './send.ts';

const missing = (id: string): Told =>
  refused(`There is no live settlement ${id}: npx chari settlements list shows those under way.`);

/** Why nothing may go to whom a settlement was drafted for, whoever approves or sends it. */
function whyNotPaid(stop: Exclude<Stopped, { kind: 'held' }>): string {
  switch (stop.kind) {
    case 'account_changed':
      return 'The payout account that it was drafted for is no longer in force: cancel it, and draft again to the one that is.';
    case 'stopped':
      return 'Its merchant is frozen, or its profile is no longer verified: nothing is paid out until that is over. It may be cancelled.';
    case 'left_after_all':
      return `${stop.what === 'refund' ? `A refund of ${stop.reference}` : stop.reference} was called failed or taken back, and a SIM may have sent it after all: this would pay it twice. Two people say first what left there (npx chari feeds explain).`;
    case 'owes':
      return 'Its merchant owes us more than it has with us, since a payment was sent back: cancel it, and draft again what is left.';
    case 'payment_reversed':
      return 'The operator has taken back a payment that is in it, or may have, in words that nobody knows, or it may never have come, since its SIM holds less than its book or two people have written it off, or it is being sent back: look into that first (npx chari alerts list, npx chari feeds list, npx chari rails status), or cancel it: the other payments come with the next one.';
  }
}

const NO_DRAFT: Readonly<Record<NoDraftReason, string>> = {
  not_verified: 'The merchant’s profile is not verified.',
  frozen: 'The merchant is frozen.',
  held: 'An account of the merchant is held until its day is proven.',
  no_payout_account: 'The merchant has no payout account in force: an owner asks for one in the dashboard.',
  nothing_due: 'Nothing of its balance is due.',
  below_minimum: 'What is due is less than the merchant’s minimum.',
  kept_in_reserve: 'Once the merchant’s reserve is kept, less than its minimum is left of what is due.',
  above_limit:
    'What is due are single payments above what one transfer of the operator carries: the merchant needs a bank account.',
};

export function draftTold({ merchant_id }: { merchant_id: string }, outcome: DraftOutcome): Told {
  switch (outcome.kind) {
    case 'drafted':
      return done(
        `${outcome.reference} is drafted: ${formatXaf(outcome.amount_xaf)} of ${outcome.transfers} transfers. Next: npx chari settlements approve ${outcome.settlement_id} --note WHY.`,
        ...(outcome.rest_xaf === 0
          ? []
          : [
              `One transfer to its number carries no more. ${formatXaf(outcome.rest_xaf)} are left: draft again for the next part.`,
            ]),
      );
    case 'no_draft':
      return refused(`${NO_DRAFT[outcome.reason]} Due: ${formatXaf(outcome.due_xaf)}.`);
    case 'not_due':
    case 'not_found':
      return refused(`There is no merchant ${merchant_id}: npx chari merchants list.`);
  }
}

export function decideSettlementTold(
  { settlement_id, does }: { settlement_id: string; does: 'approve' | 'cancel' },
  outcome: DecideSettlementOutcome,
): Told {
  switch (outcome.kind) {
    case 'approved':
      return done(`${outcome.reference} is APPROVED. Next: send it, and say so: npx chari settlements send.`);
    case 'cancelled':
      return done(
        `${outcome.reference} is CANCELLED: ${formatXaf(outcome.amount_xaf)} are payable again.`,
        ...onFileTold(outcome.on_file),
      );
    case 'proposed': {
      const told = proposed(
        does === 'approve'
          ? 'From CHARI_SETTLEMENT_SECOND_PERSON_XAF on, in one or in parts of one day'
          : 'As somebody may have an approved one on a list or an order already',
        `npx chari settlements ${does} ${settlement_id}`,
      );
      return done(...told.sentences, ...onFileTold('on_file' in outcome ? outcome.on_file : null));
    }
    case 'not_in_state':
      return refused(`The settlement is ${outcome.state}: there is nothing to ${does}.`);
    case 'account_changed':
    case 'stopped':
    case 'left_after_all':
    case 'owes':
    case 'payment_reversed':
      return refused(whyNotPaid(outcome));
    case 'held':
      return refused(`Nothing is paid out of there: ${outcome.reason}.`);
    case 'not_found':
      return missing(settlement_id);
    default:
      return consentTold(outcome);
  }
}

/** Whoever has the file pays what is on it. */
const onFileTold = (on_file: TakenFile | null = null): string[] =>
  on_file === null
    ? []
    : [
        `It stands on ${on_file.bank === null ? 'a sending list' : `the order to bank:${on_file.bank}`} that ${on_file.taken_by} took on ${localDay(on_file.taken_at)}: see to it that nobody pays it from there.`,
      ];

const onFileOf = (outcome: object & { on_file?: TakenFile | null }): string[] => onFileTold(outcome.on_file);

/** Who has a list goes to the counter, and the order's file pays it as well. */
const onOrderTold = (order: SentSettlement['order']): string[] =>
  order === undefined
    ? []
    : [
        `It stands on the order to bank:${order.bank} that ${order.taken_by} took on ${localDay(order.taken_at)}: that file pays it. Don't pay it at the counter as well.`,
      ];

export function sendSettlementTold(
  { settlement_id }: { settlement_id: string },
  outcome: SendSettlementOutcome,
): Told {
  switch (outcome.kind) {
    case 'sending':
      return done(
        `${outcome.reference} is SENDING: ${formatXaf(outcome.amount_xaf)} from ${outcome.from}. The SIM’s own SMS, or a row of the statement, makes it PAID.`,
        ...onOrderTold(outcome.order),
      );
    case 'left_already':
      return done(
        `Send nothing: since ${outcome.reference} was drafted ${outcome.from} has told of ${formatXaf(outcome.amount_xaf)} that left. That is taken for it, and makes it PAID within seconds.`,
      );
    case 'perhaps_sent':
      return done(
        `${outcome.reference} is SENDING, but don't send it before you have looked: since it was drafted ${outcome.from} has told of ${formatXaf(outcome.amount_xaf)} that may be this payout, without saying clearly to whom, or in a message that waits for its place (npx chari feeds show ${outcome.from}). If that was it, two people say so (npx chari feeds list, npx chari feeds explain).`,
      );
    case 'not_in_state':
      return refused(`The settlement is ${outcome.state}: only an APPROVED one is sent.`);
    case 'account_changed':
    case 'stopped':
    case 'left_after_all':
    case 'owes':
    case 'payment_reversed':
      return refused(whyNotPaid(outcome));
    case 'source_not_found':
      return refused('There is no such live number, wallet or bank account of ours.');
    case 'source_unread':
      return refused('Nobody has read that SIM yet: read it first (npx chari feeds anchor).');
    case 'other_source':
      return refused(
        'Money reaches a number of its own operator only, and a bank account from a bank account only.',
      );
    case 'sent_elsewhere':
      return refused(
        'Another SIM of ours has sent that sum to this number since it was drafted, and nobody has said what that was: it would leave twice. Say that it is sent from that SIM, or explain first what left there (npx chari feeds list, npx chari feeds explain).',
      );
    case 'on_other_order':
      return refused(
        `It stands on an order to bank:${outcome.bank}, taken on ${localDay(outcome.taken_at)}, which would pay it too: say that it is sent from there. Where that bank has not had the order, two people cancel it, and it is drafted again.`,
      );
    case 'held':
      return refused(`Nothing is sent from there: ${outcome.reason}.`);
    case 'not_found':
      return missing(settlement_id);
  }
}

type Ended = Extract<EndSettlementOutcome, { kind: 'doubted' | 'ended' | 'returned' | 'paid_after_all' }>;

function endedTold(outcome: Ended): string {
  switch (outcome.kind) {
    case 'doubted':
      return `${outcome.reference} is UNKNOWN: only a proof ends it now.`;
    case 'ended':
      return outcome.state === 'PAID'
        ? `${outcome.reference} is PAID.`
        : `${outcome.reference} is FAILED: ${formatXaf(outcome.amount_xaf)} are payable again.`;
    case 'returned':
      return `${outcome.reference} has come back: ${formatXaf(outcome.amount_xaf)} are payable again, and its payout account takes nothing more until an owner has named one again.`;
    case 'paid_after_all':
      return `${outcome.reference} had failed or was taken back, and is PAID after all: ${formatXaf(outcome.amount_xaf)} are taken from what its merchant has with us. Where that was drafted again and has not gone, cancel it.`;
  }
}

export function endSettlementTold(
  { settlement_id, command }: { settlement_id: string; command: string },
  outcome: EndSettlementOutcome,
): Told {
  switch (outcome.kind) {
    case 'doubted':
    case 'ended':
    case 'returned':
    case 'paid_after_all':
      return done(endedTold(outcome), ...onFileOf(outcome));
    case 'returned_before':
      return refused('It has come back before: its sum is payable again, once.');
    case 'proposed':
      return done(...alwaysPair(`npx chari settlements ${command}`).sentences, ...onFileOf(outcome));
    case 'not_in_state':
    case 'not_under_way':
      return refused(
        outcome.state === 'CANCELLED'
          ? 'The settlement is CANCELLED: only a row of what an order or a list on record has it paid from says anything of it.'
          : `The settlement is ${outcome.state}: that says nothing of it.`,
      );
    case 'already':
      return refused(`The settlement is ${outcome.state} already.`);
    case 'other_amount':
      return refused(
        `The settlement is ${formatXaf(outcome.amount_xaf)}, to the franc: this is something else.`,
      );
    case 'other_recipient':
      return refused(
        `That row went to ${outcome.went_to}, and the settlement was sent to ${outcome.announced_to}: it is not that. Find out who got it.`,
      );
    case 'recipient_unreadable':
      return refused(
        'Whom the row names can’t be read (--to). Of a bank’s row type the account that it was paid to: its IBAN, its RIB, or its end with at least four digits; where the bank’s list prints a name alone, the transfer itself shows the account. Of an operator’s row type all digits of the number, with * for those that the operator hides; leave it out only where that row names nobody.',
      );
    case 'spoken_before':
      return refused(
        `That row speaks of settlement ${outcome.settlement_id} already: it says nothing of another, and nothing else of that one.`,
      );
    case 'other_source':
      return refused(
        `It was sent from ${outcome.from_kind ?? 'nowhere'}: that witness doesn’t see it. A SIM’s own SMS proves what left it; a bank’s row what left a bank.`,
      );
    case 'other_day':
      return refused(
        'Nothing of that day can tell of it: a row is of a day since it was drafted, a list without it of one after the day on which it was sent, and neither is of a day to come.',
      );
    case 'has_left':
      return refused('Its SIM has reported the debit: it has left, and is PAID within seconds.');
    case 'book_leaves_room':
      return refused(
        'Nothing shows yet that it has not gone: read the SIM (npx chari feeds anchor), also where the first of you has spoken since it was read, explain what is open there, or what another SIM has sent to that number, disown a message on any SIM that tells of it and is not the operator’s (npx chari feeds disown), and say it again.',
      );
    case 'not_found':
      return missing(settlement_id);
    default:
      return consentTold(outcome);
  }
}

export function payoutAccountTold(
  { payout_account_id }: { payout_account_id: string },
  outcome: DecidePayoutAccountOutcome,
): Told {
  switch (outcome.kind) {
    case 'confirmed':
      return done(
        `${outcome.label} is confirmed. Nothing is sent there before ${localDay(outcome.frozen_until)}.`,
      );
    case 'refused':
      return done(`${outcome.label} is refused.`);
    case 'not_waiting':
      return refused(`The payout account is ${outcome.state} already.`);
    case 'asker_gone':
      return refused(
        `${outcome.asked_by} asked for it, and is an owner of that merchant no longer: refuse it. An owner asks for the account anew.`,
      );
    case 'not_found':
      return refused(`There is no payout account ${payout_account_id}: npx chari settlements accounts.`);
  }
}

export function termsTold(
  { merchant_id, command }: { merchant_id: string; command: string },
  outcome: SetTermsOutcome,
): Told {
  switch (outcome.kind) {
    case 'settlement_terms_set':
      return done(`Held for ${outcome.hold_days} days, with ${formatXaf(outcome.reserve_xaf)} in reserve.`);
    case 'settlement_terms_unusable':
      return unusable(
        outcome.field === 'hold_days' ? 'Say days of hold from 0 to 30.' : 'Say a reserve in whole XAF.',
      );
    case 'proposed':
      return alwaysPair(`npx chari settlements ${command}`);
    case 'not_found':
      return refused(`There is no merchant ${merchant_id}: npx chari merchants list.`);
    default:
      return consentTold(outcome);
  }
}

export function bankTold({ name }: { name: string }, outcome: AddBankOutcome): Told {
  switch (outcome.kind) {
    case 'added':
      return done(`${name} is added, with a BANK account in the ledger.`);
    case 'exists':
      return refused('A bank account of that name or IBAN is there already.');
    case 'name_unusable':
      return unusable(
        `An account can’t be named ${name}: “/” stands between the two accounts of a move. Name it without, such as ${name.replaceAll('/', '-')}.`,
      );
  }
}
