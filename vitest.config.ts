import { defineConfig } from 'vitest/config';

/** Pure tests need nothing; the others share one PostgreSQL that the set-up starts for the run. */
export default defineConfig({
  test: {
    reporters: ['default', './tools/closing-line.ts'],
    projects: [
      {
        test: { name: 'pure', include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'] },
      },
      {
        test: {
          name: 'service',
          include: ['packages/service/test/**/*.test.ts'],
          globalSetup: ['packages/service/test/database/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
