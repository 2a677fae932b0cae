import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayHash, leafHash, leafText, tree } from '../../src/domain/proof/chain.ts';

const run = promisify(execFile);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const GUIDE = new URL('../../../../docs/proof.md', import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chari-proof-'));
  const [, program = ''] = /```python\n(.*?)```/s.exec(await readFile(GUIDE, 'utf8')) ?? [];
  await writeFile(join(folder, 'check.py'), program);
});
afterAll(() => rm(folder, { recursive: true }));

const day = '2026-11-21';
const merchant = (n: number) => ({
  merchant_id: `0198c5a2-7d1e-7c3a-9f4e-00000000000${n}`,
  opening_xaf: 1000,
  paid_xaf: 5000 * n,
  fees_xaf: 50,
  tax_xaf: 9,
  refunds_xaf: 200,
  settlements_xaf: 300,
  other_xaf: -1,
  closing_xaf: 1000 + 5000 * n - 50 - 9 - 200 - 300 - 1,
  nonce: 'ab'.repeat(16),
});

/** The file of the second of five merchants. */
function fileOf() {
  const merchants = [1, 2, 3, 4, 5].map(merchant);
  const { root, paths } = tree(
    sha256,
    merchants.map((one) => leafHash(sha256, leafText(day, one))),
  );
  const sealed = {
    day,
    previous_hash: sha256('the day before'),
    accounts_hash: sha256('accounts'),
    merchants_root: root,
    held_xaf: 100_000,
    owed_xaf: 99_000,
    state: 'open' as const,
  };
  return { ...sealed, ...merchants[1], path: paths[1], hash: dayHash(sha256, sealed) };
}

async function check(file: object): Promise<string> {
  const path = join(folder, 'day.json');
  await writeFile(path, JSON.stringify(file));
  return run('python3', [join(folder, 'check.py'), path]).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr: string }) => error.stderr.trim().split('\n').at(-1) ?? '',
  );
}

it('A merchant checks its day by the program of the guide, which trusts nothing of ours', async () => {
  const file = fileOf();
  expect(await check(file)).toBe(`${day}: 10440 XAF, in the day ${file.hash}`);
  expect(await check({ ...file, closing_xaf: 10_441 })).toContain('do not add up');
  expect(await check({ ...file, closing_xaf: 10_441, other_xaf: 0 })).toContain('are not in this day');
  expect(await check({ ...file, owed_xaf: 1 })).toContain('is not what was sealed');
});
