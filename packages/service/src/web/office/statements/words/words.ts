import type { FileProblem } from '../../../../domain/statement/problem.ts';
import type { RowProblem } from '../../../../domain/statement/row.ts';
import type { Place, UnreadableKind } from '../../../../domain/unreadable.ts';
import type { ImportOutcome } from '../../../../engine/desk/statements/import-statement.ts';
import type { StatementFindingRow, StatementRow } from '../../../../store/rows.generated.ts';
import type { SafeHtml } from '../../../html.ts';

/** How figures, days and names of a problem are written into its sentence. */
export type Say = {
  sum: (amount_xaf: number) => SafeHtml;
  day: (at: Date) => SafeHtml;
  days: (range: { from: Date; until: Date }) => SafeHtml;
  phone: (msisdn: string) => SafeHtml;
  /** What stands in the file, or a name of the operator’s. */
  raw: (text: string) => SafeHtml;
};

type Sentences<Problem extends { kind: string }> = {
  readonly [Kind in Problem['kind']]: (problem: Extract<Problem, { kind: Kind }>, say: Say) => SafeHtml;
};
/** What is told of a file as a whole; that it can't be read, and of which row, has words of its own. */
type OfFiles = Exclude<FileProblem, { kind: 'unreadable_file' | 'row' }>;

/** Words of the pages of statements. A problem without its sentence does not compile. */
export type StatementWords = {
  title: string;
  intro: string;
  nothing: string;
  columns: Readonly<
    Record<'days' | 'number' | 'rows' | 'closing' | 'state' | 'unknown' | 'differing' | 'imported', string>
  >;
  states: Readonly<Record<StatementRow['state'], string>>;
  bring: {
    title: string;
    intro: string;
    number: string;
    file: string;
    file_hint: string;
    no_file: string;
    day: string;
    day_hint: string;
    after_a_gap: string;
    new_account: string;
    button: string;
    refused: string;
  };
  told: Readonly<
    Record<Exclude<ImportOutcome['kind'], 'imported' | 'file_refused'> | 'imported' | 'before', string>
  >;
  one: {
    title: string;
    account: string;
    file: string;
    profile: string;
    by: string;
    opening: string;
    moved: string;
    compared: string;
    uncompleted: string;
    rows: string;
    rows_hint: string;
    all_known: string;
    columns: Readonly<Record<'line' | 'id' | 'time' | 'moved' | 'after' | 'what' | 'book', string>>;
    is_new: string;
    differs: Readonly<Record<NonNullable<StatementFindingRow['differs_in']>, string>>;
    settle: string;
    settle_text: string;
    refuse: string;
    refuse_text: string;
    refused: string;
    unfinished: string;
    untied: (number: SafeHtml) => SafeHtml;
    unconfirmed: string;
  };
  profiles: {
    title: string;
    intro: string;
    confirmed: string;
    unconfirmed: string;
    confirm: string;
  };
  at: (place: Place) => string;
  unreadable: Readonly<Record<UnreadableKind, string>>;
  file: Sentences<OfFiles>;
  line: (line: number) => string;
  row: Sentences<RowProblem>;
};
