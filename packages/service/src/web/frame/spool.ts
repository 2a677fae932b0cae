import { createWriteStream, rmSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../domain/time.ts';
import type { Spooled } from './form.ts';

/** What each request has spooled, by the names of its fields. */
const kept = new WeakMap<FastifyRequest, { folder: string; files: Map<string, Spooled> }>();

/** The folders of this process: one that ends in the middle of an upload takes them with it. */
const folders = new Set<string>();
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const PREFIX = 'chari-upload-';
/** Whose process ids are meant: machines may share a folder, and containers have the same few ids. */
const HOST = hostname().replaceAll(/[^\w.-]/g, '_');
const NAME = new RegExp(`^${PREFIX}(\\d+)-(.+)-\\w{6}$`);

/**
 * Writes a file of a form into a folder that nobody else may read. What its name says never becomes a path.
 * `dropSpooled` takes it away again.
 */
export async function spool(
  request: FastifyRequest,
  { fieldname, filename, file }: { fieldname: string; filename: string; file: Readable },
): Promise<void> {
  const own = kept.get(request) ?? {
    folder: await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-${HOST}-`)),
    files: new Map<string, Spooled>(),
  };
  kept.set(request, own);
  folders.add(own.folder);
  const path = join(own.folder, String(own.files.size));
  const written = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(file, written);
  // A field that was left empty sends a file of nothing.
  if (written.bytesWritten > 0) own.files.set(fieldname, { name: filename, path });
}

/** Null where nothing was spooled. */
export function spooledOf(request: FastifyRequest): ReadonlyMap<string, Spooled> | null {
  return kept.get(request)?.files ?? null;
}

/** Whatever became of the request, nothing of its files stays. */
export async function dropSpooled(request: FastifyRequest): Promise<void> {
  const own = kept.get(request);
  if (own === undefined) return;
  kept.delete(request);
  await rm(own.folder, { recursive: true, force: true });
  folders.delete(own.folder);
}

/**
 * Takes away what processes left that were killed in the middle of an upload: payers' names and phones. Of another machine, or of a
 * name of another version, it takes what is older than a day: no upload lasts so long. Call it before
 * other processes of the service start: in a container they get the ids of those before them.
 */
export async function dropLeftUploads(now: Date): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const left = names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(tmpdir(), name))
    .filter((folder) => isLeft(folder) || isOld(folder, now));
  // What another user of the machine has left is his.
  await Promise.allSettled(left.map((folder) => rm(folder, { recursive: true, force: true })));
}

function isOld(folder: string, now: Date): boolean {
  const made = statSync(folder, { throwIfNoEntry: false });
  return made !== undefined && now.getTime() - made.mtimeMs > DAY_MS;
}

/** In a container each start has the process id of the one before: what has ours and isn't ours is left. */
function isLeft(folder: string): boolean {
  const [, pid, host] = NAME.exec(basename(folder)) ?? [];
  if (host !== HOST) return false;
  return Number(pid) === process.pid ? !folders.has(folder) : !runs(Number(pid));
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
