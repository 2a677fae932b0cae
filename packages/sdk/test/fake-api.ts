import { vi } from 'vitest';
import { Chari, type ChariOptions } from '../src/index.ts';

export const KEY = 'service_test_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
export const ORDER = { reference: 'ORDER-1', amount: 5000, currency: 'XAF', operator: 'AIRTEL' } as const;
export const SESSION = { ...ORDER, id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f', status: 'AWAITING_PAYMENT' };

export type Sent = { url: string; init: RequestInit; headers: Record<string, string>; at_ms: number };
/** What the API does with one request: an answer, or a failure of the network. */
export type Reaction = Response | Error | ((sent: Sent) => Response | Promise<Response>);

/** A client of an API that reacts to its requests in this order; the last reaction is for all that follow. */
export function fakeApi(reactions: readonly Reaction[], options: Partial<ChariOptions> = {}) {
  const sent: Sent[] = [];
  const fetch = vi.fn(async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const one = { url: String(url), init, headers, at_ms: Date.now() };
    sent.push(one);
    const reaction = reactions[Math.min(sent.length, reactions.length) - 1];
    if (reaction instanceof Error) throw reaction;
    return typeof reaction === 'function' ? reaction(one) : (reaction as Response).clone();
  });
  const chari = new Chari({ apiKey: KEY, baseUrl: 'https://api.example.com', fetch, ...options });
  return { chari, sent };
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
}

/** An error in the envelope of the contract. */
export function refusal(status: number, code: string, extras: object = {}): Response {
  return answer(status, { error: { code, message: `says ${code}`, status, ...extras } });
}

/** The flat body of the two 503s of session creation. */
export function flatRefusal(code: string): Response {
  const failed_checks = [{ name: 'pool', ready: false, reason: 'none is free', count: 0 }];
  return answer(503, { error: `says ${code}`, code, operator: 'AIRTEL', environment: 'test', failed_checks });
}

/** Lets timers and what they set off run until the call has ended, however long that takes by the clock. */
export async function ended<T>(call: Promise<T>): Promise<T | Error> {
  const outcome = call.catch((error: Error) => error);
  let is_over = false;
  outcome.then(() => {
    is_over = true;
  });
  while (!is_over) await vi.advanceTimersByTimeAsync(250);
  return outcome;
}
