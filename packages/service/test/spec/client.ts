import { Pool } from 'undici';
import { expect } from 'vitest';

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they assert
  body: any;
};

export type Call = {
  key?: string | null;
  headers?: Record<string, string>;
  /** A value is sent as JSON; a string or bytes go as they are. */
  body?: unknown;
};

export type Client = {
  readonly url: string;
  call: (method: string, path: string, call?: Call) => Promise<Answer>;
  post: (
    path: string,
    key: string | null,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  get: (path: string, key: string | null) => Promise<Answer>;
  /** Creates a session, which must succeed. */
  session: (key: string, fields?: object) => Promise<SessionBody>;
  close: () => Promise<void>;
};

export type SessionBody = Record<
  | 'id'
  | 'reference'
  | 'ticket'
  | 'currency'
  | 'operator'
  | 'status'
  | 'environment'
  | 'assigned_collection_number'
  | 'expires_at'
  | 'created_at'
  | 'instructions'
  | 'checkout_url',
  string
> & { amount: number };

export const SESSIONS = '/v1/payment-sessions';
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let orders = 0;

/** The body of a session that can be created, under a reference of its own, which no example of the contract has. */
export function order(fields: object = {}): Record<string, unknown> {
  orders += 1;
  return { reference: `CART-${orders}`, amount: 5000, currency: 'XAF', operator: 'AIRTEL', ...fields };
}

/** A client that holds every answer against what all answers promise. */
export function openClient(url: string): Client {
  const pool = new Pool(url, { connections: 64 });
  const call = async (method: string, path: string, { key = null, headers = {}, body }: Call = {}) => {
    const raw = body === undefined || typeof body === 'string' || body instanceof Buffer;
    const answer = await pool.request({
      method: method as 'GET',
      path,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== null && { 'x-api-key': key }),
        ...headers,
      },
      body: raw ? (body ?? null) : JSON.stringify(body),
    });
    const text = await answer.body.text();
    const read = { status: answer.statusCode, headers: answer.headers, text, body: parsed(text) };
    // What anybody may read is kept, and asked about before it is shown again.
    const cached = /^\/(docs|openapi\.json)/.test(path) && read.status === 200 ? 'no-cache' : 'no-store';
    expect(read.headers['cache-control']).toBe(cached);
    return checked(read);
  };
  const post: Client['post'] = (path, key, body, headers = {}) => call('POST', path, { key, body, headers });
  return {
    url,
    call,
    post,
    get: (path, key) => call('GET', path, { key }),
    session: async (key, fields = {}) => {
      const answer = await post(SESSIONS, key, order(fields));
      expect(answer.status, answer.text).toBe(201);
      return answer.body as SessionBody;
    },
    close: () => pool.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of every answer: it carries X-Request-Id; an error says its code in one of two shapes; no 500. */
function checked(answer: Answer): Answer {
  expect(answer.headers['x-request-id']).toMatch(UUID_V7);
  expect(answer.status, answer.text).not.toBe(500);
  if (answer.status >= 400 && answer.text !== '') checkError(answer);
  return answer;
}

const ENVELOPE = [
  'code',
  'message',
  'status',
  'fields',
  'existing_payment_session_id',
  'existing_transaction_id',
  'retry_after',
];

function checkError({ status, headers, body, text }: Answer): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  if (typeof body?.error === 'string') {
    expect(Object.keys(body)).toEqual(['error', 'code', 'operator', 'environment', 'failed_checks']);
    expect(headers['retry-after']).toBeUndefined();
    return;
  }
  expect(Object.keys(body), text).toEqual(['error']);
  expect(body.error).toMatchObject({
    code: expect.stringMatching(/^[A-Z_]+$/),
    message: expect.any(String),
    status,
  });
  expect(ENVELOPE).toEqual(expect.arrayContaining(Object.keys(body.error)));
  expect(headers['retry-after']).toBe(
    body.error.retry_after === undefined ? undefined : String(body.error.retry_after),
  );
}

/** Holds an answer against a row of the error table: status, code, and exactly these names in `fields`. */
export function expectError(answer: Answer, status: number, code: string, fields?: readonly string[]): void {
  const { error } = answer.body;
  expect([answer.status, error?.code], answer.text).toEqual([status, code]);
  expect(error.fields === undefined ? undefined : Object.keys(error.fields)).toEqual(fields);
}
