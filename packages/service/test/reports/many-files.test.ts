import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeNextDay } from '../../src/engine/proof/close.ts';
import { turns } from '../../src/engine/turns.ts';
import { SITE_PAGES } from '../../src/web/site.ts';
import { openSite, type Site, textOf } from '../account/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ is_limited: true });
});
afterAll(() => site.close());

/** Statements are of closed days on which there was something. */
async function closeDays(...shops: readonly { known: { merchant_id?: string | null } }[]): Promise<void> {
  await site.world.liveNumber('+23566001007');
  site.world.pass(5);
  for (const [at, { known }] of shops.entries()) {
    const paid = { environment: 'live', amount_xaf: 5000 + 3000 * at } as const;
    await site.world.pay(await site.world.session(known.merchant_id ?? '', paid));
  }
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  site.world.pass(86_400);
  const randomHex = (bytes: number) => randomBytes(bytes).toString('hex');
  while ((await closeNextDay({ ...site.services, sha256, randomHex })) !== null);
}

const REPORTS = '/dashboard/live/reports';
const STATEMENT = `${REPORTS}/statement?month=2026-11`;
const FEES = `${REPORTS}/fees?from=2026-11-01&to=2026-11-30`;

test('of thirty statements that a shop asks for at once few are drawn, and another shop’s is drawn meanwhile', async () => {
  const [many, other] = [await site.member('accountant'), await site.member('owner')];
  await closeDays(many, other);
  const asked = Array.from({ length: 30 }, () => many.get(STATEMENT));
  const theirs = await other.get(STATEMENT);
  expect([theirs.statusCode, theirs.headers['content-type']]).toEqual([200, 'application/pdf']);
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  // Two are drawn at once; where one of them has ended before the last is asked for, one more is.
  const drawn = answers.filter(({ statusCode }) => statusCode === 200);
  expect(drawn.length).toBeGreaterThanOrEqual(2);
  expect(drawn.length).toBeLessThan(10);
  expect(refused).toHaveLength(30 - drawn.length);
  for (const { headers, body } of refused) {
    expect(headers['retry-after']).toBe('5');
    expect(textOf(body)).toContain('Wait until one of them has, then ask again.');
  }
  expect((await many.get(STATEMENT)).statusCode).toBe(200);
});

test('every file of a shop counts: thirty in a row, whoever of the team asks, and then one in two seconds', async () => {
  const owner = await site.member('owner');
  const accountant = await site.member('accountant', owner.known.merchant_id ?? '');
  for (let asked = 0; asked < 15; asked += 1)
    for (const one of [owner, accountant]) expect((await one.get(FEES)).statusCode).toBe(200);
  for (const path of [FEES, STATEMENT, `${REPORTS}/transfers?from=2026-11-21&to=2026-11-21`]) {
    const refused = await owner.get(path);
    expect([path, refused.statusCode, refused.headers['retry-after']]).toEqual([path, 429, '2']);
  }
  // Pages stay open, and so are other shops' files.
  expect((await owner.get(REPORTS)).statusCode).toBe(200);
  expect((await (await site.member('owner')).get(FEES)).statusCode).toBe(200);
  site.world.pass(2);
  expect((await accountant.get(FEES)).statusCode).toBe(200);
  expect((await owner.get(FEES)).statusCode).toBe(429);
});

test('every page of a merchant that answers with a paper or a long list counts as a file', async () => {
  const counted = SITE_PAGES.filter(({ is_file }) => is_file === true).map(({ path }) => path);
  const files = SITE_PAGES.filter(
    ({ for: whom, path }) => whom === 'member' && /\.(?:pdf|csv|xlsx)$/.test(path),
  );
  expect(files.length).toBeGreaterThan(3);
  for (const { path } of files) expect(counted).toContain(path);
});

test('work that takes turns is done one at a time, in the order in which it was asked for', async () => {
  const turn = turns('a test', { in_flight: 1, max_queue: 2 });
  const told: string[] = [];
  const work = (name: string) =>
    turn(async () => {
      told.push(`${name} begins`);
      await Promise.resolve();
      told.push(`${name} ends`);
    });
  const asked = await Promise.allSettled([work('first'), work('second'), work('third'), work('fourth')]);
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(told).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
