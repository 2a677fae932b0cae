import { Buffer } from 'node:buffer';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSite, type Site, textOf } from '../account/site.ts';
import { NOON } from '../collection/world.ts';
import { sendForm } from '../kyc/multipart.ts';
import { csvOf, type Listed, statementCells } from './portal.ts';
import { workbookOf, zipBomb } from './workbook.ts';

const PATH = '/office/statements';
const MOOV = '+23599000010';
let site: Site;
let agent: Awaited<ReturnType<Site['staff']>>;
let number: string;
/** Where uploads lie while they are looked at. */
let folder: string;
beforeAll(async () => {
  site = await openSite();
  number = await site.world.liveNumber(MOOV, { operator: 'MOOV' });
  site.world.pass(3600);
  agent = await site.staff('agent');
  folder = await mkdtemp(join(tmpdir(), 'chari-pages-'));
  vi.stubEnv('TMPDIR', folder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
  await site.close();
});

/** Ten payments of 20,000 francs, a minute apart, of which no message told. */
const ROWS: Listed[] = Array.from({ length: 10 }, (_, place) => ({
  id: `AB12CD34E${place}`,
  at: new Date(NOON.getTime() + (place + 1) * 60_000),
  delta_xaf: 20_000,
  balance_xaf: (place + 1) * 20_000,
}));
const cells = (rows: readonly Listed[] = ROWS) => statementCells('MOOV', MOOV, rows);
const changed = ROWS.map((row, place) => (place === 4 ? { ...row, balance_xaf: 99_000 } : row));

const bring = (
  bytes: string | Buffer,
  {
    who = agent,
    name = 'moov.csv',
    ...more
  }: { who?: typeof agent; name?: string } & Record<string, unknown> = {},
): Promise<LightMyRequestResponse> => {
  const fields = { number, note: 'from the portal', ...(more as Record<string, string>) };
  return sendForm(who, `${PATH}/import`, fields, [{ field: 'file', name, bytes: Buffer.from(bytes) }]);
};
const spooled = () => readdir(folder);
const kept = () => site.world.rows<{ id: string; state: string }>('select id, state from statements');

describe('A file that is wrong', () => {
  test.each([
    [
      'with a changed balance',
      (): string => csvOf(cells(changed)),
      /ends at 99 000 FCFA.*should be 100 000 FCFA/,
      'fr',
      /finit à 99 000 FCFA/,
    ],
    [
      'that is none',
      (): string => '<html><script>alert(1)</script>',
      /neither .csv nor .xlsx|titles of a statement/,
      'ar',
      /كشف/,
    ],
    [
      'with a row twice',
      (): string => csvOf(cells([...ROWS.slice(0, 2), ...ROWS.slice(1)])),
      /Row 9 repeats/,
      'fr',
      /La ligne 9 en répète/,
    ],
  ] as const)(
    '%s is refused in the reader’s own words, and nothing of it stays',
    async (_what, file, said, language, own) => {
      const answer = await bring(file());
      expect([answer.statusCode, textOf(answer.body)]).toEqual([422, expect.stringMatching(said)]);
      const reader = await site.staff('agent');
      await reader.get(`/account?lang=${language}`);
      expect(textOf((await bring(file(), { who: reader })).body)).toMatch(own);
      expect(await kept()).toEqual([]);
      expect(await spooled()).toEqual([]);
    },
  );

  test('that somebody made to harm is refused: a zip bomb, a formula, a name that leads elsewhere, one too large', async () => {
    const bomb = await bring(await zipBomb(), { name: 's.xlsx' });
    expect([bomb.statusCode, textOf(bomb.body)]).toEqual([
      422,
      expect.stringContaining('This file isn’t taken'),
    ]);
    const cell = cells().map((row) => row.map((one) => one.replace('20000.00', '=2+HYPERLINK("x")')));
    expect(textOf((await bring(await workbookOf(cell), { name: '../../../etc/s.xlsx' })).body)).toContain(
      'a formula',
    );
    const script = cells().map((row) => row.map((one) => one.replace('AB12CD34E4', '<script>4')));
    expect((await bring(csvOf(script))).body).not.toContain('<script>4');
    expect((await bring(Buffer.alloc(32 * 2 ** 20 + 1, 'x'))).statusCode).toBe(413);
    expect(await kept()).toEqual([]);
    expect(await spooled()).toEqual([]);
  });

  test('needs a note, a file, a number of ours and a day that is one', async () => {
    expect((await bring(csvOf(cells()), { note: '' })).statusCode).toBe(422);
    expect(textOf((await bring('')).body)).toContain('Choose a file.');
    expect(textOf((await bring(csvOf(cells()), { number: site.services.newId() })).body)).toContain(
      'no such live number',
    );
    expect(textOf((await bring(csvOf(cells()), { day: '2026-13-40' })).body)).toContain('no such day');
    expect(textOf((await bring(csvOf(cells()), { day: '2026-11-20' })).body)).toContain('not of 2026-11-20');
    expect(await kept()).toEqual([]);
  });
});

describe('A statement', () => {
  test('is kept, waits for its profile and a second person, and then counts', async () => {
    const page = textOf((await agent.follow(await bring(csvOf(cells())))).body);
    expect(page).toMatch(/The statement is kept\..*doesn’t count yet.*Unknown to the book 10 .*200 000 FCFA/);
    expect(page).toContain('Its profile isn’t confirmed');
    expect(await spooled()).toEqual([]);
    const [{ id = '' } = {}] = await kept();
    const confirm = `${PATH}/profiles/moov-portal@1/confirm`;
    expect((await agent.post(confirm, { note: 'ten rows compared' })).statusCode).toBe(403);
    const [first, second] = [await site.staff('supervisor'), await site.staff('administrator')];
    expect(textOf((await first.submit(confirm, { note: 'ten rows' })).body)).toContain(
      'Another person must say the same',
    );
    expect(textOf((await first.submit(confirm, { note: 'ten rows' })).body)).toContain(
      'somebody else must agree',
    );
    expect(textOf((await second.submit(confirm, { note: 'ten others' })).body)).toContain(
      'profile is confirmed',
    );
    const settle = (who: typeof agent) => who.submit(`${PATH}/${id}/settle`, { note: 'compared' });
    expect(textOf((await settle(agent)).body)).toContain('Another person must say the same');
    expect(textOf((await settle(agent)).body)).toContain('somebody else must agree');
    expect(textOf((await settle(first)).body)).toContain('The statement counts');
    expect(await kept()).toEqual([{ id, state: 'SETTLED' }]);
    expect(textOf((await agent.follow(await bring(csvOf(cells())))).body)).toContain(
      'had been brought before',
    );
    expect(textOf((await agent.get(PATH)).body)).toMatch(/99 00 00 10 .*counts.*200 000 FCFA/);
  });

  test('shows its rows page by page, and an auditor reads them and changes nothing', async () => {
    const many = Array.from({ length: 60 }, (_, place) => ({
      id: `ZZ12CD3${String(place).padStart(3, '0')}`,
      at: new Date(NOON.getTime() + (place + 20) * 30_000),
      delta_xaf: 10,
      balance_xaf: 200_000 + (place + 1) * 10,
    }));
    const auditor = await site.staff('auditor');
    expect((await bring(csvOf(cells(many)), { who: auditor })).statusCode).toBe(403);
    await bring(csvOf(cells(many)));
    const [{ id = '' } = {}] = await site.world.rows<{ id: string }>(
      'select id from statements order by id desc limit 1',
    );
    const first = await auditor.get(`${PATH}/${id}`);
    expect(first.body.match(/ZZ12CD3\d{3}/g)).toHaveLength(50);
    const [, older = ''] = /rel="next" href="([^"]+)"/.exec(first.body) ?? [];
    expect((await auditor.get(older)).body.match(/ZZ12CD3\d{3}/g)).toHaveLength(10);
    for (const path of [`${id}/settle`, 'import', 'profiles/moov-portal@1/confirm'])
      expect((await auditor.post(`${PATH}/${path}`, { note: 'x' })).statusCode).toBe(403);
    expect((await auditor.get(`${PATH}/import`)).statusCode).toBe(403);
    expect(textOf((await auditor.get(PATH)).body)).not.toContain('Bring a statement');
    expect((await agent.get(`${PATH}/${site.services.newId()}`)).statusCode).toBe(404);
    expect((await agent.get(`${PATH}/nothing`)).statusCode).toBe(404);
  });
});
