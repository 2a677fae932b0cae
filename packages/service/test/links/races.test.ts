import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setLinks } from '../../src/engine/links/links.ts';
import type { Services } from '../../src/engine/services.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { hold, untilWaiting } from '../book/statement-races.ts';
import { prove } from '../collection/proof.ts';
import { openWorld, type World } from '../collection/world.ts';
import { countStatements } from '../database/statements.ts';
import { asking, newLink, newToken, OPEN_AMOUNT, publicLink } from './shop.ts';

const ROUNDS = process.env.CHARI_SOAK === '1' ? 200 : 100;
const PROCESSES = 4;

let world: World;
let processes: Services[];
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  processes = await world.processes(PROCESSES);
  merchant = await world.merchant();
  await world.session(merchant);
});
afterAll(async () => {
  await prove(world);
  await world.close();
});

const ask = async (at: number, command: ReturnType<typeof asking>) =>
  (await createSessions(processes[at % PROCESSES] as Services, [command]))[0];

const useOf = (link_id: string) =>
  world.rows<{ status: string; amount_xaf: number }>(
    'select status, amount_xaf from payment_sessions where link_id = $1',
    [link_id],
  );

async function inPortions<Result>(count: number, size: number, work: (at: number) => Promise<Result>) {
  const results: Result[] = [];
  for (let from = 0; from < count; from += size)
    results.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(size, count - from) }, (_, at) => work(from + at)),
      )),
    );
  return results;
}

describe('A link that is good for once', () => {
  test(`gives one of two payers its session, ${ROUNDS} times, whichever process they ask`, async () => {
    const outcomes = await inPortions(ROUNDS, 20, async (at) => {
      const link = await publicLink(
        world,
        await newLink(world, merchant, { max_payments: 1, amount_xaf: 7000 + at }),
      );
      const both = await Promise.all([ask(at, asking(link)), ask(at + 1, asking(link))]);
      return { kinds: both.map((one) => one?.kind).sort(), rows: await useOf(link.id) };
    });
    for (const { kinds, rows } of outcomes) {
      expect(kinds).toEqual(['created', 'link_refused']);
      expect(rows).toHaveLength(1);
    }
  });

  test('is busy while its session waits, free when it has expired, and used up when one is paid', async () => {
    const link = await publicLink(world, await newLink(world, merchant, { max_payments: 1 }));
    expect(await ask(0, asking(link))).toMatchObject({ kind: 'created' });
    expect(await ask(1, asking(link))).toEqual({ kind: 'link_refused', refusal: 'busy' });
    world.pass(15 * 60 + 121);
    await expireSessions(world.services, { limit: 1000 });
    const second = await ask(2, asking(link));
    if (second?.kind !== 'created') throw new Error(JSON.stringify(second));
    await world.pay(second.session);
    expect((await world.again(second.session)).status).toBe('SUCCESS');
    expect(await ask(3, asking(link))).toEqual({ kind: 'link_refused', refusal: 'used_up' });
  });

  test('keeps its place for a payment under review', async () => {
    const link = await publicLink(
      world,
      await newLink(world, merchant, { max_payments: 1, amount_xaf: 6400 }),
    );
    const made = await ask(0, asking(link));
    if (made?.kind !== 'created') throw new Error(JSON.stringify(made));
    await world.pay(made.session, { amount: 6000, motif: made.session.ticket });
    expect((await world.again(made.session)).status).toBe('UNDER_REVIEW');
    expect(await ask(1, asking(link))).toEqual({ kind: 'link_refused', refusal: 'busy' });
  });

  test('is not used up by a payer who finds no number', async () => {
    const link = await publicLink(world, await newLink(world, merchant, { max_payments: 1 }, 'live'));
    for (const at of [0, 1]) expect(await ask(at, asking(link))).toMatchObject({ kind: 'rail_not_ready' });
    expect(await useOf(link.id)).toEqual([]);
  });
});

test('A limit of payments and one of the sum hold against fifty payers at the same moment', async () => {
  const counted = await publicLink(
    world,
    await newLink(world, merchant, { max_payments: 7, amount_xaf: 8100 }),
  );
  const summed = await publicLink(
    world,
    await newLink(world, merchant, { ...OPEN_AMOUNT, max_total_xaf: 20_000 }),
  );
  const many = await Promise.all(Array.from({ length: 50 }, (_, at) => ask(at, asking(counted))));
  expect(many.filter((one) => one?.kind === 'created')).toHaveLength(7);
  const amounts = Array.from({ length: 50 }, (_, at) => 3000 + at);
  await Promise.all(amounts.map((amount_xaf, at) => ask(at, asking(summed, { amount_xaf }))));
  const rows = await useOf(summed.id);
  expect(rows).toHaveLength(6);
  expect(rows.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0)).toBeLessThanOrEqual(20_000);
});

test('In one batch each counts for those behind it, with as many statements for fifty as for one', async () => {
  const many = async (count: number) => {
    const link = await publicLink(
      world,
      await newLink(world, merchant, { max_payments: 3, amount_xaf: 9_000 + count }),
    );
    const commands = Array.from({ length: count }, () => asking(link));
    let outcomes: { kind: string }[] = [];
    const statements = await countStatements(async () => {
      outcomes = await createSessions(world.services, commands);
    });
    return { statements, made: outcomes.filter((one) => one.kind === 'created').length };
  };
  await many(1);
  const [one, fifty] = [await many(3), await many(50)];
  expect([one.made, fifty.made]).toEqual([3, 3]);
  expect(fifty.statements).toBeLessThanOrEqual(one.statements + 4);
});

test('Two taps on one form make one session, also when the keys of its first answer are forgotten', async () => {
  const link = await publicLink(
    world,
    await newLink(world, merchant, { max_payments: 2, amount_xaf: 4_400 }),
  );
  const token = newToken();
  const taps = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(at, asking(link, { token }))));
  // A tap that comes when the first has its answer is given the same.
  const kinds = new Set(taps.map((one) => one?.kind));
  expect([...kinds].filter((kind) => kind !== 'idempotency_key_in_use')).toEqual(['created']);
  expect(await useOf(link.id)).toHaveLength(1);
  await world.rows('delete from idempotency_keys');
  expect(await ask(0, asking(link, { token }))).toMatchObject({ kind: 'reference_already_used' });
  expect(await useOf(link.id)).toHaveLength(1);
});

test('Whoever closes a link while others pay: after that nothing is made by it', async () => {
  await inPortions(40, 10, async (at) => {
    const link = await publicLink(
      world,
      await newLink(world, merchant, { max_payments: 50, amount_xaf: 2_000 + at }),
    );
    const asked = { link_id: link.id, merchant_id: merchant, environment: 'test' as const, is_closed: true };
    await Promise.all([ask(at, asking(link)), setLinks(world.services, [asked]), ask(at + 1, asking(link))]);
    const before = (await useOf(link.id)).length;
    expect(await ask(at, asking(link))).toEqual({ kind: 'link_refused', refusal: 'closed' });
    expect(await useOf(link.id)).toHaveLength(before);
    await setLinks(world.services, [{ ...asked, is_closed: false }]);
    expect(await ask(at, asking(link))).toMatchObject({ kind: 'created' });
  });
});

test('A link without limits that is closed between the look at it and the payment answers that it is closed', async () => {
  const link = await publicLink(world, await newLink(world, merchant, { amount_xaf: 2_900 }));
  const asked = { link_id: link.id, merchant_id: merchant, environment: 'test' as const, is_closed: true };
  const release = await hold(world.services.pool, 'lock table collection_holds in exclusive mode');
  const paying = ask(1, asking(link));
  await untilWaiting(world.services.pool, 1);
  await setLinks(world.services, [asked]);
  await release();
  expect(await paying).toEqual({ kind: 'link_refused', refusal: 'closed' });
  expect(await useOf(link.id)).toEqual([]);
});

describe('The database itself refuses a session of a link', () => {
  const insert = (link: { id: string }, fields: Record<string, unknown>) => {
    const row = { amount_xaf: 5000, environment: 'test', merchant_id: merchant, ...fields };
    return world.rows(
      `insert into payment_sessions (id, merchant_id, environment, reference, ticket, amount_xaf, operator, status,
         collection_number_id, assigned_collection_number, created_at, expires_at, link_id)
       select $1::uuid, $2::uuid, $3, $1::text, 'AAAAAAAA', $4::int, 'AIRTEL', 'AWAITING_PAYMENT', n.id, n.msisdn, $5::timestamptz,
         $5::timestamptz + interval '10 minutes', $6::uuid from collection_numbers n limit 1`,
      [world.services.newId(), row.merchant_id, row.environment, row.amount_xaf, world.now, link.id],
    );
  };

  test('beyond its limits, outside its bounds, of another environment or merchant, closed or past its date', async () => {
    const once = await newLink(world, merchant, { max_payments: 1 });
    await insert(once, {});
    await expect(insert(once, {})).rejects.toThrow('takes no more');
    // It has no hold, which nothing but this test may do.
    await world.rows('alter table payment_sessions disable trigger payment_sessions_stay');
    await world.rows('delete from payment_sessions where link_id = $1', [once.id]);
    await world.rows('alter table payment_sessions enable trigger payment_sessions_stay');
    const open = await newLink(world, merchant, OPEN_AMOUNT);
    for (const amount_xaf of [499, 20_001])
      await expect(insert(open, { amount_xaf })).rejects.toThrow('does not take');
    await expect(insert(open, { amount_xaf: 600, environment: 'live' })).rejects.toThrow(
      'not of this merchant',
    );
    await expect(insert(open, { amount_xaf: 600, merchant_id: await world.merchant() })).rejects.toThrow(
      'not of this',
    );
    await expect(insert({ id: world.services.newId() }, {})).rejects.toThrow('not of this');
    const dated = await newLink(world, merchant, { expires_at: new Date(world.now.getTime() + 1000) });
    world.pass(2);
    await expect(insert(dated, {})).rejects.toThrow('does not take');
  });

  test('and whoever would change what payers were told, or take a link away', async () => {
    for (const sql of [
      'delete from payment_links',
      'update payment_links set amount_xaf = 1',
      "update payment_links set slug = repeat('0', 26)",
    ])
      await expect(world.rows(sql)).rejects.toThrow('append-only');
  });
});
