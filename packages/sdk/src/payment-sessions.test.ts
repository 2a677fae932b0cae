import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, ended, fakeApi, ORDER, refusal, SESSION } from '../test/fake-api.ts';

const OPEN = answer(200, SESSION);
const CUT = new TypeError('fetch failed');
const session = (status: string) => answer(200, { ...SESSION, status });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Waits for a result.
 * @returns it, and when each look was made, in ms
 */
async function wait(reactions: Parameters<typeof fakeApi>[0], options: object = {}) {
  const { chari, sent } = fakeApi(reactions);
  const began_ms = Date.now();
  const outcome = await ended(chari.paymentSessions.waitForResult(SESSION.id, options));
  return { outcome, looks: sent.map(({ at_ms }) => at_ms - began_ms), ended_ms: Date.now() - began_ms };
}

const gaps = (looks: readonly number[]) => looks.slice(1).map((at, index) => at - (looks[index] ?? 0));

describe('waiting for the result of a session', () => {
  test.for(['SUCCESS', 'UNDER_REVIEW', 'EXPIRED', 'FAILED', 'CANCELLED'])('stops at %s', async (status) => {
    const { outcome, looks } = await wait([OPEN, OPEN, session(status), CUT]);
    expect(outcome).toEqual({ ...SESSION, status });
    expect(looks).toEqual([0, 5_000, 10_000]);
  });

  test('looks at once, and is done when there is a result already', async () => {
    expect((await wait([session('SUCCESS')])).looks).toEqual([0]);
  });

  test('never looks twice in 5 seconds, whatever fails between', async () => {
    const failures = [
      CUT,
      refusal(500, 'INTERNAL_ERROR'),
      refusal(429, 'RATE_LIMITED', { retry_after: 2 }),
      new Response('<html>', { status: 502 }),
      refusal(503, 'SERVICE_UNAVAILABLE', { retry_after: 1 }),
    ];
    const { outcome, looks } = await wait([OPEN, ...failures, OPEN, CUT, session('SUCCESS')]);
    expect(outcome).toMatchObject({ status: 'SUCCESS' });
    expect(looks).toHaveLength(9);
    expect(Math.min(...gaps(looks))).toBeGreaterThanOrEqual(5_000);
  });

  test('waits as long as the API asks', async () => {
    const { looks } = await wait([refusal(429, 'RATE_LIMITED', { retry_after: 20 }), session('SUCCESS')]);
    expect(looks).toEqual([0, 20_000]);
  });

  test('outlasts an outage of five minutes, and gives up after it with the last error', async () => {
    const short = Array.from({ length: 59 }, () => CUT);
    expect((await wait([OPEN, ...short, session('SUCCESS')])).outcome).toMatchObject({ status: 'SUCCESS' });
    // A look that succeeds between begins the five minutes anew.
    const twice = await wait([...short, OPEN, ...short, session('SUCCESS')]);
    expect(twice.outcome).toMatchObject({ status: 'SUCCESS' });
    const { outcome, ended_ms } = await wait([OPEN, CUT]);
    expect(outcome).toMatchObject({ code: 'NETWORK_ERROR' });
    expect(ended_ms).toBeGreaterThanOrEqual(300_000);
    expect(ended_ms).toBeLessThan(320_000);
  });

  test.for(['NOT_FOUND', 'UNAUTHORIZED', 'API_KEY_PERMISSION_DENIED'])('throws %s at once', async (code) => {
    const { outcome, looks } = await wait([OPEN, refusal(404, code)]);
    expect(outcome).toMatchObject({ code });
    expect(looks).toEqual([0, 5_000]);
  });

  test("ends with its signal's reason, between two looks too", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('closing')), 6_000);
    const { outcome, looks, ended_ms } = await wait([OPEN], { signal: controller.signal });
    expect(outcome).toMatchObject({ message: 'closing' });
    expect(looks).toEqual([0, 5_000]);
    expect(ended_ms).toBe(6_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('creating or getting a session', () => {
  const duplicate = refusal(409, 'DUPLICATE_REFERENCE', { existing_payment_session_id: SESSION.id });

  test('gives the one that has the reference already, whatever its status', async () => {
    const { chari, sent } = fakeApi([duplicate, session('SUCCESS')]);
    expect(await chari.paymentSessions.createOrGet(ORDER)).toMatchObject({
      id: SESSION.id,
      status: 'SUCCESS',
    });
    expect(sent.map(({ init, url }) => `${init.method} ${new URL(url).pathname}`)).toEqual([
      'POST /v1/payment-sessions',
      `GET /v1/payment-sessions/${SESSION.id}`,
    ]);
  });

  test("gives it as it is now, also where the caller's key has the answer of when it was made", async () => {
    const made = answer(201, SESSION);
    const { chari, sent } = fakeApi([
      ({ headers }) => (headers['idempotency-key'] === 'pay-ORDER-1' ? made : duplicate).clone(),
      session('SUCCESS'),
    ]);
    // The types refuse a key that is written into the call; JavaScript has none.
    const options = { idempotencyKey: 'pay-ORDER-1', maxRetries: 0 };
    const found = await chari.paymentSessions.createOrGet(ORDER, options);
    expect(found.status).toBe('SUCCESS');
    // A key of its own, for its retries.
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.for([
    ['amount', { ...SESSION, amount: 9000 }],
    ['operator', { ...SESSION, operator: 'MOOV' }],
    ['reference', { ...SESSION, reference: 'ORDER-2' }],
  ] as const)('refuses one of another %s: it is not this order', async ([, found]) => {
    const { chari } = fakeApi([duplicate, answer(200, found)]);
    await expect(chari.paymentSessions.createOrGet(ORDER)).rejects.toMatchObject({
      code: 'DUPLICATE_REFERENCE',
    });
  });

  test('throws every other refusal', async () => {
    const { chari } = fakeApi([refusal(403, 'KYC_REQUIRED')]);
    await expect(chari.paymentSessions.createOrGet(ORDER)).rejects.toMatchObject({ code: 'KYC_REQUIRED' });
  });
});
