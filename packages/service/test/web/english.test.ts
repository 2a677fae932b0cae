import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playDesk } from '../../src/cli/serve/demo-desk.ts';
import { playWeek } from '../../src/cli/serve/demo-week.ts';
import { SITE_PAGES } from '../../src/web/site.ts';
import type { Browser } from '../account/browser.ts';
import { openSite, type Site, textOf } from '../account/site.ts';
import { playMoney } from './money.ts';
import { ENGLISH, wordsIn } from './tongues.ts';

/** What is called so in every language: names, abbreviations, and terms of the API. */
const NAMES = new Set(
  'TEST LIVE POST PATCH DELETE RCCM SARL JPEG FCFA IBAN CEMAC SANDBOX live shop person supervisor get english order start'.split(
    ' ',
  ),
);
/** What is the same in every language: names of the API and of the command line, ids, references, and the switch of languages. */
const spoken = (body: string): string =>
  textOf(
    body
      .replaceAll(/<(code|pre|footer|textarea)\b[\s\S]*?<\/\1>/g, ' ')
      .replaceAll(/<bdi dir="ltr"[^>]*>[^<]*<\/bdi>/g, ' ')
      // The end of a key is chance, which writes “from” one day.
      .replaceAll(/…[0-9A-Za-z]{4}\b/g, ' '),
  );
/** Cases that no demo has. */
const ELSEWHERE = ['/office/cases/transaction/:id'];
/** Addresses, mails, files, events as `payment_session.expired`, and the slots of wordings as `{amount}`. */
const DOTTED = /\S*\w[./:@]\w\S*|\{\w+\}/g;
/** Where a state stands beside its name at the API, for those who write programs. */
const WITH_ITS_NAME = '/dashboard/:environment/payments/:id';
/** Secrets, tickets and what a page of the developers shows as it was sent are no states. */
const withoutData = (body: string): string =>
  textOf(
    body.replaceAll(/<(pre)\b[\s\S]*?<\/\1>/g, ' ').replaceAll(/<code class="code">[\s\S]*?<\/code>/g, ' '),
  );
/** What is wrong with the days that somebody typed. */
const WRONG_DAYS = [
  '/dashboard/test/reports/transfers',
  '/dashboard/live/reports/fees',
  '/dashboard/live/reports/statement?month=x',
];
/** Pages of one kind are alike: so many of each are read. */
const ALIKE = 12;

/** The page of the table that an address leads to. */
function pageOf(address: string): string | null {
  const steps = address.replace(/[?#].*$/, '').split('/');
  const written = steps.join('/');
  const found = SITE_PAGES.toSorted(
    (one, other) => Number(other.path === written) - Number(one.path === written),
  ).find(({ path, get }) => {
    const named = path.split('/');
    return (
      get !== undefined &&
      named.length === steps.length &&
      named.every((step, at) => step.startsWith(':') || step === steps[at])
    );
  });
  return found?.path ?? null;
}

/** What stands on every page that links lead to from here. */
async function readAll(browser: Browser, start: readonly string[]): Promise<Map<string, string[]>> {
  const read = new Map<string, string[]>();
  const seen = new Set<string>();
  const ahead = [...start];
  for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
    const page = pageOf(next);
    const texts = page === null ? [] : (read.get(page) ?? []);
    if (page === null || seen.has(next) || texts.length >= ALIKE) continue;
    seen.add(next);
    const answer = await browser.get(next);
    read.set(page, texts);
    // It leads elsewhere, or is a file.
    if (answer.statusCode === 303) ahead.unshift(String(answer.headers.location));
    if (!String(answer.headers['content-type']).startsWith('text/html')) continue;
    expect([next, [200, 422].includes(answer.statusCode)]).toEqual([next, true]);
    read.set(page, [...texts, answer.body]);
    for (const [, href = ''] of answer.body.matchAll(/<a [^>]*href="([^"]+)"/g))
      if (!href.includes('lang=')) ahead.push(href.replaceAll('&amp;', '&'));
  }
  return read;
}

type Person = Awaited<ReturnType<Site['member']>>;
let site: Site;
let owner: Person;
let staff: Person;
/** Where a payment that was begun at the counter is shown. */
let till = '';
/** Where the oldest of the live numbers is anchored. */
let anchor = '';
beforeAll(async () => {
  site = await openSite();
  await playDesk(site.services);
  owner = await site.member('owner');
  staff = await site.staff('administrator');
  const merchant_id = owner.known.merchant_id ?? '';
  const hidden = async (path: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec((await owner.get(path)).body)?.[1] ?? '';
  const id = await hidden('/dashboard/test/keys', 'id');
  await owner.submit('/dashboard/test/keys', { id, name: 'Caisse', scopes: 'events:read' });
  await owner.submit('/dashboard/test/webhooks', { url: 'https://shop.example.com/', all: '1' });
  await owner.submit('/dashboard/test/links/new', { title: 'Cotisation', amount: '5000' });
  await playWeek(site.services, merchant_id);
  await playMoney(site, { merchant_id, msisdn: '+23599000010' });
  const mark = await hidden('/dashboard/test/new', 'mark');
  const begun = await owner.post('/dashboard/test/new', { amount: '5000', operator: 'AIRTEL', mark });
  till = String(begun.headers.location);
  const [number] = await site.world.rows<{ id: string }>(
    `select id from collection_numbers where environment = 'live' order by msisdn`,
  );
  anchor = `/office/numbers/${number?.id}/anchor?balance_xaf=60000`;
});
afterAll(() => site.close());

describe.each(['fr', 'ar'] as const)('In %s', (language) => {
  let texts: Map<string, string[]>;
  beforeAll(async () => {
    for (const browser of [owner, staff]) await browser.get(`/account?lang=${language}`);
    // Why a wording is refused: while it is tried, and when it is saved.
    const refused = [
      'Argent {montant}',
      'Argent [',
      '{amount} {balance}',
      'Recu {amount}',
      'Rien {amount} {id}',
    ].map((wording) => ({
      name: 'airtel-refused',
      operator: 'AIRTEL',
      kind: 'CREDIT',
      wording,
      note: 'un essai',
    }));
    const saved = await Promise.all(refused.map((one) => staff.post('/office/wordings', one)));
    const told: string[] = [];
    for (const { headers } of saved) told.push((await staff.get(String(headers.location))).body);
    const office = await readAll(staff, [
      ...refused.slice(0, 3).map((one) => `/office/wordings/new?${new URLSearchParams(one).toString()}`),
      ...['/office', '/office?environment=test', anchor],
    ]);
    const dashboard = await readAll(owner, [
      ...[
        '/dashboard',
        '/dashboard/test/home',
        '/dashboard/live/home',
        '/account',
        '/account/confirm',
        '/account/home',
        ...WRONG_DAYS,
      ],
      ...[till, `${till}/live`],
    ]);
    office.set('/office/wordings, refused', told);
    texts = new Map([...office, ...dashboard]);
  });

  test('every page that links lead to is read', () => {
    const missed = SITE_PAGES.filter(
      ({ path, get, for: whose }) =>
        get !== undefined && whose !== 'anybody' && !texts.has(path) && !ELSEWHERE.includes(path),
    );
    expect(missed.map(({ path }) => path)).toEqual([]);
  });

  test('no page says anything in English', () => {
    const found = [...texts].flatMap(([path, bodies]) => {
      const words = bodies.flatMap((body) => wordsIn(spoken(body).replaceAll(DOTTED, ' ')));
      const english = [...new Set(words)].filter((word) => ENGLISH.has(word) && !NAMES.has(word));
      return english.length === 0 ? [] : [`${path}: ${english.join(' ')}`];
    });
    expect(found).toEqual([]);
  });

  test('no page shows a state as the database has it', () => {
    const found = [...texts].flatMap(([path, bodies]) => {
      const names = bodies.flatMap((body) =>
        [...withoutData(body).matchAll(/(?<![-\w…])[A-Z]{4,}(?:_[A-Z]+)*(?![-\w])/g)].map(([name]) => name),
      );
      const raw = [...new Set(names)].filter((name) => !NAMES.has(name) && path !== WITH_ITS_NAME);
      return raw.length === 0 ? [] : [`${path}: ${raw.join(' ')}`];
    });
    expect(found).toEqual([]);
  });
});
