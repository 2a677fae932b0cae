import { OPERATION_NAMES, OPERATIONS } from '@chari/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MEMBER_ROLES, STAFF_ROLES } from '../../src/domain/account/person.ts';
import type { AnyPage } from '../../src/web/frame/table.ts';
import { SITE_PAGES } from '../../src/web/site.ts';
import type { Browser } from './browser.ts';
import { openSite, type Site } from './site.ts';
import { OPEN_ADDRESSES, WHO_MAY } from './who-may.ts';

let site: Site;
const people = new Map<string, Browser>();
/** Somebody else, who is signed in too. */
let other: Browser;
beforeAll(async () => {
  site = await openSite();
  other = await site.member('owner');
  const members = await Promise.all(
    MEMBER_ROLES.map(async (role) => [role, await site.member(role)] as const),
  );
  const staff = await Promise.all(STAFF_ROLES.map(async (role) => [role, await site.staff(role)] as const));
  for (const [role, browser] of [...members, ...staff]) people.set(role, browser);
});
afterAll(() => site.close());

const NOBODY = '01890000-0000-7000-8000-000000000000';
const OUTSIDE = ['/account', '/dashboard', '/office'];

/** An address of a page, about things that are not there. */
const addressOf = ({ path }: AnyPage, environment = 'test'): string =>
  path.replace(':environment', environment).replaceAll(/:[a-z_]+/g, NOBODY);

const methodsOf = (page: AnyPage): ('GET' | 'POST')[] => [
  ...(page.get === undefined ? [] : ['GET' as const]),
  ...(page.post === undefined ? [] : ['POST' as const]),
];

const doors = SITE_PAGES.flatMap((page) =>
  methodsOf(page).map((method) => ({ method, page, path: page.path })),
);

/** `GET /account` of each line of a list, which may name several methods. */
const linesOf = (list: string): string[] =>
  list
    .trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.trim().split(' ');
      return words.slice(0, -1).map((method) => `${method} ${words.at(-1)}`);
    });

/** Every address that the server itself says it answers, out of the tree that it draws. */
function addressesOf(drawn: string): string[] {
  const above: string[] = [];
  return drawn.split('\n').flatMap((line) => {
    const found = /^(.*?)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line);
    if (found === null) {
      if (line.trim() !== '') throw new Error(`no address: ${line}`);
      return [];
    }
    const [, before = '', part = '', methods = ''] = found;
    const depth = before.length / 4;
    const path = `${depth === 0 ? '' : above[depth - 1]}${part}`;
    above[depth] = path;
    return methods.split(', ').flatMap((method) => (method === 'HEAD' ? [] : [`${method} ${path}`]));
  });
}

async function knock(browser: Browser, method: 'GET' | 'POST', path: string, csrf?: string | null) {
  const answer =
    method === 'GET'
      ? await browser.get(path)
      : await browser.post(path, {}, csrf === undefined ? {} : { csrf });
  return { status: answer.statusCode, location: String(answer.headers.location ?? ''), body: answer.body };
}

describe('The table of pages', () => {
  test('has each address once, under one of the three rooms', () => {
    const paths = SITE_PAGES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(OUTSIDE.some((room) => `${path}/`.startsWith(`${room}/`))).toBe(true);
    for (const { path, ...page } of SITE_PAGES) {
      if (path.startsWith('/office')) expect([path, page.for]).toEqual([path, 'staff']);
      if (path.startsWith('/dashboard')) expect([path, page.for]).toEqual([path, 'member']);
    }
  });

  test('and that of operations have every address that the server answers, but for a few that are open', async () => {
    await site.server.ready();
    const listed = [
      ...doors.map(({ method, path }) => `${method} ${path}`),
      ...OPERATION_NAMES.map((name) => `${OPERATIONS[name].method} ${OPERATIONS[name].path}`),
      ...linesOf(OPEN_ADDRESSES),
    ];
    const answered = addressesOf(site.server.printRoutes({ commonPrefix: false }));
    expect(answered.filter((address) => !listed.includes(address))).toEqual([]);
    expect(listed.filter((address) => !answered.includes(address))).toEqual([]);
  });

  test('opens each address to whom it was meant for, and to nobody else', () => {
    const meant = Object.entries(WHO_MAY).flatMap(([who, list]) =>
      linesOf(list).map((address) => `${address}: ${who}`),
    );
    const opened = doors.map(({ method, path, page }) => {
      const roles = page.for === 'member' || page.for === 'staff' ? page.roles.join(' ') : page.for;
      return `${method} ${path}: ${roles}`;
    });
    expect(opened.toSorted()).toEqual(meant.toSorted());
  });

  test.each(doors.filter(({ page }) => page.for !== 'anybody'))(
    '$method $path sends whoever is not signed in to sign in',
    async ({ method, page }) => {
      const { status, location } = await knock(site.browser(), method, addressOf(page), 'x');
      expect([status, location.split('?', 1)[0]]).toEqual([303, '/account/sign-in']);
    },
  );

  test.each(doors.filter(({ page }) => page.for === 'member' || page.for === 'staff'))(
    '$method $path opens to its roles alone',
    async ({ method, page }) => {
      const roles: readonly string[] = page.for === 'member' || page.for === 'staff' ? page.roles : [];
      // A wrong token is looked at only when the role was right: nothing is done either way.
      const answers = await Promise.all(
        [...people].map(async ([role, browser]) => ({
          role,
          ...(await knock(browser, method, addressOf(page), 'x')),
        })),
      );
      for (const { role, status, location } of answers) {
        const is_staff = STAFF_ROLES.some((one) => one === role);
        if (roles.includes(role)) expect([role, [401, 405, 500].includes(status)]).toEqual([role, false]);
        else if (page.for === 'staff') expect([role, status]).toEqual([role, is_staff ? 403 : 404]);
        else if (is_staff) expect([role, status, location]).toEqual([role, 303, '/account']);
        else expect([role, status]).toEqual([role, 403]);
      }
    },
  );

  test.each(doors.filter(({ method }) => method === 'POST'))(
    '$method $path refuses a form without its token, and one with somebody else’s',
    async ({ page }) => {
      const roles: readonly string[] = page.for === 'member' || page.for === 'staff' ? page.roles : ['owner'];
      const browser = page.for === 'anybody' ? site.browser() : (people.get(roles[0] ?? '') as Browser);
      const stranger = page.for === 'anybody' ? site.browser() : other;
      if (stranger.csrf === null)
        await stranger.get(page.for === 'anybody' ? '/account/sign-in' : '/account');
      for (const csrf of [null, '', 'x', stranger.csrf]) {
        const { status, body } = await knock(browser, 'POST', addressOf(page), csrf);
        expect([status, csrf !== null && csrf.length > 9 && body.includes(csrf)]).toEqual([403, false]);
      }
      for (const from of ['cross-site', 'same-site']) {
        const headers = { 'sec-fetch-site': from };
        expect((await browser.post(addressOf(page), {}, { headers })).statusCode).toBe(403);
      }
    },
  );

  test.each(SITE_PAGES.filter(({ path }) => path.includes(':environment')))(
    '$path is in test or in live, and nowhere else',
    async (page) => {
      const roles: readonly string[] = page.for === 'member' || page.for === 'staff' ? page.roles : ['owner'];
      const browser = people.get(roles[0] ?? '') as Browser;
      const method = page.get === undefined ? 'POST' : 'GET';
      expect((await knock(browser, method, addressOf(page, 'prod'))).status).toBe(404);
    },
  );
});
