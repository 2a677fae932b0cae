import { Readable } from 'node:stream';
import { runCommandLine } from '../../src/cli/program.ts';
import type { Order, Ran } from './run.ts';

// A process that runs one command after the other, as bin/chari runs one: most of a command's start is loading code.
// What is said before a command and after it goes nowhere, and so does what a command does when it is over.
let ran: Ran = { exit_code: null, stdout: '', stderr: '' };
const keep = (stream: 'stdout' | 'stderr') => (text: string | Uint8Array) => {
  ran[stream] += typeof text === 'string' ? text : Buffer.from(text).toString();
  return true;
};
process.stdout.write = keep('stdout');
process.stderr.write = keep('stderr');

async function run({ args, env, stdin }: Order): Promise<Ran> {
  ran = { exit_code: null, stdout: '', stderr: '' };
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(stdin)]), configurable: true });
  process.exitCode = 0;
  const exit_code = await runCommandLine(args);
  return { ...ran, exit_code: exit_code === 0 ? Number(process.exitCode) : exit_code };
}

process.on('message', (order: Order) => {
  run(order).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
