import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, ended, fakeApi, flatRefusal, KEY, ORDER, refusal, SESSION } from '../test/fake-api.ts';
import { ChariError } from './index.ts';
import { delayMs } from './retry.ts';

const CREATED = answer(201, SESSION);
const CUT = new TypeError('fetch failed');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What became of one create, and what was sent for it. */
async function create(reactions: Parameters<typeof fakeApi>[0], options: Parameters<typeof fakeApi>[1] = {}) {
  const { chari, sent } = fakeApi(reactions, options);
  const began_ms = Date.now();
  const outcome = await ended(chari.paymentSessions.create(ORDER));
  return { outcome, sent, waits: sent.map(({ at_ms }) => at_ms - began_ms) };
}

describe('what an answer is held against', () => {
  const ID_KEPT = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';

  test('is what was sent: a field that is left out by undefined says nothing', async () => {
    const REFUND = { id: ID_KEPT, payment_session_id: ID_KEPT, amount: 5000, status: 'PENDING' };
    const { chari, sent } = fakeApi([answer(201, REFUND)]);
    const made = await ended(chari.refunds.create({ payment_session_id: ID_KEPT, amount: undefined }));
    expect([made, sent.length]).toEqual([expect.objectContaining({ amount: 5000 }), 1]);
  });

  test('is the id in small letters, in which the API answers, however a database has given it back', async () => {
    const { chari, sent } = fakeApi([answer(200, { ...SESSION, id: ID_KEPT })]);
    const found = await ended(chari.paymentSessions.retrieve(ID_KEPT.toUpperCase()));
    expect(found).toMatchObject({ id: ID_KEPT });
    expect([sent.length, sent[0]?.url]).toEqual([1, expect.stringContaining(ID_KEPT)]);
  });
});

describe('what is sent again', () => {
  // Left: what the API does first. Right: whether the same request goes out a second time.
  test.for([
    ['the connection fails', CUT, true],
    ['408', refusal(408, 'REQUEST_TIMEOUT'), true],
    ['429', refusal(429, 'RATE_LIMITED', { retry_after: 1 }), true],
    ['500', refusal(500, 'INTERNAL_ERROR'), true],
    ['502', refusal(502, 'BAD_GATEWAY'), true],
    ['504', refusal(504, 'GATEWAY_TIMEOUT'), true],
    ['503 GATEWAY_UNAVAILABLE', refusal(503, 'GATEWAY_UNAVAILABLE', { retry_after: 30 }), true],
    ['503 COLLECTION_NUMBER_UNAVAILABLE', flatRefusal('COLLECTION_NUMBER_UNAVAILABLE'), true],
    ['503 SERVICE_UNAVAILABLE', refusal(503, 'SERVICE_UNAVAILABLE', { retry_after: 1 }), true],
    ['503 PROVIDER_RAIL_NOT_READY', flatRefusal('PROVIDER_RAIL_NOT_READY'), false],
    ['409 IDEMPOTENCY_KEY_IN_USE', refusal(409, 'IDEMPOTENCY_KEY_IN_USE'), true],
    ['409 DUPLICATE_REFERENCE', refusal(409, 'DUPLICATE_REFERENCE'), false],
    ['409 INVALID_STATE', refusal(409, 'INVALID_STATE'), false],
    ['400', refusal(400, 'VALIDATION_ERROR'), false],
    ['401', refusal(401, 'UNAUTHORIZED'), false],
    ['403', refusal(403, 'KYC_REQUIRED'), false],
    ['404', refusal(404, 'NOT_FOUND'), false],
    ['422', refusal(422, 'IDEMPOTENCY_KEY_REUSED'), false],
    ['429 with a wait of 60 s', refusal(429, 'RATE_LIMITED', { retry_after: 60 }), true],
    ['429 with a longer wait', refusal(429, 'TOO_MANY_OPEN_SESSIONS', { retry_after: 61 }), false],
    ['a page of somebody else', new Response('<html>', { status: 200 }), true],
    ['an answer that was cut in half', new Response('{"id":"0198', { status: 201 }), true],
    ['a redirect', new Response(null, { status: 307, headers: { location: 'https://evil.example' } }), true],
  ] as const)('%s', async ([, first, is_sent_again]) => {
    const { outcome, sent } = await create([first, CREATED]);
    expect(sent).toHaveLength(is_sent_again ? 2 : 1);
    if (is_sent_again) expect(outcome).toEqual(SESSION);
    else expect(outcome).toBeInstanceOf(ChariError);
    expect(sent.every(({ init }) => init.redirect === 'manual')).toBe(true);
  });

  test('every attempt of a call carries one idempotency key and the same bytes, and two calls have two keys', async () => {
    const { chari, sent } = fakeApi([CUT, CUT, CREATED]);
    await ended(chari.paymentSessions.create(ORDER));
    await ended(chari.paymentSessions.create(ORDER));
    const keys = sent.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(new Set(sent.map(({ init }) => init.body))).toEqual(new Set([JSON.stringify(ORDER)]));
  });

  test("the caller's idempotency key wins, and reads carry none", async () => {
    const { chari, sent } = fakeApi([CREATED, answer(200, SESSION)]);
    await chari.paymentSessions.create(ORDER, { idempotencyKey: 'order-1' });
    await chari.paymentSessions.retrieve(SESSION.id);
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-1', undefined]);
  });

  // Left: what the API does, in order, and on the right how the call ends. The first may have been carried out.
  const LATER = refusal(429, 'RATE_LIMITED', { retry_after: 1 });
  const AWAY = refusal(503, 'SERVICE_UNAVAILABLE', { retry_after: 1 });
  const BROKEN = refusal(500, 'INTERNAL_ERROR');
  const IN_USE = refusal(409, 'IDEMPOTENCY_KEY_IN_USE');
  test.for([
    ['too many requests', [CUT, LATER], 'NETWORK_ERROR'],
    ['a wait that is too long', [CUT, refusal(429, 'RATE_LIMITED', { retry_after: 61 })], 'NETWORK_ERROR'],
    ['a database that is away', [CUT, AWAY], 'NETWORK_ERROR'],
    ['an operator that is away', [CUT, refusal(503, 'GATEWAY_UNAVAILABLE')], 'NETWORK_ERROR'],
    ['a first request that still runs', [CUT, IN_USE], 'NETWORK_ERROR'],
    ['an error of the API', [CUT, BROKEN], 'NETWORK_ERROR'],
    ['a key that was revoked', [CUT, refusal(401, 'UNAUTHORIZED')], 'NETWORK_ERROR'],
    ['a key that may not any more', [CUT, refusal(403, 'FORBIDDEN')], 'NETWORK_ERROR'],
    ['a database lost at the commit, and a limit', [AWAY, LATER], 'NETWORK_ERROR'],
    ['a database that stays away', [AWAY], 'SERVICE_UNAVAILABLE'],
    ['errors of the API alone', [BROKEN], 'INTERNAL_ERROR'],
    ['an error of the API, and a limit', [BROKEN, LATER], 'NETWORK_ERROR'],
    ['a reference that is used', [CUT, refusal(409, 'DUPLICATE_REFERENCE')], 'DUPLICATE_REFERENCE'],
    ['a refusal that holds', [CUT, refusal(400, 'VALIDATION_ERROR')], 'VALIDATION_ERROR'],
    ['limits alone', [LATER], 'RATE_LIMITED'],
  ] as const)(
    'a request that may have been carried out ends as lost, whatever keeps the next from an answer: %s',
    async ([, reactions, code]) => {
      const { outcome, sent } = await create(reactions);
      expect(outcome).toMatchObject({ code, idempotencyKey: sent[0]?.headers['idempotency-key'] });
      if (code !== 'NETWORK_ERROR') return;
      expect(outcome).toMatchObject({ message: expect.stringContaining('idempotencyKey') });
      expect((outcome as ChariError).cause).toBeInstanceOf(ChariError);
      expect('status' in outcome).toBe(false);
    },
  );

  test('what reads alone ends as it was answered, since nothing was carried out', async () => {
    const { chari } = fakeApi([CUT, refusal(429, 'RATE_LIMITED', { retry_after: 7 })]);
    const outcome = await ended(chari.paymentSessions.retrieve(SESSION.id));
    expect(outcome).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfter: 7 });
  });

  test('a deletion whose answer was lost, and that is not found then, was made', async () => {
    const gone = refusal(404, 'NOT_FOUND');
    const lost = fakeApi([CUT, gone]);
    expect(await ended(lost.chari.webhookEndpoints.delete(SESSION.id))).toBeUndefined();
    // Its commit may have come through before the database left.
    const away = fakeApi([refusal(503, 'SERVICE_UNAVAILABLE', { retry_after: 1 }), gone]);
    expect(await ended(away.chari.webhookEndpoints.delete(SESSION.id))).toBeUndefined();
    const never = fakeApi([gone]);
    expect(await ended(never.chari.webhookEndpoints.delete(SESSION.id))).toMatchObject({ code: 'NOT_FOUND' });
    const asked = fakeApi([CUT, gone]);
    expect(await ended(asked.chari.webhookEndpoints.retrieve(SESSION.id))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('how long it waits', () => {
  test('GATEWAY_UNAVAILABLE is tried again after the retry_after of each answer and a backoff that doubles, and then thrown', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const unavailable = refusal(503, 'GATEWAY_UNAVAILABLE', { retry_after: 30 });
    const { outcome, waits } = await create([unavailable]);
    expect(waits).toEqual([0, 30_499, 61_498]);
    expect(outcome).toMatchObject({ code: 'GATEWAY_UNAVAILABLE', status: 503, retryAfter: 30 });
  });

  test('without a Retry-After the waits are by chance below a bound that doubles from half a second up to 8', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { waits } = await create([CUT], { maxRetries: 6 });
    expect(waits).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 11_750]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (n, random) => {
          const bound_ms = Math.min(8_000, 500 * 2 ** (n - 1));
          expect(delayMs(n, undefined, random)).toBeGreaterThanOrEqual(0);
          expect(delayMs(n, undefined, random)).toBeLessThan(bound_ms);
          expect(delayMs(n, 7, random)).toBeGreaterThanOrEqual(7_000);
        },
      ),
    );
  });

  test('maxRetries 0 sends once, of the client or of the call', async () => {
    expect((await create([CUT], { maxRetries: 0 })).sent).toHaveLength(1);
    const { chari, sent } = fakeApi([CUT]);
    await ended(chari.paymentSessions.create(ORDER, { maxRetries: 0 }));
    expect(sent).toHaveLength(1);
  });
});

describe('NETWORK_ERROR', () => {
  test('has no status, names the key to send again with, and keeps what the runtime said', async () => {
    const { outcome, sent } = await create([CUT]);
    expect(sent).toHaveLength(3);
    expect(outcome).toBeInstanceOf(ChariError);
    expect(outcome).toMatchObject({
      code: 'NETWORK_ERROR',
      cause: CUT,
      idempotencyKey: sent[0]?.headers['idempotency-key'],
      message: expect.stringContaining('idempotencyKey'),
    });
    expect('status' in (outcome as object)).toBe(false);
  });

  test('ends an attempt that takes longer than timeoutMs: no answer, or a body that stops halfway', async () => {
    const silent = () => new Promise<Response>(() => undefined);
    const stalled = () =>
      new Response(
        new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"id"')) }),
      );
    for (const reaction of [silent, stalled]) {
      vi.spyOn(Math, 'random').mockReturnValue(0);
      const { outcome, waits } = await create([reaction], { timeoutMs: 1_000 });
      expect(outcome).toMatchObject({ code: 'NETWORK_ERROR', message: expect.stringContaining('1000 ms') });
      // The wait between two is a timer of 0 ms, which takes one.
      expect(waits).toEqual([0, 1_001, 2_002]);
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  // What is no answer of the API to this very request.
  test.for([
    ['a portal that says 200 to everything', 200, { id: SESSION.id }],
    ['a body without its id', 201, {}],
    ['a list', 201, [SESSION]],
    ['the answer to an order of another amount', 201, { ...SESSION, amount: 500 }],
    ['the answer to another reference', 201, { ...SESSION, reference: 'ORDER-2' }],
    ["a proxy's own JSON", 502, { message: 'no upstream' }],
    ['an error whose status is another', 502, { error: { code: 'NOT_FOUND', message: 'x', status: 404 } }],
  ] as const)('is said of %s', async ([, status, body]) => {
    const { outcome } = await create([answer(status, body)]);
    expect(outcome).toMatchObject({ code: 'NETWORK_ERROR' });
    expect('status' in (outcome as object)).toBe(false);
  });

  test('is said of bytes that are no UTF-8', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...SESSION, instructions: 'à payer' }));
    bytes[bytes.indexOf(0xc3)] = 0xff;
    expect((await create([new Response(bytes, { status: 201 })])).outcome).toMatchObject({
      code: 'NETWORK_ERROR',
    });
  });

  test('is said of an answer that came before, and of another session than that asked for', async () => {
    const headers = { 'X-Request-Id': 'r-1' };
    const { chari } = fakeApi([answer(200, SESSION, headers)], { maxRetries: 0 });
    expect(await chari.paymentSessions.retrieve(SESSION.id)).toEqual(SESSION);
    const again = await ended(chari.paymentSessions.retrieve(SESSION.id));
    expect(again).toMatchObject({ code: 'NETWORK_ERROR', message: expect.stringContaining('r-1') });
    const other = fakeApi([answer(200, { ...SESSION, id: '0198c5a2-0000-7c3a-9f4e-2b6d8a1c0e5f' })]);
    expect(await ended(other.chari.paymentSessions.retrieve(SESSION.id))).toMatchObject({
      code: 'NETWORK_ERROR',
    });
  });
});

describe('an abort', () => {
  test('ends a call at once with its reason: before it, during the request, during a wait', async () => {
    const before = fakeApi([CREATED]);
    const reason = new Error('the customer left');
    const aborted = ended(before.chari.paymentSessions.create(ORDER, { signal: AbortSignal.abort(reason) }));
    expect(await aborted).toBe(reason);
    expect(before.sent).toHaveLength(0);

    for (const reaction of [
      () => new Promise<Response>(() => undefined),
      refusal(503, 'GATEWAY_UNAVAILABLE', { retry_after: 30 }),
    ]) {
      const { chari, sent } = fakeApi([reaction]);
      const controller = new AbortController();
      const call = chari.paymentSessions.create(ORDER, { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 400);
      const began_ms = Date.now();
      expect(await ended(call)).toBe(reason);
      expect(Date.now() - began_ms).toBeLessThanOrEqual(500);
      expect(sent).toHaveLength(1);
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

describe('an error of the API', () => {
  test('carries all that it says, in either shape', async () => {
    const fields = { amount: 'Must be a whole number.' };
    const body = { code: 'VALIDATION_ERROR', message: 'Correct it.', status: 400, fields };
    const envelope = answer(400, { error: body }, { 'X-Request-Id': 'r-2' });
    expect((await create([envelope])).outcome).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Correct it.',
      status: 400,
      fields,
      requestId: 'r-2',
    });
    const duplicate = refusal(409, 'DUPLICATE_REFERENCE', {
      existing_payment_session_id: SESSION.id,
      existing_transaction_id: 't',
    });
    expect((await create([duplicate])).outcome).toMatchObject({
      existingPaymentSessionId: SESSION.id,
      existingTransactionId: 't',
    });
    expect((await create([flatRefusal('PROVIDER_RAIL_NOT_READY')])).outcome).toMatchObject({
      code: 'PROVIDER_RAIL_NOT_READY',
      status: 503,
      message: 'says PROVIDER_RAIL_NOT_READY',
      failedChecks: [{ name: 'pool', ready: false, reason: 'none is free', count: 0 }],
    });
  });

  test('of a code that is newer than the SDK is thrown as it is', async () => {
    expect((await create([refusal(418, 'TEAPOT')])).outcome).toMatchObject({ code: 'TEAPOT', status: 418 });
  });

  test('prints neither the key nor members that do not apply', async () => {
    const { outcome } = await create([refusal(404, 'NOT_FOUND')]);
    const { inspect } = await import('node:util');
    expect(inspect(outcome, { depth: 9, showHidden: true })).not.toContain(KEY);
    expect(Object.keys(outcome).sort()).toEqual(['code', 'idempotencyKey', 'name', 'status']);
  });
});
