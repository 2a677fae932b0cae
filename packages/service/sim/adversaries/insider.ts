import { type Adversary, createStrikes, type Deed, forgeCredit, numberOf, type Temper } from './adversary.ts';

const EVERY_MS = 3 * 3_600_000;
const SESSIONS = 80;

/**
 * Reads every SMS of a SIM the moment it comes, so he forges with the exact balance, and goes on from his own
 * forgery. He opens sessions until many lie on one SIM, most of them just too small to wait for an anchor, and
 * takes them all in a burst, before a true payment shows that the balance is another.
 */
export function createInsider(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  return {
    name: 'insider',
    act: (scene) =>
      Array.from({ length: strikes(scene) * SESSIONS }, (_, n): Deed => {
        const operator = scene.chance.pick(['AIRTEL', 'MOOV'] as const);
        const amount_xaf = n % 10 === 0 ? 450_000 : 100_000 + 25 * scene.chance.between(0, 4000);
        return {
          kind: 'opens',
          plan: 'target',
          order: { shop: { of: 'mine', n: 2 }, operator, amount_xaf, declared: null },
        };
      }),
    opened(sessions, scene) {
      const on = Map.groupBy(sessions, ({ session }) => session.assigned_collection_number);
      const [richest] = [...on.values()].toSorted((a, b) => b.length - a.length);
      const [first] = richest ?? [];
      if (first === undefined || richest === undefined) return [];
      const to = numberOf(first.session);
      let balance_xaf = scene.balanceOf(to);
      return richest.map(({ session: { amount_xaf } }, n) => {
        balance_xaf += amount_xaf;
        return forgeCredit(scene, to, scene.now_ms + 2000 * n, { amount_xaf, balance_xaf });
      });
    },
  };
}
