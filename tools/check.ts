import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run check`: all that can be said about the tree without running the product. Every step runs even when
 * an earlier one fails, so one run shows everything there is to mend. Exit code 1 when any step fails.
 */
interface Step {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

interface Result {
  readonly passed: boolean;
  readonly output: string;
  readonly seconds: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');

const generators = readdirSync(join(root, 'tools')).filter((name) => /^generate-[a-z-]+\.ts$/.test(name));

const STEPS: readonly Step[] = [
  { name: 'types', program: 'tsc', args: ['-p', '.'] },
  { name: 'lint and format', program: 'biome', args: ['ci', '--colors=off', '--error-on-warnings', '.'] },
  { name: 'rules of the house', program: 'vitest', args: ['run', '--project', 'pure', 'tools/house'] },
  { name: 'dead exports and files', program: 'knip', args: ['--no-progress'] },
  ...generators.map((name) => ({
    name: `fresh: ${name.slice('generate-'.length, -'.ts'.length)}`,
    program: 'node',
    args: [join('tools', name), '--check'],
  })),
];

// One after the other: they are short, and two generators may each want a database of their own.
let failed = 0;
for (const step of STEPS) {
  const { passed, output, seconds } = await run(step);
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${step.name} (${seconds.toFixed(1)} s)`);
  if (passed) continue;
  failed += 1;
  console.log(output.trimEnd());
}
console.log(failed === 0 ? 'Everything holds.' : `${failed} of ${STEPS.length} steps failed.`);
process.exitCode = failed === 0 ? 0 : 1;

function run(step: Step): Promise<Result> {
  const started_at_ms = performance.now();
  const windows = process.platform === 'win32';
  const local = join(bin, windows ? `${step.program}.cmd` : step.program);
  const program = step.program === 'node' ? process.execPath : existsSync(local) ? local : step.program;
  return new Promise((resolve) => {
    const child = spawn(program, step.args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The tools start `node` by name: let them find the one that came with the dependencies.
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, NO_COLOR: '1' },
      shell: windows,
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    const end = (passed: boolean) =>
      resolve({ passed, output, seconds: (performance.now() - started_at_ms) / 1000 });
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => {
      output += `${step.program} could not be started: ${error.message}\n`;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}
