import { dotted, finding, isFunction, parse, type Syntax, walk } from './syntax.ts';
import { type Finding, isCode, isTest, type Rule, type SourceFile } from './tree.ts';

const LOOPS: ReadonlySet<string> = new Set([
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
]);

// The command line speaks to one person, and loops over no rows. Files are read and written as streams, in bounded
// memory: whoever does waits for each piece, and has no database.
const NO_STATEMENTS = ['packages/service/src/cli/', 'packages/service/src/files/'];

const OVER_EACH: ReadonlySet<string> = new Set(['map', 'flatMap', 'forEach', 'reduce']);

export const loops: Rule = {
  name: 'loops',
  sentence: 'nothing waits inside a loop: the number of statements does not grow with the rows',
  check: (tree) =>
    tree
      .filter(({ path }) => path.startsWith('packages/service/src/') && isCode(path) && !isTest(path))
      .filter(({ path }) => !NO_STATEMENTS.some((room) => path.startsWith(room)))
      .flatMap(waitsInLoops),
};

function waitsInLoops(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(parse(file).program, (node, around) => {
    if (node.type === 'AwaitExpression' && isInLoop(node, around)) {
      found.push(finding(file, node, around, 'waits in a loop'));
    }
    if (node.type === 'ForOfStatement' && node.await === true) {
      found.push(finding(file, node, around, 'waits in a loop'));
    }
    // An async callback for each row is the same loop, all at once.
    if (isFunction(node) && node.async === true && isGivenToEach(around.at(-1))) {
      found.push(finding(file, node, around, 'waits for each element'));
    }
  });
  return found;
}

/** Whether a loop repeats `node`, up to the function around it; the list that a `for … of` reads runs once. */
function isInLoop(node: Syntax, around: readonly Syntax[]): boolean {
  let inner = node;
  for (const outer of around.toReversed()) {
    if (isFunction(outer)) return false;
    if (LOOPS.has(outer.type) && inner !== outer.right && inner !== outer.init) return true;
    inner = outer;
  }
  return false;
}

function isGivenToEach(parent: Syntax | undefined): boolean {
  if (parent?.type !== 'CallExpression') return false;
  const callee = parent.callee as Syntax;
  return callee.type === 'MemberExpression' && OVER_EACH.has(dotted(callee.property));
}
