import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localUrl } from '../../domain/config/config.ts';
import { createLogger } from '../../http/log.ts';
import { migrate } from '../../store/migrations/migrate.ts';
import { MIGRATIONS, openDatabase } from '../database.ts';
import { loadConfig } from '../run.ts';
import { prepareDemo } from '../serve/first-start.ts';
import { findFreePort } from '../serve/port.ts';
import { type Wired, wire } from '../wire.ts';
import { createNarrator, type Narrator } from './narrator.ts';
import { createClient, openReceiver } from './receiver.ts';
import { registerWebhook, type Stage, tellLate, tellSuccess } from './story.ts';

/**
 * `npm run demo`: the whole way of a payment on a service of its own, with a database in a temporary folder,
 * on free ports. Ends with exit code 1 when anything is not as it is told.
 */
async function main(): Promise<number> {
  const narrator = createNarrator(process.stdout);
  const folder = await mkdtemp(join(tmpdir(), 'chari-demo-'));
  // Run as root, the database belongs to another user, who must get through.
  await chmod(folder, 0o755);
  let wired: Wired | null = null;
  const receiver = await openReceiver();
  try {
    narrator.say('Chari, a demonstration: PostgreSQL in a temporary folder, a test key, no real money.');
    const service = await startService(folder);
    wired = service.wired;
    const client = createClient(service.base_url, service.key);
    await tell({ narrator, client, receiver, services: wired.services });
    return 0;
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await receiver.close();
    await wired?.drain();
    await rm(folder, { recursive: true, force: true });
  }
}

async function tell(stage: Stage): Promise<void> {
  const { narrator }: { narrator: Narrator } = stage;
  const secret = await registerWebhook(stage);
  await tellSuccess(stage, secret);
  await tellLate(stage, secret);
  narrator.say('');
  narrator.say('All as told. Your own: npm start');
}

async function startService(folder: string) {
  const port = await findFreePort('127.0.0.1');
  // What the caller's own variables say is about another database.
  const config = loadConfig({ PORT: String(port), CHARI_DATA_DIR: join(folder, 'data') });
  const database = await openDatabase(config, { max_connections: 8, log: () => undefined });
  const log = createLogger('silent');
  const wired = wire({ config, database, secret_key: randomBytes(32), role: 'all', log });
  try {
    await migrate(database.pool, MIGRATIONS);
    await wired.start();
    const demo = await prepareDemo(wired.services, database.data_dir);
    if (demo.kind !== 'first_start') throw new Error('a new database has a demo merchant already');
    return { wired, key: demo.key, base_url: localUrl(config.host, port) };
  } catch (error) {
    await wired.drain();
    throw error;
  }
}

process.exitCode = await main();
