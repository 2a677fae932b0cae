import type { Operator } from '../../domain/operator.ts';
import { counts, isAgreementTo } from '../book/doubts.ts';
import type { StatementProfileConfirmationRow, StatementRow } from '../rows.generated.ts';
import { idStatement, type None, setStatement, statement, triedLater } from '../statement.ts';
import { statementAccountOf } from './untied.ts';

export type StatementRecord = StatementRow & { msisdn: string; operator: Operator };

const COLUMNS = 's.*, n.msisdn, n.operator';
const OF_NUMBERS = 'from statements s join collection_numbers n on n.id = s.collection_number_id';

type Begun = Omit<
  StatementRow,
  | 'kept_rows'
  | 'compared_rows'
  | 'state'
  | 'agreed_at'
  | 'settled_at'
  | 'checked_at'
  | 'failures'
  | 'retry_at'
  | 'refused_at'
  | 'refused_by'
>;

/** Begins statements; one whose file is known already, and not refused, is missing in the answer. */
export const insertStatements = setStatement<Begun, { id: string }>(
  'insert_statements',
  `insert into statements (id, collection_number_id, sha256, file_name, profile_id, profile_version, account,
    covers_from, covers_until, is_newest_first, opening_xaf, closing_xaf, follows_id, rows_count, imported_by, imported_at)
  select id, collection_number_id, sha256, file_name, profile_id, profile_version, account,
    covers_from, covers_until, is_newest_first, opening_xaf, closing_xaf, follows_id, rows_count, imported_by, imported_at
  from json_to_recordset($1::json) as i (id uuid, collection_number_id uuid, sha256 text, file_name text,
    profile_id text, profile_version int, account text, covers_from timestamptz, covers_until timestamptz,
    is_newest_first boolean, opening_xaf bigint, closing_xaf bigint, follows_id uuid, rows_count int,
    imported_by text, imported_at timestamptz)
  on conflict (sha256) where state <> 'REFUSED' do nothing returning id`,
);

/** The statement of a file, but for those that people have refused. */
export const findByHash = statement<{ sha256: string }, StatementRecord>(
  'find_statement_by_hash',
  `select ${COLUMNS} ${OF_NUMBERS} where s.sha256 = $sha256 and s.state <> 'REFUSED'`,
);

export const loadStatements = idStatement<StatementRecord>(
  'load_statements',
  `select ${COLUMNS} ${OF_NUMBERS} where s.id = any ($1::uuid[])`,
);

/** Two SIMs of one operator may list one transaction: their rows are compared one statement after the other. Before any book is locked. */
export const lockListings = statement<{ operator: Operator }>(
  'lock_statement_listings',
  `select pg_advisory_xact_lock(hashtext('statements of ' || $operator))`,
);

/** Locks statements, in order; their books are locked before, where both are. */
export const lockStatements = idStatement<StatementRecord>(
  'lock_statements',
  `select ${COLUMNS} ${OF_NUMBERS} where s.id = any ($1::uuid[]) order by s.id for update of s`,
);

/** Statements, those imported last first, at most `limit`; of the number `number_id` alone and before statement `before`, where they are not null. */
export const listStatementRows = statement<
  { limit: number; number_id: string | null; before: string | null },
  StatementRecord & { new_rows: number; differing_rows: number }
>(
  'list_statements',
  `select ${COLUMNS}, f.new_rows, f.differing_rows ${OF_NUMBERS}
  cross join lateral (
    select count(*) filter (where x.finding = 'NEW')::int as new_rows,
      count(*) filter (where x.finding = 'DIFFERS')::int as differing_rows
    from statement_findings x where x.statement_id = s.id and x.finding in ('NEW', 'DIFFERS')) f
  where ($number_id::uuid is null or s.collection_number_id = $number_id) and ($before::uuid is null or s.id < $before)
  order by s.id desc limit $limit`,
);

/** What is known of a number's statements before the next one is read. */
export type Neighbours = {
  /** The account that its own statements name, or did last. */
  account: string | null;
  /** Those of other numbers; null of one that has none yet. */
  other_accounts: (string | null)[];
  /** The other live numbers. */
  others: string[];
  is_open: boolean;
};

export const loadNeighbours = statement<{ collection_number_id: string }, Neighbours>(
  'load_statement_neighbours',
  `select ${statementAccountOf('n.id')} as account,
    array(select ${statementAccountOf('o.id')} from collection_numbers o
      where o.id <> n.id and exists (select from statements x where x.collection_number_id = o.id and x.account is not null)) as other_accounts,
    array(select o.msisdn from collection_numbers o where o.environment = 'live' and o.id <> n.id) as others,
    exists (select from books b where b.collection_number_id = n.id and b.tip_xaf is not null) as is_open
  from collection_numbers n where n.id = $collection_number_id`,
);

/** A statement that ends before another begins, and whether it covers that moment itself. */
export type Before = Pick<StatementRow, 'id' | 'covers_until' | 'closing_xaf'> & {
  is_overlap: boolean;
  /** People have agreed to it. */
  counts: boolean;
};

/** The statements of number `collection_number_id` before `from` whose days end last: of those that count, and of those that wait. */
export const findBefore = statement<{ collection_number_id: string; from: Date }, Before>(
  'find_statements_before',
  `select distinct on (c.counts) s.id, s.covers_until, s.closing_xaf, s.covers_until >= $from::timestamptz as is_overlap, c.counts
  from statements s cross join lateral (select ${counts('s')} as counts) c
  where s.collection_number_id = $collection_number_id and s.covers_from < $from::timestamptz and s.state not in ('IMPORTING', 'REFUSED')
  order by c.counts, s.covers_until desc`,
);

/** Says how far the rows of a locked statement are kept; the last of them makes it complete. */
export const noteKept = statement<{ statement_id: string; kept: number }>(
  'note_statement_kept',
  `update statements set kept_rows = $kept, state = case when $kept = rows_count then 'KEPT' else state end where id = $statement_id`,
);

export const noteCompared = statement<{ statement_id: string; until: number }>(
  'note_statement_compared',
  'update statements set compared_rows = $until where id = $statement_id',
);

/** What went wrong before people agreed counts no more: they let it count as it is now. */
export const noteAgreed = setStatement<{ id: string; agreed_at: Date }>(
  'note_statements_agreed',
  `update statements s set state = 'AGREED', agreed_at = i.agreed_at, failures = 0, retry_at = null
  from json_to_recordset($1::json) as i (id uuid, agreed_at timestamptz) where s.id = i.id and s.state = 'KEPT'`,
);

/** To what people agreed who let statement `statement_id` count: to how much that it would bring, or list that is in doubt. */
export const loadAgreed = statement<{ statement_id: string }, { agreed_xaf: number }>(
  'load_statement_agreed',
  `select coalesce((w.detail ->> 'moved_xaf')::bigint, 0) + coalesce((w.detail ->> 'listed_xaf')::bigint, 0) as agreed_xaf
  from statements s join staff_actions w on ${isAgreementTo('s')}
  where s.id = $statement_id`,
);

/** Those of some locked statements of which rows have come to the book: people had agreed to them, also where they wait for people once more. */
export const findBrought = idStatement<{ id: string }>(
  'find_brought_statements',
  `select s.id from statements s where s.id = any ($1::uuid[])
    and exists (select from statement_findings f where f.statement_id = s.id and f.notice_id is not null)`,
);

/** A locked statement waits for people to agree once more. */
export const noteNotAgreed = statement<{ statement_id: string }>(
  'note_statement_not_agreed',
  `update statements set state = 'KEPT', agreed_at = null where id = $statement_id and state = 'AGREED'`,
);

/** Locked statements that nobody has agreed to count for nothing any more. */
export const noteRefused = setStatement<{ id: string; refused_at: Date; refused_by: string }>(
  'note_statements_refused',
  `update statements s set state = 'REFUSED', refused_at = i.refused_at, refused_by = i.refused_by
  from json_to_recordset($1::json) as i (id uuid, refused_at timestamptz, refused_by text)
  where s.id = i.id and s.state in ('IMPORTING', 'KEPT')`,
);

export const noteSettled = statement<{ statement_id: string; now: Date }>(
  'note_statement_settled',
  `update statements set state = 'SETTLED', settled_at = $now where id = $statement_id and state = 'AGREED'`,
);

export const noteChecked = statement<{ statement_id: string; now: Date }>(
  'note_statement_checked',
  'update statements set checked_at = $now where id = $statement_id and checked_at is null',
);

export type OpenStatement = Pick<StatementRow, 'id' | 'state'>;

/**
 * Statements of which something is left to do and that are not set aside, the oldest first: rows to compare,
 * rows to settle that were agreed to until `agreed_before`, or days before `today` to check.
 */
export const findOpenStatements = statement<
  { limit: number; today: Date; now: Date; agreed_before: Date },
  OpenStatement
>(
  'find_open_statements',
  `select id, state from statements
  where (state in ('IMPORTING', 'KEPT', 'AGREED') or checked_at is null) and (retry_at is null or retry_at <= $now)
    and ((state = 'AGREED' and agreed_at <= $agreed_before) or (state = 'KEPT' and compared_rows < rows_count)
      or (state = 'SETTLED' and checked_at is null and covers_until < $today::timestamptz))
  order by imported_at limit $limit`,
);

/** Sets statements that can't be gone on with aside: for a minute at first, and for twice as long each time, up to an hour. */
export const setStatementsAside = statement<{ statement_ids: readonly string[]; now: Date }>(
  'set_statements_aside',
  `update statements set ${triedLater('$now::timestamptz', '1 minute', '1 hour')}
  where id = any ($statement_ids::uuid[])`,
);

export const listProfileConfirmations = statement<None, StatementProfileConfirmationRow>(
  'list_statement_profile_confirmations',
  'select * from statement_profile_confirmations order by profile_id, profile_version',
);

export const insertProfileConfirmations = setStatement<StatementProfileConfirmationRow>(
  'insert_statement_profile_confirmations',
  `insert into statement_profile_confirmations (profile_id, profile_version, confirmed_at, confirmed_by)
  select profile_id, profile_version, confirmed_at, confirmed_by
  from json_to_recordset($1::json)
    as i (profile_id text, profile_version int, confirmed_at timestamptz, confirmed_by text)
  on conflict do nothing`,
);
