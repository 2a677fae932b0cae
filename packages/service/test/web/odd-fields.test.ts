import { afterAll, beforeAll, expect, test } from 'vitest';
import { SITE_PAGES } from '../../src/web/site.ts';
import type { Browser } from '../account/browser.ts';
import { openSite, type Site } from '../account/site.ts';
import { start } from '../collection/transactions.ts';
import { newLink } from '../links/shop.ts';

/** What a hand or a program may put where a page asks for a sum, a day, an id or a word. */
const ODD: readonly string[] = [
  '',
  '-1',
  '1e3',
  '99999999999999999999',
  '2026-02-30',
  '9999-12-31',
  '__proto__',
  // Where a text is cut to its length, a letter of two units is cut in the middle.
  `a\0${'😀'.repeat(5200)}`,
  '😀'.repeat(5200),
];
/** Forms after which nobody is signed in, or in the team, to send the next one. */
const LAST = /sign-out|\/leave$|\/sessions\/end|\/join\/accept/;

let site: Site;
let merchant: string;
/** What an address of this noun is about. */
const ids = new Map<string, string>();

/** A live session under review, and its credit. */
async function underReview(count: number) {
  const session = await site.world.session(merchant, {
    environment: 'live',
    amount_xaf: 3137 * count,
    customer_phone: `+2356610000${count}`,
  });
  const { credit_id } = await site.world.pay(session, { payer_phone: `+2356620000${count}` });
  return { id: session.id, credit_id: credit_id ?? '' };
}

beforeAll(async () => {
  site = await openSite();
  const { world } = site;
  merchant = await world.merchant();
  ids.set('merchants', merchant);
  ids.set('numbers', await world.liveNumber('+23566001001'));
  const paid = await world.session(merchant, { amount_xaf: 7000 });
  await world.pay(paid);
  ids.set('payments', paid.id);
  ids.set('new', (await world.session(merchant)).id);
  ids.set('transaction', (await start(world, merchant)).id);
  ids.set('links', (await newLink(world, merchant)).id);
  ids.set('review', (await underReview(1)).id);
  const rejected = await underReview(2);
  const staff = await site.staff('administrator');
  await staff.post(`/office/cases/review/${rejected.id}/reject`, { note: 'not theirs' });
  ids.set('suspense', rejected.credit_id);
});
afterAll(() => site.close());

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const attribute = (tag: string, name: string): string =>
  unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

type Drawn = { action: string; fields: Record<string, string> };

/** The forms of a page, filled in as somebody would who leaves what stands there as it is. */
function formsIn(body: string): Drawn[] {
  return [...body.matchAll(/<form [^>]*method="post"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([form, inside = '']) => {
      const fields: Record<string, string> = {};
      for (const [tag] of inside.matchAll(/<(?:input|button|textarea) [^>]*>/g)) {
        const name = attribute(tag, 'name');
        if (name === '' || name === 'csrf' || tag.includes(' type="file"')) continue;
        fields[name] = attribute(tag, 'value') || fields[name] || plausible(name, tag);
      }
      for (const [, tag = '', options = ''] of inside.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
        const values = [...options.matchAll(/<option value="([^"]+)"/g)].map(([, one = '']) =>
          unescaped(one),
        );
        const name = attribute(tag, 'name');
        // Money moves from one account into another.
        fields[name] = (name === 'into' ? values.at(-1) : values[0]) ?? '';
      }
      return { action: attribute(form, 'action'), fields };
    },
  );
}

/** What a field takes that nobody has filled in, as far as its name tells. */
const PLAUSIBLE: readonly [RegExp, () => string][] = [
  [/^(?:merchant|target_id|subject) /, () => merchant],
  [/^time /, () => '10:00'],
  [/^terms /, () => '1.5%+50 tax=18%'],
  [/^brackets /, () => '1-5000=100 5001-500000=1%'],
  [/^iban /, () => 'TD8960002000010271091600153'],
  [/type="date"/, () => '2026-11-23'],
  [/type="email"/, () => 'somebody@example.com'],
  [/url/, () => 'https://shop.example.com/hooks'],
  [/phone|msisdn/, () => '+23566123456'],
  [/inputmode|amount|xaf/, () => '1000'],
];
const plausible = (name: string, tag: string): string =>
  PLAUSIBLE.find(([pattern]) => pattern.test(`${name} ${tag}`))?.[1]() ?? 'because';

const addressOf = (path: string, environment: string): string =>
  path
    .replace(':environment', environment)
    .replace(':day', '2026-11-20')
    .replaceAll(/([a-z]+)\/:[a-z_]+/g, (_, noun: string) => `${noun}/${ids.get(noun) ?? merchant}`);

/**
 * Sends a form with each of its fields odd in turn, then as it should be.
 * @returns what failed of it
 */
async function tryForm(browser: Browser, { action, fields }: Drawn): Promise<string[]> {
  const tries = Object.keys(fields).flatMap((name) => ODD.map((odd) => ({ ...fields, [name]: odd })));
  const failed: string[] = [];
  for (const sent of [...tries, fields]) {
    const { statusCode } = await browser.post(action, sent);
    if (statusCode >= 500) failed.push(`${statusCode} ${action} ${JSON.stringify(sent).slice(0, 300)}`);
  }
  return failed;
}

test('no form of those who sign in fails by what stands in one of its fields', async () => {
  const [owner, staff] = [await site.member('owner', merchant), await site.staff('administrator')];
  const seen = new Set<string>();
  const failed: string[] = [];
  const pages = SITE_PAGES.filter(({ get, is_file }) => get !== undefined && is_file !== true);
  for (const { path, for: whose } of pages)
    for (const environment of path.includes(':environment') ? ['test', 'live'] : ['']) {
      const browser = whose === 'staff' ? staff : owner;
      const { body } = await browser.get(addressOf(path, environment));
      for (const form of formsIn(body)) {
        const kind = [form.action, ...Object.keys(form.fields)].join(' ').replaceAll(/[0-9a-f-]{36}/g, ':id');
        if (seen.has(kind) || LAST.test(form.action)) continue;
        seen.add(kind);
        failed.push(...(await tryForm(browser, form)));
      }
    }
  expect(failed).toEqual([]);
  expect(seen.size).toBeGreaterThan(50);
});
