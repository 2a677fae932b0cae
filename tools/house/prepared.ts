import { dotted, finding, isSyntax, parse, type Syntax, walk } from './syntax.ts';
import { type Finding, isCode, isTest, type Rule, type SourceFile } from './tree.ts';

/** PostgreSQL cuts longer names off, so that two of them could become one. */
const LENGTH_MAX = 63;
const DECLARING: ReadonlySet<string> = new Set([
  'statement',
  'setStatement',
  'momentStatement',
  'idStatement',
]);

/**
 * A connection prepares a statement under its name, once. Two texts under one name: whichever comes second on
 * that connection is refused.
 */
export const prepared: Rule = {
  name: 'prepared',
  sentence: 'each prepared statement of store has a name of its own',
  check: (tree) => {
    const named = tree
      .filter(({ path }) => path.startsWith('packages/service/src/store/') && isCode(path) && !isTest(path))
      .flatMap(namesOf);
    const first = new Map<string, Finding>();
    return named.flatMap(({ name, found }) => {
      const other = first.get(name);
      if (other === undefined) first.set(name, found);
      const clash = other === undefined ? [] : [`is called ${name} like the one in ${other.path}`];
      const length = name.length > LENGTH_MAX ? [`has a name of more than ${LENGTH_MAX} characters`] : [];
      return [...clash, ...length].map((says) => ({ ...found, says }));
    });
  },
};

type Named = { name: string; found: Finding };

function namesOf(file: SourceFile): Named[] {
  const names: Named[] = [];
  walk(parse(file).program, (node, around) => {
    const name = nameOf(node);
    if (name !== null) names.push({ name, found: finding(file, node, around, '') });
  });
  return names;
}

/** The first argument of a declaration, or the name beside a text, as the driver takes both; null: no statement. */
function nameOf(node: Syntax): string | null {
  if (node.type === 'CallExpression' && DECLARING.has(dotted(node.callee)) && Array.isArray(node.arguments))
    return textOf(node.arguments[0]);
  if (node.type !== 'ObjectExpression' || !Array.isArray(node.properties)) return null;
  const { properties } = node;
  const memberOf = (key: string): unknown =>
    properties.filter(isSyntax).find((one) => isSyntax(one.key) && one.key.name === key)?.value;
  return memberOf('text') === undefined ? null : textOf(memberOf('name'));
}

const textOf = (node: unknown): string | null =>
  isSyntax(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
