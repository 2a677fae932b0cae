import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../domain/config/config.ts';
import { createLogger, isoTime } from '../http/log.ts';

/** A development log is put aside at start once it has this size, so that it never fills a disk unseen. */
const PUT_ASIDE_BYTES = 16 * 1024 * 1024;

/** In `{"level":"info"`, which every line begins with: the first letter of the level. */
const LEVEL_AT = '{"level":"'.length;

/** Where the logs of this process go, and the file when they go to one. */
export type Log = { logger: Logger; file: string | null };

/** Lines are written together: a write for each would cost more than the request it tells of. */
const ALONE = { minLength: 32_768, maxWrite: 65_536 };
/** 4,096 is what a pipe takes as a whole (PIPE_BUF), so that lines of several processes do not mix in it. */
const BESIDE_OTHERS = { minLength: 2_048, maxWrite: 4_096 };
const FLUSH_EVERY_MS = 500;

/**
 * JSON logs: in production on standard output, where whoever runs the process collects them; in development
 * in `chari.log` of the data directory, so that the terminal keeps its one calm screen, with errors on
 * stderr as well. Any number of processes may write to one file: each appends whole lines.
 *
 * @param options.put_aside false for a process that joins others, whose file must stay
 */
export function openLog(config: Config, data_dir: string, options = { put_aside: true }): Log {
  const open = (stream: DestinationStream) => createLogger(config.log_level, stream, isoTime(Date.now));
  if (config.mode === 'production') {
    const stream = openStream(1, config.processes > 1 ? BESIDE_OTHERS : ALONE);
    return { logger: open(atOnceWhenGrave(stream, null)), file: null };
  }
  const file = join(data_dir, 'chari.log');
  // It comes before the key that lies there.
  mkdirSync(data_dir, { recursive: true, mode: 0o700 });
  if (options.put_aside) putAside(file);
  return { logger: open(atOnceWhenGrave(openStream(file, ALONE), process.stderr)), file };
}

type Stream = ReturnType<typeof openStream>;

/** Lines of the daily kind wait in the buffer; a warning or worse goes out at once, errors also to `person`. */
function atOnceWhenGrave(stream: Stream, person: NodeJS.WritableStream | null) {
  return {
    write: (line: string): void => {
      // In bytes, since the stream measures all of a text that waits again with each line that comes.
      stream.write(Buffer.from(line) as never);
      const level = line.charAt(LEVEL_AT);
      // Of pino's levels only `warn`, `error` and `fatal` begin so.
      if (level !== 'w' && level !== 'e' && level !== 'f') return;
      stream.flush();
      if (level !== 'w') person?.write(line);
    },
    flush: (done?: (error?: Error) => void): void => stream.flush(done),
  };
}

function openStream(dest: string | number, sizes: typeof ALONE) {
  const stream = pino.destination({
    dest,
    sync: false,
    contentMode: 'buffer',
    ...sizes,
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
