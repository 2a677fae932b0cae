import { describe, expect, it } from 'vitest';
import { RULES } from './rules.ts';
import type { SourceFile } from './tree.ts';

const SERVICE = 'packages/service/src';
const MAP = 'ARCHITECTURE.md';
// In parts, so that the rule on places does not find this file.
const HOME = ['/ho', 'me/'].join('');
const TEMPORARY = ['/t', 'mp/'].join('');
const REGISTRY = ['regis', 'try.npm'].join('');
const lines = (count: number, text = '//') => `${text}\n`.repeat(count);

/** What one rule says of a tree given as path and text, without paths and lines. */
function says(rule: string, tree: Readonly<Record<string, string>>): string[] {
  const files: SourceFile[] = Object.entries(tree).map(([path, text]) => ({ path, text }));
  const checked = RULES.find(({ name }) => name === rule);
  if (!checked) throw new Error(`no rule ${rule}`);
  return checked.check(files).map((found) => found.says);
}

// A line is: rule, path, text, what the rule says of it.
const BAD: readonly (readonly [string, string, string, string])[] = [
  ['operators', `${SERVICE}/store/a.ts`, "type A = { operator: 'AIRTEL' | 'MOOV' };", 'lists the operators'],
  ['operators', `${SERVICE}/web/a.ts`, "const both = ['AIRTEL', 'MOOV'];", 'lists the operators'],
  ['floors', `${SERVICE}/domain/a.ts`, `import { b } from '../store/b.ts';`, 'upward'],
  ['floors', `${SERVICE}/domain/a.ts`, `import type { B } from '../store/b.ts';`, 'upward'],
  ['floors', `${SERVICE}/domain/a.ts`, `import { hash } from 'node:crypto';`, 'domain imports node:crypto'],
  ['floors', `${SERVICE}/domain/a.ts`, `import { Type } from 'typebox';`, 'domain imports typebox'],
  ['floors', `${SERVICE}/domain/a.ts`, `import { Body } from '@chari/contract';`, 'only types'],
  ['floors', `${SERVICE}/store/a.ts`, `export * from '../rails/b.ts';`, 'store imports its sibling rails'],
  ['floors', `${SERVICE}/http/routes/a.ts`, `const b = import('../../webhooks/b.ts');`, 'sibling webhooks'],
  ['floors', `${SERVICE}/engine/a.ts`, `export { b } from '../http/b.ts';`, 'upward'],
  ['floors', `${SERVICE}/engine/a.ts`, `let b: import('../cli/b.ts').B;`, 'upward'],
  ['floors', `${SERVICE}/engine/a.ts`, `import pg from 'pg';`, 'database driver'],
  ['floors', `${SERVICE}/http/a.ts`, `import { openCluster } from '@chari/postgres';`, 'embedded server'],
  ['floors', 'packages/postgres/src/a.ts', `import '@chari/contract';`, 'may not import @chari/contract'],
  ['floors', `${SERVICE}/attic/a.ts`, `import '../domain/b.ts';`, 'on no floor'],
  ['floors', `${SERVICE}/engine/a.ts`, `import '../../../contract/src/b.ts';`, 'leaves its package'],
  ['floors', 'packages/contract/src/a.ts', `import '@chari/service';`, 'may not import @chari/service'],
  ['floors', 'packages/attic/src/a.ts', `import 'b';`, 'has no rule'],
  ['calls', `${SERVICE}/engine/a.ts`, 'const now = Date.now();', 'Date.now'],
  ['calls', `${SERVICE}/engine/a.ts`, 'const now = new Date();', 'new Date()'],
  ['calls', `${SERVICE}/engine/a.ts`, 'const now = Date();', 'Date()'],
  ['calls', `${SERVICE}/domain/a.ts`, 'const r = Math.random();', 'Math.random'],
  ['calls', `${SERVICE}/store/a.ts`, `import { randomUUID as id } from 'node:crypto';`, 'randomUUID'],
  ['calls', `${SERVICE}/http/a.ts`, 'const id = crypto.randomUUID();', 'crypto.randomUUID'],
  ['calls', `${SERVICE}/http/a.ts`, 'const id = globalThis.crypto.randomUUID();', 'crypto.randomUUID'],
  ['calls', `${SERVICE}/http/a.ts`, 'const port = process.env.PORT;', 'process.env'],
  ['calls', `${SERVICE}/webhooks/a.ts`, `console.error('lost');`, 'console.error'],
  ['purity', `${SERVICE}/domain/a.ts`, 'export async function a() {}', 'waits'],
  ['purity', `${SERVICE}/domain/a.ts`, 'const a = fetch;', 'uses fetch'],
  ['purity', `${SERVICE}/domain/a.ts`, 'setTimeout(() => 1, 1);', 'uses setTimeout'],
  ['statements', `${SERVICE}/engine/a.ts`, `const sql = 'select id from merchants';`, 'holds SQL'],
  ['statements', `${SERVICE}/http/a.ts`, 'const sql = `\n  INSERT INTO a values (1)`;', 'holds SQL'],
  ['statements', `${SERVICE}/http/a.ts`, 'const sql = `update $'.concat('{a} set x = 1`;'), 'holds SQL'],
  ['statements', `${SERVICE}/cli/a.ts`, `const sql = 'with a as (select 1) table a';`, 'holds SQL'],
  ['statements', `${SERVICE}/cli/a.ts`, `const sql = 'begin';`, 'holds SQL'],
  ['statements', `${SERVICE}/cli/a.ts`, `const sql = 'select pg_notify($1)';`, 'holds SQL'],
  ['statements', `${SERVICE}/webhooks/a.ts`, 'pool.query(text);', 'calls pool.query'],
  [
    'prepared',
    `${SERVICE}/store/a.ts`,
    "const a = statement('load_a', A); const b = setStatement<X, Y>('load_a', B);",
    `is called load_a like the one in ${SERVICE}/store/a.ts`,
  ],
  [
    'prepared',
    `${SERVICE}/store/a.ts`,
    "const a = { name: 'load_a', text: A }; const b = idStatement('load_a', B);",
    'is called load_a',
  ],
  ['prepared', `${SERVICE}/store/a.ts`, `statement('${'a'.repeat(64)}', A);`, 'more than 63 characters'],
  [
    'loops',
    `${SERVICE}/engine/a.ts`,
    'async function f() { for (const a of b) await c(a); }',
    'waits in a loop',
  ],
  [
    'loops',
    `${SERVICE}/store/a.ts`,
    'async function f() { for await (const a of b) c(a); }',
    'waits in a loop',
  ],
  ['loops', `${SERVICE}/engine/a.ts`, 'async function f() { while (await next()) g(); }', 'waits in a loop'],
  [
    'loops',
    `${SERVICE}/engine/a.ts`,
    'Promise.all(rows.map(async (row) => c(row)));',
    'waits for each element',
  ],
  [
    'verbs',
    `${SERVICE}/engine/sessions/a.ts`,
    `export async function pause() {} export async function resume() {}\n${lines(200)}`,
    'resume is a verb of its own',
  ],
  ['file_length', `${SERVICE}/engine/a.ts`, lines(401), 'has 401 lines'],
  ['file_length', 'packages/service/migrations/0001_a.sql', lines(401), 'has 401 lines'],
  ['function_length', `${SERVICE}/engine/a.ts`, `function f() {\n${lines(59)}}`, 'f has 61 lines'],
  ['function_length', `${SERVICE}/engine/a.ts`, `const f = () => {\n${lines(59)}};`, 'f has 61 lines'],
  ['function_length', 'tools/a.test.ts', `it('is long', () => {\n${lines(59)}});`, 'has 61 lines'],
  ['names', `${SERVICE}/engine/utils/a.ts`, '', '"utils"'],
  ['names', `${SERVICE}/engine/sessionManager.ts`, '', '"manager"'],
  ['names', 'docs/misc.md', '', '"misc"'],
  ['unfinished', `${SERVICE}/engine/a.ts`, `// ${'TO'}${'DO'}: later`, 'says'],
  ['unfinished', `${SERVICE}/engine/a.ts`, '/* Not implemented yet */', 'says'],
  ['unfinished', 'README.md', `It works, ${'for'} now.`, 'says'],
  ['unfinished', 'examples/a/receiver.py', `# ${'TO'}${'DO'}: later`, 'says'],
  ['left_out_tests', `${SERVICE}/a.test.ts`, `it.${'skip'}('later', () => {});`, 'it.skip'],
  ['left_out_tests', `${SERVICE}/a.test.ts`, `describe.${'only'}('this', () => {});`, 'describe.only'],
  ['test_names', `${SERVICE}/a.test.ts`, `test('Nor is it paid', () => {});`, 'begins with "Nor"'],
  ['test_names', `${SERVICE}/a.test.ts`, `it.each([1])('So does %s', () => {});`, 'begins with "So does"'],
  ['test_names', `${SERVICE}/a.test.ts`, `test('So can a payment', () => {});`, 'begins with "So can"'],
  ['test_names', `${SERVICE}/a.test.ts`, `test('It is paid', () => {});`, 'begins with "It"'],
  ['test_names', `${SERVICE}/a.test.ts`, 'test(`Neither was one`, () => {});', 'begins with "Neither was"'],
  ['citations', `${SERVICE}/engine/a.ts`, `/** As said in ${'design'} section 3. */`, 'cites'],
  ['citations', `${SERVICE}/engine/a.ts`, `/** Retried (${'sp'}ec, "Limits"). */`, 'cites'],
  ['citations', 'docs/a.md', `See the ${'rails'} facts.`, 'cites'],
  ['places', 'README.md', `cd ${HOME}somebody/chari`, HOME],
  ['places', `${SERVICE}/a.test.ts`, `appendFileSync('${TEMPORARY}seen.txt', said);`, TEMPORARY],
  ['places', 'package-lock.json', `"resolved": "https://${REGISTRY}js.org/a.tgz"`, REGISTRY],
  ['migrations', 'packages/service/migrations/0002_b.sql', '', 'should be number 0001'],
  ['migrations', 'packages/service/migrations/first.sql', '', 'is not named'],
  ['links', 'docs/a.md', 'See [b](b.md).', 'links to b.md'],
  ['links', 'docs/a.md', 'See [below](#below).\n# Above', 'a heading'],
  ['links', 'docs/a.md', 'See [b].\n\n[b]: ../b.md', 'links to ../b.md'],
  ['links', 'docs/a.md', 'See `packages/service/src/gone.ts`.', 'names packages/service/src/gone.ts'],
  ['links', 'docs/a.md', 'Copy `examples/receiver.php`.', 'names examples/receiver.php'],
  ['named', 'docs/a.md', 'The bound is `room` in `gone.ts`.', 'names gone.ts'],
  [
    'named',
    'docs/a.md',
    'The bound is `room` in `book/gone.ts`.',
    'names book/gone.ts, which does not exist',
  ],
  [
    'named',
    `${SERVICE}/a.ts`,
    "const s = '`x` in domain/gone.ts';",
    'names domain/gone.ts, which does not exist',
  ],
  ['named', `${SERVICE}/a.ts`, '// `b` in `src/a.ts`\nconst a = (b: B) => b;', 'where it is only used'],
  ['named', 'docs/a.md', 'See `hasRoom`.', 'names hasRoom, which no source has'],
  ['named', 'docs/a.md', 'See `MOST_ROOM`.', 'names MOST_ROOM, which no source has'],
  ['named', `${SERVICE}/store/a.ts`, '// (domain/book/b.ts)', 'names domain/book/b.ts, which does not exist'],
  [
    'named',
    `${SERVICE}/store/a.ts`,
    '/** As `a` in ../migrations/0001_b.sql. */',
    'names migrations/0001_b.sql',
  ],
  ['decisions', 'docs/decisions/0001-a.md', '# A', 'is not linked'],
  ['settings', MAP, '', 'is missing'],
  ['map', 'README.md', '', 'is missing'],
  ['map', MAP, 'The room `attic/` holds old things.', 'names attic/'],
];

describe('each rule finds what it forbids', () => {
  it('a name that a document gives to a file which has it not', () => {
    const document = 'See `hasRoom`, `gone` in `bound.ts`.';
    const tree = { 'docs/a.md': document, 'src/bound.ts': 'const hasRoom = () => true;' };
    expect(says('named', tree)).toEqual(['says that gone stands in bound.ts, where it does not']);
  });

  it('a name that a document gives to a file which only uses it', () => {
    const tree = {
      'docs/a.md': 'See `knownBy` in `proven.ts`.',
      'src/proven.ts': `import { knownBy } from './moved.ts'; knownBy();`,
      'src/moved.ts': 'export const knownBy = () => null;',
    };
    expect(says('named', tree)).toEqual(['says that knownBy stands in proven.ts, where it is only used']);
  });

  it.for(BAD)('%s in %s (%#)', ([rule, path, text, expected]) => {
    expect(says(rule, { [path]: text })).toEqual([expect.stringContaining(expected)]);
  });

  it('and every rule is shown to be able to fail', () => {
    // A circle and crumbs take several files: they are shown below.
    const shown = new Set(['circles', 'file-circles', 'crumbs', ...BAD.map(([rule]) => rule)]);
    expect(RULES.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('finds the arrows of a circle, through however many rooms, and no others', () => {
    const tree = {
      [`${SERVICE}/engine/book/a.ts`]: `import type { B } from '../notices/b.ts';`,
      [`${SERVICE}/engine/notices/b.ts`]: `import { c } from '../alerts.ts';`,
      [`${SERVICE}/engine/alerts.ts`]: `import { d } from './batch.ts'; export * from './book/a.ts';`,
      [`${SERVICE}/engine/ledger/d.ts`]: `import { a } from '../book/a.ts'; import '../../store/ledger/e.ts';`,
    };
    expect(says('circles', tree)).toEqual([
      'engine/book imports engine/notices, which leads back to engine/book',
      'engine/notices imports engine/alerts, which leads back to engine/notices',
      'engine/alerts imports engine/book, which leads back to engine/alerts',
    ]);
  });

  it('finds files that lean on each other, be it by a type alone', () => {
    const tree = {
      'packages/postgres/src/a.ts': `import type { B } from './b.ts';`,
      'packages/postgres/src/b.ts': `import { c } from './deep/c.ts'; import { d } from './d.ts';`,
      'packages/postgres/src/deep/c.ts': `export { a } from '../a.ts';`,
      'packages/postgres/src/d.ts': `import { readFile } from 'node:fs';`,
    };
    expect(says('file-circles', tree).map((text) => text.replaceAll('packages/postgres/src/', ''))).toEqual([
      'a.ts imports b.ts, which leads back to a.ts',
      'b.ts imports deep/c.ts, which leads back to b.ts',
      'deep/c.ts imports a.ts, which leads back to deep/c.ts',
    ]);
  });

  it('finds two files of store that prepare different statements under one name', () => {
    const text = (table: string) => `export const load = statement('load', 'select 1 from ${table}');`;
    const tree = { [`${SERVICE}/store/a.ts`]: text('a'), [`${SERVICE}/store/b.ts`]: text('b') };
    expect(says('prepared', tree)).toEqual([`is called load like the one in ${SERVICE}/store/a.ts`]);
  });

  it('finds one crumb more than the house may have', () => {
    const crumbs = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`${SERVICE}/domain/a${n}.ts`, 'const a = 1;']),
      );
    expect(says('crumbs', crumbs(29))).toEqual([]);
    expect(says('crumbs', crumbs(30))).toEqual(['is one crumb too many: 1 lines']);
  });

  it('finds a migration that is missing or doubled among others', () => {
    const folder = 'packages/service/migrations';
    const tree = { [`${folder}/0001_a.sql`]: '', [`${folder}/0003_c.sql`]: '' };
    expect(says('migrations', tree)).toEqual(['should be number 0002']);
    const doubled = { [`${folder}/0001_a.sql`]: '', [`${folder}/0001_b.sql`]: '' };
    expect(says('migrations', doubled)).toEqual(['should be number 0002']);
  });

  it('finds a setting without a row, a row without a setting, and a wrong default', () => {
    const found = says('settings', { 'README.md': '| `PORT` | `8080` |\n| `PROT` | 1 |\n| `HOST` | 1 |' });
    expect(found).toContain('has a row for PROT, which nothing reads');
    expect(found).toContain('has no row for DATABASE_URL');
    expect(found).toContain('gives HOST another default than `127.0.0.1`');
    expect(found.filter((text) => text.endsWith(' PORT'))).toEqual([]);
  });

  it('finds a source folder that the map does not name', () => {
    const tree = { [MAP]: 'Rooms: `engine/`.', [`${SERVICE}/engine/sessions/a.ts`]: '' };
    expect(says('map', tree)).toEqual([`does not name engine/sessions/ (${SERVICE}/engine/sessions)`]);
  });
});

// A line is: rule, path, text that looks like a breach and is none.
const GOOD: readonly (readonly [string, string, string])[] = [
  [
    'floors',
    `${SERVICE}/domain/a/b.ts`,
    `import { c } from '../c.ts'; import type { D } from '@chari/contract/d';`,
  ],
  [
    'floors',
    `${SERVICE}/engine/a.ts`,
    `import '../domain/b.ts'; import '../store/c.ts'; import type { Pool } from 'pg';`,
  ],
  ['floors', `${SERVICE}/domain/a.test.ts`, `import { it } from 'vitest'; import fc from 'fast-check';`],
  ['circles', `${SERVICE}/engine/book/a.ts`, `import { b } from './b.ts'; import '../notices/c.ts';`],
  ['calls', `${SERVICE}/cli/a.ts`, 'const now = Date.now(); console.log(new Date(), process.env.PORT);'],
  ['calls', `${SERVICE}/engine/a.ts`, 'const at = new Date(0); services.random(); row.now = services.now();'],
  ['purity', `${SERVICE}/domain/a.ts`, 'const a = { fetch: 1 }; const b = a.fetch;'],
  ['statements', `${SERVICE}/http/a.ts`, `const a = 'Select an operator'; const b = 'update the number';`],
  ['statements', `${SERVICE}/store/a.ts`, `pool.query('select 1 from a');`],
  [
    'prepared',
    `${SERVICE}/store/a.ts`,
    "const a = statement('load_a', A); const b = statement('load_b', A); const c = [{ name: 'x' }, { name: 'x' }];",
  ],
  ['prepared', `${SERVICE}/store/a.test.ts`, "statement('load_a', A); statement('load_a', B);"],
  ['loops', `${SERVICE}/engine/a.ts`, 'async function f() { for (const a of await all()) g(a); }'],
  ['loops', `${SERVICE}/files/a.ts`, 'async function f() { for await (const a of b) c(a); }'],
  ['loops', `${SERVICE}/engine/a.ts`, 'for (const a of b) { c(async () => { await a; }); }'],
  ['verbs', `${SERVICE}/engine/sessions/a.ts`, 'export async function a() {} export async function b() {}'],
  [
    'verbs',
    `${SERVICE}/engine/sessions/a.ts`,
    `export async function a() {} export function b() {}\n${lines(200)}`,
  ],
  [
    'verbs',
    `${SERVICE}/engine/sessions/a.ts`,
    `export async function a() {} export async function b(client: C) {}\n${lines(200)}`,
  ],
  ['file_length', `${SERVICE}/engine/a.ts`, lines(400)],
  ['file_length', `${SERVICE}/store/rows.generated.ts`, lines(401)],
  ['function_length', `${SERVICE}/engine/a.ts`, `function f() {\n${lines(58)}}`],
  ['function_length', 'tools/a.test.ts', `describe('a', () => {\n${lines(99)}});`],
  ['names', `${SERVICE}/engine/commonwealth.ts`, ''],
  ['unfinished', `${SERVICE}/engine/a.ts`, `const word = '${'TO'}${'DO'}'; // XXXX-XXXX`],
  ['test_names', `${SERVICE}/a.test.ts`, `test('So many wait', () => {}); test('Normally', () => {});`],
  ['test_names', `${SERVICE}/a.test.ts`, `test.each(hands)('Fine %s', () => {}); test(norIsIt, () => {});`],
  ['test_names', `${SERVICE}/a.test.ts`, `describe('A SIM', () => { it('Nor is read', () => {}); });`],
  ['places', 'README.md', 'cd chari && npm ci'],
  [
    'links',
    'docs/a.md',
    '# A b\n[here](#a-b) [there](a.md) [far](https://a.example/b)\n```\n[x](gone.md)\n```',
  ],
  ['named', `${SERVICE}/store/a.ts`, '// See `b` and `c` in `store/a.ts`.\nconst b = { c: 1 };'],
  ['named', `${SERVICE}/store/a.ts`, `/* 'd' in \`a.ts\`: */ type D = 'd'; import '../gone/b.ts';`],
  [
    'named',
    `${SERVICE}/a.ts`,
    '// `go`, `size`, `at` and `put` in `src/a.ts`\nclass A { async go() {} get size() {} at = 1; put<T>(x: T) {} }',
  ],
  ['named', `${SERVICE}/a.ts`, '// `go` and `of` in `src/a.ts`\ninterface A { go(): void; of?: B }'],
  ['named', 'docs/a.md', 'A `step`, `npm start`, `AIRTEL`, [b](https://a.example/b/c.ts).'],
  ['map', MAP, 'The map.'],
];

describe('each rule leaves alone what it allows', () => {
  it.for(GOOD)('%s in %s (%#)', ([rule, path, text]) => {
    expect(says(rule, { [path]: text })).toEqual([]);
  });
});
