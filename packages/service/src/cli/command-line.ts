import { CommanderError } from 'commander';
import { isDatabaseFailure } from '../store/connect/errors.ts';
import { CommandFailure } from './output.ts';
import { createProgram } from './program.ts';

/**
 * Runs one command and says on stderr what went wrong.
 *
 * @returns the exit code: 0 done, 1 it could not be done, 2 the command line was wrong
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    const program = await createProgram(args);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has written its own sentence, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`${sentenceOf(error)}\n`);
    return error instanceof CommandFailure ? error.exit_code : 1;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommandFailure || isDatabaseFailure(error)) return error.message;
  const what = error instanceof Error ? error.message : String(error);
  // Unexpected, so whoever mends it needs the place; a person is not shown a stack unasked.
  const stack = process.env.LOG_LEVEL === 'debug' && error instanceof Error ? `\n${error.stack}` : '';
  return `It failed unexpectedly: ${what} (LOG_LEVEL=debug shows where).${stack}`;
}
