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
  const query = vi.spyOn(pg.Client.prototype, 'query');
  let asked: Asked[] = [];
  try {
    await work();
    asked = query.mock.calls.map(([first]) => first as unknown as Asked).filter(isPlanned);
  } finally {
    query.mockRestore();
  }
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
