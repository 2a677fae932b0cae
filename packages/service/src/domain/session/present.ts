import type { PaymentSessionBody } from '@chari/contract/payment-session';
import { showTicket } from '../ticket/ticket.ts';
import { isoText } from '../time/instant.ts';
import { instructionsFor } from './instructions.ts';
import type { PaymentSession } from './session.ts';

/**
 * The one wire shape of a session: create, retrieve, cancel and events all return it. `metadata` can't leak
 * here, since the session as held does not carry it.
 * @param dashboard_url base of the hosted checkout, without a trailing slash
 */
export function presentSession(session: PaymentSession, dashboard_url: string): PaymentSessionBody {
  return {
    id: session.id,
    reference: session.reference,
    ticket: showTicket(session.ticket),
    amount: session.amount_xaf,
    currency: 'XAF',
    operator: session.operator,
    status: session.status,
    environment: session.environment,
    assigned_collection_number: session.assigned_collection_number,
    expires_at: isoText(session.expires_at),
    created_at: isoText(session.created_at),
    instructions: instructionsFor(session),
    checkout_url: `${dashboard_url}/pay/payment-sessions/${session.id}`,
  };
}
