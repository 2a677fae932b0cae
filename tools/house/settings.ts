import { SETTINGS } from '../../packages/service/src/domain/config/settings.ts';
import type { Finding, Rule, SourceFile } from './tree.ts';

const PAGE = 'README.md';

/** Each setting that the code reads, with its default as the documents show it. */
const DEFAULTS: ReadonlyMap<string, string> = new Map(
  SETTINGS.map(({ name, default_text }) => [name, default_text]),
);

export const settings: Rule = {
  name: 'settings',
  sentence: `the configuration table of ${PAGE} has a row for each setting and no other`,
  check: (tree) => {
    const page = tree.find(({ path }) => path === PAGE);
    if (!page) return [{ path: PAGE, line: 1, where: '', says: 'is missing' }];
    const rows = rowsOf(page);
    const named = new Set(rows.map(({ name }) => name));
    const missing = [...DEFAULTS.keys()].filter((name) => !named.has(name));
    return [
      ...missing.map((name) => ({ path: PAGE, line: 1, where: '', says: `has no row for ${name}` })),
      ...rows.flatMap(wrongRow),
    ];
  },
};

interface Row {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

function wrongRow({ name, text, line }: Row): Finding[] {
  const default_text = DEFAULTS.get(name);
  const found = (says: string): Finding[] => [{ path: PAGE, line, where: '', says }];
  if (default_text === undefined) return found(`has a row for ${name}, which nothing reads`);
  return text.includes(default_text) ? [] : found(`gives ${name} another default than ${default_text}`);
}

/** Table rows whose first cell is a variable's name in backticks. */
function rowsOf(page: SourceFile): Row[] {
  return page.text.split('\n').flatMap((text, index) => {
    const name = /^\| *`([A-Z][A-Z0-9_]*)` *\|/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, text, line: index + 1 }];
  });
}
