import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeNextDay } from '../../src/engine/proof/close.ts';
import { isInDay } from '../../src/engine/proof/show.ts';
import { openSite, textOf } from '../account/site.ts';

let site: Awaited<ReturnType<typeof openSite>>;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const isPaper = ({ statusCode, rawPayload }: { statusCode: number; rawPayload: Buffer }): boolean =>
  statusCode === 200 && rawPayload.subarray(0, 5).toString() === '%PDF-' && rawPayload.length < 150_000;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** What the program of the guide says of a file, by Python alone. */
async function checkedByGuide(file: object): Promise<string> {
  const guide = await readFile(new URL('../../../../docs/proof.md', import.meta.url), 'utf8');
  const [, program = ''] = /```python\n(.*?)```/s.exec(guide) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'chari-day-'));
  const path = join(folder, 'day.json');
  await writeFile(path, JSON.stringify(file));
  const { stdout } = await promisify(execFile)('python3', ['-c', program, path]);
  await rm(folder, { recursive: true });
  return stdout;
}

it('A merchant sees its own days with a file to check each, and staff see every account', async () => {
  const owner = await site.member('owner');
  const merchant_id = owner.known.merchant_id ?? '';
  await site.world.liveNumber('+23566001008');
  site.world.pass(5);
  const session = await site.world.session(merchant_id, { environment: 'live', amount_xaf: 5000 });
  await site.world.pay(session);
  // Nothing ever moves on this one: it is vouched for by when it was read, however long ago.
  await site.world.liveNumber('+23566001009');
  site.world.pass(20 * 3600);
  const { services } = site.world;
  await closeNextDay({ ...services, sha256, randomHex: (bytes) => randomBytes(bytes).toString('hex') });

  const again = await site.member('owner', merchant_id);
  const page = await again.get('/dashboard/proof');
  expect(textOf(page.body)).toMatch(/2026-11-21.*5\s000.*Your figures are in this day/s);
  const file = JSON.parse((await again.get('/dashboard/proof/2026-11-21')).body);
  // What others owe us, and what was taken off SIMs, is nothing that a merchant needs to check its own.
  expect(Object.keys(file)).not.toContain('claims_xaf');
  expect(Object.keys(file)).not.toContain('swept_unread_xaf');
  expect(isInDay(sha256, file)).toBe(true);
  expect(await checkedByGuide(file)).toBe(`2026-11-21: ${file.closing_xaf} XAF, in the day ${file.hash}\n`);
  expect((await again.get('/dashboard/proof/2026-11-20')).statusCode).toBe(404);
  expect((await again.get('/dashboard/proof/nonsense')).statusCode).toBe(404);

  const stranger = await site.member('owner');
  expect((await stranger.get('/dashboard/proof/2026-11-21')).statusCode).toBe(404);
  expect((await stranger.get('/dashboard/proof/2026-11-21/proof.pdf')).statusCode).toBe(404);
  for (const lang of ['fr', 'ar', 'en'])
    expect(isPaper(await again.get(`/dashboard/proof/2026-11-21/proof.pdf?lang=${lang}`))).toBe(true);
  for (const day of ['2026-11-20', 'nonsense'])
    expect((await again.get(`/dashboard/proof/${day}/proof.pdf`)).statusCode).toBe(404);

  const agent = await site.staff('agent');
  expect(textOf((await agent.get('/office/proof')).body)).toContain('2026-11-21');
  const day = textOf((await agent.get('/office/proof/2026-11-21')).body);
  expect(day).toMatch(/\+23566001008.*5\s000/s);
  expect(day).toMatch(/\+23566001009.*reading\s+21 November 2026 at 12:00/s);
  expect(day).toContain('Held ≥ owed');
  expect(textOf((await agent.get('/office/proof/2026-11-22')).body)).toContain('This day is not closed');

  // Why it is not proven, and the same on paper: of a closed day, and of one that is not.
  expect(day).toContain('nobody has read the balance since');
  for (const lang of ['fr', 'ar', 'en'])
    for (const name of ['2026-11-21', '2026-11-22'])
      expect(isPaper(await agent.get(`/office/proof/${name}/proof.pdf?lang=${lang}`))).toBe(true);
  for (const name of ['2027-01-01', 'nonsense'])
    expect((await agent.get(`/office/proof/${name}/proof.pdf`)).statusCode).toBe(404);
});
