/** The cursor of a list that is read from its newest: every id is below it. */
export const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A page of a list that is read by cursor; `next_cursor` is null on the last. */
export type ListPage<Row> = { rows: Row[]; next_cursor: string | null };

/** Cuts a page from what was asked for with one row more than it holds, so that it knows whether it is the last. */
export function pageOf<Row extends { id: string }>(found: Row[], limit: number): ListPage<Row> {
  if (found.length <= limit) return { rows: found, next_cursor: null };
  const rows = found.slice(0, limit);
  return { rows, next_cursor: rows.at(-1)?.id ?? null };
}
