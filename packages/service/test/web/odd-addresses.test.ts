import { afterAll, beforeAll, expect, test } from 'vitest';
import { SITE_PAGES } from '../../src/web/site.ts';
import { openSite, type Site } from '../account/site.ts';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** What a link or a hand may put where a page reads a day, a month, an id or a word. */
const ODD = [
  { day: '0000-01-01', month: '0000-01', id: LAST_ID, text: 'a%00b' },
  { day: '2026-02-30', month: '9999-12', id: '', text: '99999999999999999999' },
  { day: '9999-12-31', month: '2026-13', id: LAST_ID, text: '%C3' },
];
/** The names by which pages read them. */
const NAMES = {
  day: ['from', 'to', 'until', 'day', 'before'],
  month: ['month'],
  id: ['after', 'cursor', 'id', 'place', 'key'],
  text: ['q', 'actor', 'action', 'subject', 'amount', 'by', 'format', 'method', 'bank'],
};

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

function addresses(path: string, merchant: string): string[] {
  const at = path.replace(':environment', 'live');
  const filled = at.replace(':day', '2026-11-20').replaceAll(/:[a-z_]+/g, merchant);
  const queries = ODD.map((odd) =>
    Object.entries(NAMES).flatMap(([what, names]) =>
      names.map((name) => `${name}=${odd[what as keyof typeof odd]}`),
    ),
  );
  const parts = at.includes(':') ? ODD.map((odd) => (at.includes(':day') ? odd.day : odd.text)) : [];
  return [
    ...queries.map((query) => `${filled}?${query.join('&')}`),
    `${filled}?from=2026-11-01&to=2026-11-30&q=a%00b`,
    ...parts.map((part) => at.replaceAll(/:[a-z_]+/g, part)),
  ];
}

test('no page of those who sign in fails by what stands in its address', async () => {
  const merchant = await site.world.merchant();
  const [owner, staff] = [await site.member('owner', merchant), await site.staff('administrator')];
  const failed: string[] = [];
  const pages = SITE_PAGES.filter((page) => page.get !== undefined && page.for !== 'anybody');
  for (const { path, for: whose } of pages) {
    const urls = addresses(path, merchant);
    const answers = await Promise.all(urls.map((url) => (whose === 'staff' ? staff : owner).get(url)));
    failed.push(...urls.filter((_, n) => (answers[n]?.statusCode ?? 500) >= 500));
  }
  expect(failed).toEqual([]);
});
