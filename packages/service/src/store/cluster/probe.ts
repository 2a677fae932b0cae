import pg from 'pg';
import { codeOf } from '../connect/errors.ts';
import { SUPERUSER } from './initialise.ts';
import { LOOPBACK } from './port.ts';

const DATABASE = 'chari';

/** What a server said when asked. Anything in PostgreSQL's protocol proves that it lives. */
export type Answer = 'ready' | 'not_yet' | 'wrong_password' | 'nothing';

/** The address of the cluster's database, password included. */
export function clusterUrl(port: number, password: string, database: string = DATABASE): string {
  return `postgresql://${SUPERUSER}:${encodeURIComponent(password)}@${LOOPBACK}:${port}/${database}`;
}

/** Asks the server on a port for its readiness and makes Chari's database when it is missing. */
export async function probe(port: number, password: string, patience_ms: number): Promise<Answer> {
  const client = new pg.Client({
    connectionString: clusterUrl(port, password, 'postgres'),
    application_name: 'chari start',
    connectionTimeoutMillis: patience_ms,
    query_timeout: patience_ms,
  });
  // A connection that breaks between two queries must not end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return 'ready';
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code.startsWith('28')) return 'wrong_password';
    // Full of connections: as alive as can be, and its database was made long ago.
    if (code === '53300') return 'ready';
    if (code.startsWith('57P')) return 'not_yet';
    if (code === '23505' || code === '42P04') return 'ready';
    if (code === '53100') throw error;
    return 'nothing';
  } finally {
    // end() waits for the server's goodbye, which a stuck one never says.
    void client.end().catch(() => undefined);
  }
}
