import { type Adversary, createStrikes, type Deed, forgeCredit, numberOf, type Temper } from './adversary.ts';
import { shopFor, WATCHER_SHOPS } from './shops.ts';

const EVERY_MS = 3_600_000;
const SESSIONS = 40;

/**
 * Knows the balance of a SIM exactly for a moment: right after staff have emptied it. He opens sessions at once
 * and forges for those that land on that SIM. He knows what an insider knows, so he counts as one.
 */
export function createWatcher(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  let ready = 0;
  return {
    name: 'watcher',
    act(scene) {
      ready = Math.min(1, ready + strikes(scene));
      const [first] = scene.swept;
      if (first === undefined || ready === 0) return [];
      ready = 0;
      return Array.from({ length: SESSIONS }, (_, n): Deed => {
        const amount_xaf = 50_000 + 25 * scene.chance.between(0, 5900);
        const { operator } = first;
        return {
          kind: 'opens',
          plan: 'target',
          order: { shop: shopFor(WATCHER_SHOPS, n), operator, amount_xaf, declared: null },
        };
      });
    },
    opened: (sessions, scene) =>
      scene.swept.flatMap((to) => {
        let balance_xaf = scene.balanceOf(to);
        return sessions
          .filter(({ session }) => numberOf(session).msisdn === to.msisdn)
          .map(({ session: { amount_xaf } }, n) => {
            balance_xaf += amount_xaf;
            return forgeCredit(scene, to, scene.now_ms + 2000 * n, { amount_xaf, balance_xaf });
          });
      }),
  };
}
