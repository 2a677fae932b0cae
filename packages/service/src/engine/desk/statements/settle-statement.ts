import type { PoolClient } from 'pg';
import { type DecidedAlone, weighAlone } from '../../../domain/review/number-alone.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { profileKey } from '../../../domain/statement/profile.ts';
import { type LockedBook, lockBooks } from '../../../store/book/book-state.ts';
import { loadDecidedAlone } from '../../../store/book/books.ts';
import {
  type ChangedRow,
  findChangedRows,
  loadListedDoubts,
  loadNewSums,
} from '../../../store/statements/rows.ts';
import {
  listProfileConfirmations,
  loadStatements,
  lockStatements,
  noteAgreed,
  type StatementRecord,
} from '../../../store/statements/statements.ts';
import { findUntied } from '../../../store/statements/untied.ts';
import { answerUnagreed } from '../../alerts.ts';
import type { Services } from '../../services.ts';
import { settleStatement } from '../../statements/settle.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type SettleStatement = Signature & { statement_id: string };

export type SettleStatementOutcome =
  | ({ kind: 'settled'; statement: StatementRecord; before: boolean } & Sums)
  | { kind: 'statement_not_found' }
  | { kind: 'not_complete' }
  /** People have said that it never counts. */
  | { kind: 'is_refused'; statement: StatementRecord }
  | { kind: 'profile_unconfirmed'; profile: string }
  /** A statement that counts tells another sum of one of its transactions. */
  | ({ kind: 'changed_since' } & Omit<ChangedRow, 'id'>)
  /** The first of two people has spoken. `untied_from`: the number of which nothing says that it is its list; null: one does. */
  | { kind: 'proposed'; untied_from: string | null }
  | Exclude<NotAgreed, { kind: 'proposed' }>;

/** What it brought to the book, and how many of its rows did not complete. */
type Sums = { new_rows: number; moved_xaf: number; uncompleted_rows: number };

const ACTION = 'statement.settle';

/**
 * Lets statements count: rows that the book didn't know are decided, and their last balance is an anchor. Anybody can write
 * anything into a file, so it takes a second person where a balance that somebody says would: by what it would bring to the
 * book, what it lists that is in doubt, and what it would free of the bound, together with what one person
 * alone has decided about the number before, and with all else that this person has decided alone in a day. So it does whatever the sum where nothing ties a list to its SIM (`findUntied`): whoever
 * chose the wrong SIM for it would have its payments pay whoever owes their sums there.
 * @returns an outcome per command, in order
 */
export async function settleStatements(
  services: Services,
  commands: readonly SettleStatement[],
): Promise<SettleStatementOutcome[]> {
  const ids = [...new Set(commands.map((one) => one.statement_id))];
  const outcomes = await signed<Known, SettleStatementOutcome>(services, {
    signers: commands,
    lock: (client) => lockNamed(client, ids),
    subjects: ({ statements }) => [...statements.keys()],
    decide: (desk) => {
      const agreed = new Map<string, SettleStatement>();
      return {
        outcomes: commands.map((command) => settleOne(services, desk, command, agreed)),
        write: async () => {
          await noteAgreed(
            desk.client,
            [...agreed.keys()].map((id) => ({ id, agreed_at: desk.now })),
          );
          await answerUnagreed(desk.client, [...agreed.values()], desk.now);
        },
      };
    },
  });
  const agreed = outcomes.flatMap((one) => (one.kind === 'settled' ? [one.statement.id] : []));
  // One statement after the other, each in portions of its rows.
  await agreed.reduce<Promise<unknown>>(
    (before, id) => before.then(() => settleStatement(services, id)),
    Promise.resolve(),
  );
  const after = new Map((await loadStatements(services.pool, agreed)).map((row) => [row.id, row]));
  // Since it was compared a file has come to bring more than he agreed to who spoke.
  const again = commands.filter(({ statement_id }) => after.get(statement_id)?.state === 'KEPT');
  const asked = again.length === 0 ? [] : await settleStatements(services, again);
  const said = new Map(again.map((command, at) => [command, asked[at]]));
  return outcomes.map((one, at) => {
    const later = said.get(commands[at] as SettleStatement);
    if (later !== undefined || one.kind !== 'settled') return later ?? one;
    return { ...one, statement: after.get(one.statement.id) ?? one.statement };
  });
}

type Known = {
  statements: Map<string, StatementRecord>;
  sums: Map<string, Sums>;
  untied: ReadonlySet<string>;
  listed: Map<string, number>;
  books: Map<string, LockedBook>;
  alone: Map<string, DecidedAlone>;
  confirmed: ReadonlySet<string>;
  changed: Map<string, ChangedRow>;
};

async function lockNamed(client: PoolClient, ids: readonly string[]): Promise<Known> {
  const numbers = (await loadStatements(client, ids)).map((one) => one.collection_number_id);
  const books = await lockBooks(client, [...new Set(numbers)]);
  const statements = await lockStatements(client, ids);
  const waiting = statements.filter(({ state }) => state === 'KEPT').map(({ id }) => id);
  const [sums, untied, listed, alone, confirmations, changed] = await Promise.all([
    loadNewSums(client, ids),
    findUntied(client, waiting),
    loadListedDoubts(client, waiting),
    loadDecidedAlone(client, numbers),
    listProfileConfirmations(client),
    findChangedRows(client, waiting),
  ]);
  return {
    statements: new Map(statements.map((row) => [row.id, row])),
    sums: new Map(sums.map((row) => [row.statement_id, row])),
    untied: new Set(untied.map((row) => row.statement_id)),
    listed: new Map(listed.map((row) => [row.statement_id, row.listed_xaf])),
    books: new Map(books.map((row) => [row.collection_number_id, row])),
    alone: new Map(alone.map((row) => [row.collection_number_id, row])),
    confirmed: new Set(
      confirmations.map(({ profile_id: id, profile_version: version }) => profileKey({ id, version })),
    ),
    changed: new Map(changed.map((row) => [row.id, row])),
  };
}

function settleOne(
  { policy: { book, second_person_xaf } }: Services,
  { known, agree, record }: Desk<Known>,
  command: SettleStatement,
  agreed: Map<string, SettleStatement>,
): SettleStatementOutcome {
  const { statement_id } = command;
  const statement = known.statements.get(statement_id);
  if (statement === undefined) return { kind: 'statement_not_found' };
  const { state, collection_number_id, sha256, rows_count, compared_rows } = statement;
  const sums = known.sums.get(statement_id) ?? { new_rows: 0, moved_xaf: 0, uncompleted_rows: 0 };
  const { new_rows, moved_xaf } = sums;
  const is_untied = known.untied.has(statement_id);
  if (state === 'AGREED' || state === 'SETTLED' || agreed.has(statement_id))
    return { kind: 'settled', statement, before: true, ...sums };
  if (state === 'REFUSED') return { kind: 'is_refused', statement };
  if (state === 'IMPORTING' || compared_rows < rows_count) return { kind: 'not_complete' };
  const profile = profileKey({ id: statement.profile_id, version: statement.profile_version });
  if (!known.confirmed.has(profile)) return { kind: 'profile_unconfirmed', profile };
  const changed = known.changed.get(statement_id);
  if (changed !== undefined) {
    const { id: _, ...told } = changed;
    return { kind: 'changed_since', ...told };
  }
  const freed_xaf = known.books.get(collection_number_id)?.unanchored_xaf ?? 0;
  const listed_xaf = known.listed.get(statement_id) ?? 0;
  const alone_xaf = moved_xaf + listed_xaf;
  const { weight_xaf } = weighAlone(
    { moved_xaf: alone_xaf, freed_xaf },
    { bound_xaf: book.unanchored_limit_xaf, second_person_xaf },
    known.alone.get(collection_number_id),
  );
  const consent = agree(command, {
    action: ACTION,
    subject_id: statement_id,
    terms: { sha256 },
    ...(alone_xaf > 0 && { alone: { amount_xaf: alone_xaf, merchant_id: null } }),
    amount_xaf: Math.max(weight_xaf, is_untied ? (second_person_xaf ?? 0) : 0),
    said: { moved_xaf, new_rows, collection_number_id },
  });
  if (consent.kind === 'proposed') return { ...consent, untied_from: is_untied ? statement.msisdn : null };
  if (consent.kind !== 'agreed') return consent;
  agreed.set(statement_id, command);
  // Recorded about the number, as balances are: what one person alone has moved there is added up by `loadDecidedAlone`.
  const { on_record } = consent;
  const detail = { statement_id, sha256, new_rows, moved_xaf, listed_xaf, freed_xaf, ...on_record };
  record(command, { action: ACTION, subject_id: collection_number_id, detail });
  return { kind: 'settled', statement, before: false, ...sums };
}
