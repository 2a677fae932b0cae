import { finding, isSyntax, parse, type Syntax } from './syntax.ts';
import { type Finding, isCode, isTest, type Rule, type SourceFile } from './tree.ts';

/** What is read together lies together, as long as one reads it in one go. */
const SHARED_LINES_MAX = 200;

export const verbs: Rule = {
  name: 'verbs',
  sentence: `a file of engine that is longer than ${SHARED_LINES_MAX} lines holds one verb`,
  check: (tree) =>
    tree
      .filter(({ path }) => /^packages\/service\/src\/engine\/[a-z-]+\//.test(path) && isCode(path))
      .filter(({ path, text }) => !isTest(path) && text.split('\n').length > SHARED_LINES_MAX)
      .flatMap(furtherVerbs),
};

function furtherVerbs(file: SourceFile): Finding[] {
  const body = parse(file).program.body as Syntax[];
  const exported = body
    .filter(({ type }) => type === 'ExportNamedDeclaration' || type === 'ExportDefaultDeclaration')
    .map(({ declaration }) => declaration)
    .filter(isSyntax)
    .filter(isVerb);
  return exported.slice(1).map((node) => {
    const name = isSyntax(node.id) ? String(node.id.name) : 'another function';
    return finding(file, node, [], `${name} is a verb of its own: give it a file`);
  });
}

/**
 * A verb works on the database, so it is async, and its transaction is its own. What takes another's `client`
 * is a step of a verb, and what is not async is a thought; those may share a file.
 */
function isVerb(node: Syntax): boolean {
  if (node.type !== 'FunctionDeclaration' || node.async !== true || !Array.isArray(node.params)) return false;
  return !node.params.some((param) => isSyntax(param) && param.name === 'client');
}
