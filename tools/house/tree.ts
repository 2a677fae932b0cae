import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A committed file: its path from the root, with forward slashes, and its text, which a picture has none of. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Something a rule found. `where` is the function around it, which is what an exception names. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly where: string;
  readonly says: string;
}

/** A rule of the house. `check` is pure: it sees the files and nothing else. */
export interface Rule {
  readonly name: string;
  readonly sentence: string;
  readonly check: (tree: readonly SourceFile[]) => Finding[];
}

// Made, installed or kept by the machine: never committed, so the walk agrees with what git would list.
const NOT_OURS: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.chari',
  'coverage',
  'dist',
  'screenshots',
]);

const TEXT = /\.(?:ts|tsx|mts|mjs|cjs|js|json|md|sql|css|html|sh|txt|svg|ya?ml|py|php)$/;
/** Documents lead to them. */
const PICTURE = /\.png$/;
const TEXT_WITHOUT_EXTENSION: ReadonlySet<string> = new Set(['.ci/run', '.gitignore', '.npmrc', '.nvmrc']);

/** Every text file and picture below `root`, sorted by path. Walks the folders, since a bare machine may lack git. */
export function readTree(root: string): SourceFile[] {
  return pathsBelow(root, '')
    .filter(
      (path) =>
        TEXT.test(path) || PICTURE.test(path) || TEXT_WITHOUT_EXTENSION.has(path) || path.includes('/bin/'),
    )
    .sort()
    .map((path) => ({ path, text: PICTURE.test(path) ? '' : readFileSync(join(root, path), 'utf8') }));
}

function pathsBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return pathsBelow(root, path);
      return entry.isFile() ? [path] : [];
    });
}

export const isCode = (path: string): boolean => /\.(?:ts|tsx|mts|mjs|js)$/.test(path) && !isGenerated(path);

/** Held to its generator by `--check`, not to the rules for what people write. */
export const isGenerated = (path: string): boolean => path.includes('.generated.');

export const isTest = (path: string): boolean => path.includes('.test.') || path.includes('/test/');

/** The line, from 1, on which `offset` of `text` lies. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
