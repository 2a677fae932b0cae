import { posix } from 'node:path';
import { quotedIn } from './links.ts';
import type { Finding, Rule, SourceFile } from './tree.ts';

const MAP = 'ARCHITECTURE.md';
// A folder may be named from the root, or as the map's reader thinks of it: `engine/sessions/`.
const SEEN_FROM = ['', 'packages/', 'packages/service/', 'packages/service/src/'];

export const map: Rule = {
  name: 'map',
  sentence: `${MAP} names every source folder, and every folder it names exists`,
  check: (tree) => {
    const page = tree.find(({ path }) => path === MAP);
    if (!page) return [{ path: MAP, line: 1, where: '', says: 'is missing' }];
    const folders = foldersOf(tree);
    return [...unnamed(page, folders), ...unknown(page, folders)];
  },
};

function foldersOf(tree: readonly SourceFile[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of tree) {
    for (let at = posix.dirname(path); at !== '.' && !folders.has(at); at = posix.dirname(at))
      folders.add(at);
  }
  return folders;
}

function unnamed(page: SourceFile, folders: ReadonlySet<string>): Finding[] {
  return [...folders].flatMap((folder) => {
    const [top, , part, ...inside] = folder.split('/');
    if (top !== 'packages' || part !== 'src' || inside.length === 0) return [];
    const name = `${inside.join('/')}`;
    if (page.text.includes(`${name}/`) || page.text.includes(`\`${name}\``)) return [];
    return [{ path: MAP, line: 1, where: '', says: `does not name ${name}/ (${folder})` }];
  });
}

function unknown(page: SourceFile, folders: ReadonlySet<string>): Finding[] {
  return quotedIn(page).flatMap(({ target, line }) => {
    if (!/^[\w.-]+(?:\/[\w.-]+)*\/$/.test(target)) return [];
    const name = target.slice(0, -1);
    if (SEEN_FROM.some((above) => folders.has(above + name))) return [];
    return [{ path: MAP, line, where: '', says: `names ${target}, which does not exist` }];
  });
}
