/** Settings of a PostgreSQL server by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string | number>>;

/**
 * For a small machine that commits all day. `fsync`, `synchronous_commit` and `full_page_writes` are on and
 * stay on: an answered session must survive a power cut.
 */
export const defaultSettings: ServerSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '192MB',
  max_connections: 200,
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
  // Small hot tables (holds, outbox) are emptied as fast as they fill.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  // A transaction left open by a bug would hold locks and dead rows for ever.
  idle_in_transaction_session_timeout: '60s',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The command line that makes a server listen on one loopback port and nowhere else. */
export function serverArguments(server_dir: string, port: number, settings: ServerSettings): string[] {
  const all: ServerSettings = {
    ...defaultSettings,
    ...settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
  };
  return ['-D', server_dir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
