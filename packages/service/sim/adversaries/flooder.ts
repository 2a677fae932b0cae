import { movementText } from '../../bench/load/texts.ts';
import {
  type Adversary,
  createStrikes,
  type Deed,
  forgeCredit,
  type Scene,
  type Sim,
  type Temper,
} from './adversary.ts';

const EVERY_MS = 8 * 3_600_000;
const TEXTS = 300;
const WITHIN_MS = 120_000;
const REMEMBERED = 200;

/**
 * Wants nothing but disorder: hundreds of forged texts in a burst, on every SIM, for the very amounts that
 * customers owe at that moment, with debits, reversals and texts that no template takes among them.
 */
export function createFlooder(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  let owed: Scene['sales'][number][] = [];
  return {
    name: 'flooder',
    act(scene) {
      owed = [...owed, ...scene.sales].slice(-REMEMBERED);
      return Array.from({ length: strikes(scene) * TEXTS }, () => oneText(scene, owed));
    },
  };
}

function oneText(scene: Scene, owed: readonly Scene['sales'][number][]): Deed {
  const { chance, now_ms } = scene;
  const to = chance.pick(scene.numbers);
  const at_ms = now_ms + chance.between(0, WITHIN_MS);
  const balance_xaf = chance.between(0, 3_000_000);
  if (chance.happens(0.6) && owed.length > 0) {
    const { sale, session } = chance.pick(owed);
    const there = { msisdn: session.assigned_collection_number, operator: session.operator };
    return forgeCredit(scene, there, at_ms, { amount_xaf: sale.amount_xaf, balance_xaf, payer: sale.phone });
  }
  return chance.happens(0.5)
    ? forgeCredit(scene, to, at_ms, { amount_xaf: 25 * chance.between(4, 2000), balance_xaf })
    : disorder(scene, to, at_ms, balance_xaf);
}

function disorder({ chance, newId }: Scene, to: Sim, at_ms: number, balance_xaf: number): Deed {
  const { operator } = to;
  const tells_of = newId(operator, at_ms);
  const amount_xaf = 25 * chance.between(4, 2000);
  const kind = chance.pick(['sweep', 'airtime', 'reversal', 'cash_in', 'unknown'] as const);
  const text =
    kind === 'unknown'
      ? `Cher client ${amount_xaf} / ${balance_xaf} / ${chance.between(0, 99_999)} ${tells_of}`
      : movementText({
          kind,
          operator,
          amount_xaf,
          fee_xaf: 100,
          is_fee_hidden: chance.happens(0.5),
          undone_transaction_id: newId(operator, at_ms),
          operator_transaction_id: tells_of,
          balance_xaf,
        });
  return { kind: 'forges', at_ms, to, text, tells_of, credit_xaf: 0 };
}
