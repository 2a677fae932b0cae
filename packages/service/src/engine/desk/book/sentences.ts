import { formatXaf } from '../../../domain/money.ts';
import { writeTariff } from '../../../domain/movement/tariff.ts';
import {
  alwaysPair,
  consentTold,
  done,
  pairOfDay,
  pairOfNumber,
  refused,
  type Told,
  unusable,
} from '../told.ts';
import type { AnchorOutcome } from './anchor.ts';
import type { SweepOutcome } from './announce-sweep.ts';
import type { CloseAlertOutcome, CloseOutcome } from './close.ts';
import type { DisownOutcome } from './disown.ts';
import type { ExplainOutcome } from './explain.ts';
import type { SetTariffOutcome } from './set-tariff.ts';

const noNumber = (number: string): Told =>
  refused(`There is no live number ${number}: npx chari numbers list --env live.`);

export function anchorTold(
  { number, balance_xaf }: { number: string; balance_xaf: number },
  outcome: AnchorOutcome,
): Told {
  switch (outcome.kind) {
    case 'anchored': {
      const { msisdn, proven, unexplained_xaf: missing_xaf, is_short, is_suspected } = outcome;
      return done(
        `The balance of ${msisdn} is ${formatXaf(balance_xaf)}.`,
        ...(proven === 0 ? [] : [`It proved ${proven} message${proven === 1 ? '' : 's'} that waited.`]),
        ...(missing_xaf === 0
          ? []
          : [
              `${formatXaf(missing_xaf)} that no message told of stand unexplained: npx chari feeds show ${msisdn}.`,
            ]),
        ...(is_short
          ? [
              `That is less than the book said, so ${msisdn} is suspected: a message was false, or money left unseen. Until that is closed a payment there is settled by the operator's statement, or by a reading where it is larger than all that has left unexplained.`,
              `If the figure was a slip, read the SIM again three minutes from now, and say what it shows then: npx chari feeds anchor ${msisdn} AMOUNT. Two differences stand unexplained by then that cancel each other: two people write both off (npx chari feeds show ${msisdn}, npx chari feeds explain STEP write_off), and close the incident as below. If it was no slip, look at what came since the last reading: npx chari feeds show ${msisdn}. Say of each payment that waits there whether it came, and then what is missing: npx chari feeds explain STEP MEANING. Last close the incident called short: npx chari feeds list, npx chari feeds close INCIDENT.`,
            ]
          : is_suspected
            ? [
                `But ${msisdn} is suspected still, and a payment there is settled by the operator's statement, or by a reading where it is larger than all that has left unexplained: an earlier reading found less than the book said, or people or a statement found something false, and the incident called short is open. Say what each difference was (npx chari feeds show ${msisdn}, npx chari feeds explain STEP MEANING): where a figure was a slip, two people write both off (MEANING: write_off). Last close it: npx chari feeds list, npx chari feeds close INCIDENT.`,
              ]
            : []),
      );
    }
    case 'proposed':
      return done(
        `It would settle or leave unexplained ${formatXaf(outcome.moved_xaf)}, and one person alone would then have vouched for ${formatXaf(outcome.vouched_xaf)}: another person has to read the SIM too and say what it shows then.`,
      );
    case 'number_not_found':
      return noNumber(number);
    case 'balance_unusable':
      return unusable(`${balance_xaf} is no balance: say whole francs.`);
    case 'readings_cross':
      return refused(
        `Somebody said another balance of ${outcome.msisdn} a moment ago, and before that the book stood at ${formatXaf(balance_xaf)}: look at the SIM again in three minutes, and say what it shows then.`,
      );
    default:
      return consentTold(outcome);
  }
}

export function sweepTold(
  { number, amount_xaf }: { number: string; amount_xaf: number },
  outcome: SweepOutcome,
): Told {
  switch (outcome.kind) {
    case 'announced':
      if (outcome.left_at !== null)
        return done(
          `Take nothing more: ${formatXaf(amount_xaf)} left ${outcome.msisdn} at ${outcome.left_at.toISOString()} already, and are booked as this sweep. If none of you has taken them, somebody else has: tell an administrator at once.`,
        );
      return done(
        `${formatXaf(amount_xaf)} from ${outcome.msisdn} are announced; the SIM's own SMS will be taken for it.`,
      );
    case 'announced_before':
      return refused(
        `You announced ${formatXaf(amount_xaf)} from ${outcome.msisdn} at ${outcome.announced_at.toISOString()} already, and nothing was announced again. If you take as much once more, say so two minutes after that.`,
      );
    case 'number_not_found':
      return noNumber(number);
    case 'amount_unusable':
      return unusable(`${amount_xaf} is no sum to take: say whole francs above 0.`);
    case 'proposed':
      return pairOfNumber(`npx chari feeds sweep ${number} ${amount_xaf}`);
    default:
      return consentTold(outcome);
  }
}

export function explainTold(
  { step_id, meaning }: { step_id: string; meaning: string },
  outcome: ExplainOutcome,
): Told {
  switch (outcome.kind) {
    case 'explained':
      return done(`Booked: ${formatXaf(Math.abs(outcome.moved_xaf))} as ${meaning}.`);
    case 'proposed':
      return done(
        `Proposed: ${formatXaf(Math.abs(outcome.moved_xaf))} as ${meaning}${outcome.cause_id === null ? '' : ` ${outcome.cause_id}`}; another person has to say the same.`,
        'Messages that wait on that SIM and lead nowhere then are refuted, and the payments that they tell of with them: look at them first, npx chari feeds show NUMBER.',
      );
    case 'step_not_found':
      return refused(`There is no step ${step_id}: npx chari feeds show NUMBER.`);
    case 'explained_before':
      return refused(`Step ${step_id} is explained already.`);
    case 'no_money_came':
      return refused(`Step ${step_id} is money that left: it is nobody's credit.`);
    case 'no_settlement_is_due':
      return refused(
        `No settlement that is on its way from this SIM is as much as step ${step_id}: npx chari settlements list, or explain it as what it was.`,
      );
    case 'no_refund_is_due':
      return refused(
        `Nothing that was marked as sent back from this SIM, and that it has not sent yet, is as much as step ${step_id}: npx chari suspense refund-mark, or explain it as what it was.`,
      );
    case 'several_due':
      return refused(
        `Nothing tells to whom step ${step_id} went, and as much is due to several: find out who got it, and name that one with --for: ${outcome.cause_ids.join(', ')}.`,
      );
    case 'other_recipient':
      return refused(
        `Step ${step_id} went to ${outcome.went_to}, and what is due of that sum was announced to ${outcome.announced_to}: it is not that. Find out whose phone got it, and explain it as what it was.`,
      );
    case 'payments_first':
      return refused(
        `Payments that waited when the SIM was short may be what is missing in step ${step_id}: the next reading would settle them once it is written off, or one has settled them since. Look each up in the operator's list, and say of it feeds explain STEP credit or write_off (where it waits, and no reading has come since it was told: feeds anchor first): ${outcome.step_ids.join(', ')}.`,
      );
    case 'waits_for_a_reading':
      return refused(
        `Step ${step_id} is a payment that settles when the SIM is read (feeds anchor) and nothing that left is unexplained. Where a reading has left it, or another message contests it: feeds explain ${step_id} credit. If it was never paid: feeds explain ${step_id} write_off.`,
      );
    case 'said_paid_before':
      return refused(
        `Two people have said that step ${step_id} was paid, and that stays on record. If it was, say credit once more. If the operator has taken it back since, bring its list of those days (npx chari statements import); until one or the other, nobody can send it back. Where it waits in suspense, void it then (npx chari suspense void); where it has paid somebody, say what the step was that takes it back (npx chari feeds explain). What a reading finds missing is a step of its own.`,
      );
    case 'is_a_payment':
      return refused(
        `Step ${step_id} is a payment that is contested or may be what is missing: say credit if it was paid, or write_off if it was not.`,
      );
    default:
      return consentTold(outcome);
  }
}

export function disownTold({ notice_id }: { notice_id: string }, outcome: DisownOutcome): Told {
  switch (outcome.kind) {
    case 'disowned':
      return done(
        `Message ${notice_id} is nobody's any more: it contests nothing, and nothing waits for it.`,
      );
    case 'proposed':
      return done(
        `Proposed: the operator's list does not show message ${notice_id}; another person has to say the same.`,
      );
    case 'message_not_found':
      return refused(`No message ${notice_id} has waited on a live number: npx chari feeds show NUMBER.`);
    case 'disowned_before':
      return refused(`Message ${notice_id} was disowned before.`);
    case 'has_its_place':
      return refused(
        `Message ${notice_id} is a step of the book: say what the step was, npx chari feeds explain STEP write_off.`,
      );
    default:
      return consentTold(outcome);
  }
}

/** Both of two people say up to when they know what was found; where that stands is said with it. */
const withSeen = (told: Told, where: string): Told => ({ ...told, sentences: [...told.sentences, where] });

export function closeIncidentTold({ incident_id: id }: { incident_id: string }, outcome: CloseOutcome): Told {
  switch (outcome.kind) {
    case 'closed':
      return done(`${outcome.incident.kind} of ${outcome.incident.msisdn} is closed.`);
    case 'closed_before':
      return refused(`Incident ${id} was closed before, by ${outcome.incident.closed_by}.`);
    case 'incident_not_found':
      return refused(`There is no incident ${id}: npx chari feeds list --all shows them.`);
    case 'found_since':
      return refused(
        `More has been found false on that number meanwhile: look at what is unexplained there (npx chari feeds show ${id}), then close it anew.`,
      );
    case 'unseen': {
      const seen = outcome.seen_at.toISOString();
      return refused(
        `${ahead(outcome)}Something was found false or missing on that number at ${seen}: look at it (npx chari feeds show ${id}), then say that you know of it: npx chari feeds close ${id} --seen ${seen} --note WHY.`,
      );
    }
    case 'proposed':
      return withSeen(
        pairOfDay(`npx chari feeds close ${id} --seen FOUND`),
        `FOUND is when something was last found there: npx chari feeds show ${id}.`,
      );
    default:
      return consentTold(outcome);
  }
}

const ahead = ({ is_ahead }: { is_ahead: boolean }): string =>
  is_ahead ? 'Nobody has seen what is still to come. ' : '';

export function closeAlertTold({ alert_id: id }: { alert_id: string }, outcome: CloseAlertOutcome): Told {
  switch (outcome.kind) {
    case 'closed':
      return done(`Alert ${id} is closed.`);
    case 'closed_before':
      return refused(`Alert ${id} was closed before, by ${outcome.alert.closed_by}.`);
    case 'alert_not_found':
      return refused(`There is no alert ${id}: npx chari alerts list --all shows them.`);
    case 'taken_back_since':
      return refused(
        `The operator has taken back more of that payment meanwhile: npx chari alerts list, and look at its SIM once more.`,
      );
    case 'unseen': {
      const seen = outcome.seen_at.toISOString();
      return refused(
        `${ahead(outcome)}The operator last took something of that payment back at ${seen}: look at it (npx chari alerts list) and at its SIM, then say that you know of it: npx chari alerts close ${id} --seen ${seen} --note WHY.`,
      );
    }
    case 'proposed':
      return withSeen(
        pairOfDay(`npx chari alerts close ${id} --seen LAST`),
        'LAST is when it was last taken back: npx chari alerts list.',
      );
    default:
      return consentTold(outcome);
  }
}

export function tariffTold(
  { operator, service, brackets }: { operator: string; service: string; brackets: readonly string[] },
  outcome: SetTariffOutcome,
): Told {
  switch (outcome.kind) {
    case 'set':
      return outcome.brackets.length === 0
        ? done(`${operator} has no tariff for ${service} any more.`)
        : done(`${operator} takes for ${service}: ${writeTariff(outcome.brackets)}.`);
    case 'unusable':
      return unusable(outcome.sentence);
    case 'proposed':
      return alwaysPair(`npx chari tariffs set ${operator} ${service} ${brackets.join(' ')}`);
    default:
      return consentTold(outcome);
  }
}
