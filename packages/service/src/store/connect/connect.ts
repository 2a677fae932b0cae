import pg from 'pg';
import { codeOf, DatabaseFailure, NETWORK_CODES } from './errors.ts';
import { columnTypes } from './types.ts';

export type Pool = pg.Pool;

const OLDEST_VERSION = 15;
/**
 * Days are UTC days wherever SQL turns a time into a date. And plans do not depend on statistics: every
 * statement looks a set of keys up, so an index is right at any size, while a planner that has not seen a
 * table grow reads all of it (on a new database a batch of 21 took 12.8 ms, 11.4 of them in a sequential
 * scan of 65,000 sessions). Joins with tables of history are written as `lateral ... limit 1` for the same
 * reason. What really reads everything asks for free plans: `withFreePlans`. Without `jit=off` servers
 * before 18 would compile whatever scans a small table, since a disabled plan looks costly to them.
 */
const SESSION_SETTINGS = [
  'timezone=UTC',
  'enable_seqscan=off',
  'jit=off',
  'plan_cache_mode=force_generic_plan',
  // A role or a database may say otherwise, and our races are judged by what read committed shows after a lock.
  'default_transaction_isolation=read\\ committed',
  'default_transaction_read_only=off',
  // A machine of ours that is gone in the middle of a transaction keeps its locks no longer than this.
  'idle_in_transaction_session_timeout=60s',
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

export interface ConnectOptions {
  /** Most connections this pool opens; default 10. */
  readonly max_connections?: number;
  /** How long to wait for a connection; default 5000. */
  readonly connect_timeout_ms?: number;
  /** Told of an idle connection that broke; the pool replaces it by itself. */
  readonly log?: (sentence: string) => void;
}

/**
 * Opens a pool on a PostgreSQL from version 15 up, after one connection has proved that it can be used.
 *
 * @throws DatabaseFailure with a sentence that names host and port, never the password: `bad_url`,
 *   `unreachable`, `wrong_password`, `missing_database`, `too_old`, `not_ready`, `refused`.
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<pg.Pool> {
  const target = parseTarget(url);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'chari',
    max: options.max_connections ?? 10,
    connectionTimeoutMillis: options.connect_timeout_ms ?? 5_000,
    // A server that is gone without a word breaks a connection that waits for its answer, which else would wait for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: SESSION_SETTINGS,
    // What a transaction asks at once goes out at once, instead of a round trip each.
    pipeline: true,
    types: columnTypes,
  });
  listen(pool, options.log);
  try {
    const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num');
    refuseOldVersion(Number(rows[0]?.server_version_num), target.address);
    return pool;
  } catch (error) {
    await pool.end().catch(() => undefined);
    throw error instanceof DatabaseFailure ? error : describe(error, target);
  }
}

/**
 * Without listeners a connection that breaks, idle or lent out, would end the whole process. Whoever has borrowed it
 * learns of the break from the next query.
 */
function listen(pool: pg.Pool, log: ConnectOptions['log']): void {
  pool.on('error', (error) => log?.(`An idle database connection was lost: ${error.message}.`));
  pool.on('connect', (client) => client.on('error', () => undefined));
}

const companions = new WeakMap<pg.Pool, pg.Pool[]>();

/** Another pool on the same database. It is redirected with the first, and its owner ends it. */
function companionOf(pool: pg.Pool, options: pg.PoolConfig): pg.Pool {
  const companion = new pg.Pool({ ...pool.options, ...options });
  listen(companion, undefined);
  companions.set(pool, [...(companions.get(pool) ?? []), companion]);
  return companion;
}

/**
 * A companion whose statements are given up after a while: PostgreSQL cancels them with SQLSTATE 57014. What waits there for a
 * slow statement takes no connection of the first.
 */
export function patientPool(
  pool: pg.Pool,
  { max_connections, statement_timeout_ms }: { max_connections: number; statement_timeout_ms: number },
): pg.Pool {
  const options = `${SESSION_SETTINGS} -c statement_timeout=${statement_timeout_ms}`;
  return companionOf(pool, { max: max_connections, options });
}

/**
 * A companion for work whose statements are dear to plan. Each connection plans for itself, and anew whenever one of the tables was
 * vacuumed: where any of sixteen may have its turn, all of them do. Here the one that was used last is used again, and one stays
 * open however long nobody needs it.
 */
export function plannedPool(pool: pg.Pool, { max_connections }: { max_connections: number }): pg.Pool {
  return companionOf(pool, { max: max_connections, min: 1 });
}

/** @throws DatabaseFailure `too_old`; version_num is as PostgreSQL gives it, 150004 for 15.4. */
export function refuseOldVersion(version_num: number, address: string): void {
  const major = Math.floor(version_num / 10_000);
  if (major >= OLDEST_VERSION) return;
  throw new DatabaseFailure(
    'too_old',
    `PostgreSQL at ${address} is version ${major}, and Chari needs ${OLDEST_VERSION} or later: upgrade it or point DATABASE_URL to another server.`,
  );
}

interface Target {
  readonly address: string;
  readonly user: string;
  readonly database: string;
}

function parseTarget(url: string): Target {
  // The parser's own error repeats the whole text, password included, so it is not kept as a cause.
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || (parsed.protocol !== 'postgres:' && parsed.protocol !== 'postgresql:')) {
    throw new DatabaseFailure(
      'bad_url',
      'DATABASE_URL is not a PostgreSQL address: write it as postgresql://user:password@host:5432/database.',
    );
  }
  const [login, name] = [plainOf(parsed.username), plainOf(parsed.pathname.slice(1))];
  if (login === null || name === null)
    throw new DatabaseFailure(
      'bad_url',
      'DATABASE_URL has a % in its user or database that stands for nothing: write % as %25.',
    );
  const host = parsed.searchParams.get('host') ?? (parsed.hostname || 'localhost');
  const user = login || 'the current user';
  return {
    address: `${host}:${parsed.port || '5432'}`,
    user,
    database: name || user,
  };
}

/** null where a % in it is no part of an escape. */
function plainOf(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function describe(error: unknown, target: Target): DatabaseFailure {
  const code = codeOf(error) ?? '';
  const message = error instanceof Error ? error.message : String(error);
  const { address, user, database } = target;
  if (code.startsWith('28') || message.startsWith('SASL')) {
    return new DatabaseFailure(
      'wrong_password',
      `PostgreSQL at ${address} did not accept the user ${user} with this password: correct DATABASE_URL.`,
      error,
    );
  }
  if (code === '3D000') {
    return new DatabaseFailure(
      'missing_database',
      `PostgreSQL at ${address} has no database "${database}": create it, or correct DATABASE_URL.`,
      error,
    );
  }
  if (code === '57P03' || code === '53300') {
    return new DatabaseFailure(
      'not_ready',
      `PostgreSQL at ${address} takes no connection at the moment (${message}): try again shortly.`,
      error,
    );
  }
  const is_away = NETWORK_CODES.has(code) || code === 'ENOENT';
  if (is_away || message.includes('timeout') || message.startsWith('Connection terminated')) {
    return new DatabaseFailure(
      'unreachable',
      `PostgreSQL at ${address} can't be reached (${code || 'no answer'}): start it, or correct DATABASE_URL.`,
      error,
    );
  }
  return new DatabaseFailure(
    'refused',
    `PostgreSQL at ${address} refused the connection: ${message}.`,
    error,
  );
}

/**
 * Sends the connections that a pool opens from now on to another address: a server that came back may listen
 * on another port. Those that are open stay as they are.
 */
export function redirect(pool: pg.Pool, url: string): void {
  for (const one of [pool, ...(companions.get(pool) ?? [])]) one.options.connectionString = url;
}
