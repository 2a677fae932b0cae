import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { Chari } from '../../../sdk/src/index.ts';
import { chariJson } from '../cli/run.ts';
import { serve } from '../cli/server.ts';
import { openTestDatabase } from '../database/open.ts';

/** Chari as `npm start` starts it, but without its invented week, on a database of its own and a free port. */
export interface RunningChari {
  url: string;
  /** The demo merchant's, as the first screen shows it. */
  key: string;
  /** The SDK with that key. */
  api: Chari;
  db: Pool;
  /** Has the checkout lead back to this address. */
  leadBackTo: (return_url: string) => Promise<void>;
  /** Runs a command of `chari` beside it, with --json. */
  cli: <T = Record<string, string>>(...args: string[]) => Promise<T>;
  close: () => Promise<void>;
}

export async function openChari(): Promise<RunningChari> {
  const db = await openTestDatabase({ max_connections: 2 });
  const data_dir = await mkdtemp(join(tmpdir(), 'chari-browser-'));
  const env = { DATABASE_URL: db.url, CHARI_DATA_DIR: data_dir, CHARI_DEMO: 'false' };
  const served = await serve([], { ...env, PORT: '0', LOG_LEVEL: 'silent' });
  const shown = (pattern: RegExp): string => pattern.exec(served.stdout())?.[1] ?? '';
  const url = shown(/ready at (\S+)/);
  const key = shown(/(service_test_\w+)/);
  const merchant_id = shown(/--merchant ([0-9a-f-]{36})/);
  return {
    url,
    key,
    api: new Chari({ apiKey: key, baseUrl: url }),
    db: db.pool,
    leadBackTo: async (return_url) => {
      await chariJson(
        [
          'merchants',
          'checkout',
          merchant_id,
          '--return-url',
          return_url,
          '--as',
          'Awa',
          '--note',
          'our shop',
        ],
        { env },
      );
    },
    cli: (...args) => chariJson(args, { env }),
    close: async () => {
      await served.end();
      await db.drop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}
