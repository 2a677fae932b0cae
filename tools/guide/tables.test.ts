import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { guideTables, withTables } from './tables.ts';

const GUIDE = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

it.for(Object.entries(guideTables()))(
  'the table of %s in the webhook guide is what the code does',
  ([, rows]) => {
    expect(GUIDE).toContain(rows);
  },
);

it('nothing else stands between the marks, and a table that changed would be seen', () => {
  expect(withTables(GUIDE)).toBe(GUIDE);
  expect(withTables(GUIDE.replace('5 seconds', '6 seconds'))).toBe(GUIDE);
});

it('a guide that lost its marks is refused', () => {
  expect(() => withTables('# Webhooks')).toThrow('headers');
});
