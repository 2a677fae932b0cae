import { ClusterFailure } from '@chari/postgres';

/** What a socket or the resolver says when the server, its host or the way there is gone. */
export const NETWORK_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

// SQLSTATE classes and codes: https://www.postgresql.org/docs/18/errcodes-appendix.html
const RETRYABLE_CODES: ReadonlySet<string> = new Set([
  ...NETWORK_CODES,
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '25P03', // idle_in_transaction_session_timeout: it ends the connection
  '25P04', // transaction_timeout: it ends the connection
  '25006', // read_only_sql_transaction: a standby, until it is promoted or we are pointed elsewhere
  '53100', // disk_full
  '53300', // too_many_connections
  '55P03', // lock_not_available
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout: it ends the connection
]);

/** What `pg` says where no connection came in time. */
const NO_CONNECTION_IN_TIME = 'timeout exceeded when trying to connect';

// What `pg` says, without a code, when the connection went away or none came in time.
const LOST_CONNECTION_MESSAGES: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  NO_CONNECTION_IN_TIME,
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);

/** The SQLSTATE of a server error, or the code of a network error (`ECONNREFUSED`), where there is one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether PostgreSQL gave a statement up because it took longer than it was given. */
export function tookTooLong(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** The name of the constraint that refused a row, so that a lost race can be told from a bug. */
export function constraintOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** SQLSTATEs with which PostgreSQL says that it has undone everything. */
const UNDONE: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);

/** Whether a transaction that failed so was certainly undone, and may simply run again. */
export function wasUndone(error: unknown): boolean {
  return UNDONE.has(codeOf(error) ?? '');
}

/**
 * Whether the same transaction may succeed when it is run again: a lost race of isolation or locks, a
 * server that is restarting or has no room, a lost connection. When the connection was lost at COMMIT the outcome is
 * unknown, so the caller must be idempotent.
 */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (RETRYABLE_CODES.has(code) || (code.length === 5 && code.startsWith('08')))) {
    return true;
  }
  return error instanceof Error && LOST_CONNECTION_MESSAGES.has(error.message);
}

/** An errno or a code of Node's own streams and TLS. No class of SQLSTATEs begins with E, and ours are ERR_ASSERTION and the like. */
const OF_A_CONNECTION = /^(E(?!RR_)[A-Z0-9_]+|ERR_(SOCKET|SSL|STREAM|TLS)_\w+)$/;

/**
 * Whether a transaction that failed so may have been committed all the same, since its COMMIT has no answer. More than
 * `isRetryable`: whatever comes from a connection and not from PostgreSQL leaves that open, whether anybody has listed it or not.
 */
export function leavesOutcomeOpen(error: unknown): boolean {
  return isRetryable(error) || OF_A_CONNECTION.test(codeOf(error) ?? '');
}

/** What only somebody gets who asks for a connection. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  '53300',
  '57P03',
]);

/** Whether a transaction failed for want of a connection, so that it never began. */
export function neverBegan(error: unknown): boolean {
  return (
    NO_CONNECTION.has(codeOf(error) ?? '') ||
    (error instanceof Error && error.message === NO_CONNECTION_IN_TIME)
  );
}

/** Why the database can't be used; each comes with one sentence that says what to do. */
export type DatabaseFailureReason =
  | 'bad_url'
  | 'unreachable'
  | 'not_ready'
  | 'wrong_password'
  | 'missing_database'
  | 'too_old'
  | 'refused'
  | 'migrations_newer'
  | 'migrations_changed'
  | 'migrations_misnamed'
  | 'migration_failed';

/**
 * A failure whose message is one sentence for the person at the terminal: what is wrong and what to do.
 * It never holds a password. The technical error, where there is one, is the cause.
 */
export class DatabaseFailure extends Error {
  readonly reason: DatabaseFailureReason;

  constructor(reason: DatabaseFailureReason, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.name = 'DatabaseFailure';
    this.reason = reason;
  }
}

/** Whether a sentence for the person at the terminal is there: ours, or the embedded server's. */
export function isDatabaseFailure(error: unknown): error is DatabaseFailure | ClusterFailure {
  return error instanceof DatabaseFailure || error instanceof ClusterFailure;
}
