import type { Schema } from './catalog.ts';

const HEADER = `// Generated from the live schema by \`npm run generate\`: change the migrations, not this file.

/** The triggers that the migrations have made, each after its table. */
export const TRIGGERS: readonly string[] = [
`;

/** What the check of the books looks for in a database: whether each trigger is there and switched on. */
export function writeTriggers(schema: Schema): string {
  const lines = schema.tables.flatMap((table) =>
    table.triggers.map((definition) => `  '${table.name} ${nameOf(definition)}',\n`),
  );
  return `${HEADER}${lines.join('')}];\n`;
}

function nameOf(definition: string): string {
  const [, name] = /^CREATE (?:CONSTRAINT )?TRIGGER (\w+) /.exec(definition) ?? [];
  if (name === undefined) throw new Error(`bug: no trigger has this definition: ${definition}`);
  return name;
}
