import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NO_FILTER } from '../../src/domain/payment/filter.ts';
import { EXPORT_COLUMNS, exportPayments } from '../../src/engine/payments/export.ts';
import { listPayments } from '../../src/engine/payments/list.ts';
import { countText } from '../../src/web/format.ts';
import type { Browser } from '../account/browser.ts';
import { type Known, openSite, type Site, textOf } from '../account/site.ts';
import { emptyPayments, fillPayments } from '../payments/history.ts';
import { until } from '../waiting/until.ts';

/** A million with CHARI_SOAK=1; enough for what is kept to show even so. */
const ROWS = process.env.CHARI_SOAK === '1' ? 1_000_000 : 50_000;

let site: Site;
let owner: Browser & { known: Known };
let port = 0;
beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
  const { db, now } = site.world;
  const filled = { merchant_id: merchant(), size: ROWS, before: now, description_length: 250 };
  await fillPayments(db.pool, filled);
  await site.world.rows('vacuum analyze');
  await site.server.listen({ port: 0, host: '127.0.0.1' });
  port = (site.server.server.address() as AddressInfo).port;
}, 600_000);
afterAll(async () => {
  await emptyPayments(site.world.db.pool);
  await site.close();
});

const merchant = (): string => owner.known.merchant_id ?? '';
const caller = () => ({ merchant_id: merchant(), environment: 'test' as const });
const FILE = '/dashboard/test/payments/export.csv';

/** The answer to a reader who has read nothing yet. */
function begin(path: string): Promise<IncomingMessage> {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    get({ port, path, headers: { cookie } }, (answer) => {
      answer.on('error', () => undefined);
      resolve(answer.pause());
    }).on('error', reject);
  });
}

/** A quoted file as its cells, without its mark. */
function cellsOf(text: string): string[][] {
  const lines = text.replace(/^\ufeff/, '').split('\r\n');
  return lines
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, -1)
        .map(([, cell = '']) => cell.replace(/^"([\s\S]*)"$/, '$1').replaceAll('""', '"')),
    );
}

test('the file is the list: every payment once, in its order, and no cell is a formula', async () => {
  const path = `${FILE}?from=2026-11-21&to=2026-11-21&operator=MOOV`;
  const answer = await owner.get(path);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="payments-test-2026-11-21.csv"');
  expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head, ...lines] = cellsOf(answer.body);
  expect(head).toEqual(EXPORT_COLUMNS);
  const id_at = EXPORT_COLUMNS.indexOf('id');
  const filter = { ...NO_FILTER, operator: 'MOOV' as const, from_day: '2026-11-21', to_day: '2026-11-21' };
  const { payments } = await listPayments(site.services, { ...caller(), filter, after: null, limit: ROWS });
  expect(lines.map((cells) => cells[id_at])).toEqual(payments.map(({ id }) => id));
  for (const cells of lines) for (const cell of cells) expect(/^[=+\-@\t\r]/.test(cell)).toBe(false);
  expect(lines.some((cells) => cells.some((cell) => cell.startsWith("'=1+")))).toBe(true);
  const [done] = await site.world.rows<{ count: number }>(
    "select count(*) from member_actions where action = 'payments.exported' and account_id = $1",
    [owner.known.account_id],
  );
  expect(done?.count).toBe(1);
});

test('the page says beforehand how long the file will be', async () => {
  const said = textOf((await owner.get('/dashboard/test/payments/export')).body);
  expect(said).toContain(`The file will have ${countText(ROWS).replaceAll('\u00a0', ' ')} lines`);
  const unknown = textOf((await owner.get('/dashboard/test/payments/export?amount=5000')).body);
  expect(unknown).toContain('not known beforehand');
});

test(`${ROWS.toLocaleString('en')} rows go through a heap that does not grow with them`, {
  timeout: 600_000,
}, async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  let lines = 0;
  let portions = 0;
  let bytes = 0;
  let early = 0;
  for await (const text of exportPayments(site.services, { ...caller(), filter: NO_FILTER })) {
    portions += 1;
    bytes += text.length;
    lines += text.split('\r\n').length - 1;
    if (portions === 8) early = heap();
  }
  expect(lines).toBe(ROWS + 1);
  // What was written is several times what may stay.
  expect(bytes).toBeGreaterThan(12_000_000);
  expect(heap() - early).toBeLessThan(4_000_000);
});

test('a file is written as it is read: whoever goes away costs no more, and two of one shop are written at once', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const readers = [await begin(FILE), await begin(FILE)];
  expect(readers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const refused = await owner.get(FILE);
  expect([refused.statusCode, textOf(refused.body).includes('Two files')]).toEqual([429, true]);
  for (const reader of readers) reader.destroy();
  // Both have ended once another may begin.
  const third = await until(async () => {
    const answer = await begin(FILE);
    if (answer.statusCode === 200) return answer;
    answer.destroy();
    return null;
  });
  third?.destroy();
  await until(async () => (await owner.get(`${FILE}?amount=1`)).statusCode === 200);
  const read = query.mock.calls.filter(
    ([asked]) => (asked as { name?: string } | undefined)?.name === 'page_payments',
  );
  query.mockRestore();
  // Three whole files would be three for each thousand rows.
  expect(read.length).toBeLessThan((2 * ROWS) / 1000);
});

test('Of six that are asked for at one moment two are written, and the next begins once one is left', async () => {
  // What each waits for before it is written comes to all of them at once.
  const held = await site.world.db.pool.connect();
  await held.query('begin');
  await held.query('lock table member_actions in exclusive mode');
  const asking = Array.from({ length: 6 }, () => begin(FILE));
  await until(async () => {
    const waiting = await site.world.rows(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length >= 2;
  });
  await held.query('rollback');
  held.release();
  const asked = await Promise.all(asking);
  const statuses = asked.map(({ statusCode }) => statusCode).toSorted();
  for (const answer of asked) answer.destroy();
  expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
  await until(async () => {
    const again = await begin(FILE);
    again.destroy();
    return again.statusCode === 200;
  });
});

test('A search that matches more than is looked at has no file, which would leave some out: its page says to type further', async () => {
  const [{ id, reference } = { id: '', reference: '' }] = await site.world.rows<{
    id: string;
    reference: string;
  }>('select id, reference from payment_sessions where merchant_id = $1 limit 1', [merchant()]);
  const page = (q: string) => owner.get(`/dashboard/test/payments/export?q=${encodeURIComponent(q)}`);
  const wide = await page(reference.slice(0, 3));
  expect(textOf(wide.body)).toContain('type a little further');
  expect(wide.body).not.toContain('export.csv');
  const file = await owner.get(`${FILE}?q=${encodeURIComponent(reference.slice(0, 3))}`);
  expect([file.statusCode, String(file.headers.location)]).toEqual([
    303,
    expect.stringContaining('/export?q='),
  ]);
  expect((await page(id)).body).toContain('export.csv');
  expect((await owner.get(`${FILE}?q=${id}`)).body).toContain(id);
});
