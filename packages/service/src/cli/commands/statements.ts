import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { formatXaf } from '../../domain/money.ts';
import { profileKey } from '../../domain/statement/profile.ts';
import { confirmProfiles } from '../../engine/desk/statements/confirm-profile.ts';
import { importStatement } from '../../engine/desk/statements/import-statement.ts';
import { refuseStatements } from '../../engine/desk/statements/refuse-statement.ts';
import {
  confirmProfileTold,
  importTold,
  refuseTold,
  settleTold,
} from '../../engine/desk/statements/sentences.ts';
import { settleStatements } from '../../engine/desk/statements/settle-statement.ts';
import type { Progress } from '../../engine/statements/keep.ts';
import {
  listProfiles,
  listStatements,
  type ShownStatement,
  showStatement,
} from '../../engine/statements/list.ts';
import { answer, CommandFailure, leaf, limitOption, table, utcMoment } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

type ImportOptions = SignedOptions & {
  number: string;
  day?: string;
  afterAGap?: boolean;
  newAccount?: boolean;
};
type ListOptions = { limit: number; json?: boolean };

export function addStatementCommands(program: Command): void {
  const statements = program.command('statements').description("operators' statements of live numbers");
  staffLeaf(statements, 'import <file>', 'bring a statement (.csv or .xlsx), and let it count')
    .requiredOption('--number <number>', 'the live number that it is of')
    .option('--day <day>', 'refuse it unless it is of this day, such as 2026-11-21')
    .option('--after-a-gap', 'the days between it and the statement before can not be had')
    .option('--new-account', 'the account that it names is the number’s; two people let it count')
    .action(bring);
  leaf(statements, 'list', 'statements, those imported last first')
    .option(...limitOption)
    .action(list);
  leaf(
    statements,
    'show <statement>',
    'one statement, and the rows that the book did not know or knows otherwise',
  )
    .option(...limitOption)
    .action(show);
  staffLeaf(
    statements,
    'settle <statement>',
    'let a statement count that waits for its profile or a second person',
  ).action(settle);
  staffLeaf(
    statements,
    'refuse <statement>',
    'say of a statement that does not count that it never will, as of one for the wrong number',
  ).action(refuse);
  leaf(statements, 'profiles', 'how statements are read, and who has confirmed it').action(profiles);
  staffLeaf(
    statements,
    'confirm-profile <profile>',
    'say that true statements are read right; two people say the same',
  ).action(confirmProfile);
  addWithdraw(statements, 'statement-or-profile', async (_services, name) => [name]);
}

async function bring(path: string, options: ImportOptions): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new CommandFailure(`There is no file ${path}.`, 2);
  const file = { name: basename(path), open: () => createReadStream(path) };
  const bar = progressBar(options.json === true);
  const { imported, settled } = await withStaff(options, async ({ services, by }) => {
    const { number, day = null, afterAGap: after_a_gap = false, newAccount: new_account = false } = options;
    const command = { file, number, day, after_a_gap, new_account, ...by };
    const imported = await importStatement(services, command, bar.draw);
    bar.end();
    if (imported.kind !== 'imported') return { imported, settled: null };
    const [settled = null] = await settleStatements(services, [
      { statement_id: imported.statement.id, ...by },
    ]);
    return { imported, settled };
  });
  const told = importTold({ number: options.number, name: file.name }, imported);
  if (imported.kind !== 'imported' || settled === null) return tell(options.json, imported, told);
  const after = settleTold({ statement_id: imported.statement.id }, settled);
  const sentences = [...told.sentences, ...after.sentences];
  // It is kept, whatever it waits for; but a script takes 0 for a day that is witnessed, and what waits for a second person isn't yet.
  answer(options.json === true, { imported, settled }, sentences);
  if (settled.kind !== 'settled') process.exitCode = 1;
}

const BAR_WIDTH = 30;

/** How far an import is, on a terminal; on none, and with `--json`, nothing. */
function progressBar(is_quiet: boolean): { draw: Progress; end: () => void } {
  const { stderr } = process;
  if (is_quiet || !stderr.isTTY) return { draw: () => undefined, end: () => undefined };
  const draw: Progress = ({ kept, compared, rows }) => {
    const share = (kept + compared) / (2 * rows);
    const full = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
    stderr.write(
      `\r${full} ${Math.round(share * 100)} %  ${kept} of ${rows} rows kept, ${compared} compared`,
    );
  };
  return { draw, end: () => void stderr.write('\n') };
}

async function list(options: ListOptions): Promise<void> {
  const statements = await withServices(({ services }) => listStatements(services, { limit: options.limit }));
  const rows = statements.map((one) => [
    one.id,
    one.msisdn,
    utcMoment(one.covers_from),
    utcMoment(one.covers_until),
    String(one.rows_count),
    one.closing_xaf === null ? '-' : formatXaf(one.closing_xaf),
    one.state,
    String(one.new_rows),
    String(one.differing_rows),
  ]);
  const heading = ['statement', 'number', 'from', 'until', 'rows', 'ends at', 'state', 'new', 'differ'];
  answer(
    options.json === true,
    { statements },
    table(heading, rows, 'There is no statement.', options.limit),
  );
}

async function show(id: string, options: ListOptions): Promise<void> {
  const shown = isUuid(id)
    ? await withServices(({ services }) => showStatement(services, id, { limit: options.limit }))
    : null;
  if (shown === null) throw new CommandFailure(`There is no statement ${id}: npx chari statements list.`);
  answer(options.json === true, shown, shownLines(shown, options.limit));
}

function shownLines(
  { statement, new_rows, moved_xaf, uncompleted_rows, rows }: ShownStatement,
  limit: number,
): string[] {
  const sum = (amount_xaf: number | null) => (amount_xaf === null ? '-' : formatXaf(amount_xaf));
  const { msisdn, covers_from, covers_until, rows_count, kept_rows, compared_rows, state, file_name } =
    statement;
  return [
    `${statement.id}  ${state}  ${file_name}`,
    `number   ${msisdn}, by ${statement.profile_id}@${statement.profile_version}, imported by ${statement.imported_by} ${utcMoment(statement.imported_at)}`,
    ...(statement.refused_at === null
      ? []
      : [`refused  by ${statement.refused_by ?? '-'} ${utcMoment(statement.refused_at)}`]),
    `account  ${statement.account ?? '-'}`,
    `days     ${utcMoment(covers_from)} to ${utcMoment(covers_until)}`,
    `balance  ${sum(statement.opening_xaf)} to ${sum(statement.closing_xaf)}`,
    `rows     ${rows_count}: ${kept_rows} kept, ${compared_rows} compared; ${new_rows} that the book did not know, ${sum(moved_xaf)}; ${uncompleted_rows} that did not complete`,
    '',
    ...table(
      ['line', 'transaction', 'time', 'moved', 'balance', 'what', 'in the book'],
      rows.map((row) => [
        String(row.line),
        row.operator_transaction_id,
        utcMoment(row.completed_at),
        sum(row.moved_xaf),
        sum(row.after_xaf),
        row.finding === 'NEW' ? 'no step told of it' : `another ${row.differs_in}`,
        row.finding === 'NEW'
          ? '-'
          : `${sum(row.step_moved_xaf)} to ${sum(row.step_after_xaf)} on ${row.step_msisdn ?? '-'}`,
      ]),
      'The book knows every row as it is.',
      limit,
    ),
  ];
}

async function settle(id: string, options: SignedOptions): Promise<void> {
  const [outcome] = isUuid(id)
    ? await withStaff(options, ({ services, by }) =>
        settleStatements(services, [{ statement_id: id, ...by }]),
      )
    : [];
  tell(options.json, outcome, settleTold({ statement_id: id }, outcome ?? { kind: 'statement_not_found' }));
}

async function refuse(id: string, options: SignedOptions): Promise<void> {
  const [outcome] = isUuid(id)
    ? await withStaff(options, ({ services, by }) =>
        refuseStatements(services, [{ statement_id: id, ...by }]),
      )
    : [];
  tell(options.json, outcome, refuseTold({ statement_id: id }, outcome ?? { kind: 'statement_not_found' }));
}

async function profiles(options: { json?: boolean }): Promise<void> {
  const known = await withServices(({ services }) => listProfiles(services));
  const rows = known.map(({ profile, confirmation }) => [
    profileKey(profile),
    profile.operator,
    confirmation === null ? 'unconfirmed' : 'confirmed',
    utcMoment(confirmation?.confirmed_at ?? null),
    confirmation?.confirmed_by ?? '-',
    profile.titles.join(' · '),
  ]);
  const heading = ['profile', 'operator', 'state', 'since', 'by', 'titles'];
  answer(options.json === true, { profiles: known }, table(heading, rows, 'There is no profile.'));
}

async function confirmProfile(profile: string, options: SignedOptions): Promise<void> {
  const [outcome] = await withStaff(options, ({ services, by }) =>
    confirmProfiles(services, [{ profile, ...by }]),
  );
  tell(options.json, outcome, confirmProfileTold({ profile }, outcome ?? { kind: 'profile_not_found' }));
}
