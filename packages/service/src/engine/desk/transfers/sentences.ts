import { formatXaf } from '../../../domain/money.ts';
import { alwaysPair, consentTold, done, refused, type Told, unusable } from '../told.ts';
import type { CorrectOutcome, CorrectTransfer } from './correct-transfer.ts';
import type { MoveOwn, MoveOwnOutcome } from './move-own.ts';

export function correctTold(
  { what, id, to }: Pick<CorrectTransfer, 'what' | 'id' | 'to'>,
  outcome: CorrectOutcome,
): Told {
  switch (outcome.kind) {
    case 'corrected':
      return done(
        `${formatXaf(outcome.amount_xaf)} stand on ${outcome.to} now, and no more on ${outcome.from}. What was said before stays on record.`,
      );
    case 'proposed': {
      const place = to.kind === 'merchant' ? `merchant:${to.merchant_id}` : to.kind;
      return alwaysPair(`npx chari ledger correct ${what} ${id} --to ${place}`);
    }
    case 'not_found':
      return refused(
        what === 'credit'
          ? `No live credit ${id} was given to a merchant: npx chari suspense list shows those that wait.`
          : `No step ${id} was explained: npx chari feeds show shows those that wait.`,
      );
    case 'merchant_not_found':
      return refused('There is no such merchant: npx chari merchants list.');
    case 'needs_a_merchant':
      return unusable('A credit belongs to a merchant: --to merchant:ID.');
    case 'stands_there':
      return refused('The money stands there already.');
    case 'has_ended':
      return refused('It has ended a refund or a settlement, which a correction can’t undo.');
    case 'not_covered':
      return refused(
        `The merchant who has it has ${formatXaf(outcome.available_xaf)} with us, and ${formatXaf(outcome.missing_xaf)} are missing. Try again when it has collected that.`,
      );
    default:
      return consentTold(outcome);
  }
}

export function moveOwnTold(
  { from, to, amount_xaf }: Pick<MoveOwn, 'from' | 'to' | 'amount_xaf'>,
  outcome: MoveOwnOutcome,
): Told {
  switch (outcome.kind) {
    case 'moved':
      return done(
        `${formatXaf(amount_xaf)} went from ${from} to ${to}. There stand now: ${[outcome.from, outcome.to].map(({ name, stands_xaf }) => `${name} ${formatXaf(stands_xaf)}`).join(', ')}.`,
      );
    case 'proposed':
      return alwaysPair(`npx chari ledger move ${from} ${to} ${amount_xaf} --at MOMENT`);
    case 'account_not_found':
      return refused(
        `${outcome.name} is no other account of ours: SWEPT, WALLET_AIRTEL, WALLET_MOOV, CAPITAL, or a bank account by its name.`,
      );
    case 'amount_unusable':
      return unusable('An amount is whole francs, 1 or more.');
    case 'moved_at_unusable':
      return unusable('What was moved was moved before now.');
    case 'moved_before':
      return refused(
        'This stands on the books already: the same sum, the same way, at the same time. Nothing was moved. Was it another one, name its own time, to the second.',
      );
    case 'not_ours':
      return refused(
        `${formatXaf(outcome.ours_xaf)} of what is held are ours: the rest is owed to others, or tax, or missing.`,
      );
    case 'not_covered':
      return refused(`By the books there are ${formatXaf(outcome.held_xaf)} on ${from}.`);
    default:
      return consentTold(outcome);
  }
}
