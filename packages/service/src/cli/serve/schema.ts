import type { Logger } from 'pino';
import type { Config } from '../../domain/config/config.ts';
import { hasDemoPeople } from '../../engine/demo.ts';
import type { Pool } from '../../store/connect/connect.ts';
import { findTables, markProduction, readProduction } from '../../store/health.ts';
import { migrate } from '../../store/migrations/migrate.ts';
import { MIGRATIONS, type OpenDatabase } from '../database.ts';
import { CommandFailure } from '../output.ts';

const DEMO_REFUSED =
  'This database holds the demo that `npm start` makes: invented payments, and people whose passwords stood on a screen. Production begins on a database of its own: set DATABASE_URL, or another CHARI_DATA_DIR.';

/**
 * Brings the schema up to date for a server, and marks a database that serves in production as such.
 *
 * @param tell told what a migration waits for
 * @throws CommandFailure where this process may not serve the database, whose schema then stays as what serves it knows it
 */
export async function prepareSchema(
  config: Config,
  { pool }: OpenDatabase,
  log: Logger,
  tell: (sentence: string) => void,
): Promise<void> {
  await refuseOtherMode(config, pool);
  const { applied } = await migrate(pool, MIGRATIONS, tell);
  if (applied.length > 0) log.info({ applied }, 'migrations applied');
  // Somebody else may have begun to serve it meanwhile.
  await refuseOtherMode(config, pool);
  if (config.mode === 'production') await markProduction(pool, { now: new Date() });
}

/** Of a database of any version, an empty one too. */
async function refuseOtherMode({ mode }: Config, pool: Pool): Promise<void> {
  const found = await findTables(pool, { names: ['production_since', 'accounts'] });
  const has = (name: string): boolean => found.some((table) => table.name === name);
  if (mode === 'production') {
    if (has('accounts') && (await hasDemoPeople({ pool }))) throw new CommandFailure(DEMO_REFUSED);
    return;
  }
  const [marked] = has('production_since') ? await readProduction(pool) : [];
  if (marked === undefined) return;
  throw new CommandFailure(
    `This database serves in production since ${marked.since.toISOString().slice(0, 10)}, and this process would not: set NODE_ENV=production. Of a copy that is there to try things on, run delete from production_since first.`,
  );
}
