import { Agent, type Dispatcher, request } from 'undici';

const CONNECT_TIMEOUT_MS = 3_000;
export const AIRTEL_TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 65_536;

/** `not_sent`: no connection came about, so nobody heard anything. `no_answer`: somebody may have. */
export type Exchanged =
  | { kind: 'answered'; status: number; body: unknown; retry_after_s: number | null }
  | { kind: 'not_sent' | 'no_answer'; detail: string };

export type Ask = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: object;
};

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * One HTTP exchange at a time with the operator's API. It never throws, ends within `timeout_ms`, follows no
 * redirect, and repeats nothing by itself.
 */
export function openHttp(
  base_url: string,
  timeout_ms = AIRTEL_TIMEOUT_MS,
): { ask: (ask: Ask) => Promise<Exchanged>; close: () => Promise<void> } {
  const agent = new Agent({
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, timeout_ms) },
    connections: 64,
    pipelining: 1,
    maxResponseSize: ANSWER_BYTES_MAX,
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
  });
  return {
    ask: ({ method, path, headers, body }) =>
      exchange(`${base_url}${path}`, {
        dispatcher: agent,
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(timeout_ms),
      }),
    close: () => agent.destroy(),
  };
}

type Options = { dispatcher: Dispatcher } & Omit<Dispatcher.RequestOptions, 'origin' | 'path'>;

async function exchange(url: string, options: Options): Promise<Exchanged> {
  try {
    const { statusCode, headers, body } = await request(url, options);
    const text = await body.text();
    return {
      kind: 'answered',
      status: statusCode,
      body: read(text),
      retry_after_s: seconds(headers['retry-after']),
    };
  } catch (error) {
    const code = codeIn(error);
    return { kind: NEVER_CONNECTED.has(code) ? 'not_sent' : 'no_answer', detail: code };
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function seconds(header: string | string[] | undefined): number | null {
  const value = typeof header === 'string' && /^[0-9]{1,4}$/.test(header) ? Number(header) : null;
  return value;
}

/** A code and never the message: that may quote what was sent. */
function codeIn(error: unknown): string {
  if (!(error instanceof Error)) return 'failure';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return code;
}
