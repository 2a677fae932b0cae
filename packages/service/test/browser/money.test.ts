import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Site } from '../account/site.ts';
import { openWorld } from '../collection/world.ts';
import { asked, made } from '../refunds/world.ts';
import { playMoney } from '../web/money.ts';
import { openBrowser } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { lookAround } from './look.ts';

/** English is the shortest of the three, and looked at elsewhere. */
const LANGUAGES = ['fr', 'ar'] as const;

/** Pages of the back office that are about nothing of their own. */
const OFFICE = [
  ...['accounts', 'reports', 'fees', 'refunds', 'settlements', 'statements', 'statements/import'],
  ...['proof', 'proof/2026-11-21'],
];

const title = `the pages of money${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  let site: Site;
  let url: string;
  let pages: { name: string; path: string; who: 'owner' | 'staff' }[];
  const people = new Map<string, string>();
  beforeAll(async () => {
    const world = await openWorld();
    // Over plain http a cookie that asks for more would not come back.
    world.services.policy = { ...world.services.policy, dashboard_url: 'http://127.0.0.1' };
    site = new Site(world);
    const merchant_id = await world.merchant();
    await world.rows(
      "update merchants set name = 'Alimentation du Chari', kyc_status = 'APPROVED' where id = $1",
      [merchant_id],
    );
    await world.liveNumber('+23566000010');
    await world.liveNumber('+23599000010', { operator: 'MOOV' });
    world.pass(5);
    const paid = await world.session(merchant_id, { environment: 'live', amount_xaf: 12_500 });
    await world.pay(paid);
    await made(world.services, asked(paid, 2_500, { reason: 'un sac mouillé' }));
    world.pass(20 * 3600);
    await playMoney(site, { merchant_id, msisdn: '+23599000010' });
    const [owner, staff] = [await site.member('owner', merchant_id), await site.staff('administrator')];
    people.set('owner', owner.cookie('session') ?? '').set('staff', staff.cookie('session') ?? '');
    const first = async (table: string) =>
      (await world.rows<{ id: string }>(`select id from ${table} order by id limit 1`))[0]?.id ?? '';
    const [settlement, statement] = [await first('settlements'), await first('statements')];
    pages = [
      ...[
        'home',
        'reports',
        'settlements',
        `settlements/${settlement}`,
        'refunds',
        `payments/${paid.id}`,
      ].map((path) => ({
        name: `shop-${path.replace(/\/.*/, '-one')}`,
        path: `/dashboard/live/${path}`,
        who: 'owner' as const,
      })),
      ...['payout', 'proof'].map((path) => ({
        name: `shop-${path}`,
        path: `/dashboard/${path}`,
        who: 'owner' as const,
      })),
      ...[...OFFICE, `merchants/${merchant_id}`, `settlements/${settlement}`, `statements/${statement}`].map(
        (path) => ({
          name: `office-${path.replace(/\/(?!import).*/, '-one').replace('/', '-')}`,
          path: `/office/${path}`,
          who: 'staff' as const,
        }),
      ),
    ];
    url = await site.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test.for(LANGUAGES)('fit both screens, and everybody can read them: %s', async (language) => {
    await browser.withPage({ language }, async (page, context) => {
      for (const [place, { name, path, who }] of pages.entries()) {
        await context.addCookies([{ name: 'chari-session', value: people.get(who) ?? '', url }]);
        const answer = await page.goto(`${url}${path}?lang=${language}`);
        expect([path, answer?.status()]).toEqual([path, 200]);
        const turn = place + LANGUAGES.indexOf(language);
        await lookAround(page, `money-${name}-${language}`, turn, LANGUAGES.length);
      }
    });
  });
});
