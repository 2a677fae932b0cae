import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { LAUNCHER } from './run.ts';

const run = promisify(execFile);
const DEMO = fileURLToPath(new URL('../../src/cli/demo/main.ts', import.meta.url));
const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' };

test('the demo tells the whole way of a payment, without colours where they are not wanted', async () => {
  const { stdout, stderr } = await run(process.execPath, [DEMO], { env });
  expect(stderr).toBe('');
  expect(stdout).not.toContain('\u001b[');
  for (const words of [
    'Vous avez recu',
    'SETTLE',
    'X-Service-Signature: sha256=',
    'UNDER_REVIEW',
    'All as told',
  ]) {
    expect(stdout).toContain(words);
  }
});

test('the launcher passes arguments and the exit code on', async () => {
  const { stdout } = await run(process.execPath, [LAUNCHER, 'merchants', '--help'], { env });
  expect(stdout).toContain('approve-kyc');
  const nonsense = run(process.execPath, [LAUNCHER, 'merchants', 'nonsense'], { env });
  await expect(nonsense).rejects.toMatchObject({ code: 2 });
});
