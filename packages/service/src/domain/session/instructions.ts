import { showTicket } from '../ticket/ticket.ts';
import { formatLocalTime, perInstant } from '../time.ts';
import type { PaymentSession } from './session.ts';

const localTime = perInstant(formatLocalTime);

const OPERATOR_NAMES = { AIRTEL: 'Airtel Money', MOOV: 'Moov Money' } as const;

/** French thousands: `5000` → `5 000`, with no-break spaces so that a phone does not wrap the amount. */
function grouped(amount_xaf: number): string {
  const digits = String(amount_xaf);
  // Amounts of at least a franc and at most ten digits; cut from the right, three at a time.
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) {
    text = `${digits.slice(Math.max(0, end - 3), end)}\u00a0${text}`;
  }
  return text;
}

/** `+23566123456` → `+235 66 12 34 56`, as numbers are read aloud in Chad. */
function spaced(msisdn: string): string {
  let text = msisdn.slice(0, 4);
  for (let at = 4; at + 2 <= msisdn.length; at += 2) text += `\u00a0${msisdn.slice(at, at + 2)}`;
  return text;
}

/**
 * The sentence a customer follows, in French. A session that can no longer be paid says so: nobody is ever
 * told to send money to it.
 */
export function instructionsFor(session: PaymentSession): string {
  const amount = `${grouped(session.amount_xaf)}\u00a0FCFA`;
  switch (session.status) {
    case 'AWAITING_PAYMENT':
      if (session.is_checked === true)
        return (
          `Un paiement de ${amount} est en cours de vérification. N'envoyez pas d'argent de nouveau ; ` +
          `gardez le ticket ${showTicket(session.ticket)}.`
        );
      return (
        `Envoyez exactement ${amount} par ${OPERATOR_NAMES[session.operator]} au ` +
        `${spaced(session.assigned_collection_number)} avant ${localTime(session.expires_at)} ` +
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
