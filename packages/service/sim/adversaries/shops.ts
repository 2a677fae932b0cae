import { ALLOWANCE_START } from '../../src/domain/reservation/allowance.ts';
import type { Chance } from '../chance.ts';
import type { Order } from './adversary.ts';

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

/** Any of them. */
export const anyShop = ({ first, count }: Shops, chance: Chance): Order['shop'] => ({
  of: 'mine',
  n: first + chance.between(0, count - 1),
});
