import { posix } from 'node:path';
import { type Finding, lineAt, type Rule, type SourceFile } from './tree.ts';

/** Links in Markdown that lead somewhere inside the repository, and paths of ours named in backticks. */
export const links: Rule = {
  name: 'links',
  sentence: 'every link and every path that a document names leads to something that exists',
  check: (tree) => {
    const places = placesOf(tree);
    return tree
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap((file) => [...brokenLinks(file, tree, places), ...brokenPaths(file, places)]);
  },
};

export const decisions: Rule = {
  name: 'decisions',
  sentence: 'every decision is linked from docs/decisions/README.md',
  check: (tree) => {
    const folder = 'docs/decisions/';
    const index = tree.find(({ path }) => path === `${folder}README.md`);
    const linked = new Set(index ? linksOf(index).map(({ target }) => target.split('#')[0]) : []);
    return tree
      .filter(({ path }) => path.startsWith(folder) && path.endsWith('.md') && path !== index?.path)
      .filter(
        ({ path }) => !linked.has(path.slice(folder.length)) && !linked.has(`./${path.slice(folder.length)}`),
      )
      .map(({ path }) => ({ path, line: 1, where: '', says: 'is not linked from docs/decisions/README.md' }));
  },
};

/** Every file and every folder that holds one. */
function placesOf(tree: readonly SourceFile[]): ReadonlySet<string> {
  const places = new Set<string>(['.']);
  for (const { path } of tree) {
    for (let at = path; at !== '.' && !places.has(at); at = posix.dirname(at)) places.add(at);
  }
  return places;
}

interface Link {
  readonly target: string;
  readonly line: number;
}

/** The targets of `[text](target)` and `[name]: target`, outside code. */
function linksOf(file: SourceFile): Link[] {
  const text = withoutCode(file.text);
  const found: Link[] = [];
  for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', at + 2)) {
    const end = text.indexOf(')', at);
    if (end === -1) break;
    const target =
      text
        .slice(at + 2, end)
        .trim()
        .split(/\s/)[0] ?? '';
    found.push({ target, line: lineAt(text, at) });
  }
  text.split('\n').forEach((line, index) => {
    const target = /^\[[^\]]+\]: (\S+)/.exec(line)?.[1];
    if (target !== undefined) found.push({ target, line: index + 1 });
  });
  return found;
}

function brokenLinks(file: SourceFile, tree: readonly SourceFile[], places: ReadonlySet<string>): Finding[] {
  return linksOf(file).flatMap(({ target, line }) => {
    if (/^(?:[a-z]+:|\/)/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const place = path === '' ? file.path : posix.join(posix.dirname(file.path), decodeURI(path));
    const found = (says: string): Finding[] => [{ path: file.path, line, where: '', says }];
    if (!places.has(place.replace(/\/$/, ''))) return found(`links to ${target}, which does not exist`);
    const page = tree.find((one) => one.path === place);
    if (!anchor || !page?.path.endsWith('.md') || anchorsOf(page).has(anchor)) return [];
    return found(`links to ${target}, a heading that ${place} does not have`);
  });
}

/** Headings as the code host turns them into anchors. */
function anchorsOf(file: SourceFile): ReadonlySet<string> {
  return new Set(
    file.text
      .split('\n')
      .filter((line) => /^#{1,6} /.test(line))
      .map((line) =>
        line
          .replace(/^#+ /, '')
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
          .trim()
          .replaceAll(' ', '-'),
      ),
  );
}

function brokenPaths(file: SourceFile, places: ReadonlySet<string>): Finding[] {
  return quotedIn(file).flatMap(({ target, line }) => {
    if (!/^(?:packages|tools|docs|examples)\/[\w./-]+$/.test(target) || places.has(target.replace(/\/$/, '')))
      return [];
    return [{ path: file.path, line, where: '', says: `names ${target}, which does not exist` }];
  });
}

/** What stands between single backticks, outside fenced code. */
export function quotedIn(file: SourceFile): Link[] {
  return withoutFences(file.text)
    .split('\n')
    .flatMap((text, index) =>
      text
        .split('`')
        .filter((_, part) => part % 2 === 1)
        .map((target) => ({ target, line: index + 1 })),
    );
}

/** Blanks fenced blocks, keeping the lines. */
function withoutFences(text: string): string {
  let fenced = false;
  return text
    .split('\n')
    .map((line) => {
      const is_fence = line.trimStart().startsWith('```');
      if (is_fence) fenced = !fenced;
      return fenced || is_fence ? '' : line;
    })
    .join('\n');
}

function withoutCode(text: string): string {
  return withoutFences(text)
    .split('\n')
    .map((line) =>
      line
        .split('`')
        .filter((_, part) => part % 2 === 0)
        .join(''),
    )
    .join('\n');
}
