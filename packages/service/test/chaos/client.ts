export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of another process, looked at field by field
  body: any;
};

/** No answer came: whether the request was worked on is unknown. */
export type NoAnswer = { status: null; reason: string };

export type Client = {
  /** One request, one try. */
  send: (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer | NoAnswer>;
};

const PATIENCE_MS = 30_000;

/** A merchant's server: each request is tried once, and an answer is told from none. */
export function createClient(base_url: string, key: string): Client {
  return {
    send: async (method, path, body, headers = {}) => {
      try {
        const response = await fetch(`${base_url}${path}`, {
          method,
          headers: {
            'X-API-Key': key,
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        const text = await response.text();
        return {
          status: response.status,
          headers: response.headers,
          body: text === '' ? null : JSON.parse(text),
        };
      } catch (error) {
        return { status: null, reason: reasonOf(error) };
      }
    },
  };
}

/** The code at the bottom of a failed fetch: ECONNREFUSED, ECONNRESET, UND_ERR_SOCKET. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: string; message?: string };
  return code ?? message ?? String(cause);
}
