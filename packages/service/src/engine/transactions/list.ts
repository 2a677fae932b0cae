import type { PoolClient } from 'pg';
import { OPERATORS, type Operator } from '../../domain/operator.ts';
import type {
  ListTransactions,
  ReadTransaction,
  RetrieveTransaction,
  TransactionPage,
} from '../../domain/transaction/commands.ts';
import {
  type Cover,
  coverOf,
  endOf,
  type Period,
  type Span,
  searchRanges,
} from '../../domain/transaction/search.ts';
import { TRANSACTION_STATUSES, type TransactionStatus } from '../../domain/transaction/transaction.ts';
import { snapshot } from '../../store/connect/atomically.ts';
import {
  countEdges,
  foldCounts,
  pageFiltered,
  pageFound,
  pageNewest,
  readCounts,
} from '../../store/transactions/list.ts';
import { loadTransactions } from '../../store/transactions/transactions.ts';
import type { Services } from '../services.ts';

type Pair = { operator: Operator; status: TransactionStatus };
/** How many transactions lie in a piece of time; the pieces of a list don't overlap. */
type Piece = Span & { period: Period | null; count: number };
type Question = { client: PoolClient; asked: ListTransactions; span: Span; pairs: Pair[] };

/** Below this, leaving rows out one by one costs less than asking where they end. */
const SKIP_FROM = 200;

/**
 * A page of a merchant's transactions, newest first, and how many there are in all. Counts are read from the
 * counters of whole months, days and hours; rows are counted only in the part hours at the edges of a date
 * range. The same counters tell how far a deep offset reaches, so at most an hour's rows are walked over.
 */
export async function listTransactions(
  services: Services,
  asked: ListTransactions,
): Promise<TransactionPage> {
  const span = {
    from: asked.from?.getTime() ?? Number.NEGATIVE_INFINITY,
    until: asked.until?.getTime() ?? Number.POSITIVE_INFINITY,
  };
  const pairs = pairsOf(asked);
  return snapshot(services.pool, async (client) => {
    const question = { client, asked, span, pairs };
    return asked.search === null ? page(question) : found(question, asked.search);
  });
}

function pairsOf({ operator, status }: ListTransactions): Pair[] {
  const operators = operator === null ? OPERATORS : [operator];
  const statuses = status === null ? TRANSACTION_STATUSES : [status];
  return operators.flatMap((one) => statuses.map((other) => ({ operator: one, status: other })));
}

async function page(question: Question): Promise<TransactionPage> {
  const { asked, span } = question;
  const pieces = await piecesOf(question, coverOf(span));
  const total = pieces.reduce((sum, piece) => sum + piece.count, 0);
  if (asked.offset >= total) return { transactions: [], total };
  const start =
    asked.offset < SKIP_FROM
      ? { until: span.until, offset: asked.offset }
      : await skip(question, pieces, asked.offset);
  return { transactions: await rows(question, start), total };
}

/** The pieces of a span that hold anything, newest first. */
async function piecesOf(question: Question, { buckets, edges }: Cover): Promise<Piece[]> {
  const { client, asked, pairs } = question;
  const own = { merchant_id: asked.merchant_id, environment: asked.environment };
  const ranges = JSON.stringify(buckets.map((one) => ({ ...one, ...textSpan(one) })));
  const [counted, at_edges] = await Promise.all([
    buckets.length === 0
      ? []
      : readCounts(client, { ...own, ranges, operator: asked.operator, status: asked.status }),
    edges.length === 0
      ? []
      : countEdges(client, {
          ...own,
          spans: JSON.stringify(edges.map(textSpan)),
          pairs: JSON.stringify(pairs),
        }),
  ]);
  const whole = counted.map(({ starts_at, count }): Piece => {
    const from = starts_at.getTime();
    const period = buckets.find((one) => one.from <= from && from < one.until)?.period ?? 'hour';
    return { from, until: endOf(period, from), period, count };
  });
  const parts = at_edges.map(({ starts_at, count }): Piece => {
    const from = starts_at.getTime();
    return { from, until: edges.find((one) => one.from === from)?.until ?? from, period: null, count };
  });
  return [...whole, ...parts].toSorted((a, b) => b.from - a.from);
}

const FINER = { month: 'day', day: 'hour', hour: null } as const;

/**
 * Goes over whole pieces until the offset lies inside one, then into its days, then into its hours: three
 * rounds at most.
 */
async function skip(
  question: Question,
  pieces: Piece[],
  offset: number,
): Promise<{ until: number; offset: number }> {
  const at = landing(pieces, offset);
  if (at === null) throw new Error('bug: an offset below the total lies nowhere');
  const { from, until, period } = at.piece;
  const finer = period === null ? null : FINER[period];
  if (finer === null || at.left < SKIP_FROM) return { until, offset: at.left };
  const inside = await piecesOf(question, { buckets: [{ from, until, period: finer }], edges: [] });
  return skip(question, inside, at.left);
}

function landing(pieces: Piece[], offset: number): { piece: Piece; left: number } | null {
  let left = offset;
  for (const piece of pieces) {
    if (left < piece.count) return { piece, left };
    left -= piece.count;
  }
  return null;
}

function rows(question: Question, start: { until: number; offset: number }): Promise<ReadTransaction[]> {
  const { client, asked, span, pairs } = question;
  const { merchant_id, environment, limit } = asked;
  const ends = textSpan({ from: span.from, until: start.until });
  const wanted = { merchant_id, environment, ...ends, limit, offset: start.offset };
  return asked.operator === null && asked.status === null
    ? pageNewest(client, wanted)
    : pageFiltered(client, { ...wanted, pairs: JSON.stringify(pairs) });
}

async function found({ client, asked, span, pairs }: Question, search: string): Promise<TransactionPage> {
  const { references, phones, internal_ref } = searchRanges(search);
  const { merchant_id, environment, limit, offset } = asked;
  const answered = await pageFound(client, {
    ...{ merchant_id, environment, ...textSpan(span), limit, offset },
    pairs: JSON.stringify(pairs),
    references: JSON.stringify(references),
    phones: JSON.stringify(phones),
    internal_ref,
    is_all: asked.operator === null && asked.status === null,
  });
  const total = answered[0]?.total ?? 0;
  const transactions = answered.flatMap((row) => (row.id === null ? [] : [row]));
  return { transactions: transactions.map(({ total: _total, ...row }) => row), total };
}

/** Moments as PostgreSQL reads them, infinities included. */
function textSpan({ from, until }: Span): { from: string; until: string } {
  return { from: moment(from), until: moment(until) };
}

function moment(ms: number): string {
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  return ms < 0 ? '-infinity' : 'infinity';
}

/**
 * Folds what the counts of transactions have changed by.
 * @returns how many deltas were folded
 */
export async function foldTransactionCounts(
  services: Services,
  { limit }: { limit: number },
): Promise<number> {
  const [row] = await foldCounts(services.pool, { limit });
  return row?.folded ?? 0;
}

/** Reads transactions; null for one that does not exist for this merchant and environment. */
export async function retrieveTransactions(
  services: Services,
  queries: readonly RetrieveTransaction[],
): Promise<(ReadTransaction | null)[]> {
  const rows = await loadTransactions(services.pool, queries);
  const nameOf = (one: { merchant_id: string; environment: string }, id: string): string =>
    `${id}/${one.merchant_id}/${one.environment}`;
  const byName = new Map(rows.map((row) => [nameOf(row, row.id), row]));
  return queries.map((query) => byName.get(nameOf(query, query.transaction_id)) ?? null);
}
