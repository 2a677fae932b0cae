import { isSyntax, parse, type Syntax, walk } from './syntax.ts';
import { type Finding, lineAt, type Rule, type SourceFile } from './tree.ts';

/** `` `operatorFees` in `tariff.ts` `` or `` `operatorFees` in domain/movement/tariff.ts ``; the name may be one of several with the same file. */
const NAMED = /`(\w+)`((?:(?:,| and| or) `\w+`)*) in `?(?:\.\.?\/)*([\w./-]+\.ts)\b/g;
/** A file by a path of at least one folder: `movement/tariff.ts`. A name alone may be that of somebody else's file. */
const PLACE = /(?<![\w./@:-])(?:\.\.?\/)*((?:[\w.-]+\/)+[\w.-]+\.(?:ts|sql))\b/g;
/** A name that only code has: `operatorFees`, `MOST_TRIES`. One word alone may be a command, a column or a word of the trade. */
const OF_CODE = /`([a-z]+[A-Z]\w*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g;

/** A document or a comment that says where something stands is right. A name that moved leaves the sentence behind. */
export const named: Rule = {
  name: 'named',
  sentence:
    'what a document or a comment says to stand in a file stands there, and what a document names exists',
  check: (tree) => {
    const sources = tree.filter(({ path }) => path.endsWith('.ts'));
    const telling = tree.filter(({ path }) => /\.(?:md|ts)$/.test(path) && !path.endsWith('.test.ts'));
    return [
      ...telling.flatMap((file) =>
        [...file.text.matchAll(NAMED)].flatMap((one) => missing(file, one, sources)),
      ),
      ...telling.flatMap((file) => goneFiles(file, tree)),
      ...goneNames(tree),
    ];
  },
};

function missing(file: SourceFile, found: RegExpExecArray, sources: readonly SourceFile[]): Finding[] {
  const [, first = '', others = '', place = ''] = found;
  const said = (says: string) => findingAt(file, found.index, says);
  const there = sources.filter(({ path }) => isPlace(path, place));
  // Of a path in what is read as a text `goneFiles` says so.
  const is_said = place.includes('/') && textsOf(file).some((text) => isWithin(text, found.index));
  if (there.length === 0) return is_said ? [] : [said(`names ${place}, which does not exist`)];
  const names = [first, ...[...others.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)];
  const declared = there.map(declaredIn);
  return names
    .filter((name) => !declared.some((known) => known.has(name)))
    .map((name) => {
      const is_used = there.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text));
      return said(`says that ${name} stands in ${place}, where it ${is_used ? 'is only used' : 'does not'}`);
    });
}

/** A file is named by the end of its path, as far as a reader needs it; several may be called so. */
const isPlace = (path: string, place: string): boolean => path === place || path.endsWith(`/${place}`);

const DECLARING: ReadonlySet<string> = new Set([
  'VariableDeclarator',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
]);
const MEMBERS: ReadonlySet<string> = new Set([
  'MethodDefinition',
  'PropertyDefinition',
  'Property',
  'TSPropertySignature',
  'TSMethodSignature',
]);

/** The names that a file says something of: by a declaration, as a member, or as one of the words of a type. */
function declaredIn(file: SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  walk(parse(file).program, (node) => {
    const name = declaredBy(node);
    if (name !== null) names.add(name);
  });
  return names;
}

function declaredBy(node: Syntax): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  const named = DECLARING.has(node.type) ? node.id : MEMBERS.has(node.type) && !node.shorthand && node.key;
  return isSyntax(named) && typeof named.name === 'string' ? named.name : null;
}

/** What people read as a text: a document, and of code its comments. */
const textsOf = (file: SourceFile): readonly { value: string; start: number }[] =>
  file.path.endsWith('.md') ? [{ value: file.text, start: 0 }] : parse(file).comments;

const isWithin = ({ value, start }: { value: string; start: number }, at: number): boolean =>
  at >= start && at < start + value.length;

/** The files that a text names by a path and that don't exist. */
function goneFiles(file: SourceFile, tree: readonly SourceFile[]): Finding[] {
  return textsOf(file).flatMap(({ value, start }) =>
    [...value.matchAll(PLACE)]
      .filter(([, place = '']) => !tree.some(({ path }) => isPlace(path, place)))
      .map((one) => findingAt(file, start + one.index, `names ${one[1]}, which does not exist`)),
  );
}

/** The names that documents give to something in the code, and that no file has. */
function goneNames(tree: readonly SourceFile[]): Finding[] {
  const told = tree
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap((file) => [...file.text.matchAll(OF_CODE)].map((one) => ({ file, one, name: one[1] ?? '' })));
  const known = new Set(
    tree.filter(({ path }) => !path.endsWith('.md')).flatMap(({ text }) => text.match(/\w+/g) ?? []),
  );
  return told
    .filter(({ name }) => !known.has(name))
    .map(({ file, one, name }) => findingAt(file, one.index, `names ${name}, which no source has`));
}

const findingAt = ({ path, text }: SourceFile, at: number, says: string): Finding => ({
  ...{ path, line: lineAt(text, at), where: '', says },
});
