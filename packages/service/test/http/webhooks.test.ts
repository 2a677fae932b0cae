import { describe, expect, it } from 'vitest';
import { deliveryOf, MERCHANT_ID, openDesk, SESSION_ID } from './desk.ts';

const desk = openDesk();
const ENDPOINT = `/v1/webhook-endpoints/${SESSION_ID}`;
const DELIVERY = `/v1/webhook-deliveries/${SESSION_ID}`;
const CALLER = { merchant_id: MERCHANT_ID, environment: 'test' };
const get = (url: string, own = desk) => own.send({ method: 'GET', url });
const post = (url: string, payload?: object, own = desk) =>
  own.send({ method: 'POST', url, ...(payload && { payload }) });
const patch = (payload: object, own = desk) => own.send({ method: 'PATCH', url: ENDPOINT, payload });
const NOWHERE = [
  ['PATCH', '/v1/webhook-endpoints/nothing', {}],
  ['POST', '/v1/webhook-endpoints/nothing/rotate-secret', undefined],
  ['POST', '/v1/webhook-endpoints/nothing/test', undefined],
  ['POST', '/v1/webhook-endpoints/nothing/resend', { since: '2026-06-27T00:00:00Z' }],
  ['GET', '/v1/webhook-endpoints/nothing/deliveries', undefined],
  ['GET', '/v1/webhook-deliveries/nothing', undefined],
  ['POST', '/v1/webhook-deliveries/nothing/resend', undefined],
  ['GET', '/v1/events/nothing', undefined],
] as const;

it.each(NOWHERE)('%s %s, which is no id, is 404', async (method, url, payload) => {
  const answer = await desk.send({ method, url, ...(payload && { payload }) });
  expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NOT_FOUND']);
});

it('an answer with a secret may be kept by nothing on the way', async () => {
  const created = await post('/v1/webhook-endpoints', { url: 'https://shop.example.com/hooks' });
  const rotated = await post(`${ENDPOINT}/rotate-secret`);
  for (const answer of [created, rotated]) {
    expect(answer.json().secret).toMatch(/^whsec_/);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

describe('changing a webhook endpoint', () => {
  it('hands on what was sent, null included, and nothing that was left out', async () => {
    const change = { events: null, description: null, status: 'disabled' };
    expect((await patch(change)).statusCode).toBe(200);
    expect(desk.commands.at(-1)).toEqual({ ...CALLER, endpoint_id: SESSION_ID, change, idempotency: null });
    await patch({});
    expect(desk.commands.at(-1)).toMatchObject({ change: {} });
  });

  it.each([
    ['url', null],
    ['url', 'ftp://shop.example.com'],
    ['url', 'https://user@shop.example.com'],
    ['events', []],
    ['events', ['payment_session.cancelled']],
    ['description', 'x'.repeat(256)],
    ['description', 5],
    ['status', 'degraded'],
    ['status', null],
    ['secret', 'mine'],
    ['environment', 'live'],
  ])('refuses %s %j', async (name, value) => {
    // Beside one that may be null, so that the whole is looked at field by field.
    const answer = await patch({ events: null, description: null, [name]: value });
    expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, [name]]);
  });

  it('repeats why the engine refused the address', async () => {
    const own = openDesk();
    own.verbs.webhook_endpoints.change = async () => ({ kind: 'url_refused', message: 'It must be public.' });
    const answer = await patch({ url: 'https://10.0.0.1' }, own);
    expect([answer.statusCode, answer.json().error.fields.url]).toEqual([400, 'It must be public.']);
  });
});

describe('rotating a secret', () => {
  it('shows the new secret, this once, and until when the old one signs', async () => {
    const answer = await post(`${ENDPOINT}/rotate-secret`);
    expect(answer.json()).toMatchObject({
      id: SESSION_ID,
      secret: 'whsec_y',
      previous_secret_until: '2026-06-27T15:44:00.000Z',
    });
    expect(answer.json()).not.toHaveProperty('merchant_id');
  });
});

describe('what can not be sent', () => {
  const SENDS = [
    ['test', `${ENDPOINT}/test`, undefined],
    ['resend', `${DELIVERY}/resend`, undefined],
    ['resend_failed', `${ENDPOINT}/resend`, { since: '2026-06-27T00:00:00Z' }],
  ] as const;

  it.each(SENDS)('%s to a disabled endpoint is 409 and says how to enable it', async (name, url, payload) => {
    const own = openDesk();
    const refuse = async () => ({ kind: 'endpoint_disabled' }) as const;
    if (name === 'test') own.verbs.webhook_endpoints.test = refuse;
    else own.verbs.webhook_deliveries[name] = refuse;
    const answer = await post(url, payload, own);
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'INVALID_STATE']);
    expect(answer.json().error.message).toContain('{"status": "enabled"}');
  });

  it('a delivery of a deleted endpoint is 409 and says where its event is', async () => {
    const own = openDesk();
    own.verbs.webhook_deliveries.resend = async () => ({ kind: 'endpoint_removed' });
    const answer = await post(`${DELIVERY}/resend`, undefined, own);
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'INVALID_STATE']);
    expect(answer.json().error.message).toContain('/v1/events/:id');
  });

  it.each([
    ['since', undefined],
    ['since', '2026-06-27'],
    ['since', '2026-02-30T00:00:00Z'],
    ['since', '2026-06-27T00:00:60Z'],
    ['status', 'dead'],
    ['cursor', 'newest'],
    ['cursor', `urn:uuid:${SESSION_ID}`],
    ['limit', 5],
  ])('resending what failed refuses %s %j', async (name, value) => {
    const answer = await post(`${ENDPOINT}/resend`, { since: '2026-06-27T00:00:00Z', [name]: value });
    expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, [name]]);
  });

  it.each(['rotate-secret', 'test'])('%s takes no body', async (verb) => {
    expect((await post(`${ENDPOINT}/${verb}`, { url: 'https://a.example' })).statusCode).toBe(400);
    expect((await post(`${ENDPOINT}/${verb}`, {})).statusCode).toBeLessThan(300);
  });
});

describe('a list that is read by cursor', () => {
  const LISTS = [`${ENDPOINT}/deliveries`, '/v1/events'] as const;

  it.each(LISTS)('%s: 20 at a time unless the query says otherwise, 100 at most', async (url) => {
    for (const [query, limit] of [
      ['', 20],
      ['?limit=1', 1],
      ['?limit=100', 100],
      ['?limit=101', 100],
      ['?limit=999999999999999', 100],
      ['?limit=10000000000000000', 100],
      [`?limit=${'9'.repeat(100)}`, 100],
    ] as const) {
      expect((await get(`${url}${query}`)).statusCode).toBe(200);
      expect(desk.commands.at(-1)).toMatchObject({ ...CALLER, limit, cursor: null });
    }
    await get(`${url}?cursor=${SESSION_ID}`);
    expect(desk.commands.at(-1)).toMatchObject({ cursor: SESSION_ID });
  });

  it.each(LISTS)('%s refuses what is no limit, cursor or filter, all at once', async (url) => {
    for (const [query, names] of [
      ['limit=0', ['limit']],
      ['limit=-1', ['limit']],
      ['limit=1.5', ['limit']],
      ['limit=', ['limit']],
      ['limit=1e3', ['limit']],
      ['limit=1&limit=2', ['limit']],
      ['cursor=next', ['cursor']],
      [`cursor=urn:uuid:${SESSION_ID}`, ['cursor']],
      ['limit=a&offset=5', ['limit', 'offset']],
      ['environment=live', ['environment']],
      ['__proto__=1', ['__proto__']],
    ] as const) {
      const answer = await get(`${url}?${query}`);
      expect([query, answer.statusCode]).toEqual([query, 400]);
      expect(Object.keys(answer.json().error.fields).sort()).toEqual([...names].sort());
    }
  });

  it('deliveries are filtered by status and event, in the words of the API', async () => {
    await get(`${ENDPOINT}/deliveries?status=dead&event=transaction.test`);
    expect(desk.commands.at(-1)).toMatchObject({ state: 'DEAD', event: 'transaction.test' });
    const answer = await get(`${ENDPOINT}/deliveries?status=DEAD&event=x`);
    expect(Object.keys(answer.json().error.fields)).toEqual(['status', 'event']);
    expect(answer.json().error.fields.status).toContain('pending, delivered, held, dead');
  });

  it('events are filtered by type and object', async () => {
    await get(`/v1/events?type=payment_session.expired&object_id=${SESSION_ID}`);
    expect(desk.commands.at(-1)).toMatchObject({ type: 'payment_session.expired', object_id: SESSION_ID });
    const answer = await get('/v1/events?type=payment_session.cancelled&object_id=1');
    expect(Object.keys(answer.json().error.fields)).toEqual(['type', 'object_id']);
  });
});

describe('a delivery', () => {
  it('shows each attempt with its answer, and nothing that is not the merchant’s', async () => {
    const own = openDesk();
    const attempt = {
      attempt: 1,
      started_at: new Date(0),
      duration_ms: 9,
      outcome: 'refused',
      status_code: 500,
      answer: 'oops',
    };
    own.verbs.webhook_deliveries.retrieve = async () => {
      const more = { merchant_id: MERCHANT_ID, secret_sealed: 'x' };
      return {
        ...deliveryOf({ state: 'DEAD', dead_reason: 'attempts_exhausted' }),
        ...more,
        attempts: [attempt],
      };
    };
    const body = (await get(DELIVERY, own)).json();
    expect(body).toMatchObject({ status: 'dead', dead_reason: 'attempts_exhausted' });
    expect(body.attempts).toEqual([{ ...attempt, started_at: '1970-01-01T00:00:00.000Z' }]);
    for (const hidden of ['merchant_id', 'secret_sealed']) expect(body).not.toHaveProperty(hidden);
  });
});

it('an event shows its body and its deliveries', async () => {
  const body = (await get(`/v1/events/${SESSION_ID}`)).json();
  expect(body).toMatchObject({ event: 'transaction.test', body: { event: 'transaction.test' } });
  expect(body.deliveries).toHaveLength(1);
});
