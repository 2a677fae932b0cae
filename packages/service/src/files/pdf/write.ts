import { Buffer } from 'node:buffer';
import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './document.ts';
import type { AnsweredDrawing, AskedDrawing } from './thread.ts';

/** Enough for the longest list, and what one that nobody has thought of may take of the machine. */
const HEAP_MB = 256;

let thread: Worker | null = null;
let count = 0;
const waiting = new Map<number, PromiseWithResolvers<Buffer>>();

/**
 * A document for people as a PDF, drawn in a thread of its own: a page takes up to a tenth of a second, the first one
 * longer, and payers are served meanwhile.
 */
export async function writePdf(document: PdfDocument): Promise<Buffer> {
  thread ??= openThread();
  count += 1;
  const asked: AskedDrawing = { id: count, document };
  // Throws where a document is not only data, and then nobody waits.
  thread.postMessage(asked);
  const written = Promise.withResolvers<Buffer>();
  waiting.set(asked.id, written);
  // The process stays for whoever waits, and for nothing else.
  thread.ref();
  return written.promise;
}

function openThread(): Worker {
  const opened = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  opened.unref();
  opened.on('message', (answered: AnsweredDrawing) => {
    const written = waiting.get(answered.id);
    waiting.delete(answered.id);
    if (waiting.size === 0) opened.unref();
    if ('bytes' in answered) written?.resolve(Buffer.from(answered.bytes));
    else written?.reject(answered.problem);
  });
  // It has ended, as when a document is too large for it: the next one opens another.
  opened.on('error', (error) => {
    thread = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(error);
  });
  return opened;
}
