import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { Spooled } from './form.ts';

/** What each request has spooled, by the names of its fields. */
const kept = new WeakMap<FastifyRequest, { folder: string; files: Map<string, Spooled> }>();

/** The folders of this process: one that ends in the middle of an upload takes them with it. */
const folders = new Set<string>();
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const PREFIX = 'chari-upload-';

/**
 * Writes a file of a form into a folder that nobody else may read. What its name says never becomes a path.
 * `dropSpooled` takes it away again.
 */
export async function spool(
  request: FastifyRequest,
  { fieldname, filename, file }: { fieldname: string; filename: string; file: Readable },
): Promise<void> {
  const own = kept.get(request) ?? {
    folder: await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`)),
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

/** Takes away what processes left that were killed in the middle of an upload: payers' names and phones. */
export async function dropLeftUploads(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const left = names.filter((name) => {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    return pid !== undefined && !runs(Number(pid));
  });
  // What another user of the machine has left is his.
  await Promise.allSettled(left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
