import {
  ERRORS,
  type ErrorCode,
  errorsOf,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '@chari/contract';
import { describe, expect, it } from 'vitest';
import type { Verbs } from '../../src/http/deps.ts';
import { KEYS, openDesk, SESSION_ID } from './desk.ts';

type Name = (typeof OPERATION_NAMES)[number];

const desk = openDesk();
const document = (await desk.send({ method: 'GET', url: '/openapi.json', key: null })).json();

/** What stands in the document, or what it refers to there. */
const at = (node: { $ref?: string }) =>
  (node.$ref ?? '#')
    .split('/')
    .slice(1)
    .reduce((parts, name) => parts[name], node.$ref === undefined ? node : document);

/** The example that the document shows of an error of an operation. */
function exampleOf(name: Name, code: ErrorCode) {
  const { path, method } = OPERATIONS[name];
  const { responses } = document.paths[path.replace(':id', '{id}')][method.toLowerCase()];
  const { content } = at(responses[ERRORS[code].status]);
  return at(content['application/json'].examples[code]).value;
}

/** Asks for an operation as its own example does, but for these fields. */
async function ask(name: Name, id: string, key: string, at_desk = desk, others: Record<string, string> = {}) {
  const { method, path, body }: Operation = OPERATIONS[name];
  const url = path.replace(':id', id);
  if (method === 'GET') return (await at_desk.send({ method, url, key, query: others })).json();
  const fields = { ...(body !== null && body !== 'none' && (body.example as object)), ...others };
  const payload = Object.keys(fields).length > 0 ? { payload: fields } : {};
  return (await at_desk.send({ method, url, key, ...payload })).json();
}

/** An engine that finds something in the way of whatever depends on how things stand. */
function obstructed({
  payment_sessions,
  refunds,
  webhook_endpoints,
  webhook_deliveries,
  ...others
}: Verbs): Verbs {
  const not_awaiting = async () =>
    ({ kind: 'not_awaiting_payment', status: 'SUCCESS', replayed: false }) as const;
  const disabled = async () => ({ kind: 'endpoint_disabled', replayed: false }) as const;
  const not_paid = async () => ({ kind: 'not_paid', status: 'EXPIRED', replayed: false }) as const;
  return {
    ...others,
    payment_sessions: { ...payment_sessions, cancel: not_awaiting },
    refunds: { ...refunds, create: not_paid },
    webhook_endpoints: { ...webhook_endpoints, test: disabled },
    webhook_deliveries: { ...webhook_deliveries, resend: disabled, resend_failed: disabled },
    sandbox: { ...others.sandbox, simulate: not_awaiting },
  };
}

describe('the example of a refusal that the reference shows', () => {
  it.each(OPERATION_NAMES)('names the scope that a key lacks for %s', async (name) => {
    expect(await ask(name, SESSION_ID, KEYS.no_scopes)).toEqual(exampleOf(name, 'API_KEY_PERMISSION_DENIED'));
  });

  it.each(OPERATION_NAMES.filter((name) => OPERATIONS[name].path.includes(':id')))(
    'names what %s did not find',
    async (name) => {
      expect(await ask(name, 'nothing', KEYS.test)).toEqual(exampleOf(name, 'NOT_FOUND'));
    },
  );

  const obstructable = OPERATION_NAMES.filter((name) => errorsOf(OPERATIONS[name]).includes('INVALID_STATE'));
  it.each(obstructable)('says what is in the way of %s', async (name) => {
    const at_desk = openDesk({ verbs: obstructed(desk.verbs) });
    expect(await ask(name, SESSION_ID, KEYS.test, at_desk)).toEqual(exampleOf(name, 'INVALID_STATE'));
  });

  const takes_some = OPERATION_NAMES.filter((name) => {
    const { method, query }: Operation = OPERATIONS[name];
    return method !== 'GET' || query !== undefined;
  });
  it.each(takes_some)('names what may be wrong with a request for %s', async (name) => {
    const { error } = exampleOf(name, 'VALIDATION_ERROR');
    const fields = Object.keys(error.fields ?? { merchant_id: '' });
    const wrong = Object.fromEntries(fields.map((field) => [field, '']));
    expect(await ask(name, SESSION_ID, KEYS.test, desk, wrong)).toEqual({ error });
  });

  it('names by its own id what has a reference: a payment session or a transaction', () => {
    const [session, transaction] = (['create_payment_session', 'create_transaction'] as const).map((name) => {
      const { error } = exampleOf(name, 'DUPLICATE_REFERENCE');
      const { reference } = OPERATIONS[name].body.example;
      expect(error.message).toContain(`The reference ${reference} is already used`);
      return Object.keys(error).filter((member) => member.startsWith('existing_'));
    });
    expect(session).toEqual(['existing_payment_session_id']);
    expect(transaction).toEqual(['existing_transaction_id']);
  });
});
