import { dotted, finding, isSyntax, parse, type Syntax, walk } from './syntax.ts';
import { type Finding, isCode, isTest, type Rule, type SourceFile } from './tree.ts';

// The embedded server makes its own database when it is missing.
const MAY = ['packages/service/src/store/', 'packages/postgres/src/'];

export const statements: Rule = {
  name: 'statements',
  sentence: 'SQL text stands only in store',
  check: (tree) =>
    tree
      .filter(({ path }) => /^packages\/[a-z]+\/src\//.test(path) && isCode(path) && !isTest(path))
      .filter(({ path }) => MAY.every((folder) => !path.startsWith(folder)))
      .flatMap(statementsOf),
};

function statementsOf(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(parse(file).program, (node, around) => {
    const text = textOf(node);
    if (text !== null && isStatement(text))
      found.push(finding(file, node, around, `holds SQL: ${opening(text)}`));
    if (node.type === 'CallExpression' && dotted(node.callee).endsWith('.query')) {
      found.push(finding(file, node, around, `calls ${dotted(node.callee)}`));
    }
  });
  return found;
}

/** The text of a string or template literal; a hole in a template reads as `?`. */
function textOf(node: Syntax): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  return node.quasis
    .filter(isSyntax)
    .map((part) => (part.value as { raw: string }).raw)
    .join(' ? ');
}

const opening = (text: string): string => text.trim().slice(0, 40).replaceAll('\n', ' ');

/** By first words and one more sign, so that "Select an operator" or "update the number" is no statement. */
function isStatement(text: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/);
  const [first = '', second = '', third = ''] = words;
  const has = (word: string): boolean => words.includes(word);
  if (first === 'select') return has('from') || second.includes('(') || /^[$\d*]/.test(second);
  if (first === 'insert') return second === 'into' && third !== '';
  if (first === 'update') return has('set');
  if (first === 'delete') return second === 'from' && third !== '';
  if (first === 'with') return third === 'as' && (words[3] ?? '').startsWith('(');
  if (first === 'create') return OBJECTS.has(second) || second === 'or';
  if (first === 'alter' || first === 'drop') return OBJECTS.has(second);
  if (first === 'set') return second === 'local' || second === 'session' || third === '=';
  if (first === 'listen' || first === 'notify' || first === 'truncate') return words.length === 2;
  return (first === 'begin' || first === 'commit' || first === 'rollback') && words.length === 1;
}

const OBJECTS: ReadonlySet<string> = new Set([
  'table',
  'temp',
  'temporary',
  'unique',
  'index',
  'view',
  'function',
  'trigger',
  'type',
  'schema',
  'database',
  'role',
  'sequence',
]);
