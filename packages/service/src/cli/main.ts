import { flushCompileCache } from 'node:module';
import { runCommandLine } from './program.ts';

// A closed pipe (`chari keys list | head -1`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

const exit_code = await runCommandLine(process.argv.slice(2));
// Node writes the cache that bin/chari has opened when a process ends. A server runs on, and may be killed instead.
flushCompileCache();
// A check that found something has set its own code.
if (exit_code !== 0) process.exitCode = exit_code;
