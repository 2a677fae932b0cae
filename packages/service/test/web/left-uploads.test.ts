import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SPOOL = new URL('../../src/web/frame/spool.ts', import.meta.url).href;
const UPLOAD = `const { spool } = await import(${JSON.stringify(SPOOL)});
const { Readable } = await import('node:stream');
await spool({}, { fieldname: 'list', filename: 'list.csv', file: Readable.from(['66123456;5000']) });`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chari-left-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process whose temporary files lie in the folder of the test; its id, once it has ended. */
async function run(code: string): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  return child.pid as number;
}

test('A process that ends in the middle of an upload takes with it what it had written', async () => {
  await run(`${UPLOAD}\nprocess.exit(1);`);
  expect(await readdir(folder)).toEqual([]);
});

test('What one left that was killed is taken away at the next start, and nothing of a process that runs', async () => {
  const dead = await run(`${UPLOAD}\nprocess.kill(process.pid, 'SIGKILL');\nawait new Promise(() => {});`);
  expect(await readdir(folder)).toEqual([expect.stringMatching(new RegExp(`^chari-upload-${dead}-`))]);
  const own = `chari-upload-${process.pid}-own`;
  await mkdir(join(folder, own));
  await writeFile(join(folder, 'chari-upload-notes'), '');
  await run(
    `const { dropLeftUploads } = await import(${JSON.stringify(SPOOL)});\nawait dropLeftUploads(new Date());`,
  );
  expect((await readdir(folder)).sort()).toEqual([own, 'chari-upload-notes'].sort());
});

const KILLED = `${UPLOAD}\nprocess.kill(process.pid, 'SIGKILL');\nawait new Promise(() => {});`;
const left = async () => (await readdir(folder))[0] ?? '';
/** A start, what was there before and what it leaves: it lies in the file `seen`. */
const starts = (before = '') =>
  run(`const { readdirSync, renameSync, writeFileSync } = await import('node:fs');
const at = (name) => process.env.TMPDIR + '/' + name;
${before}
const { dropLeftUploads } = await import(${JSON.stringify(SPOOL)});
await dropLeftUploads(new Date());
writeFileSync(at('seen'), readdirSync(at('')).join(' '));`);
const seen = () => readFile(join(folder, 'seen'), 'utf8');

test('What a killed one left is taken away also by a start that has got the same process id, as in a container, but not its own upload', async () => {
  const dead = await run(KILLED);
  const name = await left();
  const again = `${JSON.stringify(name)}.replace('-${dead}-', '-' + process.pid + '-').replace(/.{6}$/, 'killed')`;
  await starts(`renameSync(at(${JSON.stringify(name)}), at(${again}));\n${UPLOAD}`);
  expect((await seen()).split(' ')).toEqual([expect.not.stringMatching(/killed$/)]);
});

test('Nothing of another machine that shares the folder is taken away before a day, and then all of it, whatever its name', async () => {
  await run(KILLED);
  const name = await left();
  const other = name.replace(hostname(), 'other-container');
  expect(other).not.toBe(name);
  await rename(join(folder, name), join(folder, other));
  await mkdir(join(folder, 'chari-upload-Xy12Zq'));
  await starts();
  expect((await seen()).split(' ').sort()).toEqual([other, 'chari-upload-Xy12Zq'].sort());
  const long_ago = new Date(Date.now() - 25 * 3_600_000);
  for (const one of [other, 'chari-upload-Xy12Zq']) await utimes(join(folder, one), long_ago, long_ago);
  await starts();
  expect(await readdir(folder)).toEqual(['seen']);
});
