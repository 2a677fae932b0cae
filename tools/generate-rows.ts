import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCluster } from '@chari/postgres';
import { connect } from '../packages/service/src/store/connect/connect.ts';
import { migrate } from '../packages/service/src/store/migrations/migrate.ts';
import { readSchema, type Schema } from './schema/catalog.ts';
import { writeDump } from './schema/dump.ts';
import { writeRows } from './schema/rows.ts';
import { writeTriggers } from './schema/triggers.ts';

// Row types, the list of triggers and the readable schema are made from a database that the migrations made, so that none of
// them can differ from what runs. With --check nothing is written, and a difference ends in exit code 1.

const service = fileURLToPath(new URL('../packages/service/', import.meta.url));

async function liveSchema(): Promise<Schema> {
  const folder = await mkdtemp(join(tmpdir(), 'chari-generate-'));
  // mkdtemp's 0700 would keep the server's account out when root runs this.
  await chmod(folder, 0o755);
  const log = (sentence: string) => console.error(sentence);
  try {
    const cluster = await openCluster({
      name: 'chari',
      data_dir: join(folder, 'data'),
      data_dir_is_explicit: true,
      log,
      randomBytes,
    });
    try {
      const pool = await connect(cluster.url, { max_connections: 1 });
      await migrate(pool, join(service, 'migrations'));
      const schema = await readSchema(pool);
      await pool.end();
      return schema;
    } finally {
      await cluster.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const schema = await liveSchema();
const files = [
  { name: 'src/store/rows.generated.ts', text: writeRows(schema) },
  { name: 'src/store/triggers.generated.ts', text: writeTriggers(schema) },
  { name: 'store-schema.generated.sql', text: writeDump(schema) },
];

if (process.argv.includes('--check')) {
  const current = await Promise.all(
    files.map(({ name }) => readFile(join(service, name), 'utf8').catch(() => '')),
  );
  const stale = files.filter(({ text }, index) => text !== current[index]).map(({ name }) => name);
  if (stale.length > 0) {
    console.error(
      `packages/service/${stale.join(' and ')} differ from the migrations: run npm run generate.`,
    );
    process.exitCode = 1;
  }
} else {
  await Promise.all(files.map(({ name, text }) => writeFile(join(service, name), text)));
}
