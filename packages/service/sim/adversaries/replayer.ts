import { type Arrival, creditText } from '../../bench/load/texts.ts';
import {
  type Adversary,
  createStrikes,
  type Deed,
  forgeCredit,
  type Scene,
  type Sim,
  type Temper,
} from './adversary.ts';

const EVERY_MS = 3_600_000;
const REMEMBERED = 100;
const PREDICTED = 5;
const COMMON_PRICES_XAF = [500, 1000, 2000, 2500, 5000, 10_000];

/**
 * Has seen true texts and sends them again: as they were, to another SIM, or with another amount and a balance
 * to go with it. And he speaks first: forged texts under the ids that the operator is about to give away, so
 * that the true payment looks like a repetition.
 */
export function createReplayer(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  let seen: Scene['credits'][number][] = [];
  return {
    name: 'replayer',
    act(scene) {
      seen = [...seen, ...scene.credits].slice(-REMEMBERED);
      return Array.from({ length: strikes(scene) }, () => strike(scene, seen)).flat();
    },
  };
}

function strike(scene: Scene, seen: readonly Scene['credits'][number][]): Deed[] {
  const { chance, now_ms } = scene;
  if (seen.length === 0 || chance.happens(0.4)) return preempt(scene);
  const { msisdn, ...credit } = chance.pick(seen);
  const there: Sim = { msisdn, operator: credit.operator };
  const elsewhere = chance.pick(scene.numbers.filter(({ operator }) => operator === credit.operator));
  const extra_xaf = 25 * chance.between(4, 4000);
  const changed: Arrival = {
    ...credit,
    amount_xaf: credit.amount_xaf + extra_xaf,
    balance_xaf: credit.balance_xaf + extra_xaf,
  };
  const [to, arrival] = chance.pick([
    [there, credit],
    [elsewhere, credit],
    [there, changed],
    [elsewhere, changed],
  ] as const);
  const tells_of = credit.operator_transaction_id;
  const credit_xaf = arrival.amount_xaf;
  return [{ kind: 'forges', at_ms: now_ms, to, text: creditText(arrival), tells_of, credit_xaf }];
}

/** The serial numbers of the next few transactions, each under every common price. */
function preempt(scene: Scene): Deed[] {
  const { chance, now_ms } = scene;
  const to = chance.pick(scene.numbers);
  return Array.from({ length: PREDICTED }, (_, ahead) => {
    const amount_xaf = chance.pick(COMMON_PRICES_XAF);
    const operator_transaction_id = scene.nextId(to.operator, now_ms, ahead + 1);
    const balance_xaf = scene.balanceNear(to) + amount_xaf;
    return forgeCredit(scene, to, now_ms, { amount_xaf, balance_xaf, operator_transaction_id });
  });
}
