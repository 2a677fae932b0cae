import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { EXAMPLES, type RunningExample, runExample } from '../examples/languages.ts';
import { openProject } from '../sdk/package.ts';
import type { RunningChari } from './chari.ts';

const SHOP = { file: 'shop.mjs', command: (file: string) => [process.execPath, file] as [string, string] };

/** The example shop in a project of its own, with the SDK as a merchant installs it. */
export interface Shop {
  url: string;
  /** Everything that it has printed, over all its starts. */
  said: () => string;
  says: RunningExample['says'];
  /** Power is lost. */
  stop: () => Promise<void>;
  /** At the address and with the file that it had. */
  start: () => Promise<void>;
  close: () => Promise<void>;
}

export async function openShop(chari: RunningChari): Promise<Shop> {
  const [project, port] = await Promise.all([openProject(), findFreePort('127.0.0.1')]);
  await cp(join(EXAMPLES, 'shop'), project.folder, { recursive: true });
  const run = () => runExample(SHOP, project.folder, { KEY: chari.key, CHARI_URL: chari.url }, port);
  let earlier = '';
  let running = await run();
  const url = `http://127.0.0.1:${port}`;
  await chari.leadBackTo(`${url}/return`);
  return {
    url,
    said: () => earlier + running.said(),
    says: (words, times) => running.says(words, times),
    stop: async () => {
      await running.end();
      earlier += running.said();
    },
    start: async () => {
      running = await run();
    },
    close: async () => {
      await running.end();
      await project.remove();
    },
  };
}
