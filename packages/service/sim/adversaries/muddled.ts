import type { PaymentSession } from '../../src/domain/session/session.ts';
import { showTicket } from '../../src/domain/ticket/ticket.ts';
import {
  type Adversary,
  createStrikes,
  type Deed,
  numberOf,
  type Scene,
  strangersName,
  strangersPhone,
  type Temper,
} from './adversary.ts';

const EVERY_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** So long a session that has ended keeps its number. */
const QUARANTINE_MS = 30 * MINUTE_MS;
const WAYS = ['wrong_sim', 'twice', 'long_after', 'other_ticket', 'nameless_wrong_sim'] as const;

/**
 * Means well. He buys at an honest shop and sends the money to a SIM of another order, or twice, or for an order
 * of days ago, or with the ticket that another customer showed him. Mostly something in the payment says whose
 * it is: his ticket, or the phone that the shop declared; where nothing does, nobody could know.
 */
export function createMuddled(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  return {
    name: 'muddled',
    act: (scene) => Array.from({ length: strikes(scene) }, () => orderOf(scene)),
    opened: (sessions, scene) => sessions.flatMap(({ session, plan }) => payments(scene, session, plan)),
  };
}

function orderOf({ chance, sales }: Scene): Deed {
  const like = sales.at(-1)?.sale;
  const operator = like?.operator ?? chance.pick(['AIRTEL', 'MOOV'] as const);
  const plan = chance.pick(WAYS);
  const declares = plan !== 'nameless_wrong_sim' && chance.happens(0.5);
  const declared = declares ? strangersPhone(chance, operator) : null;
  const amount_xaf = like?.amount_xaf ?? 25 * chance.between(4, 400);
  return { kind: 'opens', plan, order: { shop: { of: 'honest' }, operator, amount_xaf, declared } };
}

function payments(scene: Scene, session: PaymentSession, plan: string): Deed[] {
  const { chance, now_ms } = scene;
  const to = numberOf(session);
  const declared = session.customer_phone?.slice(-8) ?? null;
  const quotes = declared === null && plan !== 'nameless_wrong_sim';
  const base = {
    kind: 'pays' as const,
    at_ms: now_ms + MINUTE_MS,
    to,
    amount_xaf: session.amount_xaf,
    payer: declared ?? strangersPhone(chance, session.operator),
    payer_name: strangersName(chance),
    motif: quotes ? showTicket(session.ticket) : null,
    session_id: session.id,
    has_evidence: plan !== 'nameless_wrong_sim',
  };
  const others = scene.numbers.filter((one) => one.operator === to.operator && one.msisdn !== to.msisdn);
  switch (plan) {
    case 'twice': {
      const later_ms = chance.wait(5 * MINUTE_MS);
      // Once quarantine is over a paid session's phone points nowhere any more: he may be buying something else.
      const has_evidence = base.has_evidence && (quotes || later_ms < QUARANTINE_MS);
      return [base, { ...base, at_ms: base.at_ms + later_ms, has_evidence }];
    }
    case 'long_after':
      // By then nobody's phone is declared any more: only the ticket still says whose it is.
      return [{ ...base, at_ms: now_ms + HOUR_MS + chance.wait(20 * HOUR_MS), has_evidence: quotes }];
    case 'other_ticket': {
      const other = scene.sales.at(-1)?.session;
      return [{ ...base, motif: other === undefined ? base.motif : showTicket(other.ticket) }];
    }
    default:
      return [{ ...base, to: others.length === 0 ? to : chance.pick(others) }];
  }
}
