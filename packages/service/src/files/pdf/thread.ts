import { parentPort } from 'node:worker_threads';
import type { PdfDocument } from './document.ts';
import { drawPdf } from './draw.ts';

/** What `write.ts` asks this thread for, and what it is answered. */
export type AskedDrawing = { id: number; document: PdfDocument };
export type AnsweredDrawing = { id: number; bytes: Uint8Array } | { id: number; problem: unknown };

/** The thread itself: it draws whatever it is asked for, and says so under the same number. */
parentPort?.on('message', ({ id, document }: AskedDrawing) => {
  const answer = (answered: AnsweredDrawing): void => parentPort?.postMessage(answered);
  drawPdf(document).then(
    (bytes) => answer({ id, bytes }),
    (problem: unknown) => answer({ id, problem }),
  );
});
