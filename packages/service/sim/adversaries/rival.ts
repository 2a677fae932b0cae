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
/**
 * A merchant with many accounts who wants honest shops to fail. He hears what their customers are asked for,
 * asks for the same on purpose, cancels or lets it stand, declares their customers' phones as his own
 * customers', keeps sessions of 1 XAF around, and pays 2 XAF with an honest customer's ticket.
 */
export function createRival(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  return {
    name: 'rival',
    act: (scene) => Array.from({ length: strikes(scene, scene.sales.length > 0) }, () => trick(scene)).flat(),
    opened: (sessions) =>
      sessions
        .filter(({ plan }) => plan === 'cancel')
        .map(({ session }): Deed => ({ kind: 'cancels', session })),
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
  switch (chance.between(0, 4)) {
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
    default:
      return [quote(scene, sale.operator, session)];
  }
}

function quote(
  { chance, now_ms }: Scene,
  operator: Scene['sales'][number]['sale']['operator'],
  session: Scene['sales'][number]['session'],
): Deed {
  return {
    kind: 'pays',
    at_ms: now_ms,
    to: numberOf(session),
    amount_xaf: 2,
    payer: strangersPhone(chance, operator),
    payer_name: strangersName(chance),
    motif: showTicket(session.ticket),
    session_id: null,
    has_evidence: true,
  };
}
