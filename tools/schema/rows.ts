import type { Column, Schema, Table } from './catalog.ts';

const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'double precision': 'number',
  integer: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  real: 'number',
  smallint: 'number',
  'timestamp with time zone': 'Date',
};

const HEADER = `// Generated from the live schema by \`npm run generate\`: change the migrations, not this file.
// Values are as store/connect/types.ts parses them.
`;

/** One interface a table, in the words of store/connect/types.ts. */
export function writeRows(schema: Schema): string {
  return HEADER + schema.tables.map((table) => `\n${writeRow(table)}`).join('');
}

function writeRow(table: Table): string {
  const lines = table.columns.map((column) => {
    const type = typeOf(column, table);
    // unknown holds null already.
    return `  ${column.name}: ${type}${column.not_null || type === 'unknown' ? '' : ' | null'};`;
  });
  return [
    `/** A row of ${table.name}. */`,
    `export interface ${rowName(table.name)} {`,
    ...lines,
    '}',
    '',
  ].join('\n');
}

function typeOf(column: Column, table: Table): string {
  if (column.type.endsWith('[]')) return `${TYPES[column.type.slice(0, -2)] ?? 'string'}[]`;
  const allowed = table.constraints
    .map((constraint) => allowedValues(column.name, constraint.definition))
    .find((values) => values !== undefined);
  if (allowed) return allowed.map((value) => `'${value}'`).join(' | ');
  return TYPES[column.type] ?? 'string';
}

/**
 * The values of `CHECK ((column = ANY (ARRAY['a'::text, 'b'::text])))`, which is how PostgreSQL writes
 * `check (column in ('a', 'b'))` back; undefined for any other constraint.
 */
export function allowedValues(column: string, definition: string): string[] | undefined {
  const start = `CHECK ((${column} = ANY (ARRAY[`;
  const end = '])))';
  if (!definition.startsWith(start) || !definition.endsWith(end)) return undefined;
  const items = definition.slice(start.length, -end.length).split(', ');
  const values = items.map((item) => /^'([A-Za-z0-9_.:-]+)'::text$/.exec(item)?.[1]);
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** payment_sessions → PaymentSessionRow */
export function rowName(table: string): string {
  const words = table.split('_');
  const last = words.pop() ?? '';
  return `${[...words, singular(last)].map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('')}Row`;
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
