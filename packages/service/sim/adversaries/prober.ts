import type { PaymentSession } from '../../src/domain/session/session.ts';
import {
  type Adversary,
  createStrikes,
  type Deed,
  forgeCredit,
  mostOnOne,
  numberOf,
  type Scene,
  type Temper,
} from './adversary.ts';
import { type Told, WAYS } from './probes.ts';
import { opensOnSims, PROBER_SHOPS } from './shops.ts';

const EVERY_MS = 6 * 3_600_000;
/** So many for each SIM of an operator that he has places for. */
const SESSIONS_A_SIM = 2;
const PAID_MAX = 5;
const CANDIDATES = 24;
const CANDIDATE_STEP_XAF = 1000;
/** Each lands before the next leaves, most of the time. */
const APART_MS = 4000;

/**
 * Knows 24 balances of which a SIM has one, and wants large sessions of his own confirmed unpaid. He tries all of
 * them in one of the ways that hide that 23 were wrong, and pays by forgery from where the right one led.
 */
export function createProber(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  return {
    name: 'prober',
    act: (scene) => Array.from({ length: strikes(scene) }, () => orders(scene)).flat(),
    opened: (sessions, scene) =>
      attack(
        scene,
        mostOnOne(sessions)
          .map(({ session }) => session)
          .slice(0, PAID_MAX),
      ),
  };
}

/** Just too small to wait for a reading whoever sends them. */
function orders(scene: Scene): Deed[] {
  const { chance } = scene;
  const operator = chance.pick(['AIRTEL', 'MOOV'] as const);
  return opensOnSims(
    scene,
    { shops: PROBER_SHOPS, operator, a_sim: SESSIONS_A_SIM },
    () => 150_000 + 25 * chance.between(0, 1900),
  );
}

function attack(scene: Scene, sessions: readonly PaymentSession[]): Deed[] {
  const [first] = sessions;
  if (first === undefined) return [];
  const to = numberOf(first);
  const paidFrom = (from_xaf: number): Told[] => {
    let balance_xaf = from_xaf;
    return sessions.map(({ amount_xaf }) => {
      balance_xaf += amount_xaf;
      const says = { amount_xaf, balance_xaf };
      return (at_ms) => forgeCredit(scene, to, at_ms, says);
    });
  };
  const candidates = scene.balancesAmong(to, CANDIDATES, CANDIDATE_STEP_XAF);
  const told = scene.chance.pick(WAYS)({ scene, to, candidates, step_xaf: CANDIDATE_STEP_XAF, paidFrom });
  return told.map((message, n) => message(scene.now_ms + APART_MS * n));
}
