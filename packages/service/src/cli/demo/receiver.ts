import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Webhook = {
  /** The exact bytes that were signed. */
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

export type Receiver = {
  url: string;
  /** The next webhook that has not been handed out yet; fails after `patience_ms`. */
  next: (patience_ms: number) => Promise<Webhook>;
  close: () => Promise<void>;
};

/** A merchant's server, as small as it can be: keeps each webhook and answers 204 at once. */
export async function openReceiver(): Promise<Receiver> {
  const arrived: Webhook[] = [];
  let wake: () => void = () => undefined;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    response.writeHead(204).end();
    arrived.push({ body, headers: request.headers });
    wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    next: async (patience_ms) => {
      const deadline = AbortSignal.timeout(patience_ms);
      while (arrived.length === 0) {
        await new Promise<void>((resolve, reject) => {
          wake = resolve;
          deadline.addEventListener('abort', () => reject(new Error(`no webhook within ${patience_ms} ms`)));
        });
      }
      return arrived.shift() as Webhook;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What every receiver must do before it believes a webhook: docs/webhooks.md. */
export function isSignedWith(secret: string, webhook: Webhook): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(webhook.body).digest('hex')}`;
  const given = webhook.headers['x-service-signature'];
  return (
    typeof given === 'string' &&
    given.length === expected.length &&
    timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}

export type ClientAnswer = { status: number; body: Record<string, unknown> };

export type Client = {
  post: (path: string, body: unknown) => Promise<ClientAnswer>;
  get: (path: string) => Promise<ClientAnswer>;
};

/** Calls the API as a merchant's server does. */
export function createClient(base_url: string, key: string): Client {
  const call = async (method: string, path: string, body?: unknown): Promise<ClientAnswer> => {
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { post: (path, body) => call('POST', path, body), get: (path) => call('GET', path) };
}
