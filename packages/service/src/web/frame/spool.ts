import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { Spooled } from './form.ts';

/** What each request has spooled, by the names of its fields. */
const kept = new WeakMap<FastifyRequest, { folder: string; files: Map<string, Spooled> }>();

/**
 * Writes a file of a form into a folder that nobody else may read. What its name says never becomes a path.
 * `dropSpooled` takes it away again.
 */
export async function spool(
  request: FastifyRequest,
  { fieldname, filename, file }: { fieldname: string; filename: string; file: Readable },
): Promise<void> {
  const own = kept.get(request) ?? {
    folder: await mkdtemp(join(tmpdir(), 'chari-upload-')),
    files: new Map<string, Spooled>(),
  };
  kept.set(request, own);
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
}
