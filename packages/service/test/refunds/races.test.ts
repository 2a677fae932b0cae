import { afterAll, beforeAll, expect, it } from 'vitest';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import type { Services } from '../../src/engine/services.ts';
import { openWorld, type World } from '../collection/world.ts';
import { isBooked, moneyOf } from '../ledger/world.ts';
import { asked, balance, told } from './world.ts';

const ROUNDS = process.env.CHARI_SOAK === '1' ? 1000 : 100;

let world: World;
let processes: Services[];
beforeAll(async () => {
  world = await openWorld();
  processes = await world.processes(3, 6);
});
afterAll(() => world.close());

const at = (n: number) => processes[n % processes.length] as Services;
const has = (merchant: string) => balance(world, 'PAYABLE', merchant, 'test');

/** Runs rounds a few at a time: what races are the processes of a round. */
async function rounds(count: number, round: (n: number) => Promise<void>, at_once = 8): Promise<void> {
  for (let first = 0; first < count; first += at_once)
    await Promise.all(Array.from({ length: Math.min(at_once, count - first) }, (_, i) => round(first + i)));
}

/** A merchant with one payment of 5,000 in test; where it has more with us, a second one. */
async function shop(more_xaf = 0) {
  const merchant = await world.merchant();
  const session = await world.session(merchant, { amount_xaf: 5000 });
  await world.pay(session);
  if (more_xaf > 0) expect(await isBooked(world, [moneyOf(world, merchant, 'found', more_xaf)])).toBe(true);
  return { merchant, session };
}

const PAID = /^PENDING (\d+)$/;
const given = (outcomes: readonly string[]): number =>
  outcomes.reduce((sum_xaf, one) => sum_xaf + Number(PAID.exec(one)?.[1] ?? 0), 0);

it(`Three processes that give one payment back at once never give back more than was paid, ${ROUNDS} times`, async () => {
  await rounds(ROUNDS, async (n) => {
    const { merchant, session } = await shop(20_000);
    const amounts = [3000, 2000 + (n % 3), 5000, 1500];
    const outcomes = await Promise.all(
      amounts.map(async (amount_xaf, i) =>
        told((await createRefunds(at(i), [asked(session, amount_xaf)]))[0]),
      ),
    );
    expect(given(outcomes)).toBeLessThanOrEqual(5000);
    expect(given(outcomes)).toBeGreaterThanOrEqual(3000);
    expect(await has(merchant)).toBe(25_000 - given(outcomes));
  });
});

it(`A refund and what else is taken out of the balance never take the same franc, ${ROUNDS} times`, async () => {
  await rounds(ROUNDS, async (n) => {
    const { merchant, session } = await shop();
    const take = () => isBooked(world, [moneyOf(world, merchant, 'RESERVE_KEPT', 4000)], at(n).pool);
    const give = async () => told((await createRefunds(at(n + 1), [asked(session, 3000)]))[0]);
    const [is_taken, outcome] = await Promise.all(
      n % 2 === 0 ? [take(), give()] : [give(), take()].toReversed(),
    );
    const is_given = outcome === 'PENDING 3000';
    expect([is_taken, is_given].filter(Boolean)).toHaveLength(1);
    expect(await has(merchant)).toBe(is_given ? 2000 : 1000);
  });
});

it(`A refund that ends in several processes at once ends once, with one event, ${ROUNDS} times`, async () => {
  await rounds(ROUNDS, async () => {
    const { merchant, session } = await shop();
    await createRefunds(at(0), [asked(session, 2000), asked(session, 1000, { reason: 'sandbox:failed' })]);
    const later = processes.map((one) => ({ ...one, now: () => new Date(world.now.getTime() + 5000) }));
    await Promise.all(later.map((one) => concludeRefunds(one, { limit: 10_000 })));
    expect(await has(merchant)).toBe(3000);
  });
  const told = await world.rows(
    `select r.id from refunds r left join events e on e.object_id = r.id group by r.id
     having count(e.id) <> case when r.ended_at is null then 0 else 1 end`,
  );
  expect(told).toEqual([]);
});
