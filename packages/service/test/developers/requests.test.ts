import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVerbs } from '../../src/cli/serve/verbs.ts';
import { daySlot } from '../../src/domain/request-log.ts';
import { createAuthenticator } from '../../src/engine/keys/authenticate.ts';
import { createKeys } from '../../src/engine/keys/keys.ts';
import {
  createRequestLog,
  emptyOldRequests,
  listRequests,
  type RequestLog,
} from '../../src/engine/request-log.ts';
import { httpMetrics } from '../../src/http/metrics.ts';
import { createServer } from '../../src/http/server.ts';
import { openSite, type Site, textOf } from '../account/site.ts';
import { countStatements } from '../database/statements.ts';

let site: Site;
let owner: Awaited<ReturnType<Site['member']>>;
let merchant: string;
let api: FastifyInstance;
let log: RequestLog;
let key: string;
beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
  merchant = owner.known.merchant_id ?? '';
  const { services } = site;
  log = createRequestLog(services, (error) => {
    throw error;
  });
  const random_bytes = crypto.getRandomValues(new Uint8Array(32));
  const [made] = await createKeys(services, [
    { merchant_id: merchant, environment: 'test', scopes: null, random_bytes },
  ]);
  if (made?.kind !== 'created') throw new Error(made?.kind);
  key = made.key;
  api = createServer({
    services,
    authenticate: createAuthenticator(services, () => performance.now()),
    rate_limit_per_second: 0,
    public_url: 'https://api.example',
    verbs: createVerbs(services, services),
    noteRequest: log.note,
    metrics: httpMetrics(new Registry()),
    readiness: async () => ({ ready: true, checks: {} }),
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await api.close();
  await site.close();
});

const call = (method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) =>
  api.inject({
    method,
    url,
    headers: { 'x-api-key': key, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
const SECRET = 'MY-VERY-OWN-SECRET';
const body = { reference: 'R-1', amount: 5000, currency: 'XAF', operator: 'AIRTEL', description: SECRET };
const query = {
  environment: 'test',
  only_errors: false,
  key_id: null,
  method: null,
  cursor: null,
  limit: 20,
} as const;

describe('The request log', () => {
  test('has each request with the id that its answer carried, and neither bodies nor secrets', async () => {
    const made = await call('POST', '/v1/payment-sessions', body);
    const answers = [
      made,
      await call('POST', '/v1/payment-sessions', body),
      await call('GET', `/v1/payment-sessions/${made.json().id}?secret=${SECRET}`),
      await call('POST', '/v1/payment-sessions', { ...body, amount: -1 }),
      await call('POST', '/v1/transactions', { ...body, phone_number: '66000001' }),
      await call('GET', `/v1/${SECRET}`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 409, 200, 400, 400, 404]);
    await api.inject({ method: 'GET', url: '/v1/events', headers: { 'x-api-key': 'service_test_nobody' } });
    await log.flush();
    const { rows } = await listRequests(site.services, { ...query, merchant_id: merchant });
    expect(
      rows
        .toReversed()
        .map(({ id, method, route, status, error_code }) => [id, method, route, status, error_code]),
    ).toEqual([
      [answers[0]?.headers['x-request-id'], 'POST', '/v1/payment-sessions', 201, null],
      [answers[1]?.headers['x-request-id'], 'POST', '/v1/payment-sessions', 409, 'DUPLICATE_REFERENCE'],
      [answers[2]?.headers['x-request-id'], 'GET', '/v1/payment-sessions/:id', 200, null],
      [answers[3]?.headers['x-request-id'], 'POST', '/v1/payment-sessions', 400, 'VALIDATION_ERROR'],
      [answers[4]?.headers['x-request-id'], 'POST', '/v1/transactions', 400, 'VALIDATION_ERROR'],
      [answers[5]?.headers['x-request-id'], 'GET', 'unmatched', 404, 'NOT_FOUND'],
    ]);
    const kept = JSON.stringify(await site.world.rows('select * from request_log'));
    for (const hidden of [SECRET, key, 'R-1']) expect(kept).not.toContain(hidden);
    for (const { duration_us } of rows) expect(duration_us).toBeGreaterThan(0);
  });

  test('has few of a key that is refused for its rate again and again, and each of everybody else', async () => {
    const own = createRequestLog(site.services, (error) => {
      throw error;
    });
    const at = site.services.now();
    const noted = (key_id: string, error_code: string | null, ms: number) =>
      own.note({
        ...{ id: site.services.newId(), merchant_id: merchant, environment: 'test', key_id, method: 'GET' },
        ...{ route: '/v1/balance', status: error_code === null ? 200 : 429, error_code, duration_us: 10 },
        at: new Date(at.getTime() + ms),
      });
    const [greedy, other] = [site.services.newId(), site.services.newId()];
    const kept = Array.from({ length: 1000 }, (_, ms) => noted(greedy, 'RATE_LIMITED', ms)).filter(Boolean);
    expect(kept.length).toBe(5);
    expect([
      noted(other, 'RATE_LIMITED', 900),
      noted(greedy, null, 950),
      noted(greedy, 'RATE_LIMITED', 1001),
    ]).toEqual([true, true, true]);
    expect(own.stats()).toMatchObject({ left_out: 995, waiting: 8, dropped: 0 });
  });

  test('is on its page with filters, found by an id, and says when each key was used last', async () => {
    const page = async (more: string) => textOf((await owner.get(`/dashboard/test/requests${more}`)).body);
    const all = await page('');
    expect(all).toContain('POST /v1/payment-sessions');
    expect(await page('?errors=1&method=POST')).not.toContain(' 201 ');
    const { headers } = await call('POST', '/v1/payment-sessions', body);
    await log.flush();
    const id = String(headers['x-request-id']);
    expect(await page(`?id=${id}`)).toMatch(new RegExp(`409 DUPLICATE_REFERENCE .* ${id}`));
    for (const none of ['x', "' or 1=1", '01890000-0000-7000-8000-000000000000'])
      expect(await page(`?id=${encodeURIComponent(none)}`)).toContain('No request of these 14 days');
    expect(await page('?key=x&method=EVIL&cursor=x')).toContain(id);
    expect(textOf((await owner.get('/dashboard/test/keys')).body)).toMatch(
      /21 November 2026 at 12:00 Active/,
    );
    const stranger = await site.member('owner');
    expect(textOf((await stranger.get(`/dashboard/test/requests?id=${id}`)).body)).toContain(
      'No request of these',
    );
    expect((await stranger.get('/dashboard/test/requests')).body).not.toContain(id);
    expect((await owner.get(`/dashboard/live/requests?id=${id}`)).body).toContain('No request of these');
  });

  test('goes on by cursor, and a filter that matches little says where to go on', async () => {
    const another = await site.world.merchant();
    const at = site.world.now;
    const note = (status: number) =>
      log.note({
        id: site.services.newId(),
        merchant_id: another,
        environment: 'test',
        key_id: another,
        method: 'GET',
        route: '/v1/events',
        status,
        error_code: null,
        duration_us: 5,
        at,
      });
    note(500);
    for (let count = 0; count < 10_050; count += 1) note(200);
    expect(await countStatements(() => log.flush())).toBeLessThanOrEqual(4);
    const asked = { ...query, merchant_id: another };
    const first = await listRequests(site.services, asked);
    const second = await listRequests(site.services, { ...asked, cursor: first.next_cursor });
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(40);
    const errors = await listRequests(site.services, { ...asked, only_errors: true });
    expect([errors.rows, errors.next_cursor !== null]).toEqual([[], true]);
    const found = await listRequests(site.services, {
      ...asked,
      only_errors: true,
      cursor: errors.next_cursor,
    });
    expect([found.rows.length, found.next_cursor]).toEqual([1, null]);
  });

  test('drops what a slow database can’t take, and counts it; nobody waits', async () => {
    let release = (): void => {};
    const stuck = new Promise<never>((_resolve, reject) => {
      release = () => reject(new Error('away'));
    });
    const failures: unknown[] = [];
    const pool = { query: () => stuck } as unknown as Site['services']['pool'];
    const slow = createRequestLog({ pool }, (error) => failures.push(error));
    const entry = {
      id: site.services.newId(),
      merchant_id: merchant,
      environment: 'test',
      key_id: merchant,
      method: 'GET',
      route: '/',
      status: 200,
      error_code: null,
      duration_us: 1,
      at: site.world.now,
    } as const;
    slow.note(entry);
    const flying = slow.flush();
    for (let count = 0; count < 20_010; count += 1) slow.note(entry);
    expect(slow.stats()).toEqual({ written: 0, dropped: 10, left_out: 0, waiting: 20_000 });
    release();
    await flying;
    expect(slow.stats()).toEqual({ written: 0, dropped: 20_011, left_out: 0, waiting: 0 });
    expect(failures.length).toBeGreaterThan(0);
  });

  test('keeps sixteen days in turn: a day’s part is emptied before its turn comes again, and only then', async () => {
    const count = async () => (await site.world.rows('select 1 from request_log')).length;
    await emptyOldRequests(site.services);
    log.note({
      id: site.services.newId(),
      merchant_id: merchant,
      environment: 'test',
      key_id: merchant,
      method: 'GET',
      route: '/kept',
      status: 200,
      error_code: null,
      duration_us: 5,
      at: site.world.now,
    });
    await log.flush();
    const before = await count();
    expect(before).toBeGreaterThan(0);
    for (let day = 0; day < 14; day += 1) {
      expect(await emptyOldRequests(site.services)).toBeLessThanOrEqual(1);
      expect(await count()).toBe(before);
      site.world.pass(86_400);
    }
    site.world.pass(86_400);
    await emptyOldRequests(site.services);
    expect(await count()).toBe(0);
    expect(
      [...new Set(Array.from({ length: 32 }, (_, at) => daySlot(new Date(Date.UTC(2026, 0, 1 + at)))))].sort(
        (a, b) => a - b,
      ),
    ).toEqual(Array.from({ length: 16 }, (_, at) => at));
  });
});

test('A list reads one merchant’s requests by their index, and nothing whole', async () => {
  const { rows } = await site.world.db.pool.query(
    `explain select id from request_log where merchant_id = $1 and environment = 'test' and id < 'ffffffff-ffff-ffff-ffff-ffffffffffff'
       and id >= '01890000-0000-7000-8000-000000000000' order by id desc limit 21`,
    [merchant],
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Merge Append');
  expect(plan).not.toContain('Seq Scan');
});
