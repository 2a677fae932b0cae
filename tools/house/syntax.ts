import assert from 'node:assert/strict';
import { type Comment, parseSync } from 'oxc-parser';
import { type Finding, lineAt, type SourceFile } from './tree.ts';

/** A syntax node, read loosely: the rules look at a few members of a few kinds. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

interface Parsed {
  readonly program: Syntax;
  readonly comments: readonly Comment[];
}

const parsed = new WeakMap<SourceFile, Parsed>();

/** Parses a file once, however many rules read it. */
export function parse(file: SourceFile): Parsed {
  const known = parsed.get(file);
  if (known) return known;
  const { program, comments, errors } = parseSync(file.path, file.text);
  assert.deepEqual(errors, [], `${file.path} does not parse`);
  const result = { program: program as unknown as Syntax, comments };
  parsed.set(file, result);
  return result;
}

/** Calls `visit` for each node, parents first; `around` holds its ancestors, the nearest last. */
export function walk(root: Syntax, visit: (node: Syntax, around: readonly Syntax[]) => void): void {
  const around: Syntax[] = [];
  const enter = (node: Syntax): void => {
    visit(node, around);
    around.push(node);
    for (const child of childrenOf(node)) enter(child);
    around.pop();
  };
  enter(root);
}

function childrenOf(node: Syntax): Syntax[] {
  return Object.values(node).flat().filter(isSyntax);
}

export function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

export const isFunction = (node: Syntax): boolean => FUNCTIONS.has(node.type);

/** The name of the nearest named function in `around`, or '' at the top of a file. */
function functionAround(around: readonly Syntax[]): string {
  for (let depth = around.length - 1; depth >= 0; depth -= 1) {
    const name = nameOf(around[depth], around[depth - 1]);
    if (name !== '') return name;
  }
  return '';
}

/** A function's own name, or that of the constant, member or property it is the value of. */
export function nameOf(node: Syntax | undefined, parent: Syntax | undefined): string {
  if (!node || !isFunction(node)) return '';
  if (isSyntax(node.id)) return String(node.id.name);
  const holder = parent?.type === 'VariableDeclarator' ? parent.id : parent?.key;
  return isSyntax(holder) && typeof holder.name === 'string' ? holder.name : '';
}

/** `a.b.c` for such a chain of plain names, else ''. */
export function dotted(node: unknown): string {
  if (!isSyntax(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  if (node.type !== 'MemberExpression' || node.computed === true) return '';
  const object = dotted(node.object);
  return object === '' ? '' : `${object}.${dotted(node.property)}`;
}

export function finding(file: SourceFile, node: Syntax, around: readonly Syntax[], says: string): Finding {
  return { path: file.path, line: lineAt(file.text, node.start), where: functionAround(around), says };
}
