import { Secret, TOTP } from 'otpauth';
import type { Browser } from './browser.ts';
import type { Known, Site } from './site.ts';

export const PASSWORD = 'three goats in the shade';
export const OTHER = 'seven boats on the river';

/** An account with a password, the owner of a merchant. */
export async function withPassword(site: Site): Promise<Known> {
  const known = await site.account();
  known.merchant_id = await site.world.merchant();
  await site.join(known.account_id, known.merchant_id, 'owner');
  await site.givePassword(known, PASSWORD);
  return known;
}

/** Sends the form of signing in. */
export async function enter(site: Site, email: string, password = PASSWORD, browser = site.browser()) {
  await browser.get('/account/sign-in?lang=en');
  return { browser, answer: await browser.post('/account/sign-in', { email, password }) };
}

/** Sets a code app up as its owner does: what it shows now, and the recovery codes. */
export async function withApp(site: Site, browser: Browser, path = '/account/totp') {
  const page = await browser.get(path);
  const secret = /<code class="code">([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1]?.replaceAll(' ', '') ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => totp.generate({ timestamp: site.world.now.getTime() });
  const shown = await browser.post(path, { code: code() });
  const codes = [...shown.body.matchAll(/<code class="code">([A-Z2-9-]{19})<\/code>/g)].map(
    ([, one]) => one ?? '',
  );
  return { code, codes };
}

/** Whether a browser is signed in. */
export const isIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/account')).statusCode === 200;
