import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultScopes, formatKey, isKeyShaped, isScope, SCOPES, scopesFor } from './keys.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('a key is its prefix and 43 characters, whatever the bytes', () => {
  fc.assert(
    fc.property(bytes32, fc.constantFrom('test' as const, 'live' as const), (bytes, environment) => {
      const key = formatKey(environment, bytes);
      expect(key).toHaveLength(13 + 43);
      expect(key.startsWith(`service_${environment}_`)).toBe(true);
      expect(isKeyShaped(key)).toBe(true);
    }),
  );
  expect(formatKey('test', new Uint8Array(32))).toBe(`service_test_${'0'.repeat(43)}`);
});

test('different bytes give different keys', () => {
  fc.assert(
    fc.property(bytes32, bytes32, (one, other) => {
      fc.pre(Buffer.compare(one, other) !== 0);
      expect(formatKey('live', one)).not.toBe(formatKey('live', other));
    }),
  );
});

test.each(['', 'service_test_', `service_prod_${'a'.repeat(43)}`, `service_test_${'a'.repeat(42)}`])(
  '"%s" is no key',
  (text) => expect(isKeyShaped(text)).toBe(false),
);

test('a live key can have every scope but the sandbox', () => {
  expect(scopesFor('test')).toEqual([...SCOPES]);
  expect(scopesFor('live')).toEqual(SCOPES.filter((scope) => scope !== 'sandbox:write'));
  for (const environment of ['test', 'live'] as const)
    expect(defaultScopes(environment)).toEqual(
      scopesFor(environment).filter((scope) => scope !== 'refunds:write'),
    );
  expect(isScope('sandbox:read')).toBe(false);
});
