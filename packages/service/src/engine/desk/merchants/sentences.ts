import type { FeeFlow } from '../../../domain/fee/terms.ts';
import { writeTerms } from '../../../domain/fee/words.ts';
import type { Environment } from '../../../domain/operator.ts';
import { isoText } from '../../../domain/time.ts';
import { alwaysPair, consentTold, done, proposed, refused, type Told, unusable } from '../told.ts';
import type { DecideKycOutcome } from './decide-kyc.ts';
import type { SetFeesOutcome } from './set-fees.ts';
import type { FreezeOutcome } from './stop-merchants.ts';

const unknownMerchant = (id: string): string =>
  `There is no merchant ${id}: npx chari merchants list shows them.`;

export function decideKycTold(merchant_id: string, version: number, outcome: DecideKycOutcome): Told {
  switch (outcome.kind) {
    case 'approved':
      return done(`Submission ${version} is approved: the merchant may collect in live within a second.`);
    case 'sent_back':
      return done(`Submission ${version} went back to the merchant with your words.`);
    case 'not_waiting':
      return refused(
        outcome.version === 0
          ? 'The merchant has not handed anything in yet.'
          : `Nothing of this merchant waits: submission ${outcome.version} is ${outcome.state === 'DRAFT' ? 'taken back or being rewritten' : outcome.state}.`,
      );
    case 'another_version':
      return refused(
        `The merchant has handed in submission ${outcome.version} since: look at that one, then decide with its number.`,
      );
    case 'not_looked_at': {
      const count = outcome.document_ids.length;
      return refused(
        `You have not opened ${count} of its documents yet, and whoever approves has seen them all: ${outcome.document_ids.join(', ')}.`,
      );
    }
    case 'own_submission':
      return refused('You handed this in yourself: somebody else must decide about it.');
    case 'not_found':
      return refused(unknownMerchant(merchant_id));
  }
}

export function freezeTold(merchant_id: string, environment: Environment, outcome: FreezeOutcome): Told {
  switch (outcome.kind) {
    case 'frozen':
      return done(
        `The merchant is frozen in ${environment}: within a second its keys may read and change nothing. What is open goes on.`,
      );
    case 'unfrozen':
      return done(`The merchant may go on in ${environment} within a second.`);
    case 'as_before':
      return done(`Nothing has changed in ${environment}: it was so already.`);
    case 'not_found':
      return refused(unknownMerchant(merchant_id));
    case 'proposed':
      return proposed(
        'As a settlement that was approved before the freeze waits, and could be sent at once',
        `npx chari merchants unfreeze ${merchant_id}`,
      );
    default:
      return consentTold(outcome);
  }
}

export function feesTold(
  asked: { merchant_id: string | null; flow: FeeFlow; terms: readonly string[]; valid_from: Date },
  outcome: SetFeesOutcome,
): Told {
  const { merchant_id, flow, terms, valid_from } = asked;
  const whose = merchant_id ?? 'default';
  const from = isoText(valid_from);
  switch (outcome.kind) {
    case 'fees_set':
      return done(
        `From ${from} on, ${whose === 'default' ? 'merchants with whom nothing else was agreed pay' : `${whose} pays`} for a ${flow}: ${writeTerms(outcome.terms)}. What was asked for before costs what it cost.`,
      );
    case 'terms_unusable':
      return unusable(outcome.sentence);
    case 'begins_too_early':
      return unusable(
        `Terms never touch the past: they can hold from ${isoText(outcome.earliest)} on, not ${from}.`,
      );
    case 'begins_too_late':
      return unusable(`${from} is more than a year ahead: say a day before ${isoText(outcome.latest)}.`);
    case 'not_found':
      return refused(unknownMerchant(whose));
    case 'proposed':
      return alwaysPair(`npx chari fees set ${whose} ${flow} ${terms.join(' ')} --from ${from}`);
    default:
      return consentTold(outcome);
  }
}
