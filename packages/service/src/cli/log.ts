import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import type { Config } from '../domain/config/config.ts';
import { createLogger } from '../http/log.ts';

/** A development log is put aside at start once it has this size, so that it never fills a disk unseen. */
const PUT_ASIDE_BYTES = 16 * 1024 * 1024;

/** Where the logs of this process go, and the file when they go to one. */
export type Log = { logger: Logger; file: string | null };

/** Lines are written together: a write for each would cost more than the request it tells of. */
const BUFFERED_BYTES = 4_096;
const FLUSH_EVERY_MS = 500;

/**
 * JSON logs: in production on standard output, where whoever runs the process collects them; in development
 * in `chari.log` of the data directory, so that the terminal keeps its one calm screen, with errors on
 * stderr as well.
 */
export function openLog(config: Config, data_dir: string): Log {
  if (config.mode === 'production') {
    return { logger: createLogger(config.log_level, openStream(1)), file: null };
  }
  const file = join(data_dir, 'chari.log');
  mkdirSync(data_dir, { recursive: true });
  putAside(file);
  const streams = pino.multistream([
    { level: 'trace', stream: openStream(file) },
    { level: 'error', stream: process.stderr },
  ]);
  return { logger: createLogger(config.log_level, streams), file };
}

function openStream(dest: string | number) {
  const stream = pino.destination({
    dest,
    sync: false,
    minLength: BUFFERED_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  // Unheard, a full disk under the log would end the process; payments matter more than lines.
  stream.on('error', () => undefined);
  return stream;
}

function putAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > PUT_ASIDE_BYTES) renameSync(file, `${file}.1`);
}
