import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder, processesOf } from './processes.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const CLUSTER = fileURLToPath(new URL('../src/cluster.ts', import.meta.url));
const FAILURE = fileURLToPath(new URL('../src/failure.ts', import.meta.url));

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await makeFolder());
});
afterEach(() => remove());

test('the code of the README runs as it stands there, and leaves no server behind', async () => {
  const code = /^```js\n(.*?)^```$/ms.exec(README)?.[1] ?? '';
  await mkdir(join(folder, 'node_modules', '@chari'), { recursive: true });
  const modules = [
    ['@chari/postgres', new URL('..', import.meta.url)],
    ['pg', pathToPackage('pg')],
  ] as const;
  await Promise.all(
    modules.map(([name, at]) => symlink(fileURLToPath(at), join(folder, 'node_modules', name))),
  );
  await writeFile(join(folder, 'shop.mjs'), code);
  const said = execFileSync(process.execPath, ['shop.mjs'], { cwd: folder });
  const promised = /console\.log\(rows\); \/\/ (.*)$/m.exec(code)?.[1];
  expect(said.toString()).toContain(`${promised}\n`);
  expect(await processesOf(join(folder, 'data'))).toEqual([]);
});

test('the README names every option and every member of a cluster, and no other', async () => {
  const text = await readFile(CLUSTER, 'utf8');
  const members = [...text.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, name]) => name);
  expect(new Set(rowsOf('What you give', 'Whatever keeps it'))).toEqual(new Set(members));
});

test('the README names every reason, and no other', async () => {
  const text = await readFile(FAILURE, 'utf8');
  const reasons = [...text.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, name]) => name);
  expect(rowsOf('Whatever keeps it', 'Two more things').toSorted()).toEqual(reasons.toSorted());
});

/** What the first column of the tables between two places of the README holds in backticks. */
function rowsOf(from: string, to: string): string[] {
  const part = README.slice(README.indexOf(from), README.indexOf(to));
  return part.split('\n').flatMap((line) => {
    const cell = line.startsWith('| `') ? (line.split('|')[1] ?? '') : '';
    return [...cell.matchAll(/`(\w+)(?:\(\))?`/g)].map(([, name]) => name ?? '');
  });
}

function pathToPackage(name: string): URL {
  const entry = import.meta.resolve(name);
  const root = entry.slice(0, entry.lastIndexOf(`/${name}/`) + name.length + 1);
  return new URL(`${root}/`);
}
