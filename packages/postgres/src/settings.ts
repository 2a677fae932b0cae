import type { Place } from './place.ts';
import { LOOPBACK } from './probe.ts';

/** Settings of a PostgreSQL server by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string | number>>;

/**
 * For a small machine that commits all day. What was committed must survive a power cut, so `fsync` and
 * `full_page_writes` are on and stay on; a setting on the command line is stronger than ALTER SYSTEM.
 */
const defaultSettings: ServerSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '192MB',
  max_connections: 200,
  // A batch of sessions tries up to ten locks for each; at 64, about ten full batches at once filled the table.
  max_locks_per_transaction: 256,
  effective_cache_size: '1GB',
  // Fewer checkpoints, each spread over its interval, so that commits don't wait for them.
  max_wal_size: '2GB',
  min_wal_size: '160MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  // The disks are solid and the plans must be index plans.
  random_page_cost: '1.1',
  // Statements of a few milliseconds are not worth a compilation.
  jit: 'off',
  // Small hot tables, such as a queue, are emptied as fast as they fill.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  // A transaction left open by a bug would hold locks and dead rows for ever.
  idle_in_transaction_session_timeout: '60s',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

// Where it listens, whom it lets in and where its files lie is the cluster's own affair, and a server that may lose
// what it committed is not offered. As PostgreSQL does, names are taken without regard to case.
const NOT_OFFERED: ReadonlySet<string> = new Set([
  'fsync',
  'full_page_writes',
  'listen_addresses',
  'port',
  'unix_socket_directories',
  'password_encryption',
  'data_directory',
  'config_file',
  'hba_file',
  'ident_file',
  'external_pid_file',
]);

/** @throws TypeError when a setting is not offered. */
export function refuseSettings(settings: ServerSettings = {}): void {
  const refused = Object.keys(settings).find((name) => NOT_OFFERED.has(name.toLowerCase()));
  if (refused !== undefined) throw new TypeError(`The setting ${refused} can't be changed: leave it out.`);
}

/** The command line that makes a server listen on one loopback port and nowhere else. */
export function serverArguments(place: Place, port: number, settings: ServerSettings = {}): string[] {
  const all: ServerSettings = {
    ...defaultSettings,
    // What a connection is called that does not say it.
    application_name: place.naming.name,
    ...settings,
    listen_addresses: LOOPBACK,
    unix_socket_directories: '',
    port,
  };
  const named = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', place.server_dir, ...named];
}
