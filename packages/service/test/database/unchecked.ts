import type pg from 'pg';

/**
 * Work for which no foreign key is asked and no trigger runs: rows of a past that nobody lived through, which has neither
 * numbers nor books. Its connection is thrown away, so that nothing else is written so.
 */
export async function unchecked<Told>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Told>,
): Promise<Told> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    return await work(client);
  } finally {
    client.release(true);
  }
}
