import { formatXaf } from '../money.ts';
import { localDay } from '../time.ts';
import type { Place, UnreadableKind } from '../unreadable.ts';
import type { Broken } from './continuity.ts';
import type { RowProblem } from './row.ts';

/** Why a file is no statement that can be taken. Nothing of such a file is kept. */
export type FileProblem =
  | { kind: 'unreadable_file'; reason: UnreadableKind; place: Place; sentence: string }
  | { kind: 'no_titles' }
  | { kind: 'wrong_separator' }
  | { kind: 'no_rows' }
  | { kind: 'too_many_rows'; rows_max: number }
  | { kind: 'other_operator'; profile: string; operator: string; msisdn: string }
  | { kind: 'header_unreadable'; line: number; cell: string }
  | { kind: 'other_account'; account: string; msisdn: string }
  /** The number is known by another account, or another number by this one. */
  | { kind: 'account_changed'; account: string; msisdn: string }
  /** This very file waits, or counts, as the statement of another number. */
  | { kind: 'file_of_another_number'; msisdn: string; of: string; statement_id: string }
  /** People have refused the statement while its rows were kept. */
  | { kind: 'refused_meanwhile' }
  | { kind: 'other_day'; day: string; from: Date; until: Date }
  | { kind: 'outside_days'; line: number; at: Date; from: Date; until: Date }
  | { kind: 'in_the_future'; line: number; at: Date }
  | ({ kind: 'row'; line: number } & { problem: RowProblem })
  /** Each row is of midnight, which nobody's payments are. */
  | { kind: 'no_hours' }
  /**
   * No row has the hour that its id names: they are those of another time zone. Of the first such row, by how
   * much.
   */
  | { kind: 'other_hours'; line: number; operator_transaction_id: string; behind_minutes: number }
  | { kind: 'repeated_row'; line: number; operator_transaction_id: string }
  | ({ kind: 'broken' } & Broken)
  | { kind: 'changed_meanwhile' }
  | { kind: 'not_continuous'; before_until: Date; before_xaf: number; opening_xaf: number }
  | {
      kind: 'changed_since';
      operator_transaction_id: string;
      statement_id: string;
      told_xaf: number;
      held_xaf: number;
    };

/** What is wrong with a file, and what to do about it, for whoever brought it. */
export function fileProblemTold(problem: FileProblem): string {
  switch (problem.kind) {
    case 'unreadable_file':
      return problem.sentence;
    case 'no_titles':
      return 'None of the first rows has the titles of a statement that is known: npx chari statements profiles lists them. Export the statement from the portal again, and bring it as it is.';
    case 'wrong_separator':
      return 'The columns of this file are not separated by semicolons, commas or tabs. Export it again from the portal, or save it as .xlsx.';
    case 'no_rows':
      return 'The statement has no rows below its titles. Choose days on which something moved.';
    case 'too_many_rows':
      return `The file has more than ${problem.rows_max} rows. Export fewer days at a time.`;
    case 'other_operator':
      return `This is a statement of ${problem.profile}, and ${problem.msisdn} is a number of ${problem.operator}. Name the number that it is of.`;
    case 'header_unreadable':
      return `Row ${problem.line} above the titles should say account or days, and says “${problem.cell}”. Export the statement again, with its header.`;
    case 'other_account':
      return `The statement is of the account ${problem.account}, and that is not ${problem.msisdn}. Name the number that it is of.`;
    case 'account_changed':
      return `The statement is of the account ${problem.account}. By earlier ones ${problem.msisdn} has another, or another number has this one. Name the number that it is of. If the portal says that it is of this one, say --new-account: two people let it count then.`;
    case 'file_of_another_number':
      return `This file was brought as the statement ${problem.statement_id} of ${problem.of}. Name the number that it is of. If that is ${problem.msisdn}, and it doesn't count for the other yet, refuse it there first: npx chari statements refuse ${problem.statement_id} --note WHY.`;
    case 'refused_meanwhile':
      return 'Somebody has refused this statement while it was imported. If that was a mistake, bring the file again.';
    case 'other_day':
      return `The statement is of ${days(problem)}, not of ${problem.day}. Export the right day.`;
    case 'outside_days':
      return `Row ${problem.line} is of ${localDay(problem.at)}, and the statement says that it is of ${days(problem)}: somebody has changed it. Export it again.`;
    case 'in_the_future':
      return `Row ${problem.line} is of ${localDay(problem.at)}, which is to come: somebody has changed it, or its dates are written another way.`;
    case 'row':
      return `Row ${problem.line} ${rowProblemTold(problem.problem)}`;
    case 'no_hours':
      return 'Each row of this list is of midnight: a spreadsheet has dropped the hours. Bring the file as the portal gives it. If that is the portal’s own, export more days at a time.';
    case 'other_hours':
      return `Row ${problem.line} is ${Math.abs(problem.behind_minutes)} minutes ${problem.behind_minutes < 0 ? 'before' : 'after'} the time in its id (${problem.operator_transaction_id}), and no row has the hour of its id: this list is in the hours of another time zone. Set the portal, and the computer, to the time of N'Djamena (UTC+1), and export it again. If the portal says these hours there too, each payment was completed late: export more days at a time.`;
    case 'repeated_row':
      return `Row ${problem.line} repeats an earlier one (${problem.operator_transaction_id}): somebody has changed the file. Export it again.`;
    case 'broken':
      return `Row ${problem.line} (${problem.operator_transaction_id}) ends at ${formatXaf(problem.printed_xaf)}, and by the rows beside it that should be ${formatXaf(problem.expected_xaf)}: a row is missing, or an amount was changed. Export it again.`;
    case 'changed_meanwhile':
      return 'The file changed while it was read. Bring it again.';
    case 'not_continuous':
      return `The statement before this one ends on ${localDay(problem.before_until)} with ${formatXaf(problem.before_xaf)}, and this one begins with ${formatXaf(problem.opening_xaf)}: the days between are missing, or one of the two was changed. Import those days first; if they can't be had, say --after-a-gap.`;
    case 'changed_since':
      return `${problem.operator_transaction_id} moved ${formatXaf(problem.held_xaf)} in statement ${problem.statement_id}, and ${formatXaf(problem.told_xaf)} in this one: one of the two was changed. Ask the operator.`;
  }
}

const days = ({ from, until }: { from: Date; until: Date }): string =>
  localDay(from) === localDay(until) ? localDay(from) : `${localDay(from)} to ${localDay(until)}`;

function rowProblemTold(problem: RowProblem): string {
  switch (problem.kind) {
    case 'cut':
      return `has ${problem.cells} of ${problem.expected} columns: the file was cut. Export it again.`;
    case 'formula':
      return `has a formula (${problem.cell}), which no operator writes: somebody has changed the file. Export it again.`;
    case 'unreadable':
      return `says “${problem.cell}” under ${problem.title}, which can't be read. Export the statement again, and bring it as it is.`;
    case 'swapped':
      return `has a date under ${problem.title} of which ${problem.id} says day and month the other way round: a spreadsheet has changed the dates. Bring the file as the portal gives it, or save it with dates as text.`;
    case 'no_hour':
      return `says “${problem.cell}” under ${problem.title}, and its hour is lost: a spreadsheet has changed the dates. Bring the file as the portal gives it; saving this one again brings no hour back.`;
    case 'unknown_status':
      return `has the status “${problem.cell}” under ${problem.title}, and nobody has said whether such a row moved money. Ask the operator: the profile has to know it first.`;
    case 'fraction': {
      const remedy = problem.is_balance
        ? 'Empty that column and bring the list again: it counts without balances.'
        : 'Ask the operator what it was.';
      return `has a fraction of a franc (${problem.cell}) under ${problem.title}, and books hold whole francs. ${remedy}`;
    }
    case 'no_single_sum':
      return 'is money that came and money that left at once. Ask the operator what it was.';
    case 'no_sum':
      return 'is money that moved, and says no sum. Ask the operator what it was, and write that sum into the row: 0 where nothing moved.';
    case 'other_currency':
      return `is in ${problem.cell}: only XAF is taken.`;
  }
}
