import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../domain/config/config.ts';

const FILE = 'address';

/** Notes where this server is reached, for commands beside it that have not its PORT. */
export async function noteAddress(data_dir: string, public_url: string): Promise<void> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 });
  await writeFile(join(data_dir, FILE), `${public_url}\n`);
}

/** Where the service is reached: PUBLIC_URL, else what the latest server of this folder noted, else HOST and PORT. */
export async function serviceAddress(config: Config, data_dir: string): Promise<string> {
  if (config.public_url_was_set) return config.public_url;
  const noted = await readFile(join(data_dir, FILE), 'utf8').catch(() => '');
  return URL.canParse(noted.trim()) ? noted.trim() : config.public_url;
}
