import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOldCopy } from '../../src/domain/proof/account.ts';
import { DAY_MS, later } from '../../src/domain/time.ts';
import { closeNextDay } from '../../src/engine/proof/close.ts';
import { chari, chariJson } from '../cli/run.ts';
import { openWorld, type World } from '../collection/world.ts';
import { sha256 } from './world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'chari-proof-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const options = () => ({ env: { DATABASE_URL: world.db.url, CHARI_DATA_DIR: folder, PORT: '0' } });

test('`chari proof show --pdf` writes a day on paper, and never over another file', async () => {
  const pdf = join(folder, 'day.pdf');
  const show = ['proof', 'show', '--day', '2026-11-21', '--pdf', pdf];
  expect(await chariJson([...show, '--lang', 'ar'], options())).toMatchObject({
    day: '2026-11-21',
    file: pdf,
  });
  expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
  const again = await chari(show, options());
  expect([again.exit_code, again.stderr]).toEqual([1, expect.stringContaining('exists already')]);
  const other = await chari([...show, '--lang', 'de'], options());
  expect([other.exit_code, other.stderr]).toEqual([2, expect.stringContaining('fr, ar or en')]);
});

test('`chari proof --day` shows a day, as `chari proof show` does', async () => {
  const short = await chari(['proof', '--day', '2026-11-21'], options());
  const long = await chari(['proof', 'show', '--day', '2026-11-21'], options());
  expect([short.exit_code, short.stdout]).toEqual([0, long.stdout]);
  const wrong = await chari(['proof', '--day', 'yesterday'], options());
  expect([wrong.exit_code, wrong.stderr]).toEqual([2, expect.stringContaining('yesterday is no day')]);
});

test('`chari proof show` says when each SIM was read whose balance a reading vouches for', async () => {
  const read_at = `${world.now.toISOString().slice(0, 19).replace('T', ' ')}Z`;
  await world.liveNumber('+23566001008');
  const shown = await chari(['proof', 'show', '--day', '2026-11-21'], options());
  expect(shown.stdout).toMatch(new RegExp(`\\+23566001008.*\\(reading, ${read_at}\\)`));
});

test('`chari proof read` takes whole francs, and what one person mistyped is taken back and read anew', async () => {
  const by = (name: string) => ['--as', name, '--note', 'on the portal'];
  const read = (balance: string, name: string) =>
    chari(
      ['proof', 'read', 'WALLET_AIRTEL', '--day', '2026-11-20', '--balance', balance, ...by(name)],
      options(),
    );
  for (const wrong of ['', '1e6', '0x10', '1.5', '-1']) expect((await read(wrong, 'Awa')).exit_code).toBe(2);
  expect((await read('1200', 'Awa')).exit_code).toBe(0);
  expect((await read('12000', 'Brahim')).exit_code).toBe(1);
  const back = await chari(['proof', 'withdraw', 'WALLET_AIRTEL/2026-11-20', ...by('Awa')], options());
  expect([back.exit_code, back.stderr]).toEqual([0, '']);
  await read('12000', 'Awa');
  expect((await read('12000', 'Brahim')).stdout).toContain('Written down for WALLET_AIRTEL');
});

test('`chari proof check` names the last closed day, and says of one that is old what a restored copy lacks', async () => {
  const check = () => chari(['proof', 'check'], options());
  expect((await check()).stdout).toBe('No day is closed.\n');
  const session = await world.session(await world.merchant(), { environment: 'live', amount_xaf: 5000 });
  await world.pay(session);
  const randomHex = (bytes: number) => randomBytes(bytes).toString('hex');
  const tomorrow = { ...world.services, now: () => later(world.now, 2 * DAY_MS), sha256, randomHex };
  const last_day = (await closeNextDay(tomorrow)) ?? 'none';
  // How long ago that was is a matter of when this test runs.
  const is_old = isOldCopy(last_day, new Date());
  const { exit_code, stdout } = await check();
  expect([exit_code, stdout.split('\n')[0]]).toEqual([
    0,
    `1 days are as they were sealed, the last being ${last_day}.`,
  ]);
  expect(stdout.includes('After an older copy was restored')).toBe(is_old);
  const said = { days: 1, problems: [], last_day, is_old };
  expect(await chariJson(['proof', 'check'], options())).toEqual(said);
});
