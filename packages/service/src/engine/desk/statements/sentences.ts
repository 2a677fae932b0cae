import { formatXaf } from '../../../domain/money.ts';
import { fileProblemTold } from '../../../domain/statement/problem.ts';
import { localDay } from '../../../domain/time.ts';
import { alwaysPair, consentTold, done, pair, pairOfNumber, refused, type Told, unusable } from '../told.ts';
import type { ConfirmProfileOutcome } from './confirm-profile.ts';
import type { ImportOutcome } from './import-statement.ts';
import type { RefuseStatementOutcome } from './refuse-statement.ts';
import type { SettleStatementOutcome } from './settle-statement.ts';

/** What became of a file. */
export function importTold({ number, name }: { number: string; name: string }, outcome: ImportOutcome): Told {
  switch (outcome.kind) {
    case 'imported': {
      const { id, rows_count, covers_from, covers_until, msisdn } = outcome.statement;
      return done(
        `${outcome.before ? 'Imported before' : 'Imported'}: statement ${id} of ${msisdn}, ${localDay(covers_from)} to ${localDay(covers_until)}, ${rows_count} rows.`,
      );
    }
    case 'file_refused':
      return refused(`${name}: ${fileProblemTold(outcome.problem)}`);
    case 'number_not_found':
      return refused(`There is no live number ${number}: npx chari numbers list.`);
    case 'book_not_open':
      return refused(
        `The book of ${outcome.msisdn} is not open yet. Read its balance on the SIM now, since a statement doesn't know what came after it: npx chari feeds anchor ${outcome.msisdn} AMOUNT --note WHY. Then bring this file again.`,
      );
    case 'day_unusable':
      return unusable('A day is written 2026-11-21.');
  }
}

/** What a statement came to that was to count. */
export function settleTold(
  { statement_id }: { statement_id: string },
  outcome: SettleStatementOutcome,
): Told {
  switch (outcome.kind) {
    case 'settled': {
      const { new_rows, moved_xaf, uncompleted_rows, before, statement } = outcome;
      if (statement.state !== 'SETTLED')
        return done('It counts, and some of its rows wait: npx chari serve goes on with them.');
      if (before) return done('It counted before.');
      const said =
        new_rows === 0
          ? 'It counts: the book knew every row that moved money.'
          : `It counts: the book didn't know ${new_rows} row(s), ${formatXaf(moved_xaf)} in all, which are decided now.`;
      const failed =
        uncompleted_rows === 0 ? '' : ` ${uncompleted_rows} row(s) did not complete and moved nothing.`;
      return done(`${said}${failed}`);
    }
    case 'statement_not_found':
      return refused(`There is no statement ${statement_id}: npx chari statements list.`);
    case 'is_refused':
      return refused(
        `${outcome.statement.refused_by} has refused this statement, so it never counts. If that was a mistake, import its file again.`,
      );
    case 'not_complete':
      return refused(
        'This statement is not complete: import the same file again, and it goes on where it was, or says why it is refused. If that file is lost, export its days again: an incomplete one counts for nothing, and stands in no other’s way.',
      );
    case 'profile_unconfirmed':
      return refused(
        `Nobody has confirmed the profile ${outcome.profile}, so the statement is kept and proves nothing. Compare it with the portal, then npx chari statements confirm-profile ${outcome.profile} --note WHY, and npx chari statements settle ${statement_id} --note WHY.`,
      );
    case 'changed_since':
      return refused(fileProblemTold(outcome));
    case 'proposed':
      return outcome.untied_from === null
        ? pairOfNumber(`npx chari statements settle ${statement_id}`)
        : done(
            `Proposed. Nothing that is known ties this list to ${outcome.untied_from}: make sure in the portal that it is the list of that number. Another person must agree: npx chari statements settle ${statement_id} --note WHY, with their own account.`,
          );
    default:
      return consentTold(outcome);
  }
}

/** What a statement came to that was never to count. */
export function refuseTold(
  { statement_id }: { statement_id: string },
  outcome: RefuseStatementOutcome,
): Told {
  switch (outcome.kind) {
    case 'statement_refused':
      return done(
        outcome.before
          ? `${outcome.statement.refused_by} had refused it before.`
          : `Statement ${statement_id} of ${outcome.statement.msisdn} never counts. Its file may be imported again, for the number that it is of.`,
      );
    case 'statement_not_found':
      return refused(`There is no statement ${statement_id}: npx chari statements list.`);
    case 'statement_counts':
      return refused(
        `People have let this statement count: what it says is in the book of ${outcome.msisdn}. Say what is wrong with a step by npx chari feeds explain.`,
      );
    case 'proposed':
      return pair(`npx chari statements refuse ${statement_id}`);
    default:
      return consentTold(outcome);
  }
}

export function confirmProfileTold({ profile }: { profile: string }, outcome: ConfirmProfileOutcome): Told {
  switch (outcome.kind) {
    case 'profile_confirmed': {
      const { confirmed_by, confirmed_at } = outcome.confirmation;
      return done(
        `${profile} ${outcome.before ? 'was confirmed before' : 'is confirmed'}, by ${confirmed_by} on ${localDay(confirmed_at)}.`,
      );
    }
    case 'profile_not_found':
      return refused(`There is no profile ${profile}: npx chari statements profiles.`);
    case 'proposed':
      return alwaysPair(`npx chari statements confirm-profile ${profile}`);
    default:
      return consentTold(outcome);
  }
}
