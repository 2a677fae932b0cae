import { dotted, finding, isFunction, nameOf, parse, type Syntax, walk } from './syntax.ts';
import { isCode, isGenerated, isTest, lineAt, type Rule, type SourceFile } from './tree.ts';

const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 60;
const CRUMB_LINES = 25;
const CRUMBS_MAX = 29;

const MEASURED = /\.(?:ts|tsx|mts|mjs|js|sql|css|html|sh|py|php)$/;

export const fileLength: Rule = {
  name: 'file_length',
  sentence: `no source file is longer than ${FILE_LINES_MAX} lines`,
  check: (tree) =>
    tree
      .filter(({ path }) => (MEASURED.test(path) || path === '.ci/run') && !isGenerated(path))
      .map((file) => ({ file, lines: linesOf(file) }))
      .filter(({ lines }) => lines > FILE_LINES_MAX)
      .map(({ file, lines }) => ({ path: file.path, line: lines, where: '', says: `has ${lines} lines` })),
};

/** A reader of many crumbs opens a file for every thought: what is read together lies together. */
export const crumbs: Rule = {
  name: 'crumbs',
  sentence: `at most ${CRUMBS_MAX} source files are shorter than ${CRUMB_LINES} lines`,
  check: (tree) =>
    tree
      .filter(({ path }) => /^packages\/[a-z]+\/src\//.test(path) && isCode(path) && !isTest(path))
      .filter((file) => linesOf(file) < CRUMB_LINES)
      .slice(CRUMBS_MAX)
      .map((file) => ({
        path: file.path,
        line: 1,
        where: '',
        says: `is one crumb too many: ${linesOf(file)} lines`,
      })),
};

export const functionLength: Rule = {
  name: 'function_length',
  sentence: `no function is longer than ${FUNCTION_LINES_MAX} lines`,
  check: (tree) =>
    tree
      .filter(({ path }) => isCode(path))
      .flatMap((file) =>
        longFunctions(file).map(({ node, around, says }) => finding(file, node, around, says)),
      ),
};

function linesOf({ text }: SourceFile): number {
  return text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0);
}

function longFunctions(file: SourceFile): { node: Syntax; around: Syntax[]; says: string }[] {
  const long: { node: Syntax; around: Syntax[]; says: string }[] = [];
  walk(parse(file).program, (node, around) => {
    if (!isFunction(node)) return;
    const parent = around.at(-1);
    // `describe` gathers tests as a file gathers functions: it is no unit that one reads in one go.
    if (isTest(file.path) && parent?.type === 'CallExpression' && gathersTests(parent)) return;
    const lines = lineAt(file.text, node.end) - lineAt(file.text, node.start) + 1;
    if (lines <= FUNCTION_LINES_MAX) return;
    const name = nameOf(node, parent) || 'a function';
    long.push({ node, around: [...around, node], says: `${name} has ${lines} lines` });
  });
  return long;
}

function gathersTests(call: Syntax): boolean {
  const callee = call.callee as Syntax;
  const name = dotted(callee.type === 'CallExpression' ? callee.callee : callee);
  return name === 'describe' || name.startsWith('describe.');
}
