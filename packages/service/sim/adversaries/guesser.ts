import type { PaymentSession } from '../../src/domain/session/session.ts';
import {
  type Adversary,
  createStrikes,
  type Deed,
  forgeCredit,
  numberOf,
  type Order,
  type Scene,
  type Temper,
} from './adversary.ts';
import { GUESSER_SHOPS, shopFor } from './shops.ts';

const EVERY_MS = 4 * 3_600_000;
const DECOYS = 200;
const DECOY_STEP_XAF = 1000;
const DECOY_STEPS = 60;
const TARGETS = 8;
const MESSAGES = 20;
const GRIDS_XAF = [5, 25, 100];
const KNOWN_WITHIN_XAF = 30_000;
/** All at once, so that they count for each other; or so that each comes alone, and the last before the session ends. */
const APART_MS = [1500, 25_000];

/**
 * Knows the balance of a SIM to ± 30,000 XAF and wants an expensive session of his own confirmed unpaid. His
 * decoys are unpaid sessions whose amounts would explain gaps; his twenty messages guess the balance one by one,
 * or go on from one another, on the multiples that prices leave behind.
 */
export function createGuesser(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  return {
    name: 'guesser',
    act: (scene) => Array.from({ length: strikes(scene) }, () => orders(scene)).flat(),
    opened(sessions, scene) {
      const targets = sessions.filter(({ plan }) => plan === 'target').map(({ session }) => session);
      const on = Map.groupBy(sessions, ({ session }) => session.assigned_collection_number);
      const decoysBeside = (one: PaymentSession) => on.get(one.assigned_collection_number)?.length ?? 0;
      const target = targets.toSorted((a, b) => decoysBeside(b) - decoysBeside(a))[0];
      return target === undefined ? [] : attack(scene, target);
    },
  };
}

/** The targets first: without one of them the decoys are for nothing, and an account has room for thirty sessions. */
function orders({ chance }: Scene): Deed[] {
  const operator = chance.pick(['AIRTEL', 'MOOV'] as const);
  const order = (amount_xaf: number, n: number): Order => ({
    shop: shopFor(GUESSER_SHOPS, n),
    operator,
    amount_xaf,
    declared: null,
  });
  // What is above the limit waits for a reading whoever sends it, and what is small may settle beside wrong guesses.
  const targets = Array.from({ length: TARGETS }, (_, n) =>
    order(n % 2 === 0 ? 100_000 + 25 * chance.between(0, 14_000) : 25 * chance.between(400, 4000), n),
  );
  const decoys = Array.from({ length: DECOYS }, (_, n) =>
    order(5000 + DECOY_STEP_XAF * (n % DECOY_STEPS), TARGETS + n),
  );
  return [
    ...targets.map((one): Deed => ({ kind: 'opens', order: one, plan: 'target' })),
    ...decoys.map((one): Deed => ({ kind: 'opens', order: one, plan: 'decoy' })),
  ];
}

function attack(scene: Scene, target: PaymentSession): Deed[] {
  const { chance, now_ms } = scene;
  const to = numberOf(target);
  const grid_xaf = chance.pick(GRIDS_XAF);
  const onGrid = (balance_xaf: number) => Math.max(0, Math.round(balance_xaf / grid_xaf) * grid_xaf);
  const near_xaf = scene.balanceNear(to);
  const run_length = chance.pick([1, 2, 2, 5]);
  const apart_ms = chance.pick(APART_MS);
  return Array.from({ length: MESSAGES / run_length }, (_, run) => {
    // One by one he guesses the balance itself; in runs the sum of the balance and one of his decoys.
    const before_xaf = onGrid(
      run_length === 1
        ? near_xaf + chance.between(-KNOWN_WITHIN_XAF, KNOWN_WITHIN_XAF)
        : near_xaf + KNOWN_WITHIN_XAF + 5000 + run * grid_xaf,
    );
    let balance_xaf = before_xaf;
    return Array.from({ length: run_length }, (_, step) => {
      const amount_xaf = step === 0 ? target.amount_xaf : 100;
      balance_xaf += amount_xaf;
      return forgeCredit(scene, to, now_ms + apart_ms * (run * run_length + step), {
        amount_xaf,
        balance_xaf,
      });
    });
  }).flat();
}
