import { createServer } from 'node:net';
import pg from 'pg';

// It is there from the beginning, so it can be entered before ours is made.
const FIRST_DATABASE = 'postgres';

/** What a server said when asked. Anything in PostgreSQL's protocol proves that it lives. */
export type Answer = 'ready' | 'not_yet' | 'wrong_password' | 'nothing';

/** How the server of a cluster is entered. */
export interface Entry {
  /** Role and database. */
  readonly name: string;
  readonly port: number;
  readonly password: string;
}

/** The address of the cluster's database, password included. */
export function clusterUrl({ name, port, password }: Entry, database: string = name): string {
  return `postgresql://${name}:${encodeURIComponent(password)}@${LOOPBACK}:${port}/${database}`;
}

/** Asks the server on a port for its readiness and makes our database when it is missing. */
export async function probe(entry: Entry, patience_ms: number): Promise<Answer> {
  const client = new pg.Client({
    connectionString: clusterUrl(entry, FIRST_DATABASE),
    application_name: `${entry.name} start`,
    connectionTimeoutMillis: patience_ms,
    query_timeout: patience_ms,
  });
  // A connection that breaks between two queries must not end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [entry.name]);
    if (rowCount === 0) await client.query(`create database "${entry.name}"`);
    return 'ready';
  } catch (error) {
    const code = String((error as { code?: unknown }).code ?? '');
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

export const LOOPBACK = '127.0.0.1';

/**
 * Below the ports that systems give to outgoing connections: a server keeps its port while it is down, and one of those
 * could take it meanwhile.
 */
const QUIET_PORTS = { from: 20_000, count: 12_000 };
const QUIET_TRIES = 20;

type RandomBytes = (size: number) => Uint8Array;

/** A port of the loopback address that nothing listens on at this moment; `wanted` itself when it is free. */
export async function freePort(wanted: number | undefined, randomBytes: RandomBytes): Promise<number> {
  const port = wanted === undefined ? undefined : await tryPort(wanted);
  return (
    port ??
    (await quietPort(randomBytes)) ??
    (await tryPort(0)) ??
    Promise.reject(new Error('the system has no free port left'))
  );
}

async function quietPort(randomBytes: RandomBytes): Promise<number | undefined> {
  for (let tries = 0; tries < QUIET_TRIES; tries += 1) {
    const chance = Buffer.from(randomBytes(4)).readUInt32BE();
    const port = await tryPort(QUIET_PORTS.from + (chance % QUIET_PORTS.count));
    if (port !== undefined) return port;
  }
  return undefined;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
