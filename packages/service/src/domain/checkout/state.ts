import { EXPIRY_WAITS_MOST_HOURS } from '../movement/clocks.ts';
import { checkedAt } from '../session/session.ts';
import { DAY_MS, later, MINUTE_MS } from '../time.ts';
import type { CheckoutView, Feed, SeenCredit } from './view.ts';

/** Below this a page counts down. */
export const LAST_MINUTES_MS = 5 * MINUTE_MS;
/** So many claims a session takes; `payer_claims` holds the same bound. */
export const CLAIMS_MAX = 5;
/** A payer may say so long after the end that money was sent. */
export const PAYER_CLAIM_DAYS = 30;

/** Why money that came waits for a person or for proof. */
export type CheckReason =
  | 'late'
  | 'less'
  | 'more'
  /** Several payments, none of which is the amount: they are not added up. */
  | 'other_amounts'
  | 'several'
  | 'other_payer'
  | 'second'
  | 'unproven'
  /** The operator has called all of it undone, and staff have yet to decide. */
  | 'taken_back';

/**
 * Money that is not what paid the session, as its payer is told of it; of several what comes first here. Staff
 * have yet to decide; or they send it back to its payer, and it has not been seen leaving; or the operator has
 * called it undone before either; or it has left; or it was decided otherwise.
 */
const OTHER_MONEY = ['with_staff', 'going_back', 'taken_back', 'sent_back', 'decided'] as const;
export type OtherMoney = (typeof OTHER_MONEY)[number];
export type SurplusBecomes = Exclude<OtherMoney, 'taken_back'>;

/** Whether the page takes a payer's word that money was sent: `told` still does, since words may be corrected. */
export type ClaimForm = 'open' | 'told' | 'full' | 'closed';

/** What a page says beside that a payment is waited for. `other_phone`: one from a phone that nobody declared is being checked. */
export type Beside = { feed: Feed; other_phone: boolean };

/** What the page of a session says at a moment. A state that the service does not know is none of these. */
export type PageState =
  | ({ name: 'waiting' | 'last_minutes'; left_ms: number } & Beside)
  /** The window is over; a message of a payment in time may still come. */
  | ({ name: 'listening' } & Beside)
  | {
      name: 'checking';
      reason: CheckReason;
      /** What came, where one payment is the whole case and its amount the reason. */
      received_xaf: number | null;
      /** When it went to staff; null while it still waits for proof. */
      since: Date | null;
      /** When staff take over what was not proven by then; null once they have. */
      staff_from: Date | null;
    }
  | {
      name: 'paid';
      paid_at: Date;
      operator_transaction_id: string | null;
      surplus: { amount_xaf: number; becomes: SurplusBecomes } | null;
      second: OtherMoney | null;
      /** What its payer has got back of it: none, a part, or all. */
      given_back: { amount_xaf: number; is_all: boolean } | null;
    }
  /** Paid, and then called undone by the operator. */
  | { name: 'reversed' }
  | { name: 'expired' | 'cancelled'; claim: ClaimForm; feed: Exclude<Feed, 'slow'> }
  /** Closed, and money that was meant for it came afterwards. */
  | { name: 'late_money'; becomes: OtherMoney }
  /** The same, by a message that waits for proof: one that is forged takes its payer's word from nobody. */
  | { name: 'late_money'; becomes: 'unproven'; claim: ClaimForm }
  /** Staff looked at what came and did not take it for this session. */
  | { name: 'not_taken'; becomes: OtherMoney };

/** The state of a page: pure, total, and nothing but what the view says. */
export function pageState(view: CheckoutView, now: Date): PageState {
  switch (view.status) {
    case 'AWAITING_PAYMENT':
      return view.checked === 'own' ? unproven(view) : open(view, now);
    case 'UNDER_REVIEW':
      return checking(view);
    case 'SUCCESS':
      return paid(view);
    case 'CANCELLED':
    case 'EXPIRED':
    case 'FAILED':
      return ended(view, now);
  }
}

/** Nothing on the page will change by itself any more, so it need not ask. */
export function isFinal(state: PageState): boolean {
  if (state.name === 'late_money' || state.name === 'not_taken')
    return state.becomes !== 'unproven' && state.becomes !== 'going_back';
  if (state.name === 'expired' || state.name === 'cancelled') return state.feed !== 'silent';
  return !isUnderWay(state);
}

/** Its session waits for money or for staff. */
const isUnderWay = ({ name }: PageState): boolean =>
  name === 'waiting' || name === 'last_minutes' || name === 'listening' || name === 'checking';

function open({ expires_at, feed, checked }: CheckoutView, now: Date): PageState {
  const left_ms = expires_at.getTime() - now.getTime();
  const beside = { feed, other_phone: checked === 'other_phone' };
  if (left_ms <= 0) return { name: 'listening', ...beside };
  return { name: left_ms < LAST_MINUTES_MS ? 'last_minutes' : 'waiting', left_ms, ...beside };
}

function unproven({ expires_at }: CheckoutView): PageState {
  const staff_from = later(expires_at, (EXPIRY_WAITS_MOST_HOURS * DAY_MS) / 24);
  return { name: 'checking', reason: 'unproven', received_xaf: null, since: null, staff_from };
}

function checking(view: CheckoutView): PageState {
  const cases = view.credits.filter(({ role }) => role === 'case');
  const reason = reasonOf(view, cases);
  const tells_amount = reason === 'less' || reason === 'more';
  const received_xaf = tells_amount ? (cases[0]?.amount_xaf ?? null) : null;
  return { name: 'checking', reason, received_xaf, since: view.closed_at, staff_from: null };
}

function reasonOf({ review_reason, amount_xaf }: CheckoutView, cases: readonly SeenCredit[]): CheckReason {
  if (cases.length > 0 && cases.every(({ is_reversed }) => is_reversed)) return 'taken_back';
  const [only] = cases.length === 1 ? cases : [];
  switch (review_reason) {
    case 'late':
      return 'late';
    case 'payer_mismatch':
      return 'other_payer';
    case 'second_payment':
      return 'second';
    case 'unproven':
      return 'unproven';
    case 'amount_mismatch':
      if (cases.length > 1 && cases.every((one) => one.amount_xaf !== amount_xaf)) return 'other_amounts';
      if (only === undefined || only.amount_xaf === amount_xaf) return 'several';
      return only.amount_xaf < amount_xaf ? 'less' : 'more';
    case 'ambiguous':
    case null:
      return 'several';
  }
}

function paid(view: CheckoutView): PageState {
  const by = view.credits.find(({ role }) => role === 'paid');
  if (by?.is_reversed === true) return { name: 'reversed' };
  const others = view.credits.filter(({ role }) => role !== 'paid');
  const surplus =
    by === undefined || by.surplus_xaf === 0
      ? null
      : { amount_xaf: by.surplus_xaf, becomes: surplusBecomes(by) };
  return {
    name: 'paid',
    paid_at: by?.occurred_at ?? view.closed_at ?? view.created_at,
    operator_transaction_id: by?.operator_transaction_id ?? null,
    surplus,
    second: moneyBecomes(others),
    given_back:
      view.given_back_xaf === 0
        ? null
        : { amount_xaf: view.given_back_xaf, is_all: view.given_back_xaf >= view.amount_xaf },
  };
}

/** A surplus that the operator has called undone makes the whole payment `reversed`. */
function surplusBecomes({ is_surplus_refunded, is_surplus_voided, has_left }: SeenCredit): SurplusBecomes {
  if (is_surplus_voided) return 'decided';
  if (!is_surplus_refunded) return 'with_staff';
  return has_left ? 'sent_back' : 'going_back';
}

function ended(view: CheckoutView, now: Date): PageState {
  const rejected = moneyBecomes(view.credits.filter(({ role }) => role === 'case'));
  if (rejected !== null) return { name: 'not_taken', becomes: rejected };
  const aside = moneyBecomes(view.credits.filter(({ role }) => role === 'aside'));
  if (aside !== null) return { name: 'late_money', becomes: aside };
  const claim = claimForm(view, now);
  if (checkedAt(view, now) === 'own') return { name: 'late_money', becomes: 'unproven', claim };
  // As long as its payer may still say that money was sent, it may be in a phone that nobody hears.
  const feed = view.feed === 'silent' && claim !== 'closed' ? 'silent' : 'well';
  return { name: view.status === 'CANCELLED' ? 'cancelled' : 'expired', claim, feed };
}

type MoneyBeside = Pick<SeenCredit, 'state' | 'has_left' | 'is_reversed'>;

/** What becomes of money beside: as long as some of it is undecided, that is what its payer is told. */
export function moneyBecomes(credits: readonly MoneyBeside[]): OtherMoney | null {
  const all = new Set(credits.map(becomesOf));
  return OTHER_MONEY.find((one) => all.has(one)) ?? null;
}

function becomesOf({ state, has_left, is_reversed }: MoneyBeside): OtherMoney {
  const is_undecided = state === 'REVIEW' || state === 'SUSPENSE';
  if (!is_undecided && state !== 'REFUNDED') return 'decided';
  if (!is_undecided && has_left) return 'sent_back';
  if (is_reversed) return 'taken_back';
  return is_undecided ? 'with_staff' : 'going_back';
}

/** Whether a payer may say that money was sent: once the session has ended and nothing was seen. */
export function claimForm(view: CheckoutView, now: Date): ClaimForm {
  const ended_ms = (view.closed_at ?? view.expires_at).getTime();
  if (now.getTime() - ended_ms > PAYER_CLAIM_DAYS * DAY_MS) return 'closed';
  if (view.claim_count >= CLAIMS_MAX) return 'full';
  return view.claim_count > 0 ? 'told' : 'open';
}

/** A form that a slow line sends once more comes within so long. */
export const SENT_TWICE_MS = 10_000;

/**
 * Whether a form that comes again asks for the payment that it began: in the same moment, or as long as that payment
 * waits for money, may still hear of it, or is with staff. A form that the browser restores holds the token of a payment that may be over:
 * led there, its payer could never pay again, or would read that an earlier payment's money is theirs; and of one that has ended
 * one forged message would lead them there for days.
 */
export function isSamePayment(begun: CheckoutView, now: Date): boolean {
  if (now.getTime() - begun.created_at.getTime() < SENT_TWICE_MS) return true;
  return isUnderWay(pageState(begun, now));
}
