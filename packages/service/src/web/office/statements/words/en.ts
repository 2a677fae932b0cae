import { html } from '../../../html.ts';
import type { StatementWords } from './words.ts';

export const en: StatementWords = {
  title: 'Statements',
  intro:
    'The operator’s portal lists each movement of a number. Bring that list: each row is compared with the book of the number.',
  nothing: 'There is no statement.',
  columns: {
    days: 'Days',
    number: 'Number',
    rows: 'Rows',
    closing: 'Ends at',
    state: 'State',
    unknown: 'Unknown to the book',
    differing: 'Different',
    imported: 'Brought',
  },
  states: {
    IMPORTING: 'incomplete',
    KEPT: 'doesn’t count yet',
    AGREED: 'at work',
    SETTLED: 'counts',
    REFUSED: 'refused',
  },
  bring: {
    title: 'Bring a statement',
    intro:
      'Take the file as the portal gives it: one that a spreadsheet has saved may have lost zeros or dates. If anything is wrong with it, nothing of it is kept.',
    number: 'The number that it is of',
    file: 'File',
    file_hint: '.csv or .xlsx, 32 MB at most. A large one takes a minute: leave the page open.',
    no_file: 'Choose a file.',
    day: 'Only if it is of this day',
    day_hint: 'One of another day is refused then.',
    after_a_gap: 'The days between this one and the statement before can’t be had',
    new_account: 'The account that it names is this number’s, though earlier ones say otherwise (two people)',
    button: 'Bring it',
    refused: 'This file isn’t taken',
  },
  told: {
    imported: 'The statement is kept.',
    before: 'This file had been brought before.',
    number_not_found: 'There is no such live number.',
    book_not_open: 'Nobody has said the first balance of this number: read it on the SIM, and say it first.',
    day_unusable: 'There is no such day.',
  },
  one: {
    title: 'Statement',
    account: 'Account',
    file: 'File',
    profile: 'Profile',
    by: 'Brought by',
    opening: 'Begins at',
    moved: 'Sum of the unknown rows',
    compared: 'compared',
    uncompleted: 'Rows that did not complete, and moved nothing',
    rows: 'Rows that the book doesn’t know, or knows otherwise',
    rows_hint: 'Those that stand in the book as the statement has them are not listed.',
    all_known: 'The book knows every row as it is.',
    columns: {
      line: 'Row',
      id: 'Transaction',
      time: 'Time',
      moved: 'Moved',
      after: 'Balance',
      what: 'Finding',
      book: 'In the book',
    },
    is_new: 'unknown',
    differs: {
      amount: 'another amount',
      balance: 'another balance',
      number: 'another number',
      payer: 'another payer',
      status: 'another status',
    },
    settle: 'Let this statement count',
    settle_text:
      'Rows that are unknown will be decided like messages that came late, and the last balance will count like a reading of the SIM. If the sum is large, a second person must say the same.',
    untied: (number) =>
      html`Nothing that is known ties this list to ${number}. Make sure in the portal that it is the list of that number; two people have to let it count.`,
    refuse: 'Refuse this statement',
    refuse_text:
      'It was brought for the wrong number, or its file is lost: it never counts then. The file may be brought again, for the number that it is of.',
    refused: 'Refused by',
    unfinished:
      'This statement is incomplete: bring the same file again, and it goes on where it was, or says why it is refused. If that file is lost, export its days again: this one counts for nothing, and stands in no other’s way.',
    unconfirmed: 'Its profile isn’t confirmed: this statement is kept and proves nothing.',
  },
  profiles: {
    title: 'Profiles',
    intro:
      'A profile says how a portal writes. Compare a true statement with the portal before you confirm; it takes two people.',
    confirmed: 'confirmed',
    unconfirmed: 'not confirmed',
    confirm: 'Confirm',
  },
  at: ({ row, cell }) => (cell !== undefined ? `Cell ${cell}: ` : row !== undefined ? `Row ${row}: ` : ''),
  unreadable: {
    empty: 'the file is empty. Export it again.',
    too_large: 'the file is too large. Ask the portal for fewer days at a time.',
    too_many_rows: 'there are too many rows. Ask the portal for fewer days at a time.',
    too_wide: 'there are too many columns: this is no statement.',
    cell_too_long: 'a cell is too long: this is no statement.',
    row_too_long: 'a row is too long: this is no statement.',
    encoding: 'the letters of the file can’t be read. Export it again.',
    damaged: 'the file is damaged or cut. Export it again.',
    not_a_table: 'this is neither .csv nor .xlsx. Bring the file as the portal gives it.',
    old_workbook: 'this is an old .xls. Export it as .xlsx or .csv.',
    encrypted: 'the file has a password. Bring it without one.',
    bomb: 'the file unpacks to far more than its size: somebody has made it so. Export it again.',
    several_sheets: 'the workbook has several sheets. Keep the one of the statement.',
    no_sheet: 'the workbook has no sheet.',
    dates_from_1904: 'the workbook counts its dates from 1904. Bring the portal’s own file.',
    formula: 'a formula, which no operator writes: somebody has changed the file. Export it again.',
  },
  file: {
    no_titles: () =>
      html`None of the first rows has the titles of a statement that is known (see the profiles). Export it again, and bring it as it is.`,
    wrong_separator: () =>
      html`The columns are separated neither by semicolons, commas nor tabs. Export it again, or as .xlsx.`,
    no_rows: () => html`There are no rows below the titles. Choose days on which something moved.`,
    too_many_rows: ({ rows_max }) => html`There are more than ${rows_max} rows. Export fewer days at a time.`,
    other_operator: ({ profile, msisdn }, say) =>
      html`This is a statement of ${say.raw(profile)}, and ${say.phone(msisdn)} is the other operator’s. Choose the number that it is of.`,
    header_unreadable: ({ line, cell }, say) =>
      html`Row ${line} above the titles should say account or days, and says ${say.raw(cell)}. Export it again, with its header.`,
    other_account: ({ account, msisdn }, say) =>
      html`The statement is of the account ${say.raw(account)}, and that is not ${say.phone(msisdn)}. Choose the number that it is of.`,
    account_changed: ({ account, msisdn }, say) =>
      html`The statement is of the account ${say.raw(account)}. By earlier ones ${say.phone(msisdn)} has another, or another number has this one. Choose the number that it is of; if the portal says that it is this one, tick the box: two people let it count then.`,
    file_of_another_number: ({ msisdn, of }, say) =>
      html`This file was brought as a statement of ${say.phone(of)}. Choose the number that it is of. If that is ${say.phone(msisdn)}, and it doesn’t count for the other yet, refuse it there first, on its page.`,
    refused_meanwhile: () =>
      html`Somebody has refused this statement while it was read. If that was a mistake, bring the file again.`,
    other_day: ({ day, ...range }, say) =>
      html`The statement is of ${say.days(range)}, not of ${say.raw(day)}. Export the right day.`,
    outside_days: ({ line, at, ...range }, say) =>
      html`Row ${line} is of ${say.day(at)}, and the statement says that it is of ${say.days(range)}: somebody has changed it. Export it again.`,
    in_the_future: ({ line, at }, say) =>
      html`Row ${line} is of ${say.day(at)}, which is to come: somebody has changed it, or its dates are written another way.`,
    no_hours: () =>
      html`Each row of this list is of midnight: a spreadsheet has dropped the hours. Bring the file as the portal gives it. If that is the portal’s own, export more days at a time.`,
    other_hours: ({ line, operator_transaction_id, behind_minutes }, say) =>
      html`Row ${line} is ${Math.abs(behind_minutes)} minutes ${behind_minutes < 0 ? 'before' : 'after'} the time in its id (${say.raw(operator_transaction_id)}), and no row has the hour of its id: this list is in the hours of another time zone. Set the portal, and the computer, to the time of N’Djamena (UTC+1), and export it again. If the portal says these hours there too, each payment was completed late: export more days at a time.`,
    repeated_row: ({ line, operator_transaction_id }, say) =>
      html`Row ${line} repeats an earlier one (${say.raw(operator_transaction_id)}): somebody has changed the file. Export it again.`,
    broken: ({ line, operator_transaction_id, printed_xaf, expected_xaf }, say) =>
      html`Row ${line} (${say.raw(operator_transaction_id)}) ends at ${say.sum(printed_xaf)}, and by the rows beside it that should be ${say.sum(expected_xaf)}: a row is missing, or an amount was changed. Export it again.`,
    changed_meanwhile: () => html`The file changed while it was read. Bring it again.`,
    not_continuous: ({ before_until, before_xaf, opening_xaf }, say) =>
      html`The statement before this one ends on ${say.day(before_until)} with ${say.sum(before_xaf)}, and this one begins with ${say.sum(opening_xaf)}: days are missing, or one of the two was changed. Bring those days first; if they can’t be had, tick the box.`,
    changed_since: ({ operator_transaction_id, told_xaf, held_xaf }, say) =>
      html`${say.raw(operator_transaction_id)} moved ${say.sum(held_xaf)} in an earlier statement, and ${say.sum(told_xaf)} in this one: one of the two was changed. Ask the operator.`,
  },
  line: (line) => `Row ${line}: `,
  row: {
    cut: ({ cells, expected }) => html`${cells} of ${expected} columns: the file was cut. Export it again.`,
    formula: ({ cell }, say) =>
      html`a formula (${say.raw(cell)}), which no operator writes: somebody has changed the file. Export it again.`,
    unreadable: ({ title, cell }, say) =>
      html`under ${say.raw(title)} it says ${say.raw(cell)}, which can’t be read. Export it again, and bring it as it is.`,
    swapped: ({ title, id }, say) =>
      html`under ${say.raw(title)} there is a date of which ${say.raw(id)} says day and month the other way round: a spreadsheet has changed the dates. Bring the file as the portal gives it, or save it with dates as text.`,
    no_hour: ({ title, cell }, say) =>
      html`under ${say.raw(title)} it says ${say.raw(cell)}, and its hour is lost: a spreadsheet has changed the dates. Bring the file as the portal gives it; saving this one again brings no hour back.`,
    unknown_status: ({ title, cell }, say) =>
      html`under ${say.raw(title)} it says ${say.raw(cell)}, and nobody has said whether such a row moved money. Ask the operator: the profile has to know it first.`,
    fraction: ({ title, cell, is_balance }, say) =>
      html`under ${say.raw(title)} there is a fraction of a franc (${say.raw(cell)}), and books hold whole francs. ${is_balance ? 'Empty that column and bring the list again: it counts without balances.' : 'Ask the operator what it was.'}`,
    no_single_sum: () => html`money that came and money that left at once. Ask the operator what it was.`,
    no_sum: () =>
      html`money that moved, and the row says no sum. Ask the operator what it was, and write that sum into the row: 0 where nothing moved.`,
    other_currency: ({ cell }, say) => html`in ${say.raw(cell)}: only CFA francs are taken.`,
  },
};
