import type { Operator } from '../../src/domain/operator.ts';
import {
  type Adversary,
  createStrikes,
  type Deed,
  forgeCredit,
  numberOf,
  type Scene,
  type Temper,
} from './adversary.ts';
import { opensOnSims, WATCHER_SHOPS } from './shops.ts';

const EVERY_MS = 3_600_000;
/** So many for each SIM of the operator that he has places for: some of them land on the one that was emptied. */
const SESSIONS_A_SIM = 5;

/**
 * Knows the balance of a SIM exactly for a moment: right after staff have emptied it. He opens sessions at once
 * and forges for those that land on that SIM; if none does, he tries again with the next that is emptied. He knows
 * what an insider knows, so he counts as one.
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
      return orders(scene, first.operator);
    },
    opened: (sessions, scene) => {
      const forged = scene.swept.flatMap((to) => {
        let balance_xaf = scene.balanceOf(to);
        return sessions
          .filter(({ session }) => numberOf(session).msisdn === to.msisdn)
          .map(({ session: { amount_xaf } }, n) => {
            balance_xaf += amount_xaf;
            return forgeCredit(scene, to, scene.now_ms + 2000 * n, { amount_xaf, balance_xaf });
          });
      });
      if (forged.length === 0) ready = 1;
      return forged;
    },
  };
}

function orders(scene: Scene, operator: Operator): Deed[] {
  return opensOnSims(
    scene,
    { shops: WATCHER_SHOPS, operator, a_sim: SESSIONS_A_SIM },
    () => 50_000 + 25 * scene.chance.between(0, 5900),
  );
}
