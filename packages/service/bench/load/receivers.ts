// The merchants' side: a hundred receivers in one process, each on a port of its own as each merchant has a
// host of its own. Written on bare sockets so that receiving is not what is measured. It notes the
// `webhook-id` of each whole POST and when it came, answers 204 at once, or never where told to hang.
import { createServer, type Server, type Socket } from 'node:net';
import { clockMs } from '../measure.ts';

export type ReceiversReady = { ports: number[] };
export type ReceiversCount = { count: number; at_ms: number };
export type ReceiversReport = {
  ids: string[];
  /** `clockMs` when the body had arrived whole, in the order of `ids`. */
  ats_ms: number[];
};

export type ReceiversMessage =
  | { open: number }
  | { hang: number[] }
  | { keep: boolean }
  | { ask: 'count' | 'report' };

const HEAD_END = Buffer.from('\r\n\r\n');
const ANSWER = 'HTTP/1.1 204 No Content\r\n\r\n';
const NOTHING: Buffer = Buffer.alloc(0);
const LENGTH = 'content-length: ';
const ID = 'webhook-id: ';
const ID_CHARACTERS = 36;

let hanging = new Set<number>();
/** Whether ids are noted, or only counted. */
let keeping = true;
let count = 0;
let report: ReceiversReport = { ids: [], ats_ms: [] };

function receive(socket: Socket, number: number): void {
  let held: Buffer = NOTHING;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    for (;;) {
      const head_end = held.indexOf(HEAD_END);
      if (head_end < 0) return;
      const head = held.toString('latin1', 0, head_end).toLowerCase();
      const end = head_end + HEAD_END.length + lengthIn(head);
      if (held.length < end) return;
      held = end === held.length ? NOTHING : held.subarray(end);
      if (hanging.has(number)) continue;
      note(head);
      socket.write(ANSWER);
    }
  });
}

function lengthIn(head: string): number {
  const at = head.indexOf(LENGTH);
  return at < 0 ? 0 : Number.parseInt(head.slice(at + LENGTH.length, at + LENGTH.length + 12), 10);
}

function note(head: string): void {
  count += 1;
  if (!keeping) return;
  const at = head.indexOf(ID);
  report.ids.push(head.slice(at + ID.length, at + ID.length + ID_CHARACTERS));
  report.ats_ms.push(clockMs());
}

async function open(receivers: number): Promise<number[]> {
  const listening = Array.from({ length: receivers }, (_, number) => {
    const server = createServer((socket) => receive(socket, number));
    return new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
  });
  return (await Promise.all(listening)).map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
}

const tell = (answer: ReceiversReady | ReceiversCount | ReceiversReport) => void process.send?.(answer);

process.on('message', (message: ReceiversMessage) => {
  if ('open' in message) void open(message.open).then((ports) => tell({ ports }));
  else if ('hang' in message) hanging = new Set(message.hang);
  else if ('keep' in message) keeping = message.keep;
  else if (message.ask === 'count') tell({ count, at_ms: clockMs() });
  else {
    tell(report);
    report = { ids: [], ats_ms: [] };
    count = 0;
  }
});
process.once('disconnect', () => process.exit(0));
