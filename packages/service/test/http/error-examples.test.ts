import { ERRORS, type ErrorCode, OPERATION_NAMES, OPERATIONS, type Operation } from '@chari/contract';
import { describe, expect, it } from 'vitest';
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

/** Asks for an operation as its own example does. */
async function ask(name: Name, id: string, key: string) {
  const { method, path, body }: Operation = OPERATIONS[name];
  const payload = body !== null && body !== 'none' ? { payload: body.example as object } : {};
  return (await desk.send({ method, url: path.replace(':id', id), key, ...payload })).json();
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
