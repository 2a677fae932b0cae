import pg from 'pg';
import { vi } from 'vitest';
import { codeOf } from '../../src/store/connect/errors.ts';

export type Node = { type: string; rows: number; removed: number; loops: number };
/** `blocks`: pages of tables and indexes that were looked at, those inside of an index that gave nothing included. */
export type Plan = { name: string; nodes: Node[]; blocks: number; text: string };

type Explained = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Index Name'?: string;
  Plans?: Explained[];
};
/** A key that is taken, a reference that is gone by now. */
const CANT_BE_TWICE = new Set(['23505', '23503']);
type Asked = { name?: string; text: string; values?: unknown[] };

/**
 * What PostgreSQL does for each prepared statement that some work sends, as it plans them for the service. Each is done once
 * more, and undone; what can't be done twice, as a row that is there, is left out.
 */
export async function explained(pool: pg.Pool, work: () => Promise<unknown>): Promise<Plan[]> {
  const asked = await sent(work);
  const plans: Plan[] = [];
  const client = await pool.connect();
  try {
    for (const { name = '', text, values = [] } of asked) {
      await client.query(`begin; prepare explained as ${text}`);
      const literals = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
      const explaining = `explain (analyze, buffers, format json, timing off) execute explained${literals}`;
      const answer = await client.query(explaining).catch((error: unknown) => {
        if (!CANT_BE_TWICE.has(codeOf(error) ?? '')) throw error;
      });
      await client.query('rollback; deallocate explained');
      if (answer === undefined) continue;
      const [{ Plan: root }] = answer.rows[0]['QUERY PLAN'];
      const blocks = root['Shared Hit Blocks'] + root['Shared Read Blocks'];
      plans.push({ name, nodes: flat(root), blocks, text: `${name}\n${drawn(root, 0)}` });
    }
  } finally {
    client.release(true);
  }
  return plans;
}

/** The prepared statements that some work sends, in their order. */
async function sent(work: () => Promise<unknown>): Promise<Asked[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([first]) => first as unknown as Asked).filter(isPlanned);
  } finally {
    query.mockRestore();
  }
}

type Looked = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: Looked[];
};

/**
 * Which of some tables the statements of some work would read whole, as `young` plans them, a database in which there is little or
 * nothing yet: a connection keeps that plan while the tables grow to ten thousand rows. A look-up binds the first column of its
 * index. What stands below a limit, in the order of its index, and is not filtered, is read as far as that.
 * @param queues indexes of what is under way alone, which are read whole
 */
export async function readWhole(
  young: pg.Pool,
  { tables, queues }: { tables: readonly string[]; queues: readonly string[] },
  work: () => Promise<unknown>,
): Promise<string[]> {
  const texts = new Map((await sent(work)).map(({ name = '', text }) => [name, text]));
  const { rows } = await young.query<{ name: string; first: string }>(
    `select c.relname::text as name, coalesce(a.attname::text, '') as first from pg_index i join pg_class c on c.oid = i.indexrelid
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attnum > 0`,
  );
  const firstOf = new Map(rows.map(({ name, first }) => [name, first]));
  const isWhole = (node: Looked): boolean => {
    const { 'Index Name': index = '', 'Index Cond': bound, Plans = [] } = node;
    // A bitmap of rows is a look-up where one of the indexes is that it is made from.
    const parts = Plans.filter((one) => /^Bitmap/.test(one['Node Type']));
    if (parts.length > 0) return parts.every(isWhole);
    return bound === undefined || !new RegExp(`\\b${firstOf.get(index)}\\b`).test(bound);
  };
  const isRead = ({ 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' }: Looked) =>
    /Scan$/.test(type) && tables.includes(table) && !queues.includes(index);
  const look = (node: Looked, is_limited: boolean): string[] => [
    ...(isRead(node) && isWhole(node) && !(is_limited && node.Filter === undefined)
      ? [
          `${node['Relation Name']} by ${node['Index Name'] ?? node['Node Type']} (${node['Index Cond'] ?? ''})`,
        ]
      : []),
    ...(node.Plans ?? []).flatMap((one) => look(one, is_limited || node['Node Type'] === 'Limit')),
  ];
  const found: string[] = [];
  for (const [name, text] of texts) {
    const answer = await young.query(`explain (generic_plan, format json) ${text}`);
    found.push(...look(answer.rows[0]['QUERY PLAN'][0].Plan, false).map((one) => `${name}: ${one}`));
  }
  return found;
}

const isPlanned = (one: Asked): boolean => one?.name !== undefined && !/^\s*lock /.test(one.text);

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => `"${one}"`).join(',')}}`);
  return pg.escapeLiteral(String(value));
}

function flat(node: Explained): Node[] {
  const { 'Actual Rows': rows, 'Actual Loops': loops, 'Rows Removed by Filter': removed = 0 } = node;
  const own = { type: node['Node Type'], rows, removed, loops };
  return [own, ...(node.Plans ?? []).flatMap(flat)];
}

const drawn = (node: Explained, depth: number): string =>
  [
    `${'  '.repeat(depth)}${node['Node Type']} ${node['Index Name'] ?? ''} rows=${node['Actual Rows']}x${node['Actual Loops']} -${node['Rows Removed by Filter'] ?? 0}`,
    ...(node.Plans ?? []).map((one) => drawn(one, depth + 1)),
  ].join('\n');
