import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/cli/database.ts';
import { loadConfig } from '../../src/cli/run.ts';
import { isPassing } from '../../src/http/failures.ts';
import { chari } from '../cli/run.ts';

let data_dir: string;
let env: Record<string, string>;
/** What the embedded server refuses, whoever asks. */
const SENTENCE =
  /The database in .* was made by PostgreSQL 16 and .*: dump it with version 16 and restore it into a new CHARI_DATA_DIR, or serve it with version 16 and set DATABASE_URL\./;

beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'chari-embedded-'));
  await chmod(data_dir, 0o755);
  const server_dir = join(data_dir, 'postgres');
  await mkdir(server_dir);
  await writeFile(join(server_dir, 'PG_VERSION'), '16\n');
  // Root would hand the server to another account, so root's own data would be refused for its owner.
  const { uid } = await nobody();
  if (process.getuid?.() === 0) await chown(server_dir, uid, uid);
  env = { CHARI_DATA_DIR: data_dir };
});
afterAll(() => rm(data_dir, { recursive: true, force: true }));

async function nobody(): Promise<{ uid: number }> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return { uid: Number(/^nobody:[^:]*:(\d+):/m.exec(passwd)?.[1] ?? 65_534) };
}

test("what the embedded server refuses is one sentence of the command line, in Chari's words", async () => {
  const ran = await chari(['merchants', 'list'], { env });
  expect(ran).toMatchObject({ exit_code: 1, stdout: '' });
  expect(ran.stderr).toMatch(new RegExp(`^${SENTENCE.source}\n$`));
});

test('the doctor reports it as a problem and goes on', async () => {
  const ran = await chari(['doctor', '--json'], { env: { ...env, PORT: '0' } });
  const { findings } = JSON.parse(ran.stdout);
  expect(findings).toContainEqual({
    check: 'database',
    state: 'problem',
    sentence: expect.stringMatching(SENTENCE),
  });
});

test('a request that meets it is told to come again', async () => {
  const config = loadConfig(env);
  const refused = await openDatabase(config, { max_connections: 1, log: () => undefined }).catch(
    (error: unknown) => error,
  );
  expect(isPassing(refused)).toBe(true);
  expect(isPassing(new Error('asked wrongly', { cause: refused }))).toBe(true);
  expect(isPassing(new Error('asked wrongly'))).toBe(false);
});
