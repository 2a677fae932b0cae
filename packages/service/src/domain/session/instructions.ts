import { showTicket } from '../ticket/ticket.ts';
import { formatLocalTime } from '../time/local.ts';
import type { PaymentSession } from './session.ts';

const OPERATOR_NAMES = { AIRTEL: 'Airtel Money', MOOV: 'Moov Money' } as const;

/** French thousands: `5000` → `5 000`, with no-break spaces so that a phone does not wrap the amount. */
function grouped(amount_xaf: number): string {
  return String(amount_xaf).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
}

/** `+23566123456` → `+235 66 12 34 56`, as numbers are read aloud in Chad. */
function spaced(msisdn: string): string {
  return [msisdn.slice(0, 4), ...(msisdn.slice(4).match(/\d{2}/g) ?? [])].join('\u00a0');
}

/**
 * The sentence a customer follows, in French. A session that can no longer be paid says so: nobody is ever
 * told to send money to it.
 */
export function instructionsFor(session: PaymentSession): string {
  const amount = `${grouped(session.amount_xaf)}\u00a0FCFA`;
  switch (session.status) {
    case 'AWAITING_PAYMENT':
      return (
        `Envoyez exactement ${amount} par ${OPERATOR_NAMES[session.operator]} au ` +
        `${spaced(session.assigned_collection_number)} avant ${formatLocalTime(session.expires_at)} ` +
        `(heure de N'Djamena). Gardez le ticket ${showTicket(session.ticket)}.`
      );
    case 'SUCCESS':
      return `Paiement de ${amount} reçu. Merci. Ticket ${showTicket(session.ticket)}.`;
    case 'UNDER_REVIEW':
      return (
        `Un paiement est en cours de vérification. N'envoyez pas d'argent de nouveau ; ` +
        `gardez le ticket ${showTicket(session.ticket)}.`
      );
    case 'EXPIRED':
    case 'FAILED':
      return `Cette demande de paiement a expiré. N'envoyez plus d'argent ; demandez-en une nouvelle au marchand.`;
    case 'CANCELLED':
      return `Cette demande de paiement a été annulée par le marchand. N'envoyez pas d'argent.`;
  }
}
