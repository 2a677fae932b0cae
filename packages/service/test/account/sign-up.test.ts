import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headingOf, openSite, type Site, textOf } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const PASSWORD = 'three goats in the shade';

async function signUp(email: string, fields: Record<string, string> = {}) {
  const browser = site.browser();
  await browser.get('/account/sign-up?lang=en');
  await browser.post('/account/sign-up', { email });
  const link = site.linkTo(email);
  const token = new URL(link, 'https://pay.example').searchParams.get('token') ?? '';
  await browser.get(link);
  const form = { token, shop: 'Boutique Amina', name: 'Amina', password: PASSWORD, ...fields };
  return { browser, token, answer: await browser.post('/account/begin', form) };
}

describe('Signing up', () => {
  test('leads from a mail address by a mailed link to a shop in test mode', async () => {
    const { browser, answer } = await signUp('amina@example.com');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/home']);
    const home = await browser.follow(answer);
    expect([home.statusCode, headingOf(home)]).toEqual([200, 'Home']);
    expect(textOf(home.body)).toContain('Boutique Amina');
    const { rows } = await site.world.db.pool.query(
      `select m.name, m.kyc_status, k.role, a.name as person, a.language from members k join merchants m on m.id = k.merchant_id
       join accounts a on a.id = k.account_id where a.email = 'amina@example.com'`,
    );
    expect(rows).toEqual([
      { name: 'Boutique Amina', kyc_status: 'PENDING', role: 'owner', person: 'Amina', language: 'en' },
    ]);
  });

  test('answers the same for an address that has an account, whose reader alone learns of it', async () => {
    const ask = async (email: string) => {
      const browser = site.browser();
      await browser.get('/account/sign-up?lang=en');
      const answer = await browser.post('/account/sign-up', { email });
      return [answer.statusCode, textOf(answer.body).replaceAll(email, 'X')];
    };
    await signUp('known@example.com');
    expect(await ask('known@example.com')).toEqual(await ask('unknown@example.com'));
    const about = (email: string) => site.mails.findLast(({ to }) => to === email)?.subject;
    expect([about('known@example.com'), about('unknown@example.com')]).toEqual([
      'You have a Chari account already',
      'Open your Chari account',
    ]);
  });

  test('uses a link once, also when two use it at the same moment, and not after a day', async () => {
    const { token } = await signUp('once@example.com');
    const again = site.browser();
    await again.get('/account/sign-up?lang=en');
    const form = { token, shop: 'Other', name: 'Other', password: PASSWORD };
    expect(headingOf(await again.post('/account/begin', form))).toBe('This link is no longer good');
    const race = site.browser();
    await race.post('/account/sign-up', { email: 'race@example.com' });
    const raced =
      new URL(site.linkTo('race@example.com'), 'https://pay.example').searchParams.get('token') ?? '';
    const answers = await Promise.all(
      [race, race].map((one) => one.post('/account/begin', { ...form, token: raced })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 404]);
    await race.post('/account/sign-up', { email: 'late@example.com' });
    site.world.pass(24 * 3600 + 1);
    expect((await site.browser().get(site.linkTo('late@example.com'))).statusCode).toBe(404);
  });

  test('says by each field what is wrong, keeps what was typed, and never a password', async () => {
    const { answer, token } = await signUp('wrong@example.com', { password: 'short', shop: 'Shop <b>' });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('aria-describedby="password-hint password-wrong" aria-invalid="true"');
    expect(answer.body).toContain('value="Shop &lt;b&gt;"');
    expect(answer.body).not.toContain('value="short"');
    const browser = site.browser();
    const empty = await browser.post('/account/begin', { token, shop: ' ', name: ' ', password: PASSWORD });
    expect(empty.body).toMatch(/id="shop-wrong"[\s\S]*id="name-wrong"/);
    const bad = await browser.post('/account/sign-up', { email: 'a@b\r\nBcc: all@example.com' });
    expect([bad.statusCode, site.mails.some(({ to }) => to.includes('all@'))]).toEqual([422, false]);
  });

  test('offers no other language where that would lose the link, or what is shown once', async () => {
    const { answer, browser, token } = await signUp('late@example.com', { password: 'short' });
    const owner = await site.member('owner');
    const invited = await owner.submit('/dashboard/team/invitations', { email: '-', role: 'cashier' });
    const codes = await owner.submit('/account/recovery-codes');
    const answers = [answer, invited, codes];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 200]);
    for (const { body } of answers)
      for (const [, href = ''] of body.matchAll(/href="([^"]*[?&;]lang=[^"]*)"/g)) {
        const asked = await (body === answer.body ? browser : owner).get(href.replaceAll('&amp;', '&'));
        expect([href, asked.statusCode, asked.body.includes('class="secret"')]).toEqual([
          href,
          200,
          body.includes('class="secret"'),
        ]);
      }
    // The link is good, and its page offers the others.
    const page = await browser.get(`/account/begin?token=${token}`);
    expect([page.statusCode, page.body.match(/hreflang="/g)?.length]).toEqual([200, 3]);
  });

  test('speaks three languages', async () => {
    const pages = ['/account/sign-up', '/account/sign-in', '/account/forgotten'];
    for (const path of pages) {
      const texts = await Promise.all(
        ['fr', 'ar', 'en'].map(
          async (language) => (await site.browser().get(`${path}?lang=${language}`)).body,
        ),
      );
      expect(new Set(texts.map((body) => headingOf({ body }))).size).toBe(3);
      expect(texts[1]).toContain('dir="rtl"');
    }
  });
});
