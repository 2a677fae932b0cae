import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldDaysOfLedger } from '../../src/engine/ledger/balances.ts';
import { openWorld, type World } from '../collection/world.ts';
import { isBooked, moneyOf, owed } from './world.ts';

const SHOPS = 20;
/** By shop: a thousand in all where there is time for them. */
const ROUNDS = process.env.CHARI_SOAK === '1' ? 50 : 9;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test(`in ${SHOPS * ROUNDS} rounds of two who take from one PAYABLE, it never gives more than it has`, async () => {
  const [one, other] = await world.processes(2, SHOPS / 2);
  if (!one || !other) throw new Error('two processes');
  let is_racing = true;
  const folding = (async () => {
    while (is_racing) await foldDaysOfLedger(world.services, { limit: 50 });
  })();
  const won = { both: 0, one: 0 };
  const shop = async () => {
    const merchant = await world.merchant();
    let kept_xaf = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // Every third time there is enough for both.
      const is_for_both = round % 3 === 0;
      const brings_xaf = (is_for_both ? 200 : 150) - kept_xaf;
      await isBooked(world, [moneyOf(world, merchant, 'found', brings_xaf)]);
      const taken = await Promise.all([
        isBooked(world, [moneyOf(world, merchant, 'REFUND_RESERVED', 100)], one.pool),
        isBooked(world, [moneyOf(world, merchant, 'RESERVE_KEPT', 100)], other.pool),
      ]);
      const wins = taken.filter(Boolean).length;
      if (wins !== (is_for_both ? 2 : 1))
        throw new Error(`${wins} were booked of ${brings_xaf + kept_xaf} XAF`);
      won[is_for_both ? 'both' : 'one'] += 1;
      kept_xaf += brings_xaf - 100 * wins;
    }
    return { merchant, kept_xaf };
  };
  const shops = await Promise.all(Array.from({ length: SHOPS }, shop));
  is_racing = false;
  await folding;
  expect(won.both + won.one).toBe(SHOPS * ROUNDS);
  for (const { merchant, kept_xaf } of shops)
    expect(await owed(world, merchant)).toEqual([kept_xaf, kept_xaf, kept_xaf]);
});
