import type pg from 'pg';

/**
 * Sends the connections that a pool opens from now on to another address: a server that came back may listen
 * on another port. Those that are open stay as they are.
 */
export function redirect(pool: pg.Pool, url: string): void {
  pool.options.connectionString = url;
}
