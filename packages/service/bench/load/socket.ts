import { connect, type Socket } from 'node:net';

export type Answer = { status: number; body: string };

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = 'content-length: ';

/**
 * One keep-alive connection with one request under way at a time. Written on bare sockets because a full
 * HTTP client costs as much as the server, and would be what is measured.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#take(bytes));
    const broke = (error?: Error) => this.#waiting?.reject(error ?? new Error('the connection was closed'));
    socket.on('error', broke);
    socket.on('close', () => broke());
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const head_end = this.#received.indexOf(HEAD_END);
    if (head_end < 0) return;
    const head = this.#received.toString('latin1', 0, head_end).toLowerCase();
    const at = head.indexOf(LENGTH);
    const length = at < 0 ? 0 : Number.parseInt(head.slice(at + LENGTH.length), 10);
    const end = head_end + HEAD_END.length + length;
    if (this.#received.length < end) return;
    const body = this.#received.toString('utf8', head_end + HEAD_END.length, end);
    this.#received = this.#received.subarray(end);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}

/** A POST of a JSON body as it goes over the wire. */
export function postText(path: string, key: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const AMOUNT_MAX_XAF = 1_000_000;

/** The body of one new session; amounts vary so widely that the sandbox's numbers are not used up. */
export function sessionBody(reference: string, sequence: number): string {
  const amount = 1 + Math.floor(Math.random() * AMOUNT_MAX_XAF);
  const operator = sequence % 2 === 0 ? 'AIRTEL' : 'MOOV';
  return `{"reference":"${reference}-${sequence}","amount":${amount},"currency":"XAF","operator":"${operator}","ttl_minutes":60}`;
}
