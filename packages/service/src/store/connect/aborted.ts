import { codeOf } from './errors.ts';

/** in_failed_sql_transaction: what each statement comes to that travelled with one that failed. */
const ABORTED = '25P02';

/** Why the transaction of a connection has failed. */
const causes = new WeakMap<object, unknown>();

/** A transaction begins on this connection. */
export function beginsAnew(client: object): void {
  causes.delete(client);
}

/**
 * What is to be thrown of a statement that failed. Statements of one transaction travel together, and whoever waits for all of them
 * may hear of one behind the failed one first: that it was ignored says neither what went wrong nor whether to try again.
 */
export function causeOf(database: object, error: unknown): unknown {
  if (codeOf(error) === ABORTED) return causes.get(database) ?? error;
  if (!causes.has(database)) causes.set(database, error);
  return error;
}
