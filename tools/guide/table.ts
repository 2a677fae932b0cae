import {
  ERRORS,
  errorsOf,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '../../packages/contract/src/index.ts';

/** The tables of one page by the name of their marks, as Markdown. */
export type Tables = Readonly<Record<string, string>>;

/** A Markdown page with its tables between their marks, `<!-- name:begin -->` and `<!-- name:end -->`. */
export function withTables(page: string, tables: Tables): string {
  let text = page;
  for (const [name, rows] of Object.entries(tables)) {
    const begin = `<!-- ${name}:begin -->\n`;
    const from = text.indexOf(begin);
    const to = text.indexOf(`<!-- ${name}:end -->`);
    if (from === -1 || to < from) throw new Error(`The page has no marks for the table ${name}.`);
    text = `${text.slice(0, from)}${begin}${rows}\n${text.slice(to)}`;
  }
  return text;
}

export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}

export const named = ([name, what]: [string, string]): string[] => [`\`${name}\``, what];

/** What the operations under these headings of the reference answer when they can't. */
export function errorTable(tags: readonly Operation['tag'][]): string {
  const codes = new Set(
    OPERATION_NAMES.flatMap((name) => {
      const operation: Operation = OPERATIONS[name];
      return tags.includes(operation.tag) ? errorsOf(operation) : [];
    }),
  );
  const rows = [...codes]
    .sort((a, b) => ERRORS[a].status - ERRORS[b].status)
    .map((code) => [String(ERRORS[code].status), `\`${code}\``, ERRORS[code].when]);
  return table(['status', 'code', 'when'], rows);
}
