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
  SCENARIO_NAMES,
  SCOPE_NAMES,
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
import { SCOPES } from '../../src/domain/keys/scopes.ts';
import { AMOUNT_XAF_MAX } from '../../src/domain/money/parse.ts';
import { SESSION_STATUSES, TTL_MINUTES } from '../../src/domain/session/session.ts';
import { SESSION_TRANSITIONS } from '../../src/domain/session/transitions.ts';
import { ATTEMPTS_SHOWN } from '../../src/engine/deliveries/attempts.ts';
import { DELIVERIES_SCANNED } from '../../src/engine/deliveries/list.ts';
import { RESENT_AT_ONCE_MAX } from '../../src/engine/deliveries/resend-failed.ts';
import { bodySignature, signedHeaders } from '../../src/webhooks/sign.ts';
import { openDesk, SESSION_ID } from './desk.ts';

const desk = openDesk();
const page = (await desk.send({ method: 'GET', url: '/docs', key: null })).body;
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
    expect({ ...document, servers: committed.servers }).toEqual(committed);
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

  it('links what is created to all that can be done with it next', () => {
    const created = document.paths['/v1/payment-sessions'].post.responses[201].links;
    expect(Object.keys(created)).toEqual([
      'retrieve_payment_session',
      'cancel_payment_session',
      'simulate_payment_session',
    ]);
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

  it('has a webhook for each active event', () => {
    const active = [...PAYMENT_SESSION_EVENT_NAMES, ...TRANSACTION_OUTCOME_NAMES, TEST_EVENT];
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

describe('the reference page', () => {
  it('has a paragraph for every error, and none for an error that does not exist', () => {
    const paragraphs = [...page.matchAll(/id="error-([A-Z_]+)"/g)].map(([, code]) => code);
    expect(paragraphs).toEqual(ERROR_CODES);
    for (const code of ERROR_CODES) expect(page).toContain(`${ERRORS[code].status} <code>${code}</code>`);
  });

  it('links only to what is on the page', () => {
    const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(targets, target).toContain(target);
  });

  it('shows every operation, scenario, scope, status, event and magic phone', () => {
    const words = [
      ...OPERATION_NAMES.map((name) => OPERATIONS[name].path),
      ...SCENARIO_NAMES,
      ...SCOPE_NAMES,
      ...SESSION_STATUSES,
      ...PAYMENT_SESSION_EVENT_NAMES,
      ...Object.keys(MAGIC_CUSTOMER_PHONES),
      ...Object.keys(CREATE_PAYMENT_SESSION_EXAMPLE),
    ];
    for (const word of words) expect(page, word).toContain(`<code>${word}</code>`);
  });

  it('shows a way to verify a signature that accepts ours and no other', async () => {
    const shown = /import \{ createHmac[\s\S]*?\n\}/.exec(page)?.[0] ?? '';
    const source = shown.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    const module = await import(
      `data:text/javascript,${encodeURIComponent(`${source}\nexport { isFromChari };`)}`
    );
    const body = Buffer.from('{"event":"payment_session.succeeded"}');
    const signature = `sha256=${bodySignature('whsec_x', body)}`;
    expect(module.isFromChari(body, signature, 'whsec_x')).toBe(true);
    for (const wrong of [undefined, '', signature.toUpperCase(), `${signature}0`, signature.slice(7)]) {
      expect(module.isFromChari(body, wrong, 'whsec_x')).toBe(false);
    }
    expect(module.isFromChari(body, signature, 'whsec_y')).toBe(false);
  });

  it('loads nothing, runs nothing and stays small', () => {
    expect(page).not.toMatch(/<script|<link|<img|url\(|@import|src=/);
    expect(Buffer.byteLength(page)).toBeLessThan(100_000);
    expect(page).toContain('name="viewport"');
  });

  it('never shows a placeholder for a value', () => {
    expect(page).not.toMatch(/undefined|\[object|NaN/);
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
