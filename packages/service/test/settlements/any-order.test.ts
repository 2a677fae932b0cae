import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../collection/world.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { Payouts } from './any-order.ts';

/** How many orders of events are drawn. */
const PLAYS = process.env.CHARI_LONG === '1' ? 60 : 12;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The same numbers for the same seed. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Three to six things that happen; it is said to be sent in most, and leaves in all. */
function drawn(seed: number): string[] {
  const below = drawing(seed);
  const { ACTS } = Payouts;
  const acts = Array.from({ length: 2 + below(3) }, () => ACTS[below(ACTS.length)] as string);
  const leaving = ACTS.filter((act) => act.startsWith('leaves'));
  acts.splice(below(acts.length + 1), 0, leaving[below(leaving.length)] as string);
  if (below(4) > 0) acts.splice(below(2), 0, 'is said to be sent');
  return acts;
}

test.each(Array.from({ length: PLAYS }, (_, at) => at + 1))(
  'Whatever is said and comes of a settlement in any order, its merchant gets no more than was earned (order %i)',
  async (serial) => {
    const payouts = await Payouts.open(world, serial);
    for (const act of drawn(serial * 7919)) await payouts.does(act);
    const sent_xaf = await payouts.payOutAll();
    const told = payouts.said.join('\n');
    if (sent_xaf > 0) expect(payouts.left_xaf + sent_xaf, told).toBeLessThanOrEqual(payouts.earned_xaf);
    const paid = (await payouts.settlements()).filter(({ state }) => state === 'PAID');
    const paid_xaf = paid.reduce((sum, one) => sum + one.amount_xaf, 0);
    expect(paid_xaf, told).toBeLessThanOrEqual(payouts.left_xaf);
    await expectBooksWhole(world.db.pool);
  },
);
