import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../database/open.ts';
import { chari, chariJson } from './run.ts';

describe('staff by the command line', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chari-staff-'));
  afterAll(async () => {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const add = ['staff', 'add', 'Zara@example.com', '--role', 'supervisor', '--name', 'Zara'];

  test('are made with a link that is shown once, listed, and ended', async () => {
    const shown = await chari(add, options);
    expect(shown.stdout).toMatch(
      /^zara@example\.com is one of staff, as supervisor\.\nhttp:\S+\/account\/enrol\?token=[\w-]{43}\n.*only time/,
    );
    const { staff } = await chariJson<{ staff: object[] }>(['staff', 'list'], options);
    expect(staff).toMatchObject([{ email: 'zara@example.com', role: 'supervisor', is_enrolled: false }]);
    expect(await chariJson(['staff', 'deactivate', 'zara@example.com'], options)).toMatchObject({
      kind: 'ended',
    });
    expect(await chariJson(['staff', 'deactivate', 'zara@example.com'], options)).toMatchObject({
      kind: 'ended_before',
    });
  });

  test('are refused with a sentence where the mail address or the role is none', async () => {
    const wrong = await Promise.all([
      chari(['staff', 'add', 'nobody', '--role', 'agent', '--name', 'A'], options),
      chari(['staff', 'add', 'a@example.com', '--role', 'owner', '--name', 'A'], options),
      chari(['staff', 'deactivate', 'b@example.com'], options),
    ]);
    expect(wrong.map(({ exit_code }) => exit_code)).toEqual([2, 2, 1]);
    expect(wrong.map(({ stderr }) => stderr).join()).toMatch(/no mail address.*agent.*is not one of staff/s);
  });
});
