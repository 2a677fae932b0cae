import type { Rule } from './tree.ts';

const SAY_NOTHING: ReadonlySet<string> = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'manager',
  'managers',
  'misc',
]);

export const names: Rule = {
  name: 'names',
  sentence: "files and folders are named with the trade's nouns and verbs",
  check: (tree) =>
    tree.flatMap(({ path }) =>
      wordsOf(path)
        .filter((word) => SAY_NOTHING.has(word))
        .map((word) => ({ path, line: 1, where: '', says: `"${word}" says nothing about what is inside` })),
    ),
};

/** The words of a path in lower case, split at separators and at capitals. */
function wordsOf(path: string): string[] {
  return path
    .replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .split(/[^a-z]/)
    .filter((word) => word !== '');
}
