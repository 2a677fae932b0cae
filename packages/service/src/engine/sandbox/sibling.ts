import { AMOUNT_XAF_MAX } from '../../domain/money.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { newTicket } from '../../domain/ticket/ticket.ts';
import { later, SECOND_MS } from '../../domain/time.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { type ProposedSession, reserveSessions } from '../../store/sessions/reserve.ts';
import type { Services } from '../services.ts';

const SPREAD_XAF = 900;

/**
 * Makes a second open session on the number of `session`, for a payment that could be for either. Its
 * reference says what it is for: `simulated-sibling:` and its id.
 */
export async function makeSibling(
  services: Services,
  session: PaymentSession,
): Promise<{ ticket: string; amount_xaf: number }> {
  const proposal = siblingOf(services, session);
  const [verdict] = await atomically(services.pool, (client) => reserveSessions(client, [proposal]));
  if (!verdict?.made) throw new Error('the number already waits for the second amount; simulate again');
  return proposal;
}

function siblingOf(services: Services, session: PaymentSession): ProposedSession & { ticket: string } {
  const owner_id = services.newId();
  const created_at = services.now();
  const step = 1 + Math.floor(services.random() * SPREAD_XAF);
  const above = session.amount_xaf * 2 + step <= AMOUNT_XAF_MAX;
  const expires_at = session.expires_at > created_at ? session.expires_at : later(created_at, 60 * SECOND_MS);
  return {
    owner_id,
    owner_kind: 'session',
    merchant_id: session.merchant_id,
    environment: session.environment,
    reference: `simulated-sibling:${owner_id}`,
    ticket: newTicket(services.random),
    amount_xaf: above ? session.amount_xaf + step : step,
    operator: session.operator,
    collection_number_id: session.collection_number_id,
    assigned_collection_number: session.assigned_collection_number,
    customer_phone: null,
    description: 'Made by the sandbox for the scenario "ambiguous".',
    metadata: null,
    link_id: null,
    created_at,
    expires_at,
    due_at: later(expires_at, services.policy.grace_seconds * SECOND_MS),
    host_phone: null,
    apart_from: null,
    allowance_slot: null,
    amount_share: null,
  };
}
