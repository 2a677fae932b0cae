import { isCode, lineAt, type Rule } from './tree.ts';

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

/** Where operators are listed: for what crosses the wire, and for everything behind it. */
const OPERATORS_STAND: ReadonlySet<string> = new Set([
  'packages/contract/src/fields.ts',
  'packages/service/src/domain/operator.ts',
]);
/** Two of them side by side, as a type or as a list; what is generated comes from the database. */
const LISTED = /'AIRTEL'\s*[|,]\s*'MOOV'/;

export const operators: Rule = {
  name: 'operators',
  sentence: 'operators are listed in the contract and in the domain, and nowhere else by hand',
  check: (tree) =>
    tree
      .filter(({ path }) => /^packages\/(?:service|contract)\/src\//.test(path) && isCode(path))
      .filter(({ path }) => !OPERATORS_STAND.has(path) && !/\.(?:test|generated)\.ts$/.test(path))
      .flatMap(({ path, text }) => {
        const found = LISTED.exec(text);
        const says = 'lists the operators: use OPERATORS, or the type Operator';
        return found === null ? [] : [{ path, line: lineAt(text, found.index), where: '', says }];
      }),
};
