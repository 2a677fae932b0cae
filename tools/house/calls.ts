import { dotted, finding, parse, type Syntax, walk } from './syntax.ts';
import { type Finding, isCode, isTest, type Rule, type SourceFile } from './tree.ts';

const SERVICE = 'packages/service/src/';

/** Time, chance and configuration come in by the door: `cli` hands them to whoever needs them. */
const FROM_CLI: ReadonlySet<string> = new Set([
  'Date.now',
  'Math.random',
  'randomUUID',
  'randomBytes',
  'randomInt',
  'getRandomValues',
  'process.env',
  'process.argv',
  'process.exit',
]);

/** Names the domain never touches, whatever it would do with them. */
const NOT_IN_DOMAIN: ReadonlySet<string> = new Set([
  'process',
  'globalThis',
  'performance',
  'crypto',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'Buffer',
]);

export const calls: Rule = {
  name: 'calls',
  sentence: 'clock, chance, environment and console are used only in cli',
  check: (tree) =>
    tree.filter(({ path }) => isOurs(path) && !path.startsWith(`${SERVICE}cli/`)).flatMap(handedIn),
};

export const purity: Rule = {
  name: 'purity',
  sentence: 'the domain waits for nothing and touches nothing of the machine',
  check: (tree) =>
    tree.filter(({ path }) => isOurs(path) && path.startsWith(`${SERVICE}domain/`)).flatMap(impure),
};

function isOurs(path: string): boolean {
  const [top, name, part] = path.split('/');
  const floorless = name === 'service' || name === 'contract' || name === 'postgres';
  return top === 'packages' && floorless && part === 'src' && isCode(path) && !isTest(path);
}

function handedIn(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(parse(file).program, (node, around) => {
    const name = bannedIn(node, around.at(-1));
    if (name !== null) found.push(finding(file, node, around, `uses ${name}`));
  });
  return found;
}

function bannedIn(node: Syntax, parent: Syntax | undefined): string | null {
  const without_arguments = Array.isArray(node.arguments) && node.arguments.length === 0;
  if (node.type === 'NewExpression' && without_arguments && dotted(node.callee) === 'Date')
    return 'new Date()';
  if (node.type === 'CallExpression' && dotted(node.callee) === 'Date') return 'Date()';
  if (node.type === 'MemberExpression') return bannedMember(dotted(node));
  // A name imported from node:crypto; `services.randomUUID` as a member is caught above.
  if (node.type === 'Identifier' && parent?.type === 'ImportSpecifier' && FROM_CLI.has(String(node.name))) {
    return parent.imported === node ? String(node.name) : null;
  }
  return null;
}

function bannedMember(name: string): string | null {
  const parts = name.split('.');
  const pair = parts.slice(0, 2).join('.');
  if (parts.length === 2 && parts[0] === 'console') return name;
  if (parts.length === 2 && FROM_CLI.has(pair)) return name;
  const from_crypto = parts.at(-2) === 'crypto' || parts.at(-2) === 'webcrypto';
  return from_crypto && FROM_CLI.has(parts.at(-1) ?? '') ? name : null;
}

function impure(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(parse(file).program, (node, around) => {
    const parent = around.at(-1);
    const is_member =
      parent?.type === 'MemberExpression' && parent.property === node && parent.computed !== true;
    const is_key = parent?.key === node || parent?.type.startsWith('TS') === true;
    if (node.type === 'Identifier' && NOT_IN_DOMAIN.has(String(node.name)) && !is_member && !is_key) {
      found.push(finding(file, node, around, `uses ${String(node.name)}`));
    }
    if (node.type === 'AwaitExpression' || node.async === true)
      found.push(finding(file, node, around, 'waits'));
  });
  return found;
}
