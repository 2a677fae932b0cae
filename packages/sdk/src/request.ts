import { OPERATIONS, type Operations } from './contract.generated.ts';

export const VERSION = '0.1.0';

/** What every call takes besides its parameters. */
export interface CallOptions {
  /** Ends the call at once, wherever it is; it rejects with the signal's reason. The request may have arrived. */
  signal?: AbortSignal | undefined;
  /**
   * Of a POST or PATCH: 1 to 255 visible ASCII characters. Left out: a fresh one, the same on every retry of this call. Chari
   * keeps it for 24 hours, that of a refund for 30 days.
   */
  idempotencyKey?: string | undefined;
  /** How long one attempt may take, to the last byte of the answer. */
  timeoutMs?: number | undefined;
  /** How often a request that failed for the moment is sent again. */
  maxRetries?: number | undefined;
}

export interface Parameters<Name extends keyof Operations> {
  id?: string;
  query?: Operations[Name]['query'];
  body?: Operations[Name]['body'];
}

/** A request that is ready to be sent, any number of times. */
export interface Request {
  url: string;
  init: RequestInit;
  idempotencyKey: string | undefined;
  expects: Expected;
}

/** What an answer must be like, to be the answer to this request. */
export interface Expected {
  status: number;
  /** A member that it always has; without one it has no body. */
  member: string | undefined;
  /** Members that can have only one value, where it has them. */
  echoes: Record<string, unknown>;
}

/** What an order says and its session repeats. */
const ECHOED: readonly string[] = ['reference', 'amount', 'currency', 'operator'];
const VISIBLE_ASCII = /^[!-~]{1,255}$/;

/** @throws TypeError when an argument can't be sent */
export function requestOf<Name extends keyof Operations>(
  { apiKey, baseUrl }: { apiKey: string; baseUrl: string },
  name: Name,
  { id: given, query, body }: Parameters<Name>,
  { idempotencyKey }: CallOptions,
): Request {
  const [method = '', path = '', status, member] = OPERATIONS[name].split(' ');
  if (path.includes(':id') && (typeof given !== 'string' || !/^[\w-]+$/.test(given))) {
    throw new TypeError(`The id must be one that the API gave, such as session.id; it is ${given}.`);
  }
  // Some databases give ids back in capitals, and the API answers in small letters.
  const id = given?.toLowerCase();
  const key = /^P/.test(method) ? (idempotencyKey ?? crypto.randomUUID()) : undefined;
  if (key !== undefined && !VISIBLE_ASCII.test(key)) {
    throw new TypeError('The idempotencyKey must be 1 to 255 visible ASCII characters, without spaces.');
  }
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(field, String(value));
  }
  const headers: Record<string, string> = {
    'X-API-Key': apiKey,
    Accept: 'application/json',
    'User-Agent': `chari-sdk/${VERSION}`,
  };
  if (key !== undefined) headers['Idempotency-Key'] = key;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return {
    url: `${baseUrl}${path.replace(':id', id ?? '')}${search.size > 0 ? `?${search}` : ''}`,
    // Redirects are not followed: the API has none, and the key would go along to wherever one leads.
    init: { method, headers, redirect: 'manual', ...(body !== undefined && { body: JSON.stringify(body) }) },
    idempotencyKey: key,
    expects: { status: Number(status), member, echoes: echoesOf(name, id, body) },
  };
}

function echoesOf(name: string, id: string | undefined, body: object | undefined): Record<string, unknown> {
  const echoes = Object.fromEntries(
    // A field that is undefined is not sent, so nothing is known of it.
    Object.entries(body ?? {}).filter(([field, value]) => value !== undefined && ECHOED.includes(field)),
  );
  // Its answer is a delivery, with an id of its own.
  if (id !== undefined && name !== 'test_webhook_endpoint') echoes.id = id;
  return echoes;
}
