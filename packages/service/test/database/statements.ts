import pg from 'pg';
import { vi } from 'vitest';

/** How many statements the work sends to PostgreSQL, BEGIN and COMMIT included. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

/** How often the work sends the prepared statement of this name. */
export async function countOf(name: string, work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.filter(([first]) => (first as { name?: string }).name?.startsWith(name)).length;
  } finally {
    query.mockRestore();
  }
}
