import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** What a browser says that it answered. */
const saying = (challenge: string) => ({
  clientDataJSON: Buffer.from(JSON.stringify({ challenge })).toString('base64url'),
});

test.each([
  ['a challenge that no text of the database can hold', () => ({ response: saying('a\0b') })],
  ['a challenge that nobody asked', () => ({ response: saying('bm9uZQ') })],
  [
    'a name that no text of the database can hold',
    (challenge: string) => ({ id: 'a\0b', response: saying(challenge) }),
  ],
  ['a name that is no text', (challenge: string) => ({ id: { toString: 1 }, response: saying(challenge) })],
  ['a name of nobody’s key', (challenge: string) => ({ id: 'bm9uZQ', response: saying(challenge) })],
  ['nothing', () => ({})],
])('a passkey with %s is a wrong one, and no fault of ours', async (_, answered) => {
  const browser = site.browser();
  await browser.get('/account/sign-in?lang=en');
  const { challenge } = (await browser.post('/account/sign-in/passkey-request')).json<{
    challenge: string;
  }>();
  const response = JSON.stringify(answered(challenge));
  expect((await browser.post('/account/sign-in/passkey', { response })).statusCode).toBe(422);
});
