import { expect, test } from 'vitest';
import { open, seal } from './seal.ts';

const key = Buffer.alloc(32, 7);
const nonce = Buffer.alloc(12, 3);

test('a sealed secret opens with its key and purpose and holds nothing of the secret in clear', () => {
  const sealed = seal(key, 'whsec_secret', 'endpoint-1', nonce);
  expect(open(key, sealed, 'endpoint-1')).toBe('whsec_secret');
  expect(sealed.includes('whsec')).toBe(false);
});

test('another key, another purpose, a changed byte or a cut text does not open', () => {
  const sealed = seal(key, 'whsec_secret', 'endpoint-1', nonce);
  expect(() => open(Buffer.alloc(32, 8), sealed, 'endpoint-1')).toThrow();
  expect(() => open(key, sealed, 'endpoint-2')).toThrow();
  expect(() => open(key, sealed.subarray(0, 20), 'endpoint-1')).toThrow('not a sealed secret');
  for (let i = 0; i < sealed.length; i += 1) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => open(key, changed, 'endpoint-1')).toThrow();
  }
});
