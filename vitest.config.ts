import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { isWholeRun, longTestGlobs } from './tools/long-tests.ts';
import SlowestFirst from './tools/slowest-first.ts';

/**
 * The files of a worker share its modules: loading the service anew for each took a second, more than most of them
 * run. So a module keeps nothing that a test could see, and what a test puts in another's place is put back.
 */
const shared = { isolate: false, restoreMocks: true, unstubGlobals: true } as const;

/**
 * How long a state is waited for that never comes. It is no bound that a test relies on: on a machine whose cores are
 * busy elsewhere everything takes ten times as long.
 */
const PATIENCE_MS = 180_000;
const patient = {
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  expect: { poll: { timeout: 100_000, interval: 20 } },
} as const;

const needsPostgreSQL = {
  ...shared,
  ...patient,
  globalSetup: ['packages/service/test/database/global-setup.ts'],
};

// A test that has rounds makes more of them where it is asked for.
const is_whole = isWholeRun(process.argv.slice(2), process.env);
if (is_whole) process.env.CHARI_LONG = '1';
const exclude = [...configDefaults.exclude, ...(is_whole ? [] : longTestGlobs())];

/** Where the command line keeps its modules compiled. Without it a process that a test starts takes twice as long to begin. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/chari', import.meta.url));

/** Pure tests need nothing; those of the embedded server start it; the others share one that the set-up starts. */
export default defineConfig({
  test: {
    reporters: ['default', './tools/closing-line.ts'],
    // Half as many again as there are cores: most tests wait for PostgreSQL, for a browser or for a process of ours. With
    // twice as many, browsers and processes take each other's time: 668 s where this took 622.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...shared,
          ...patient,
          name: 'pure',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          ...patient,
          name: 'postgres',
          include: ['packages/postgres/test/**/*.test.ts'],
          exclude,
        },
      },
      {
        test: {
          ...needsPostgreSQL,
          name: 'service',
          env: { NODE_COMPILE_CACHE },
          include: ['packages/service/test/**/*.test.ts'],
          exclude,
        },
      },
    ],
  },
});
