import {
  type Adversary,
  createStrikes,
  type Deed,
  forgeCredit,
  forgeDebit,
  mostOnOne,
  numberOf,
  type Scene,
  type Temper,
} from './adversary.ts';
import { INSIDER_SHOPS, opensOnSims } from './shops.ts';

const EVERY_MS = 3 * 3_600_000;
/** So many for each SIM of an operator that he has places for: wherever most of them land, they are worth more than the bound. */
const SESSIONS_A_SIM = 8;

/**
 * Reads every SMS of a SIM the moment it comes, so he forges with the exact balance, and goes on from his own
 * forgery. He opens sessions of one operator in all his accounts until many lie on one SIM, most of them just too small to
 * wait for an anchor, and takes them all in a burst, before a true payment shows that the balance is another. Every other time he first says
 * that as much has left the SIM, so that the balance that staff read is the one in the book.
 */
export function createInsider(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  let bursts = 0;
  return {
    name: 'insider',
    act: (scene) => Array.from({ length: strikes(scene) }, () => orders(scene)).flat(),
    opened(sessions, scene) {
      const richest = mostOnOne(sessions);
      const [first] = richest;
      if (first === undefined) return [];
      const to = numberOf(first.session);
      let balance_xaf = scene.balanceOf(to);
      bursts += 1;
      const left_xaf = Math.min(
        balance_xaf,
        richest.reduce((sum, { session }) => sum + session.amount_xaf, 0),
      );
      const covers = bursts % 2 === 0 && left_xaf > 0;
      if (covers) balance_xaf -= left_xaf;
      const cover = covers
        ? [forgeDebit(scene, to, scene.now_ms, { amount_xaf: left_xaf, balance_xaf })]
        : [];
      const credits = richest.map(({ session: { amount_xaf } }, n) => {
        balance_xaf += amount_xaf;
        return forgeCredit(scene, to, scene.now_ms + 2000 * (n + 1), { amount_xaf, balance_xaf });
      });
      return [...cover, ...credits];
    },
  };
}

function orders(scene: Scene): Deed[] {
  const { chance } = scene;
  const operator = chance.pick(['AIRTEL', 'MOOV'] as const);
  return opensOnSims(scene, { shops: INSIDER_SHOPS, operator, a_sim: SESSIONS_A_SIM }, (n) =>
    n % 10 === 0 ? 450_000 : 150_000 + 25 * chance.between(0, 2000),
  );
}
