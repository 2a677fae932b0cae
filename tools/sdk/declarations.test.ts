import { expect, test } from 'vitest';
import { declaration, type Json, Names } from './declarations.ts';

const names = () => new Names({ Side: ['LEFT', 'RIGHT'] }, { Event: 'LoggedEvent' });
const typeOf = (schema: Json) => names().of(schema);

// A schema of the contract, and the type that a merchant sees.
test.for<[Json, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: 'integer' }, 'number'],
  [{ type: 'boolean' }, 'boolean'],
  [{ type: 'null' }, 'null'],
  [{ const: 'XAF' }, "'XAF'"],
  [{ enum: ['LEFT', 'RIGHT'] }, 'Side'],
  [{ enum: ['a', 'b'] }, "'a' | 'b'"],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, "('a' | 'b')[]"],
  [{ type: 'object', properties: {} }, 'object'],
  [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, '{ a: string; }'],
  [{ type: 'object', properties: { a: { type: 'string' } } }, '{ a?: string | undefined; }'],
])('%j is %s', ([schema, type]) => {
  expect(typeOf(schema)).toBe(type);
});

test('a schema with a title is declared once, under the name it has here, with what it says of its members', () => {
  const all = names();
  const event: Json = {
    title: 'Event',
    type: 'object',
    properties: { id: { type: 'string', description: 'Its id.' }, side: { enum: ['LEFT', 'RIGHT'] } },
    required: ['id'],
  };
  expect(all.of({ type: 'array', items: event })).toBe('LoggedEvent[]');
  expect(all.of(event)).toBe('LoggedEvent');
  const declared =
    'export interface LoggedEvent {\n  /** Its id. */\n  id: string;\n  side?: Side | undefined;\n}';
  expect(all.declarations()).toEqual([declared]);
  expect(declaration('LoggedEvent', event, all)).toBe(declared);
});
