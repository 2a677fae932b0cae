import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../domain/config/config.ts';
import { isDatabaseFailure } from '../../store/connect/errors.ts';
import { readVersion } from '../../store/health.ts';
import { pendingMigrations } from '../../store/migrations/migrate.ts';
import { type Database, MIGRATIONS, openDatabase } from '../database.ts';
import { createServices } from '../services.ts';
import { checkLive } from './live.ts';
import type { Finding } from './machine.ts';
import { checkRails } from './rails.ts';

/** The database and what is in it. A database that was never made is not made here. */
export async function checkData(config: Config): Promise<Finding[]> {
  if (config.database_url === null && !(await isMade(config))) {
    return [{ check: 'database', state: 'ok', sentence: 'It is not made yet; npm start makes it.' }];
  }
  const notes: string[] = [];
  try {
    const database = await openDatabase(config, { max_connections: 2, log: (note) => notes.push(note) });
    try {
      return [...notes.map(noteFinding), ...(await inspect(config, database))];
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error;
    return [...notes.map(noteFinding), { check: 'database', state: 'problem', sentence: error.message }];
  }
}

async function isMade(config: Config): Promise<boolean> {
  // A default folder may have been replaced by another; opening it finds out, and only that.
  if (!config.data_dir_was_set && process.getuid?.() === 0) return true;
  return access(join(resolve(config.data_dir), 'postgres')).then(
    () => true,
    () => false,
  );
}

function noteFinding(sentence: string): Finding {
  return { check: 'database', state: 'advice', sentence };
}

async function inspect(config: Config, database: Database): Promise<Finding[]> {
  const [version] = await readVersion(database.pool);
  const where = database.source === 'embedded' ? `embedded in ${database.data_dir}` : 'at DATABASE_URL';
  const answers: Finding = {
    check: 'database',
    state: 'ok',
    sentence: `PostgreSQL ${version?.server_version ?? ''} ${where}${database.joined ? ', running' : ''}.`,
  };
  const pending = await pendingMigrations(database.pool, MIGRATIONS);
  if (pending.length > 0) {
    const sentence = `${pending.length} are missing, the first being ${pending[0]}: run npx chari migrate.`;
    return [answers, { check: 'migrations', state: 'problem', sentence }];
  }
  const services = createServices(database.pool, config, () => undefined);
  return [
    answers,
    { check: 'migrations', state: 'ok', sentence: 'All are applied.' },
    ...(await checkLive(services)),
    ...(await checkRails(services, config)),
  ];
}
