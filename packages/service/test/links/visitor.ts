import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Checkout } from '../web/checkout.ts';

export type Answer = { status: number; headers: Record<string, string>; body: string };

/** Somebody out there, who sends what a browser or an attacker sends, over a connection of its own. */
export class Visitor {
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, headers);
  }

  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    return this.send('POST', path, form, new URLSearchParams(fields).toString());
  }

  send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: this.#port, path, method, headers, agent: false },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const entries = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
            resolve({
              status: answer.statusCode ?? 0,
              headers: Object.fromEntries(entries),
              body: Buffer.concat(parts).toString(),
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

export async function openVisitor({ server }: Checkout): Promise<Visitor> {
  await server.listen({ port: 0, host: '127.0.0.1' });
  return new Visitor((server.server.address() as AddressInfo).port);
}

/** What `<main>` says that it shows. */
export const stateOf = ({ body }: Pick<Answer, 'body'>): string =>
  /<main [^>]*data-state="([a-z_]+)"/.exec(body)?.[1] ?? 'no page';

/** The token of the form on a page. */
export const tokenOf = ({ body }: Pick<Answer, 'body'>): string =>
  /name="form" value="([^"]+)"/.exec(body)?.[1] ?? '';

export const cookieOf = ({ headers }: Answer): string => (headers['set-cookie'] ?? '').split(';')[0] ?? '';
