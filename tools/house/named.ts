import { type Finding, lineAt, type Rule, type SourceFile } from './tree.ts';

/** `` `operatorFees` in `tariff.ts` `` or `` `operatorFees` in domain/movement/tariff.ts ``; the name may be one of several with the same file. */
const NAMED = /`(\w+)`((?:(?:,| and| or) `\w+`)*) in `?(?:\.\.?\/)*([\w./-]+\.ts)\b/g;

/** A document or a comment that says where something stands is right. A name that moved leaves the sentence behind. */
export const named: Rule = {
  name: 'named',
  sentence: 'what a document or a comment says to stand in a file stands there',
  check: (tree) => {
    const sources = tree.filter(({ path }) => path.endsWith('.ts'));
    return tree
      .filter(({ path }) => /\.(?:md|ts)$/.test(path) && !path.endsWith('.test.ts'))
      .flatMap((file) => [...file.text.matchAll(NAMED)].flatMap((one) => missing(file, one, sources)));
  },
};

function missing(file: SourceFile, found: RegExpExecArray, sources: readonly SourceFile[]): Finding[] {
  const [, first = '', others = '', place = ''] = found;
  const said = (says: string): Finding => ({
    ...{ path: file.path, line: lineAt(file.text, found.index), where: '', says },
  });
  // The file is named by the end of its path, as far as a reader needs it; several may be called so.
  const there = sources.filter(({ path }) => path === place || path.endsWith(`/${place}`));
  if (there.length === 0) return [said(`names ${place}, which does not exist`)];
  const names = [first, ...[...others.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)];
  return names
    .filter((name) => !there.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)))
    .map((name) => said(`says that ${name} stands in ${place}, where it does not`));
}
