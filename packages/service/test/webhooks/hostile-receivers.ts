import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';

/** What a hostile receiver does with a connection, once a whole request has come. */
export type Conduct = (socket: Socket) => void;

/** Receivers that speak as they please, one server each, on loopback. */
export class HostileReceivers {
  readonly #closing: (() => void)[] = [];
  /** By port, when each request came. */
  readonly #requests_ms = new Map<number, number[]>();

  /** The requests that came at a port within 4 s of the first: a retry comes 5 s later at the earliest. */
  requestsOfFirstAttempt(port: number): number {
    const [first_ms = 0, ...more_ms] = this.#requests_ms.get(port) ?? [];
    return 1 + more_ms.filter((at_ms) => at_ms - first_ms < 4_000).length;
  }

  /** @returns the port. `conduct` begins when the end of a request's head was seen. */
  async open(conduct: Conduct): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      socket.on('data', (chunk) => {
        if (!chunk.includes('\r\n\r\n')) return;
        const { port } = server.address() as AddressInfo;
        this.#requests_ms.set(port, [...(this.#requests_ms.get(port) ?? []), performance.now()]);
        conduct(socket);
      });
    });
    return this.#listen(server, sockets);
  }

  /** One whose certificate nobody has signed but itself. */
  async openWithBadCertificate(): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, (socket) => socket.end(OK));
    server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
    return this.#listen(server, sockets);
  }

  async #listen(server: ReturnType<typeof createServer>, sockets: Set<Socket>): Promise<number> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  close(): void {
    for (const close of this.#closing) close();
  }
}

export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

export const silence: Conduct = () => undefined;

export const saying =
  (text: string | Buffer): Conduct =>
  (socket) =>
    void socket.write(text);

export const after =
  (delay_ms: number, conduct: Conduct): Conduct =>
  (socket) =>
    void setTimeout(conduct, delay_ms, socket);

/** One byte of the text a second. */
export const trickling =
  (text: string, first = ''): Conduct =>
  (socket) => {
    let sent = 0;
    socket.write(first);
    const drip = setInterval(() => {
      socket.write(text[sent % text.length] ?? '.');
      sent += 1;
    }, 1_000);
    socket.once('close', () => clearInterval(drip));
  };

/** The piece again and again, as fast as it is taken. */
export const flooding =
  (first: string, piece: Buffer): Conduct =>
  (socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(piece)) {
        // Until the connection takes no more.
      }
    };
    socket.write(first);
    socket.on('drain', pour);
    pour();
  };

const KIB_64 = 64 * 1_024;
export const endlessHeaders = flooding(
  'HTTP/1.1 200 OK\r\n',
  Buffer.from('X-More: and more\r\n'.repeat(3_000)),
);
export const endlessHeader = flooding('HTTP/1.1 200 OK\r\nX-More: ', Buffer.alloc(KIB_64, 'a'));
export const endlessBody = flooding('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(KIB_64, 'a'));
export const endlessAnnouncements = flooding('', Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)));
export const endlessChunkExtension = flooding(`${CHUNKED}1;a=`, Buffer.alloc(KIB_64, 'a'));
export const endlessTrailers = flooding(
  `${CHUNKED}2\r\nok\r\n0\r\n`,
  Buffer.from('X-More: and more\r\n'.repeat(3_000)),
);

/** 64 MiB of zeros in 64 KiB; the answer says how it is packed. */
export const bomb: Conduct = (socket) => {
  const packed = gzipSync(Buffer.alloc(64 * 1_024 * 1_024));
  socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`);
  socket.write(packed);
};

// Self-signed, for localhost, known to nobody; made for these tests.
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPwRGPVviq/fydYn3
3qQkUNyduV2kjKL+Q2lhIEpiKNmhRANCAASOVkFfDhF0KGBm3pUjPSd8yNBBDWRa
DXWK3mM9gkVsxfmD4cwYmgXIRmtGCFr6lTE5zlgK06O1BYmNr6UfKuLP
-----END PRIVATE KEY-----
`;
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUGYyFz2QgdYjudSsksZ1nqib09B8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5NDkzMFoYDzIxMjYxMDI4
MDk0OTMwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASOVkFfDhF0KGBm3pUjPSd8yNBBDWRaDXWK3mM9gkVsxfmD4cwYmgXI
RmtGCFr6lTE5zlgK06O1BYmNr6UfKuLPo1MwUTAdBgNVHQ4EFgQU9Ux5F7jpBEi8
PxX1E0OarcMmdW0wHwYDVR0jBBgwFoAU9Ux5F7jpBEi8PxX1E0OarcMmdW0wDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA8NISQaiBnb1Uxc5n97Bu
wfWQ0KIy83KKQasI6w8dcOACIA8RwyIaMIFMqWqvNdl+0mYw/DE4iL9AZH58pDfx
SX/r
-----END CERTIFICATE-----
`;
