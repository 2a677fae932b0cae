import type { Column, Schema, Table } from './catalog.ts';

const HEADER = `-- Generated from the live schema by \`npm run generate\`, for reading and for the diff: change the migrations.
`;

/** The whole schema as SQL: tables with what belongs to them by name, then views, then functions. */
export function writeDump(schema: Schema): string {
  const functions = schema.functions.map((definition) => `\n${definition.trimEnd()};\n`);
  const views = schema.views.map(
    ({ name, definition }) => `\ncreate view ${name} as\n${definition.trimEnd()}\n`,
  );
  return HEADER + schema.tables.map(writeTable).join('') + views.join('') + functions.join('');
}

function writeTable(table: Table): string {
  const parts = [
    ...table.columns.map(writeColumn),
    ...table.constraints.map(({ name, definition }) => `  constraint ${name} ${definition}`),
  ];
  const options = table.options ? ` with (${table.options.join(', ')})` : '';
  const after = [...table.indexes, ...table.triggers].map((statement) => `${statement};\n`);
  return `\ncreate table ${table.name} (\n${parts.join(',\n')}\n)${options};\n${after.join('')}`;
}

function writeColumn(column: Column): string {
  if (column.is_identity) return `  ${column.name} ${column.type} not null generated as identity`;
  const filled = column.default_sql === null ? '' : defaultOf(column);
  return `  ${column.name} ${column.type}${column.not_null ? ' not null' : ''}${filled}`;
}

function defaultOf({ default_sql, is_generated }: Column): string {
  return is_generated ? ` generated always as (${default_sql}) stored` : ` default ${default_sql}`;
}
