import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Most of a command's start is stripping types and compiling. Node keeps what came of it beside the installed
// packages, where only who may change the code itself can write, and so it ends with them. Where that folder
// can't be written, the start takes longer and nothing else happens. What is imported below comes too late for
// a static import.
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/chari', import.meta.url)));
const { runCommandLine } = await import('./command-line.ts');

// A closed pipe (`chari keys list | head -1`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

const exit_code = await runCommandLine(process.argv.slice(2));
// Node writes the cache when a process ends. A server, which runs on, may be killed instead.
flushCompileCache();
// A check that found something has set its own code.
if (exit_code !== 0) process.exitCode = exit_code;
