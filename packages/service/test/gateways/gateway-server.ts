import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenRequest = {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
};

export type Reply = (request: SeenRequest, response: ServerResponse) => void;

/** A gateway's API on loopback: keeps what it was asked, and answers as a test says. */
export class GatewayServer {
  readonly seen: SeenRequest[] = [];
  reply: Reply = (_, response) => void response.writeHead(500).end();
  #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { method = '', url = '', headers } = request;
        const seen = { method, url, headers, body: text === '' ? null : JSON.parse(text) };
        this.seen.push(seen);
        this.reply(seen, response);
      });
    });
  }

  static async open(): Promise<GatewayServer> {
    const made = new GatewayServer();
    await new Promise<void>((resolve) => made.#server.listen(0, '127.0.0.1', resolve));
    return made;
  }

  url(path = ''): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export const answering =
  (
    status: number,
    body = '',
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Reply =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
