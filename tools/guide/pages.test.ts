import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAGIC_PAYERS } from '../../packages/service/src/domain/rail/magic.ts';
import { PAGES } from './pages.ts';
import { withTables } from './table.ts';

describe.for(PAGES)('$name', ({ url, tables }) => {
  const text = readFileSync(url, 'utf8');

  it.for(Object.entries(tables()))('the table of %s is what the code does', ([, rows]) => {
    expect(text).toContain(rows);
  });

  it('nothing else stands between the marks, and a table that changed would be seen', () => {
    expect(withTables(text, tables())).toBe(text);
    const [rows = ''] = Object.values(tables());
    const changed = text.replace(rows, () => rows.replace('e', 'x'));
    expect(changed).not.toBe(text);
    expect(withTables(changed, tables())).toBe(text);
  });

  it('without its marks it is refused', () => {
    const [name = ''] = Object.keys(tables());
    expect(() => withTables('# Empty', tables())).toThrow(name);
  });
});

it('the sandbox page lists every magic payer number once', () => {
  const sandbox = PAGES.find(({ name }) => name === 'docs/sandbox-transactions.md');
  const text = sandbox === undefined ? '' : readFileSync(sandbox.url, 'utf8');
  expect(Object.keys(MAGIC_PAYERS).length).toBeGreaterThan(10);
  for (const phone of Object.keys(MAGIC_PAYERS)) expect(text.split(`| \`${phone}\` |`)).toHaveLength(2);
});
