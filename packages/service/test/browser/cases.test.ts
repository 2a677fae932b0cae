import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { unmarkCredits } from '../../src/engine/desk/payments/unmark-credit.ts';
import { Site } from '../account/site.ts';
import { openSim } from '../book/world.ts';
import { openBrowser } from './browser.ts';
import { HAS_CHROMIUM, NO_CHROMIUM } from './chromium.ts';
import { lookAround } from './look.ts';

/** English is the shortest of the three, and looked at elsewhere. */
const LANGUAGES = ['fr', 'ar'] as const;

const title = `the cases of the back office${HAS_CHROMIUM ? '' : `: ${NO_CHROMIUM}`}`;

describe.skipIf(!HAS_CHROMIUM)(title, async () => {
  const browser = await openBrowser();
  let site: Site;
  let url: string;
  let session: string;
  const cases = new Map<string, string>();
  beforeAll(async () => {
    const sim = await openSim();
    // Over plain http a cookie that asks for more would not come back.
    sim.world.services.policy = { ...sim.world.services.policy, dashboard_url: 'http://127.0.0.1' };
    site = new Site(sim.world);
    await sim.say();
    const merchant = await sim.world.merchant();
    const paid = await sim.world.session(merchant, { environment: 'live', amount_xaf: 5000 });
    await sim.take(sim.credit(5000, '66123456'));
    await sim.take(sim.credit(8000, '66999999'));
    await sim.take(sim.credit(8100, '66999998'));
    await sim.take(sim.credit(8200, '66999997'));
    const credits = await sim.world.rows<{ id: string }>(
      `select id from credits where state = 'SUSPENSE' order by amount_xaf`,
    );
    const ids = credits.map(({ id }) => id);
    expect([paid.status, ids.length]).toEqual(['AWAITING_PAYMENT', 3]);
    const [marked = '', asked = ''] = ids;
    const by = { actor: 'Awa', note: 'il a envoyé deux fois' };
    await refundCredits(site.services, [
      { credit_id: marked, ...by },
      { credit_id: asked, ...by },
    ]);
    const review = await sim.world.session(merchant, {
      environment: 'live',
      amount_xaf: 9000,
      customer_phone: '+23566000001',
    });
    await sim.take(sim.credit(9000, '66000002'));
    sim.world.pass(25 * 3600);
    await sim.say();
    await unmarkCredits(site.services, [{ credit_id: asked, ...by }]);
    await sim.take({
      id: 'x',
      text: 'Argent arrive: 7000 F de NOM (66123456). Ref: MP261121.1200.B10001. Solde: 7000 F',
    });
    await sim.take(sim.words(500, 123_456));
    await sim.wait(3600);
    const staff = await site.staff('administrator');
    session = staff.cookie('session') ?? '';
    cases.set(`/office/cases/suspense/${marked}`, 'marked');
    cases.set(`/office/cases/suspense/${asked}`, 'unmarking');
    cases.set(`/office/cases/review/${review.id}`, 'review');
    url = await site.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test.for(LANGUAGES)('fit both screens, and everybody can read them: %s', async (language) => {
    await browser.withPage({ language }, async (page, context) => {
      await context.addCookies([{ name: 'chari-session', value: session, url }]);
      await page.goto(`${url}/office`);
      const listed = await page.evaluate<string[]>(
        "[...document.querySelectorAll('a[data-row]')].map((a) => new URL(a.href).pathname)",
      );
      for (const path of listed)
        if (!cases.has(path))
          cases.set(path, path.startsWith('/office/cases/') ? (path.split('/')[3] ?? '') : 'number');
      const kinds = ['alert', 'incident', 'marked', 'number', 'proposal', 'review', 'suspense', 'unmarking'];
      expect([...new Set(cases.values())].sort()).toEqual(kinds);
      for (const [place, [path, name]] of [...cases].entries()) {
        const answer = await page.goto(`${url}${path}?lang=${language}`);
        expect([path, answer?.status()]).toEqual([path, 200]);
        const turn = place + LANGUAGES.indexOf(language);
        await lookAround(page, `case-${name}-${language}`, turn, LANGUAGES.length);
      }
    });
  });
});
