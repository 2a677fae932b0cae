import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { Config } from '../domain/config/config.ts';
import { CommandFailure } from './output.ts';

const FILE = 'secret.key';

/**
 * The 32 bytes that seal webhook secrets: CHARI_SECRET_KEY, else the file `secret.key` of the data directory,
 * made on first use. Of two processes that make it at once, both use the first one's.
 */
export async function loadSecretKey(config: Config, data_dir: string): Promise<Buffer> {
  if (config.secret_key !== null) return decode(config.secret_key);
  const file = join(data_dir, FILE);
  await mkdir(data_dir, { recursive: true });
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
  if (await readFile(file).then(() => true, isThere)) return;
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

// A file that can't be read is there all the same.
function isThere(error: NodeJS.ErrnoException): boolean {
  return error.code !== 'ENOENT';
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
export async function secretOf<Given extends string | undefined>(given: Given): Promise<Given | string> {
  return given === '-' ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : given;
}
