import type { Config } from '../domain/config/config.ts';
import { parseConfig } from '../domain/config/parse.ts';
import { CommandFailure } from './failure.ts';

/** The configuration of this process. Throws a CommandFailure that lists every problem. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = parseConfig(env);
  if (parsed.kind === 'config') return parsed.config;
  throw new CommandFailure(parsed.problems.join('\n'));
}
