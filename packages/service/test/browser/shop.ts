import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../cli/server.ts';
import { openTestDatabase } from '../database/open.ts';
import { EXAMPLES, freePort, type RunningExample, runExample } from '../examples/languages.ts';
import { openProject } from '../sdk/package.ts';

const SHOP = { file: 'shop.mjs', command: (file: string) => [process.execPath, file] as [string, string] };

/** The example shop beside a Chari that was started by its command line, as a reader has them. */
export interface Mall {
  chari_url: string;
  key: string;
  shop_url: string;
  /** Everything that the shop has printed, over all its starts. */
  said: () => string;
  says: RunningExample['says'];
  /** Power is lost. */
  stopShop: () => Promise<void>;
  /** At the address and with the file that it had. */
  startShop: () => Promise<void>;
  close: () => Promise<void>;
}

export async function openMall(): Promise<Mall> {
  const db = await openTestDatabase();
  const data_dir = await mkdtemp(join(tmpdir(), 'chari-mall-'));
  const env = { DATABASE_URL: db.url, CHARI_DATA_DIR: data_dir, PORT: '0', LOG_LEVEL: 'silent' };
  const [served, project, port] = await Promise.all([serve([], env), openProject(), freePort()]);
  await cp(join(EXAMPLES, 'shop'), project.folder, { recursive: true });
  const screen = served.stdout();
  const chari_url = /ready at (\S+)/.exec(screen)?.[1] ?? '';
  const key = /service_test_\w+/.exec(screen)?.[0] ?? '';
  let earlier = '';
  const start = () => runExample(SHOP, project.folder, { KEY: key, CHARI_URL: chari_url }, port);
  let running = await start();
  const stopShop = async () => {
    await running.end();
    earlier += running.said();
  };
  return {
    chari_url,
    key,
    shop_url: `http://127.0.0.1:${port}`,
    said: () => earlier + running.said(),
    says: (words, times) => running.says(words, times),
    stopShop,
    startShop: async () => {
      running = await start();
    },
    close: async () => {
      await running.end();
      await served.end();
      await project.remove();
      await db.drop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}
