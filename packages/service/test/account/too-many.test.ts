import { afterAll, beforeAll, expect, test } from 'vitest';
import { headingOf, openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ is_limited: true });
});
afterAll(() => site.close());

const BURST = 500;

test('an address that asks too much is told so by one page, whoever asks and whatever for', async () => {
  const [owner, stranger] = [await site.member('owner'), site.browser()];
  await Promise.all(Array.from({ length: BURST }, () => stranger.get('/dashboard')));
  const answers = [
    await stranger.get('/account/sign-in'),
    await owner.get('/dashboard/team'),
    await owner.get('/dashboard/nothing-here'),
    await owner.post('/dashboard/team/invitations', {}, { csrf: null }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429, 429]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  for (const { headers } of answers) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect([headers['set-cookie'], headers['cache-control']]).toEqual([undefined, 'no-store']);
  }
  const said = async (language: string, coding = 'identity') => {
    const headers = { 'accept-language': language, 'accept-encoding': coding };
    return stranger.get('/account/sign-in', headers);
  };
  expect(headingOf(await said('en'))).toBe('Too many requests at once');
  expect(headingOf(await said('fr'))).not.toBe(headingOf(await said('ar')));
  for (const coding of ['br', 'gzip'])
    expect((await said('fr', coding)).headers['content-encoding']).toBe(coding);
  site.world.pass(1);
  expect((await owner.get('/dashboard/team')).statusCode).toBe(200);
});

test('who looks for addresses of payers that are none is held to the same', async () => {
  const stranger = site.browser();
  await Promise.all(Array.from({ length: BURST }, () => stranger.get('/pay/nothing-here')));
  expect((await stranger.get('/pay/nothing-here')).statusCode).toBe(429);
});
