import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { Config } from '../domain/config/config.ts';
import { markKeyInUse, readKeyInUse } from '../store/health.ts';
import { fingerprintOf } from '../store/secrets/seal.ts';
import type { OpenDatabase } from './database.ts';
import { CommandFailure } from './output.ts';

const FILE = 'secret.key';

const MISSING =
  'CHARI_SECRET_KEY is not set: what is sealed here opens on the servers with their key alone, so set it to the one that they have.';
const LOST =
  'If that key is lost for good, run delete from secret_key_in_use: then webhook secrets, the keys of phones and second factors are made anew, and KYC documents stay closed.';

type Sealed = Pick<OpenDatabase, 'pool' | 'data_dir'>;

/**
 * The 32 bytes that seal secrets, for a command: CHARI_SECRET_KEY, else the file `secret.key` of the data directory, made on first use.
 * @throws CommandFailure where the database is sealed with another key, or the server must be told its key: nothing is made then
 */
export async function secretKeyOf(config: Config, database: Sealed): Promise<Buffer> {
  if (config.mode === 'production' && config.database_url !== null && config.secret_key === null)
    throw new CommandFailure(MISSING);
  const problem = await secretKeyProblem(config, database);
  if (problem !== null) throw new CommandFailure(problem);
  return loadSecretKey(config, database.data_dir);
}

/** The same for a server: from its first start on, the database is sealed with this key and no other. */
export async function settleSecretKey(config: Config, database: Sealed): Promise<Buffer> {
  const secret_key = await secretKeyOf(config, database);
  await markKeyInUse(database.pool, { fingerprint: fingerprintOf(secret_key), now: new Date() });
  // Of two servers that start at once with two keys, one was first.
  return secretKeyOf(config, database);
}

/** Why this process may not seal what goes into this database, in a sentence; null where it may. Makes no key. */
export async function secretKeyProblem(config: Config, { pool, data_dir }: Sealed): Promise<string | null> {
  const [in_use] = await readKeyInUse(pool);
  if (in_use === undefined) return null;
  const file = join(data_dir, FILE);
  if (config.secret_key === null && !(await isMade(file)))
    return `The secret key that this database was sealed with is not here: set CHARI_SECRET_KEY to it, or put ${FILE} back into ${data_dir}. ${LOST}`;
  const secret_key = await loadSecretKey(config, data_dir);
  if (in_use.fingerprint.equals(fingerprintOf(secret_key))) return null;
  const where = config.secret_key === null ? `What is in ${file}` : 'CHARI_SECRET_KEY';
  return `${where} is another key than this database was sealed with: set CHARI_SECRET_KEY to that one. ${LOST}`;
}

/**
 * The key of this process, whatever the database says: CHARI_SECRET_KEY, else the file of the data directory, made on first use. Of two
 * processes that make it at once, both use the first one's.
 */
export async function loadSecretKey(config: Config, data_dir: string): Promise<Buffer> {
  if (config.secret_key !== null) return decode(config.secret_key);
  const file = join(data_dir, FILE);
  await mkdir(data_dir, { recursive: true, mode: 0o700 });
  try {
    await makeOnce(file);
  } catch (error) {
    throw new CommandFailure(
      `The secret key could not be written to ${file} (${(error as Error).message}): make that folder writable or set CHARI_SECRET_KEY.`,
    );
  }
  return decodeFile(file);
}

// link() makes the file whole or not at all: no process reads half a key, and none that is killed leaves one.
async function makeOnce(file: string): Promise<void> {
  if (await isMade(file)) return;
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
    await chmod(draft, 0o600);
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/** One that can't be read is there all the same. */
function isMade(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

/**
 * Who else may read the key file of a data folder; null where nobody may, or there is none. The service's own group may be meant to;
 * `others` never are.
 */
export async function openKeyFile(
  data_dir: string,
): Promise<{ to: 'group' | 'others'; sentence: string } | null> {
  const file = join(data_dir, FILE);
  const found = await stat(file).catch(() => null);
  if (found === null || process.platform === 'win32' || (found.mode & 0o077) === 0) return null;
  if ((found.mode & 0o007) !== 0)
    return {
      to: 'others',
      sentence: `${file} can be read by others on this machine, who could open every secret of the database: chmod 600 ${file}.`,
    };
  return {
    to: 'group',
    sentence: `${file} can be read by its group (${found.gid}): whoever is in it besides the service could open every secret of the database. If anybody is: chmod 600 ${file}.`,
  };
}

async function decodeFile(file: string): Promise<Buffer> {
  const text = (await readFile(file, 'utf8')).trim();
  if (/^[0-9a-f]{64}$/.test(text)) return decode(text);
  throw new CommandFailure(
    `The secret key in ${file} is damaged: put the file back from a copy; without it stored webhook secrets can't be read.`,
  );
}

/** Hex or base64, as the configuration has checked. */
function decode(text: string): Buffer {
  return text.length === 64 ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
}

/**
 * The value of an option that is secret; `-` reads it from the pipe, so that it need not stay in the shell's history, nor in
 * the list of processes, which everybody with an account on the machine can read.
 */
export async function readSecret<Given extends string | undefined>(given: Given): Promise<Given | string> {
  return given === '-' ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : given;
}
