import { DEFAULT_POLICY } from '../src/domain/policy.ts';
import type { PaymentSession } from '../src/domain/session/session.ts';
import { showTicket } from '../src/domain/ticket/ticket.ts';
import type { Chance } from './chance.ts';
import type { Sale } from './demand.ts';
import { pay } from './transfer.ts';
import type { Seen, Thing, World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WORDS = [
  'loyer',
  'merci',
  'commande',
  'pour la famille',
  'courses du marche',
  'Boutique Sahel',
  'pain et lait',
];

/** What the customer of a session is going to do. The draws are the same whether there is a session or not. */
export function intend(
  { agenda, chance, profile, clock }: World,
  sale: Sale,
  session: PaymentSession | null,
): void {
  const hesitates_ms = chance.skewed(profile.hesitation_median_ms, profile.hesitation_spread);
  const dawdles_ms = chance.between(10_000, 20 * MINUTE_MS);
  if (session === null || sale.behaviour === 'abandons') return;
  const closes_ms = session.expires_at.getTime() + DEFAULT_POLICY.grace_seconds * 1000;
  // Everybody else pays before the session expires.
  const latest_ms = session.expires_at.getTime() - MINUTE_MS;
  const at_ms =
    sale.behaviour === 'pays_late'
      ? closes_ms + dawdles_ms
      : Math.min(clock.now_ms + hesitates_ms, latest_ms);
  agenda.put(at_ms, { kind: 'pays', sale, session });
}

/** Pays, with the words that people write. */
export function customerPays(
  world: World,
  { sale, session }: Extract<Thing, { kind: 'pays' }>,
  at_ms: number,
  seen: Seen,
): void {
  const { chance, profile } = world;
  const quotes = chance.happens(profile.ticket_share);
  const writes = chance.happens(profile.motif_share);
  const word = chance.pick(WORDS);
  const payment = pay(world, seen, {
    by: 'customer',
    session_id: session.id,
    has_evidence: quotes || (sale.declared && sale.behaviour !== 'pays_late'),
    msisdn: session.assigned_collection_number,
    operator: session.operator,
    amount_xaf: sale.behaviour === 'pays_wrong_amount' ? slip(chance, sale) : sale.amount_xaf,
    payer: sale.phone,
    payer_name: 'CLIENT',
    motif: quotes ? showTicket(session.ticket) : writes ? word : null,
    at_ms,
  });
  if (chance.happens(profile.reversed_share))
    world.agenda.put(at_ms + HOUR_MS + chance.wait(6 * HOUR_MS), { kind: 'reverses', payment });
}

/** A slip of the finger: fees taken off or added, or a digit too many or too few. */
function slip(chance: Chance, { amount_xaf }: Sale): number {
  const wrong = chance.pick([
    amount_xaf - 100,
    amount_xaf + 100,
    amount_xaf * 10,
    Math.floor(amount_xaf / 10),
  ]);
  return wrong < 1 || wrong === amount_xaf ? amount_xaf + 50 : wrong;
}
