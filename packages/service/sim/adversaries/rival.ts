import type { PaymentSession } from '../../src/domain/session/session.ts';
import { showTicket } from '../../src/domain/ticket/ticket.ts';
import {
  type Adversary,
  createStrikes,
  type Deed,
  numberOf,
  type Order,
  type Scene,
  strangersName,
  strangersPhone,
  type Temper,
} from './adversary.ts';
import { anyShop, RIVAL_SHOPS } from './shops.ts';

const EVERY_MS = 10 * 60_000;
/** A payment is read for four tickets, and one of them is that of his own order. */
const QUOTED_MOST = 3;

/**
 * A merchant with many accounts who wants honest shops to fail. He hears what their customers are asked for,
 * asks for the same on purpose, cancels or lets it stand, declares their customers' phones as his own
 * customers', keeps sessions of 1 XAF around, pays 2 XAF or a tenth of the price with an honest customer's ticket,
 * and pays an order of his own with the tickets of three honest ones beside its own.
 */
export function createRival(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  return {
    name: 'rival',
    act: (scene) => Array.from({ length: strikes(scene, scene.sales.length > 0) }, () => trick(scene)).flat(),
    opened: (sessions, scene) =>
      sessions.flatMap(({ plan, session }): Deed[] => {
        if (plan === 'own') return [paysHisOwn(scene, session)];
        return plan === 'cancel' ? [{ kind: 'cancels', session }] : [];
      }),
  };
}

function trick(scene: Scene): Deed[] {
  const { chance } = scene;
  const { sale, session } = chance.pick(scene.sales);
  const order = (amount_xaf: number, declared: string | null): Order => ({
    shop: anyShop(RIVAL_SHOPS, chance),
    operator: sale.operator,
    amount_xaf,
    declared,
  });
  const opens = (plan: string, amount_xaf: number, declared: string | null): Deed => ({
    kind: 'opens',
    plan,
    order: order(amount_xaf, declared),
  });
  const nearly_xaf = Math.max(1, sale.amount_xaf + chance.pick([-100, 100]));
  const tenth_xaf = Math.max(1, Math.floor(sale.amount_xaf / 10));
  switch (chance.between(0, 5)) {
    case 0:
      return Array.from({ length: 10 }, () => opens('stand', sale.amount_xaf, null));
    case 1:
      return Array.from({ length: 10 }, () =>
        opens('cancel', chance.pick([sale.amount_xaf, nearly_xaf]), null),
      );
    case 2:
      return [opens('stand', chance.pick([sale.amount_xaf, nearly_xaf]), sale.phone)];
    case 3:
      return Array.from({ length: 10 }, () => opens(chance.pick(['stand', 'cancel']), 1, sale.phone));
    case 4:
      return [opens('own', chance.pick([tenth_xaf, sale.amount_xaf]), null)];
    default:
      return [pays(scene, { to: session, amount_xaf: chance.pick([2, tenth_xaf]), quoted: [session] })];
  }
}

/** As the simulator sees it he pays what he owes: what is wrong with it is whom else it names. */
function paysHisOwn(scene: Scene, own: PaymentSession): Deed {
  const { amount_xaf, id: session_id } = own;
  const alike = scene.sales
    .map(({ session }) => session)
    .filter((one) => one.amount_xaf === amount_xaf || one.amount_xaf === 10 * amount_xaf);
  const quoted = [own, ...alike.slice(0, QUOTED_MOST)];
  return { ...pays(scene, { to: own, amount_xaf, quoted }), session_id };
}

function pays(
  { chance, now_ms }: Scene,
  { to, amount_xaf, quoted }: { to: PaymentSession; amount_xaf: number; quoted: PaymentSession[] },
): Extract<Deed, { kind: 'pays' }> {
  return {
    kind: 'pays',
    at_ms: now_ms,
    to: numberOf(to),
    amount_xaf,
    payer: strangersPhone(chance, to.operator),
    payer_name: strangersName(chance),
    motif: quoted.map(({ ticket }) => showTicket(ticket)).join(' '),
    session_id: null,
    has_evidence: true,
  };
}
