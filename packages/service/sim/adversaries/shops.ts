import type { Operator } from '../../src/domain/operator.ts';
import { ALLOWANCE_START } from '../../src/domain/reservation/allowance.ts';
import type { Chance } from '../chance.ts';
import type { Deed, Order, Scene } from './adversary.ts';

/** Merchant accounts of his own: whoever was never paid may have only so many sessions open in each of them. */
export type Shops = { first: number; count: number };

/** In one country. Nobody uses another's, so that none takes another's places. */
export const GUESSER_SHOPS: Shops = { first: 0, count: 8 };
export const WATCHER_SHOPS: Shops = { first: 8, count: 8 };
export const INSIDER_SHOPS: Shops = { first: 16, count: 20 };
export const RIVAL_SHOPS: Shops = { first: 36, count: 100 };
export const PROBER_SHOPS: Shops = { first: 136, count: 8 };

/** Merchant accounts that all adversaries have between them. */
export const HOSTILE_SHOPS = PROBER_SHOPS.first + PROBER_SHOPS.count;

/** How many sessions may be open in all of them with one operator. */
export const placesIn = ({ count }: Shops): number => count * ALLOWANCE_START;

/** The shop for the order with this number: one after the other, so that no account fills up before the others. */
export const shopFor = ({ first, count }: Shops, n: number): Order['shop'] => ({
  of: 'mine',
  n: first + (n % count),
});

/** Opens so many sessions for each SIM of an operator, as far as there are places for them in his shops. */
export function opensOnSims(
  { numbers }: Pick<Scene, 'numbers'>,
  { shops, operator, a_sim }: { shops: Shops; operator: Operator; a_sim: number },
  amountOf: (n: number) => number,
): Deed[] {
  const sims = numbers.filter((sim) => sim.operator === operator).length;
  return Array.from({ length: Math.min(placesIn(shops), a_sim * sims) }, (_, n): Deed => {
    const order = { shop: shopFor(shops, n), operator, amount_xaf: amountOf(n), declared: null };
    return { kind: 'opens', plan: 'target', order };
  });
}

/** Any of them. */
export const anyShop = ({ first, count }: Shops, chance: Chance): Order['shop'] => ({
  of: 'mine',
  n: first + chance.between(0, count - 1),
});
