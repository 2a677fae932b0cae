import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
  await run(`const { dropLeftUploads } = await import(${JSON.stringify(SPOOL)});\nawait dropLeftUploads();`);
  expect((await readdir(folder)).sort()).toEqual([own, 'chari-upload-notes'].sort());
});
