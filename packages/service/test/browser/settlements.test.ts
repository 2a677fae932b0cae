import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/person.ts';
import { HOUR_MS } from '../../src/domain/time.ts';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { openSite, type Site } from '../account/site.ts';
import { deskOf, type Said, sent } from '../settlements/desk.ts';
import { agree, brings, draft, payOutToBank, shop, verify } from '../settlements/shop.ts';
import { openBrowser, type Page, type Visitor } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { lookAround } from './look.ts';

const IBAN = 'TD8960002000010271091600153';
const title = `settlements${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  let site: Site;
  let url: string;
  let owner: Awaited<ReturnType<Site['member']>>;
  let agent: Awaited<ReturnType<Site['staff']>>;
  let settlement_id: string;
  /** Of another merchant, PAID: one may still come back, one has. */
  let paid: string;
  let returned: string;
  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    owner = await site.member('owner');
    const merchant = owner.known.merchant_id ?? '';
    await world.rows(
      `update merchants set kyc_status = 'APPROVED', name = 'Alimentation du Chari' where id = $1`,
      [merchant],
    );
    await verify(world, merchant);
    await owner.submit('/dashboard/payout', {
      kind: 'bank',
      bank_name: 'Banque du Sahel',
      iban: '60002000010271091600153',
      holder_name: 'Boutique Awa SARL',
    });
    await world.rows(
      `update payout_accounts set state = 'CONFIRMED', decided_by = 'Moussa', decided_at = asked_at where merchant_id = $1`,
      [merchant],
    );
    world.pass((73 * HOUR_MS) / 1000);
    // Signed in since: what is idle for days is signed out.
    agent = await site.staff('supervisor');
    await agree(world, merchant, { reserve_xaf: 50_000, cadence: 'weekly', next_on: '2026-11-30' });
    await brings(
      world,
      merchant,
      [125_000, 48_500, 7_250, -3_000].filter((sum) => sum > 0),
    );
    await brings(
      world,
      merchant,
      Array.from({ length: 30 }, (_, at) => 5_000 + 250 * at),
    );
    for (const [sum, does] of [
      [650_000, 'cancel'],
      [1, null],
    ] as const) {
      await brings(world, merchant, [sum + 1_000]);
      const drafted = await draft(world, merchant);
      if (drafted.kind !== 'drafted') throw new Error(drafted.kind);
      settlement_id = drafted.settlement_id;
      if (does !== null)
        await decideSettlements(world.services, [{ settlement_id, does, actor: 'Awa', note: 'a mistake' }]);
    }
    [paid, returned] = await fromBank();
    url = await site.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  async function fromBank(): Promise<[string, string]> {
    const { world } = site;
    const bank = { name: 'main', bank_name: 'Banque du Sahel', iban: IBAN, holder_name: 'Banque du Sahel' };
    await addBankAccounts(world.services, [{ ...bank, actor: 'Awa', note: 'ours' }]);
    const merchant = await shop(world);
    await agree(world, merchant);
    const ids: [string, string] = ['', ''];
    for (const at of [1, 0]) {
      await payOutToBank(world, merchant, IBAN);
      const id = await sent(world, merchant, 42_000, { kind: 'bank', name: 'main' });
      const row = (source: 'bank_row' | 'bank_return'): Said => ({
        ...{ does: 'prove', source, source_id: `${source} ${at}`, amount_xaf: 42_000 * (2 - at) },
        ...{ happened_at: world.now, to: IBAN },
      });
      for (const source of at === 1 ? (['bank_row', 'bank_return'] as const) : (['bank_row'] as const))
        for (const actor of ['Awa', 'Brahim']) await deskOf(world).end(id, row(source), actor);
      ids[at] = id;
    }
    return ids;
  }

  const visit = (
    who: { cookies: Iterable<[string, string]> },
    visitor: Visitor,
    work: (page: Page) => Promise<void>,
  ) =>
    browser.withPage(visitor, async (page, context) => {
      const cookies = [...who.cookies].map(([name, value]) => ({
        name,
        value,
        domain: '127.0.0.1',
        path: '/',
        secure: true,
        httpOnly: true,
      }));
      await context.addCookies(cookies);
      await work(page);
    });

  test.for(LANGUAGES)('look right to an owner and to staff, on both screens: %s', async (language) => {
    const of_owner = [
      ['/dashboard/live/settlements', 'settlements'],
      [`/dashboard/live/settlements/${settlement_id}`, 'settlement'],
      ['/dashboard/payout', 'payout'],
    ];
    const of_staff = [
      ['/office/settlements', 'office-settlements'],
      [`/office/settlements/${settlement_id}`, 'office-settlement'],
      [`/office/settlements/${paid}`, 'office-settlement-paid'],
      [`/office/settlements/${returned}`, 'office-settlement-returned'],
    ];
    for (const [who, pages] of [
      [owner, of_owner],
      [agent, of_staff],
    ] as const)
      await visit(who, { language }, async (page) => {
        for (const [place, [path, name]] of pages.entries()) {
          const answer = await page.goto(`${url}${path}?lang=${language}`);
          expect([answer?.status(), new URL(page.url()).pathname]).toEqual([200, path]);
          await lookAround(page, `${name}-${language}`, place + LANGUAGES.indexOf(language));
        }
      });
  });
});
