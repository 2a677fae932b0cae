import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKeyAsMember } from '../../src/engine/keys/members.ts';
import { approveKyc } from '../../src/engine/merchants.ts';
import { halfSent } from '../http/half-sent.ts';
import type { Browser } from './browser.ts';
import { type Known, openSite, type Site } from './site.ts';

let site: Site;
let port: number;
/** Two owners of one merchant. */
let good: Browser & { known: Known };
let bad: Browser & { known: Known };
beforeAll(async () => {
  site = await openSite();
  await site.server.listen({ port: 0, host: '127.0.0.1' });
  port = (site.server.server.address() as AddressInfo).port;
});
afterAll(() => site.close());
beforeEach(async () => {
  good = await site.member('owner');
  const merchant_id = good.known.merchant_id ?? '';
  await approveKyc(site.world.services, [merchant_id]);
  bad = await site.member('owner', merchant_id);
  await bad.get('/dashboard/team');
});

/** A form of which the last byte is still to come. */
function half(browser: Browser, path: string, fields: [string, string][]) {
  const body = new URLSearchParams([...fields, ['csrf', browser.csrf ?? ''], ['last', 'field']]).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
  return halfSent(`http://127.0.0.1:${port}${path}`, headers, body, () =>
    fetch(`http://127.0.0.1:${port}/account/sign-in`),
  );
}

const halfOfKey = () =>
  half(bad, '/dashboard/live/keys', [
    ['id', site.services.newId()],
    ['name', 'later'],
    ['scopes', 'refunds:write'],
  ]);
const liveKeys = () =>
  site.world.rows(`select from api_keys where merchant_id = $1 and environment = 'live'`, [
    good.known.merchant_id,
  ]);

async function removeBad(): Promise<void> {
  const [row] = await site.world.rows<{ id: string }>(
    'select id from members where account_id = $1 and ended_at is null',
    [bad.known.account_id],
  );
  expect((await good.post(`/dashboard/team/members/${row?.id}/remove`)).statusCode).toBe(303);
}

test('an owner who was taken out invites nobody by a form of which the end comes later', async () => {
  const friend = await site.account();
  const end = await half(bad, '/dashboard/team/invitations', [
    ['email', friend.email],
    ['role', 'owner'],
    ['language', 'en'],
  ]);
  await removeBad();
  await end();
  expect(await site.world.rows('select from invitations where email = $1', [friend.email])).toEqual([]);
});

test('an owner who was taken out gets no live key by a form of which the end comes later', async () => {
  const end = await halfOfKey();
  await removeBad();
  expect((await end()).body).not.toContain('service_live_');
  expect(await liveKeys()).toEqual([]);
});

test('a browser that its person has signed out gets no live key by one', async () => {
  const end = await halfOfKey();
  const own = await site.signedIn(bad.known);
  expect((await own.post('/account/sessions/end-others')).statusCode).toBe(303);
  expect((await end()).body).not.toContain('service_live_');
  expect(await liveKeys()).toEqual([]);
});

test('who is taken out in the moment in which a key is made gets none', async () => {
  await removeBad();
  const actor = { account_id: bad.known.account_id, merchant_id: good.known.merchant_id ?? '' };
  const asked = {
    environment: 'live' as const,
    id: site.services.newId(),
    name: 'late',
    scopes: ['refunds:write'],
  };
  expect(await createKeyAsMember(site.services, actor, asked)).toEqual({ kind: 'scopes_unusable' });
});

test('an invitation that was written just after its owner was taken out lets nobody in', async () => {
  const friend = await site.account();
  await bad.post('/dashboard/team/invitations', { email: friend.email, role: 'owner', language: 'en' });
  await site.carryMails();
  await site.world.rows('update members set ended_at = now() where account_id = $1', [bad.known.account_id]);
  const browser = await site.signedIn(friend);
  const token = new URL(site.linkTo(friend.email), 'https://pay.example').searchParams.get('token') ?? '';
  await browser.get(`/account/join?token=${token}`);
  await browser.post('/account/join/accept', { token });
  expect((await browser.get('/dashboard/team')).statusCode).not.toBe(200);
});
