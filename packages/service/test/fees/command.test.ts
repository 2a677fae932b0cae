import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DAY_MS, localDay } from '../../src/domain/time.ts';
import { chari, chariJson } from '../cli/run.ts';
import { openTestDatabase } from '../database/open.ts';

describe('fees by the command line', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chari-fees-'));
  afterAll(async () => {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const day = localDay(new Date(Date.now() + 3 * DAY_MS));
  const set = (actor: string, ...terms: string[]) =>
    chari(['fees', 'set', 'default', 'session', ...terms, '--as', actor, '--note', 'as agreed'], options);

  test('are proposed with the command for the second person, set, and listed', async () => {
    const proposed = await set('Awa', '1.5%+50', 'tax=18%', '--from', day);
    expect(proposed.stdout).toContain('As this always takes two people');
    const [, command = ''] = /npx chari (fees set .*?) --note/.exec(proposed.stdout) ?? [];
    const agreed = await chari([...command.split(' '), '--as', 'Brahim', '--note', 'read'], options);
    expect(agreed.stdout).toMatch(/nothing else was agreed pay for a session: 1\.5%\+50 tax=18%\./);
    expect(await chariJson(['fees', 'list'], options)).toMatchObject({
      fees: [{ merchant_id: null, basis_points: 150, fixed_xaf: 50, proposed_by: 'Awa', set_by: 'Brahim' }],
    });
    expect((await chari(['fees', 'list'], options)).stdout).toMatch(
      /everybody else +session +1\.5%\+50 tax=18%/,
    );
  });

  test('are taken back before somebody agrees', async () => {
    await set('Awa', '2%', '--from', day);
    const name = ['fees', 'withdraw', 'default/session', '--as', 'Awa', '--note', 'a mistake'];
    expect((await chari(name, options)).stdout).toContain('fees.set, proposed by Awa, is withdrawn.');
  });

  test('are refused with a sentence that says what to write', async () => {
    const signed = ['--as', 'Awa', '--note', 'x'];
    const cases: [string[], RegExp][] = [
      [['default', 'session', '1.5', '--from', day], /write 1\.5%, 100/],
      [['default', 'session', '1%', '--from', '2026-01-01'], /never touch the past/],
      [['default', 'session', '1%', '--from', 'tomorrow'], /day such as/],
      // A Date takes it for the 3rd of March.
      [['default', 'session', '1%', '--from', '2099-02-31T08:00:00Z'], /day such as/],
      [['default', 'session', '1%', '--from', '2099-02-28T08:00:00'], /day such as/],
      [['default', 'session', '1%'], /--from/],
      [['me', 'session', '1%', '--from', day], /no merchant me/],
      [['default', 'cheque', '1%', '--from', day], /session or transaction/],
    ];
    for (const [words, sentence] of cases) {
      const refused = await chari(['fees', 'set', ...words, ...signed], options);
      expect(refused.exit_code).not.toBe(0);
      expect(refused.stderr).toMatch(sentence);
    }
  });
});
