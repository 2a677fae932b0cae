import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { vi } from 'vitest';

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };
export type Answer = (response: ServerResponse, received: Received, count: number) => void;

export interface Receiver {
  readonly port: number;
  readonly url: string;
  /** All that came, oldest first. */
  readonly received: Received[];
  /** Most requests that were open at one moment. */
  most_open: number;
  answer: Answer;
  /** Waits until so many have come. */
  gets(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** A merchant's server on loopback; answers 200 unless told otherwise. `count` is from 1. */
export async function openReceiver(answer: Answer = (response) => response.end('ok')): Promise<Receiver> {
  let open = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    receiver.most_open = Math.max(receiver.most_open, open);
    response.once('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
    receiver.received.push(received);
    receiver.answer(response, received, receiver.received.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    port,
    url: `http://127.0.0.1:${port}/hooks`,
    received: [],
    most_open: 0,
    answer,
    gets: (count) =>
      vi.waitFor(
        () => {
          if (receiver.received.length < count)
            throw new Error(`${receiver.received.length} of ${count} came`);
          return receiver.received;
        },
        { timeout: 100_000, interval: 5 },
      ),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/**
 * A port of loopback at which nobody listens, and nobody else can until it is released: the near end of a connection.
 * @param open_port one at which somebody listens
 */
export async function holdClosedPort(open_port: number): Promise<{ port: number; release: () => void }> {
  const held = connect(open_port, '127.0.0.1');
  await once(held, 'connect');
  return { port: held.localPort as number, release: () => held.destroy() };
}
