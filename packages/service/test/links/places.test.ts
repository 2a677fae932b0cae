import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreateOutcome, CreateSession } from '../../src/domain/session/commands.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import type { PublicLink } from '../../src/engine/links/pay.ts';
import type { Services } from '../../src/engine/services.ts';
import { createSessions, createSessionsAtOnce } from '../../src/engine/sessions/create.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { cancelMade, made } from '../collection/made.ts';
import { CONFLICTS, prove } from '../collection/proof.ts';
import { openWorld, type World } from '../collection/world.ts';
import { countStatements } from '../database/statements.ts';
import { Checkout } from '../web/checkout.ts';
import { asking, newLink, newToken, publicLink } from './shop.ts';
import { openVisitor, stateOf } from './visitor.ts';

const OPEN = { amount_xaf: null, min_xaf: 500, max_xaf: 100_000 } as const;

let world: World;
let merchant: string;
let link: PublicLink;
beforeAll(async () => {
  world = await openWorld();
  for (let n = 0; n < 10; n += 1) await world.liveNumber(`+2356600100${n}`);
});
// One database for all: each scene has a merchant and days of its own, and finds every number free.
beforeEach(async () => {
  await world.outlast();
  merchant = await world.merchant({ allowance: null });
  link = await publicLink(world, await newLink(world, merchant, OPEN, 'live'));
});
afterAll(async () => {
  await prove(world);
  await world.close();
});

let amount_xaf = 10_000;
/** A session of an amount of its own, not easily mistaken for another. */
const byLink = (): CreateSession => asking(link, { amount_xaf: nextAmount() });
const byServer = (): CreateSession =>
  world.command(merchant, { environment: 'live', amount_xaf: nextAmount() });
const nextAmount = (): number => {
  amount_xaf = amount_xaf < 90_000 ? amount_xaf + 7 : 10_000;
  return amount_xaf;
};
/** So many payers try one after another that each place is open to some of them, until `count` have one. */
const linksGet = async (count: number): Promise<number> => {
  let got = 0;
  for (let tries = 0; tries < 40 && got < count; tries += 1) got += await gets(many(count - got, byLink));
  return got;
};
const many = (count: number, command: () => CreateSession) => Array.from({ length: count }, command);
const gets = async (commands: CreateSession[]): Promise<number> => made(await world.create(commands)).length;
const allow = (sessions: number) =>
  world.rows(
    `insert into merchant_allowances values ($1, 'AIRTEL', $2)
     on conflict (merchant_id, operator) do update set sessions = $2`,
    [merchant, sessions],
  );
/** What the merchant holds, and what of it by links. */
const holding = async () =>
  (
    await world.rows<{ all: number; links: number }>(
      `select count(*)::int as all, count(s.link_id)::int as links
       from collection_holds h join payment_sessions s on s.id = h.session_id
       where s.merchant_id = $1 and h.allowance_slot is not null`,
      [merchant],
    )
  )[0] ?? { all: -1, links: -1 };

/** A batch of a race. A shop that asked for all that it may have would leave nothing to fight for; some batches hold both kinds. */
function someOf(kind: 'links' | 'server'): CreateSession[] {
  const [most, own, other] = kind === 'links' ? [9, byLink, byServer] : [3, byServer, byLink];
  const commands = many(1 + Math.floor(Math.random() * most), own);
  return Math.random() < 0.3 ? [...commands, other()] : commands;
}

describe('Payers behind one address of their operator', () => {
  const AT = { 'x-forwarded-for': '41.77.0.1' };
  const open = async () => {
    const checkout = new Checkout(world, { is_limited: true });
    return { checkout, visitor: await openVisitor(checkout) };
  };
  const linksOf = async (count: number) => {
    const shops = await Promise.all(Array.from({ length: count }, () => world.merchant()));
    return Promise.all(shops.map((shop) => newLink(world, shop, OPEN)));
  };

  test('pay thirty at once by links of ten shops', async () => {
    const { checkout, visitor } = await open();
    const links = await linksOf(10);
    const begun = await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        const form = { form: newToken(), operator: 'AIRTEL', amount: String(600 + 50 * at) };
        return visitor.post(`/pay/l/${links[at % 10]?.slug}`, form, AT);
      }),
    );
    expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([303]));
    await checkout.server.close();
  });

  test('are all of them together held to two hundred, and one link that is asked too often leaves the others theirs', async () => {
    const { checkout, visitor } = await open();
    const links = await linksOf(11);
    const ask = async (slug: string | undefined) =>
      (await visitor.post(`/pay/l/${slug}`, { x: '1' }, AT)).status;
    const asked = async (slug: string | undefined, times: number) =>
      Promise.all(Array.from({ length: times }, () => ask(slug)));
    const refused = (statuses: number[]) => statuses.filter((status) => status === 429).length;
    expect(refused(await asked(links[0]?.slug, 30))).toBe(10);
    // What is no link takes nothing from those that are.
    expect(refused(await asked('0'.repeat(26), 60))).toBe(0);
    for (const one of links.slice(1, 10)) expect(refused(await asked(one.slug, 20))).toBe(0);
    expect(refused(await asked(links[10]?.slug, 20))).toBe(20);
    await checkout.server.close();
  });
});

describe('Of what a merchant may have open', () => {
  test('a stranger with a link takes half of the links’ half from one address, and is told to come later; others pay meanwhile', async () => {
    const checkout = new Checkout(world, { is_limited: true });
    const visitor = await openVisitor(checkout);
    const answers: { status: number; state: string; wait: string | undefined }[] = [];
    for (let n = 0; n < 20; n += 1) {
      const form = { form: newToken(), operator: 'AIRTEL', amount: String(nextAmount()) };
      const answer = await visitor.post(`/pay/l/${link.slug}?lang=en`, form, {
        'x-forwarded-for': '41.2.0.1',
      });
      const wait = answer.headers['retry-after'];
      answers.push({ status: answer.status, state: stateOf(answer), wait });
    }
    const let_in = answers.filter(({ status }) => status === 303);
    const refused = answers.filter(({ status }) => status !== 303);
    expect(let_in.length).toBeGreaterThanOrEqual(7);
    expect(let_in.length).toBeLessThanOrEqual(8);
    expect(refused.length).toBe(20 - let_in.length);
    // A quarter of an hour, grace, and half an hour of quarantine.
    for (const one of refused)
      expect(one).toEqual({ status: 503, state: 'link_not_ready', wait: String(47 * 60) });
    let others = 0;
    for (let n = 1; n <= 6; n += 1) {
      const form = { form: newToken(), operator: 'AIRTEL', amount: String(nextAmount()) };
      const answer = await visitor.post(`/pay/l/${link.slug}?lang=en`, form, {
        'x-forwarded-for': `102.7.0.${n}`,
      });
      others += answer.status === 303 ? 1 : 0;
    }
    expect(others).toBeGreaterThanOrEqual(4);
    expect(await linksGet(15)).toBe(15 - let_in.length - others);
    const outcomes = await world.create(many(16, byServer));
    expect(made(outcomes)).toHaveLength(15);
    expect(outcomes[15]).toMatchObject({ kind: 'too_many_open_sessions', open_count: 30, allowance: 30 });
    await checkout.server.close();
  });

  test('its own server may take all, and the links’ places last', async () => {
    expect(await gets(many(15, byServer))).toBe(15);
    expect(await linksGet(5)).toBe(5);
    expect(await gets(many(20, byServer))).toBe(10);
    const [refused] = await world.create([byLink()]);
    expect(refused).toMatchObject({ kind: 'too_many_open_sessions', open_count: 15, allowance: 15 });
    expect(await holding()).toEqual({ all: 30, links: 5 });
  });

  test('who finds the links’ places taken is told when one of them is free, not one of the shop’s own', async () => {
    await world.create([{ ...byServer(), ttl_minutes: 5 }]);
    expect(await linksGet(15)).toBe(15);
    const [refused] = await world.create([byLink()]);
    // A quarter of an hour, grace, and half an hour of quarantine.
    expect(refused).toMatchObject({ kind: 'too_many_open_sessions', retry_after_s: 47 * 60 });
  });

  test('links have one place where it is one, none where it is none, and the smaller half where it is odd', async () => {
    await allow(1);
    expect(await gets(many(2, byLink))).toBe(1);
    expect(await gets([byServer()])).toBe(0);
    await allow(0);
    world.pass(1);
    expect(await gets([byLink()])).toBe(0);
    await allow(7);
    world.pass(1);
    expect(await linksGet(7)).toBe(2);
    expect(await gets(many(7, byServer))).toBe(4);
  });

  test('a batch of both kinds gives each what it may have, in as many statements as a batch of one kind', async () => {
    const commands = many(80, byServer).map((one, i) => (i % 4 === 0 ? one : byLink()));
    let outcomes: CreateOutcome[] = [];
    const both = await countStatements(async () => {
      outcomes = await world.create(commands);
    });
    const kinds = outcomes.map(({ kind }) => kind === 'created');
    expect(kinds.filter((kind, i) => kind && i % 4 !== 0)).toHaveLength(15);
    expect(kinds.filter((_, i) => i % 4 === 0)).toEqual([...Array(15).fill(true), ...Array(5).fill(false)]);
    await world.outlast();
    const one = await countStatements(() => world.create(many(80, byLink)));
    expect(both).toBeLessThanOrEqual(one);
  });

  test('links get none while they hold more than half, since the allowance fell', async () => {
    await allow(40);
    const sessions = made(await world.create(many(200, byLink)));
    expect(sessions).toHaveLength(20);
    await allow(20);
    await cancelMade(world.services, sessions.slice(0, 9));
    world.pass(30 * 60);
    await expireSessions(world.services, { limit: 9 });
    expect(await holding()).toEqual({ all: 11, links: 11 });
    const processes = await world.processes(2);
    const both = await Promise.all(processes.map((one) => createSessions(one, many(5, byLink))));
    expect(made(both.flat())).toEqual([]);
    expect(await gets(many(20, byServer))).toBe(9);
    expect(await holding()).toEqual({ all: 20, links: 11 });
  });

  test('links and a shop that create and cancel at the same moment, in four processes, never hold more than half and all of it', async () => {
    const [ALLOWANCE, HALF] = [12, 6];
    const ROUNDS = process.env.CHARI_SOAK === '1' ? 1000 : 100;
    await allow(ALLOWANCE);
    const services = (await world.processes(4)).map((one) => ({
      ...one,
      policy: { ...one.policy, quarantine_minutes: { test: 0, live: 0 } },
    }));
    const open: PaymentSession[] = [];
    const created = { links: 0, server: 0 };
    const refused = { links: 0, server: 0 };
    const full = { links: 0, all: 0 };
    const step = async (process: Services) => {
      const kind = Math.random() < 0.7 ? 'links' : 'server';
      const commands = someOf(kind);
      const unkeyed = commands.flatMap((one) =>
        one.idempotency === null ? [{ ...one, idempotency: null }] : [],
      );
      // Half of the server's go the way that takes one statement, as in production.
      const is_quick = unkeyed.length === commands.length && Math.random() < 0.5;
      const first = is_quick ? await createSessionsAtOnce(process, unkeyed) : commands.map(() => null);
      const rest = commands.filter((_, i) => first[i] === null);
      const outcomes = [...first.filter((one) => one !== null), ...(await createSessions(process, rest))];
      created[kind] += made(outcomes).length;
      refused[kind] += outcomes.filter((one) => one.kind === 'too_many_open_sessions').length;
      open.push(...made(outcomes));
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const leaving = open.splice(0, Math.floor(Math.random() * (open.length + 1)));
      const most: { all: number; links: number }[] = [];
      await Promise.all([
        ...services.map(step),
        cancelMade(services[round % 4] ?? world.services, leaving),
        holding().then((n) => most.push(n)),
      ]);
      const now = await holding();
      most.push(now);
      if (now.links === HALF) full.links += 1;
      if (now.all === ALLOWANCE) full.all += 1;
      for (const { all, links } of most) {
        expect(all).toBeLessThanOrEqual(ALLOWANCE);
        expect(links).toBeLessThanOrEqual(HALF);
      }
      world.pass(1);
      await expireSessions(world.services, { limit: 100 });
    }
    expect(await world.rows(CONFLICTS)).toEqual([]);
    // It was fought for.
    for (const count of [created.links, created.server, refused.links, refused.server])
      expect(count).toBeGreaterThan(ROUNDS / 4);
    expect(Math.min(full.links, full.all)).toBeGreaterThan(ROUNDS / 20);
    // Nothing leaked: once all of it is over, both have what they may.
    world.pass(1);
    await cancelMade(world.services, open);
    await world.outlast();
    expect(await linksGet(20)).toBe(HALF);
    expect(await gets(many(20, byServer))).toBe(ALLOWANCE - HALF);
  });
});
