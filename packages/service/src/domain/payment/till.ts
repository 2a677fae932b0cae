import {
  moneyBecomes,
  type OtherMoney,
  PAYER_CLAIM_DAYS,
  type PageState,
  pageState,
} from '../checkout/state.ts';
import type { CheckoutView } from '../checkout/view.ts';
import { DAY_MS } from '../time.ts';
import type { LifeCredit, LifeReview, PaymentFacts } from './life.ts';
import { standingNow } from './payment.ts';

/** How a payment at the counter stands, for whoever stands there. */
export type Till =
  | 'waiting'
  /** A message of this sum from a phone that nobody declared; who has sent it waits, anybody else may still pay. */
  | 'other_phone'
  /** The time is over; a message of a payment in time may still come. */
  | 'listening'
  | 'listening_other'
  | 'checking'
  | 'review'
  | 'paid'
  | 'reversed'
  | 'refunded'
  | 'over'
  /** Only a transaction: its request was declined, or could not be served. */
  | 'failed'
  | 'cancelled'
  /** Money came that is not its payment: with staff, or gone back to its payer, or decided otherwise. */
  | 'aside'
  | 'sent_back'
  | 'decided';

/**
 * What a till shows. `is_unheard`: no phone tells at present of what its payer may have sent, so that nobody is
 * asked to pay to that number, or to pay anew.
 */
export type TillSight = { state: Till; is_unheard: boolean };

const MONEY: Readonly<Record<OtherMoney, Till>> = {
  with_staff: 'aside',
  going_back: 'aside',
  taken_back: 'reversed',
  sent_back: 'sent_back',
  decided: 'decided',
};

/** Of a session the till says what its payer's page says: whoever stands on either side is told the same. */
export function sessionTill(view: CheckoutView, now: Date): TillSight {
  const page = pageState(view, now);
  return { state: tillOf(page), is_unheard: 'feed' in page && page.feed === 'silent' };
}

function tillOf(state: PageState): Till {
  switch (state.name) {
    case 'waiting':
    case 'last_minutes':
      return state.other_phone ? 'other_phone' : 'waiting';
    case 'listening':
      return state.other_phone ? 'listening_other' : 'listening';
    case 'checking':
      return state.staff_from === null ? 'review' : 'checking';
    case 'paid':
      return state.given_back?.is_all === true ? 'refunded' : 'paid';
    case 'expired':
      return 'over';
    case 'reversed':
    case 'cancelled':
      return state.name;
    case 'late_money':
    case 'not_taken':
      return state.becomes === 'unproven' ? 'checking' : MONEY[state.becomes];
  }
}

/** What came for a transaction that had ended. */
export type AfterEnd = {
  reviews: readonly Pick<LifeReview, 'state'>[];
  credits: readonly Pick<LifeCredit, 'role' | 'state' | 'has_left' | 'is_reversed'>[];
};

/** What says that nothing was seen: it means little where nothing could be. */
const UNSEEN: ReadonlySet<Till> = new Set([
  'waiting',
  'other_phone',
  'listening',
  'listening_other',
  'over',
  'failed',
]);

/** The same of a transaction, whose payer has no page. */
export function transactionTill(payment: PaymentFacts, after: AfterEnd, now: Date): TillSight {
  const state = transactionState(payment, after, now);
  return { state, is_unheard: payment.is_unheard && UNSEEN.has(state) && !isLongOver(payment, now) };
}

/** As a session, of which its payer may say for as long that money was sent: its number's phone may never be heard again. */
const isLongOver = ({ closed_at }: PaymentFacts, now: Date): boolean =>
  closed_at !== null && now.getTime() - closed_at.getTime() > PAYER_CLAIM_DAYS * DAY_MS;

function transactionState(payment: PaymentFacts, { reviews, credits }: AfterEnd, now: Date): Till {
  const known = standingNow(payment);
  switch (known) {
    case 'waiting':
      return waitingTill(payment, now);
    case 'in_review':
      return 'review';
    case 'not_paid': {
      const seen = moneyBecomes(credits.filter(({ role }) => role !== 'paid'));
      // Its review stays open where the operator has taken all of it back, and there is nothing that staff have.
      const is_open = seen !== 'taken_back' && reviews.some(({ state }) => state === 'OPEN');
      const becomes = is_open ? 'with_staff' : seen;
      if (becomes !== null) return MONEY[becomes];
      return payment.status === 'FAILED' ? 'failed' : 'over';
    }
    case 'paid':
    case 'reversed':
    case 'refunded':
    case 'cancelled':
      return known;
  }
}

function waitingTill({ checked, expires_at }: PaymentFacts, now: Date): Till {
  if (checked === 'own') return 'checking';
  const is_over = now >= expires_at;
  if (checked === 'other_phone') return is_over ? 'listening_other' : 'other_phone';
  return is_over ? 'listening' : 'waiting';
}
