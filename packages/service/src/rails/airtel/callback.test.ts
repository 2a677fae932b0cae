import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { airtelId, fromAirtelId } from './answers.ts';
import { memberSource, readCallback } from './callback.ts';

const SECRET = 'shared with Airtel';
const ID = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0001';
const PART = `{"id":"${airtelId(ID)}","message":"Paid UGX 5,000","status_code":"TS","airtel_money_id":"MP1"}`;
const hashOf = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('base64');
const body = (part: string, hash: string) => Buffer.from(`{"transaction":${part},"hash":"${hash}"}`);

describe("a callback's hash", () => {
  it.each([
    ['of the part as it was written', body(PART, hashOf(PART)), 'genuine'],
    [
      'of the part with spaces',
      body(PART.replaceAll(',', ', '), hashOf(PART.replaceAll(',', ', '))),
      'genuine',
    ],
    [
      'of the compact form of a part with spaces',
      body(PART.replaceAll('",', '" ,'), hashOf(PART)),
      'genuine',
    ],
    ['of the whole request but its hash', body(PART, hashOf(`{"transaction":${PART}}`)), 'genuine'],
    [
      'of that in its compact form',
      body(PART.replaceAll('",', '" ,'), hashOf(`{"transaction":${PART}}`)),
      'genuine',
    ],
    ['of another request', body(PART.replace('MP1', 'MP2'), hashOf(`{"transaction":${PART}}`)), 'forged'],
    ['with another secret', body(PART, hashOf(PART, 'guess')), 'forged'],
    ['of another part', body(PART.replace('MP1', 'MP2'), hashOf(PART)), 'forged'],
    ['cut short', body(PART, hashOf(PART).slice(0, 20)), 'forged'],
    ['left out', Buffer.from(`{"transaction":${PART}}`), 'unreadable'],
    ['in no JSON', Buffer.from('transaction'), 'unreadable'],
    ['in an empty body', Buffer.alloc(0), 'unreadable'],
  ])('%s', (_, bytes, kind) => {
    expect(readCallback(bytes, SECRET).kind).toBe(kind);
  });

  it('names our transaction, or none when the id is not one of ours', () => {
    const said = JSON.stringify(JSON.parse(PART));
    expect(readCallback(body(PART, hashOf(PART)), SECRET)).toEqual({
      kind: 'genuine',
      transaction_id: ID,
      said,
    });
    const other = '{"id":"ABC-1"}';
    expect(readCallback(body(other, hashOf(other)), SECRET)).toEqual({
      kind: 'genuine',
      transaction_id: null,
      said: other,
    });
  });

  it('is read from the last member of that name, as the parser takes it', () => {
    const bytes = Buffer.from(`{"transaction":{"id":"x"},"transaction":${PART},"hash":"${hashOf(PART)}"}`);
    const said = JSON.stringify(JSON.parse(PART));
    expect(readCallback(bytes, SECRET)).toEqual({ kind: 'genuine', transaction_id: ID, said });
  });
});

describe('the text of a member', () => {
  it('is what the parser makes the member of, for any object', () => {
    const object = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(object, fc.constantFrom(0, 1, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        for (const name of Object.keys(value)) {
          expect(JSON.parse(memberSource(text, name) ?? 'null')).toEqual(JSON.parse(text)[name]);
        }
        expect(memberSource(text, 'none of these')).toBeNull();
      }),
    );
  });
  it('is nothing where there is no object', () => {
    expect([memberSource('[{"a":1}]', 'a'), memberSource('"a"', 'a'), memberSource('3', 'a')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

it('an id goes to Airtel without hyphens and comes back', () => {
  expect(fromAirtelId(airtelId(ID))).toBe(ID);
  expect(fromAirtelId('0190AAAA')).toBeNull();
});
