import { readFileSync } from 'node:fs';
import {
  CREATE_PAYMENT_SESSION_EXAMPLE,
  CREATED_WEBHOOK_ENDPOINT_EXAMPLE,
  ERROR_CODES,
  ERRORS,
  ErrorBody,
  errorsOf,
  exampleError,
  exampleEvent,
  FlatErrorBody,
  isFlat,
  LIMITS,
  MAGIC_CUSTOMER_PHONES,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  openapiDocument,
  PAYMENT_SESSION_EVENT_NAMES,
  PaymentSessionEventBody,
  REFUND_EVENT_NAMES,
  SCENARIO_NAMES,
  SCOPE_NAMES,
  SETTLEMENT_EVENT_NAMES,
  TEST_EVENT,
  TEST_EVENT_EXAMPLE,
  TRANSACTION_OUTCOME_NAMES,
  TransactionEventBody,
  WEBHOOK_HEADERS,
} from '@chari/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { ROTATION_MS } from '../../src/domain/delivery/change.ts';
import { ENDPOINTS_MAX } from '../../src/domain/delivery/endpoint.ts';
import { SCOPES } from '../../src/domain/keys.ts';
import { AMOUNT_XAF_MAX } from '../../src/domain/money.ts';
import { SESSION_STATUSES, TTL_MINUTES } from '../../src/domain/session/session.ts';
import { SESSION_TRANSITIONS } from '../../src/domain/session/transitions.ts';
import { ATTEMPTS_SHOWN, DELIVERIES_SCANNED } from '../../src/engine/deliveries/deliveries.ts';
import { RESENT_AT_ONCE_MAX } from '../../src/engine/deliveries/resend-failed.ts';
import { signedHeaders } from '../../src/webhooks/sign.ts';
import { openDesk, SESSION_ID } from './desk.ts';

const desk = openDesk();
const document = (await desk.send({ method: 'GET', url: '/openapi.json', key: null })).json();

/** Every object of a document that is a schema or looks like one. */
function schemasIn(node: unknown): Record<string, unknown>[] {
  if (typeof node !== 'object' || node === null) return [];
  const members = Object.entries(node).filter(([name]) => name !== 'example' && name !== 'examples');
  const below = members.flatMap(([, member]) => schemasIn(member));
  const record = node as Record<string, unknown>;
  const schema = ['type', 'enum', 'const'].some(
    (name) => typeof record[name] === 'string' || Array.isArray(record[name]),
  );
  return schema ? [record, ...below] : below;
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const verdict = await validator.validate(structuredClone(document));
    expect(verdict.errors ?? []).toEqual([]);
    expect([verdict.valid, validator.version]).toEqual([true, '3.1']);
  });

  it('has a target for each of its references', () => {
    for (const [, pointer = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer.split('/').reduce((node, segment) => node?.[segment], document);
      expect(target, pointer).toBeDefined();
    }
  });

  it('is the committed one, but for the address', () => {
    const file = new URL('../../../contract/openapi.generated.json', import.meta.url);
    const committed = JSON.parse(readFileSync(file, 'utf8'));
    expect(committed).toEqual(JSON.parse(JSON.stringify(openapiDocument('http://127.0.0.1:8080'))));
    const text = JSON.stringify(document).replaceAll('http://chari.test', 'http://127.0.0.1:8080');
    expect(JSON.parse(text)).toEqual(committed);
  });

  it('names every error, and has an example of each that an operation can answer', () => {
    const answered = new Set<string>(OPERATION_NAMES.flatMap((name) => errorsOf(OPERATIONS[name])));
    expect(new Set(Object.keys(document.components.examples))).toEqual(answered);
    for (const code of ERROR_CODES)
      expect(document.info.description).toContain(`${ERRORS[code].status} | \`${code}\``);
  });

  it('has no component to which nothing refers', () => {
    const text = JSON.stringify(document);
    for (const [section, all] of Object.entries<object>(document.components)) {
      if (section === 'securitySchemes') continue;
      for (const name of Object.keys(all)) expect(text, name).toContain(`"#/components/${section}/${name}"`);
    }
  });

  it('gives each enumeration and constant its type, as generators of clients want it', () => {
    const typeless = schemasIn(document).filter(
      (schema) => (schema.enum !== undefined || schema.const !== undefined) && schema.type === undefined,
    );
    expect(typeless).toEqual([]);
  });

  it('writes each schema with a title once, under that title, and refers to it elsewhere', () => {
    const titles = schemasIn(document).flatMap(({ title }) => (typeof title === 'string' ? [title] : []));
    expect(titles.sort()).toEqual(Object.keys(document.components.schemas).sort());
  });

  it('has no schema that hides what every TypeScript program knows by that name', () => {
    expect(Object.keys(document.components.schemas)).not.toContain('Error');
  });

  it('says in words what a body may leave out, since generators take `default` for `required`', () => {
    expect(schemasIn(document.components.schemas).filter((schema) => 'default' in schema)).toEqual([]);
  });

  it('names in the rule of each number that has a bound the most that it may be', () => {
    const bounded = schemasIn(document).filter((one) => 'maximum' in one && 'x-rule' in one);
    expect(bounded.length).toBeGreaterThan(3);
    const silent = bounded.filter(
      (one) => !String(one['x-rule']).replaceAll(',', '').includes(`${one.maximum}`),
    );
    expect(silent).toEqual([]);
    const { CreateRefund } = document.components.schemas;
    expect(CreateRefund.properties.amount.maximum).toBe(AMOUNT_XAF_MAX);
  });

  it('links what is created to all that can be done with it next', () => {
    const created = document.paths['/v1/payment-sessions'].post.responses[201].links;
    expect(Object.keys(created)).toEqual([
      'retrieve_payment_session',
      'cancel_payment_session',
      'simulate_payment_session',
    ]);
  });

  it('links whatever is created to what can be done with it, and leads to each operation that asks for an id', () => {
    const linksOf = (name: (typeof OPERATION_NAMES)[number]): string[] => {
      const { path, method, answer }: Operation = OPERATIONS[name];
      const operation = document.paths[path.replace(':id', '{id}')][method.toLowerCase()];
      return Object.keys(operation.responses[answer.status].links ?? {});
    };
    const unlinked = OPERATION_NAMES.filter((name) => OPERATIONS[name].answer.status === 201).filter(
      (name) => linksOf(name).length === 0,
    );
    const reached = new Set(OPERATION_NAMES.flatMap(linksOf));
    const unreached = OPERATION_NAMES.filter(
      (name) => OPERATIONS[name].path.includes(':id') && !reached.has(name),
    );
    expect({ unlinked, unreached }).toEqual({ unlinked: [], unreached: [] });
  });

  it('links only to what an answer holds, at the place that its example shows', () => {
    for (const name of OPERATION_NAMES) {
      const { path, method, answer }: Operation = OPERATIONS[name];
      const operation = document.paths[path.replace(':id', '{id}')][method.toLowerCase()];
      const links = operation.responses[answer.status].links ?? {};
      for (const { operationId, parameters } of Object.values<{
        operationId: string;
        parameters: { id: string };
      }>(links)) {
        expect(OPERATION_NAMES).toContain(operationId);
        const at = parameters.id.replace('$response.body#/', '').split('/');
        const found = at.reduce((node, key) => (node as Record<string, unknown>)[key], answer.example);
        expect(found, `${name} to ${operationId}`).toMatch(/^[0-9a-f-]{36}$/);
      }
    }
  });

  it('has every operation that the server has, and the server every one of these', async () => {
    const documented = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const operations = OPERATION_NAMES.map(
      (name) => `${OPERATIONS[name].method} ${OPERATIONS[name].path.replace(':id', '{id}')}`,
    );
    expect(documented.sort()).toEqual(operations.sort());
    for (const name of OPERATION_NAMES) {
      const { method, path } = OPERATIONS[name];
      expect(desk.app.hasRoute({ method, url: path }), name).toBe(true);
    }
  });

  it('counts the scenarios of the sandbox as they are', () => {
    const { description } = document.paths['/v1/sandbox/payment-sessions/{id}/simulate'].post;
    expect(description).toContain(`one of ${SCENARIO_NAMES.length} outcomes`);
  });

  it('has a webhook for each active event', () => {
    const active = [
      ...PAYMENT_SESSION_EVENT_NAMES,
      ...TRANSACTION_OUTCOME_NAMES,
      ...REFUND_EVENT_NAMES,
      ...SETTLEMENT_EVENT_NAMES,
      TEST_EVENT,
    ];
    expect(Object.keys(document.webhooks)).toEqual(active);
  });
});

describe('the contract', () => {
  it.each(ERROR_CODES)('has a true example of %s, with its message filled in', (code) => {
    const example = exampleError(code);
    expect(Compile(isFlat(code) ? FlatErrorBody : ErrorBody).Errors(example)).toEqual([]);
    expect(JSON.stringify(example.error)).not.toMatch(/\{[a-z_]+\}/);
  });

  it.each(OPERATION_NAMES)('has a true example of what %s takes and gives', (name) => {
    const { body, answer }: Operation = OPERATIONS[name];
    if (body !== null && body !== 'none') expect(Compile(body.schema).Errors(body.example)).toEqual([]);
    if (answer.schema !== null) expect(Compile(answer.schema).Errors(answer.example)).toEqual([]);
  });

  it.each(PAYMENT_SESSION_EVENT_NAMES)('has a true example of %s', (event) => {
    expect(Compile(PaymentSessionEventBody).Errors(exampleEvent(event))).toEqual([]);
  });

  it('has a true example of the test event', () => {
    expect(Compile(TransactionEventBody).Errors(TEST_EVENT_EXAMPLE)).toEqual([]);
  });

  it('names the scopes, limits and event statuses that the domain has', () => {
    expect(SCOPE_NAMES).toEqual(SCOPES);
    expect(LIMITS.webhook_endpoints).toBe(ENDPOINTS_MAX);
    expect(LIMITS.rotation_hours * 3_600_000).toBe(ROTATION_MS);
    expect(LIMITS.attempts_shown).toEqual(ATTEMPTS_SHOWN);
    expect(LIMITS.deliveries_scanned).toBe(DELIVERIES_SCANNED);
    expect(LIMITS.resent_at_once).toBe(RESENT_AT_ONCE_MAX);
    expect(LIMITS.amount_xaf.max).toBe(AMOUNT_XAF_MAX);
    expect(LIMITS.ttl_minutes).toEqual(TTL_MINUTES);
    const emitted = Object.values(SESSION_TRANSITIONS).flatMap((row) =>
      Object.values<{ to: string; event: string | null }>(row).flatMap(({ to, event }) =>
        event ? [[event, to]] : [],
      ),
    );
    const announced = PAYMENT_SESSION_EVENT_NAMES.map((event) => [event, exampleEvent(event).data.status]);
    expect(new Set(announced.map(String))).toEqual(new Set(emitted.map(String)));
  });

  it('documents the headers that are really sent with a webhook', () => {
    const attempt = { event_id: 'e', event_type: 't', delivery_id: 'd', attempt: 1, sequence: 1 };
    const sent = signedHeaders(
      { ...attempt, environment: 'test' },
      'whsec_AA==',
      Buffer.from('{}'),
      new Date(0),
      'whsec_BB==',
    );
    const { 'Content-Type': _type, 'User-Agent': _agent, ...own } = sent;
    expect(Object.keys(own).sort()).toEqual(Object.keys(WEBHOOK_HEADERS).sort());
  });

  it('lets each error happen somewhere: in an operation, or where the list says', () => {
    const elsewhere = ['METHOD_NOT_ALLOWED'];
    const answered = new Set<string>(OPERATION_NAMES.flatMap((name) => errorsOf(OPERATIONS[name])));
    expect([...answered, ...elsewhere].sort()).toEqual([...ERROR_CODES].sort());
  });
});

describe('the reference', () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    desk.send({ method: 'GET', url, key: null, headers });

  it('is a page that loads its scripts from here alone, and may ask nobody else', async () => {
    const page = await get('/docs');
    expect([...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url)).toEqual([
      '/docs/plain',
      '/openapi.json',
      '/docs/scalar.js',
      '/docs/start.js',
    ]);
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).toContain("connect-src 'self'; ");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  });

  it('has everything of its own at the addresses that the page names', async () => {
    for (const url of ['/docs/plain', '/docs/start.js', '/docs/scalar.js'])
      expect((await get(url)).statusCode, url).toBe(200);
  });

  it('weighs at most 1.2 MB on the wire, and nothing the second time', async () => {
    const first = await get('/docs/scalar.js', { 'accept-encoding': 'gzip, br' });
    expect(first.headers['content-encoding']).toBe('br');
    expect(first.rawPayload.length).toBeLessThan(1_200_000);
    const again = await get('/docs/scalar.js', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect((await get('/docs')).rawPayload.length).toBeLessThan(2_000);
  });

  it.each(['/openapi.json', '/docs/plain'])(
    'sends %s as it was prepared once, and nothing the second time',
    async (url) => {
      const plain = await get(url);
      const sizes = ['gzip', 'br'].map(async (form) => {
        const answer = await get(url, { 'accept-encoding': form });
        expect([answer.headers['content-encoding'], answer.headers.etag]).toEqual([form, plain.headers.etag]);
        return answer.rawPayload.length;
      });
      for (const size of await Promise.all(sizes)) expect(size).toBeLessThan(plain.rawPayload.length / 2);
      expect(plain.headers['content-encoding']).toBeUndefined();
      const again = await get(url, { 'if-none-match': String(plain.headers.etag) });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    },
  );

  it.each([
    ['br;q=0, gzip;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['x-br, gzip;q=0.000', undefined],
    ['BR;q=0.5', 'br'],
  ])('is sent to whoever accepts %s in no form that this refuses', async (accepted, form) => {
    const answer = await get('/openapi.json', { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(form);
  });

  it('is known by its tag however a proxy hands that on, and calls its forms alike, not the same bytes', async () => {
    const tag = String((await get('/openapi.json')).headers.etag);
    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*'])
      expect([known, (await get('/openapi.json', { 'if-none-match': known })).statusCode]).toEqual([
        known,
        304,
      ]);
    for (const other of ['"other"', 'W/"other", "more"', ''])
      expect([other, (await get('/openapi.json', { 'if-none-match': other })).statusCode]).toEqual([
        other,
        200,
      ]);
  });

  it('is read by an address as often as pages are, and then no more before the time it says', async () => {
    const limited = openDesk({ rate_limit_per_second: 100 });
    const read = (url = '/openapi.json') => limited.send({ method: 'GET', url, key: null });
    const answers = await Promise.all(Array.from({ length: 500 }, () => read()));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    const refused = await read('/docs/plain');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(refused.json().error.code).toBe('RATE_LIMITED');
    expect((await read('/livez')).statusCode).toBe(200);
    limited.clock.now_ms += 10;
    expect((await read()).statusCode).toBe(200);
  });

  it('turns off whatever of Scalar asks its makers, and keeps no key', async () => {
    const start = (await get('/docs/start.js')).body;
    for (const off of [
      '"withDefaultFonts":false',
      '"telemetry":false',
      '"agent":{"disabled":true',
      '"mcp":{"disabled":true}',
      '"persistAuth":false',
      '"hideClientButton":true',
    ])
      expect(start).toContain(off);
    expect(start).not.toContain('proxyUrl');
  });

  it('says as text too all that there is: operations, scenarios, scopes, statuses, events, errors', async () => {
    const { body } = await get('/docs/plain');
    const words = [
      ...OPERATION_NAMES.map((name) => OPERATIONS[name].path.replace(':id', '{id}')),
      ...[...SCENARIO_NAMES, ...SCOPE_NAMES, ...SESSION_STATUSES, ...ERROR_CODES],
      ...PAYMENT_SESSION_EVENT_NAMES,
      ...Object.keys(MAGIC_CUSTOMER_PHONES),
      ...Object.keys(CREATE_PAYMENT_SESSION_EXAMPLE),
      ...Object.keys(WEBHOOK_HEADERS),
    ];
    for (const word of words) expect(body, word).toContain(word);
    expect(body).not.toMatch(/undefined|\[object|NaN/);
  });
});

describe('the example of each operation', () => {
  it.each(OPERATION_NAMES)(
    '%s is accepted by the server, with an answer of the documented shape',
    async (name) => {
      const { method, path, body, answer: documented }: Operation = OPERATIONS[name];
      const payload = body !== null && body !== 'none' ? { payload: body.example as object } : {};
      const answer = await desk.send({ method, url: path.replace(':id', SESSION_ID), ...payload });
      expect(answer.statusCode).toBe(documented.status);
      if (documented.schema !== null) expect(Compile(documented.schema).Errors(answer.json())).toEqual([]);
      else expect(answer.body).toBe('');
    },
  );

  it('of a created endpoint shows a secret of the right form', () => {
    expect(CREATED_WEBHOOK_ENDPOINT_EXAMPLE.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});
