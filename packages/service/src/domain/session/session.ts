import type { PaymentSessionBody } from '@chari/contract/payment-session';
import { CLAIM_DAYS } from '../movement/clocks.ts';
import { type Environment, OPERATOR_NAMES, type Operator } from '../operator.ts';
import { showTicket } from '../ticket/ticket.ts';
import { DAY_MS, formatLocalTime, isoText, perInstant } from '../time.ts';

export const SESSION_STATUSES = [
  'AWAITING_PAYMENT',
  'SUCCESS',
  'UNDER_REVIEW',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const REVIEW_REASONS = [
  'late',
  'ambiguous',
  'amount_mismatch',
  'payer_mismatch',
  'second_payment',
  'unproven',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/**
 * What tells of a payment that is not proven yet: a message of what it owes, which may be its own; or one from wholly another phone than
 * was declared, which is its payer's only if that phone is. Then nobody is asked to pay again who has paid.
 */
export type Checked = 'own' | 'other_phone';

/** The same at a moment: once a payment has ended, as long as a message of it may still find its place. */
export function checkedAt(
  { checked = null, closed_at }: { checked?: Checked | null; closed_at: Date | null },
  now: Date,
): Checked | null {
  const is_past = closed_at !== null && now.getTime() - closed_at.getTime() > CLAIM_DAYS * DAY_MS;
  return is_past ? null : checked;
}

/**
 * A payment session as the service holds it. `presentSession` makes its wire shape; `metadata` is absent here on
 * purpose: it is stored and never read back.
 */
export type PaymentSession = {
  id: string;
  merchant_id: string;
  environment: Environment;
  reference: string;
  /** 8 characters of Crockford base32; shown as XXXX-XXXX. */
  ticket: string;
  amount_xaf: number;
  operator: Operator;
  status: SessionStatus;
  review_reason: ReviewReason | null;
  event_sequence: number;
  collection_number_id: string;
  /** `+235` and 8 digits: the number to display. */
  assigned_collection_number: string;
  customer_phone: string | null;
  description: string | null;
  created_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  /** Known where the session is shown. */
  checked?: Checked | null;
  /** The operator has taken back what paid it; known where the session is shown. */
  is_reversed?: boolean;
  /** No phone tells at present of what is paid to its number, nor did when it ended; known where it is shown. */
  is_unheard?: boolean;
};

export const TTL_MINUTES = { min: 1, max: 60, default: 10 } as const;

/**
 * The one wire shape of a session: create, retrieve, cancel and events all return it. `metadata` can't leak
 * here, since the session as held does not carry it.
 * @param dashboard_url base of the hosted checkout, without a trailing slash
 * @param now when it is read: a session that waits is to be paid until its window is over
 */
export function presentSession(
  session: PaymentSession,
  dashboard_url: string,
  now: Date,
): PaymentSessionBody {
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
    instructions: instructionsFor(session, now),
    checkout_url: `${dashboard_url}/pay/payment-sessions/${session.id}`,
  };
}

const localTime = perInstant(formatLocalTime);

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

const OTHER_PHONE =
  " Si vous avez déjà envoyé cette somme d'un autre téléphone, n'envoyez rien de nouveau : elle est en cours de vérification.";

const UNHEARD = " En ce moment nous ne recevons pas les messages de l'opérateur pour ce numéro : ";
const PAID_ONCE = 'si vous avez payé, ne payez pas de nouveau';

/**
 * The sentence a customer follows, in French. A session that can no longer be paid says so: nobody is ever
 * told to send money to it. From `expires_at` on, while a message of a payment in time may still come, it says what the
 * page of the session says then.
 */
export function instructionsFor(session: PaymentSession, now: Date): string {
  const amount = `${grouped(session.amount_xaf)}\u00a0FCFA`;
  switch (session.status) {
    case 'AWAITING_PAYMENT':
      if (session.checked === 'own')
        return (
          `Un paiement de ${amount} est en cours de vérification. N'envoyez pas d'argent de nouveau ; ` +
          `gardez le ticket ${showTicket(session.ticket)}.`
        );
      return (
        (session.expires_at <= now ? windowIsOver(session) : sendExactly(session, amount)) +
        (session.checked === 'other_phone' ? OTHER_PHONE : '') +
        (session.is_unheard === true ? unheardText(session, now) : '')
      );
    case 'SUCCESS':
      if (session.is_reversed === true)
        return (
          `L'opérateur annonce que ce paiement de ${amount} a été repris. Voyez avec le marchand ; ` +
          `n'envoyez rien d'ici là, et gardez le ticket ${showTicket(session.ticket)}.`
        );
      return `Paiement de ${amount} reçu. Merci. Ticket ${showTicket(session.ticket)}.`;
    case 'UNDER_REVIEW':
      return (
        `Un paiement est en cours de vérification. N'envoyez pas d'argent de nouveau ; ` +
        `gardez le ticket ${showTicket(session.ticket)}.`
      );
    case 'EXPIRED':
    case 'FAILED':
      if (checkedAt(session, now) !== null) return endedUnproven(session, amount);
      return `Cette demande de paiement a expiré. ${endedUnseen(session)}`;
    case 'CANCELLED':
      if (checkedAt(session, now) !== null) return endedUnproven(session, amount);
      return `Cette demande de paiement a été annulée par le marchand. N'envoyez pas d'argent.`;
  }
}

function sendExactly(session: PaymentSession, amount: string): string {
  return (
    `Envoyez exactement ${amount} par ${OPERATOR_NAMES[session.operator]} au ` +
    `${spaced(session.assigned_collection_number)} avant ${localTime(session.expires_at)} ` +
    `(heure de N'Djamena). Gardez le ticket ${showTicket(session.ticket)}.`
  );
}

function endedUnproven({ ticket }: PaymentSession, amount: string): string {
  return (
    `Un paiement de ${amount} qui semble être pour cette demande, déjà close, est en cours de vérification. ` +
    `N'envoyez rien d'autre ; voyez avec le marchand et gardez le ticket ${showTicket(ticket)}.`
  );
}

/** Events don't know whether a number was heard: neither of these sends who has paid to pay anew. */
function endedUnseen({ is_unheard }: PaymentSession): string {
  if (is_unheard === true) return `N'envoyez plus d'argent.${UNHEARD}${PAID_ONCE} ; voyez avec le marchand.`;
  return (
    "N'envoyez plus d'argent pour elle. Si vous avez payé, voyez avec le marchand avant de payer de nouveau " +
    '; sinon, demandez-en une nouvelle au marchand.'
  );
}

function unheardText({ expires_at }: PaymentSession, now: Date): string {
  return `${UNHEARD}${expires_at <= now ? '' : "si vous n'avez pas encore payé, attendez ; "}${PAID_ONCE}.`;
}

function windowIsOver(session: PaymentSession): string {
  return (
    `Le délai pour payer est terminé. Si vous avez déjà envoyé l'argent, ne faites rien ; sinon, n'envoyez plus ` +
    `d'argent. Gardez le ticket ${showTicket(session.ticket)}.`
  );
}
