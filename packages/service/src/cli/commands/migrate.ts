import type { Command } from 'commander';
import { migrate } from '../../store/migrations/migrate.ts';
import { MIGRATIONS, openDatabase } from '../database.ts';
import { answer, leaf, tellPerson } from '../output.ts';
import { loadConfig } from '../run.ts';

export function addMigrateCommand(program: Command): void {
  leaf(program, 'migrate', 'bring the database up to date; safe beside other processes').action(run);
}

async function run(options: { json?: boolean }): Promise<void> {
  const database = await openDatabase(loadConfig(), { max_connections: 2, log: tellPerson });
  try {
    const result = await migrate(database.pool, MIGRATIONS, tellPerson);
    const done =
      result.applied.length === 0
        ? [`The database is up to date (migration ${result.version}).`]
        : result.applied.map((name) => `Applied ${name}.`);
    answer(options.json === true, result, done);
  } finally {
    await database.close();
  }
}
