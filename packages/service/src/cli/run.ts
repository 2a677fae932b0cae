import type { Config } from '../domain/config/config.ts';
import { parseConfig } from '../domain/config/parse.ts';
import type { Services } from '../engine/services.ts';
import { type OpenDatabase, openDatabase, requireSchema } from './database.ts';
import { CommandFailure, tellPerson } from './output.ts';
import { asServed } from './policy.ts';
import { clockAhead_ms, clockBeside } from './serve/clock.ts';
import { createCommandServices } from './services.ts';

/** A command beside a running server is one client more; two connections are plenty. */
const COMMAND_CONNECTIONS = 2;

export type CommandContext = { config: Config; database: OpenDatabase; services: Services };

/** Runs one command's work on the open, up-to-date database, and closes it whatever happens. */
export async function withServices<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const database = await openDatabase(config, { max_connections: COMMAND_CONNECTIONS, log: tellPerson });
  try {
    await requireSchema(database);
    const served = await asServed(config, database.pool);
    const ahead_ms = await clockAhead_ms(clockBeside(database.pool));
    const services = createCommandServices(database.pool, served.policy, ahead_ms);
    return await work({ config: served.config, database, services });
  } finally {
    await database.close();
  }
}

/** The configuration of this process. Throws a CommandFailure that lists every problem. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = parseConfig(env);
  if (parsed.kind === 'config') return parsed.config;
  throw new CommandFailure(parsed.problems.join('\n'));
}
