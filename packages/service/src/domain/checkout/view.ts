import { asTyped } from '../money.ts';
import { type Msisdn, normaliseMsisdn } from '../msisdn.ts';
import type { Environment, Operator } from '../operator.ts';
import type { Checked, ReviewReason, SessionStatus } from '../session/session.ts';

/** One credit that has to do with a session, as its payer may know of it. */
export type SeenCredit = {
  /** It paid the session, it is in the session's case, or it came after the session had ended or was paid. */
  role: 'paid' | 'case' | 'aside';
  amount_xaf: number;
  operator_transaction_id: string | null;
  occurred_at: Date;
  state: 'MATCHED' | 'REVIEW' | 'SUSPENSE' | 'REFUNDED' | 'ASSIGNED' | 'VOIDED';
  /** What an overpaid session left, and whether staff have dealt with it. */
  surplus_xaf: number;
  is_surplus_refunded: boolean;
  /** It was not sent back: the operator has taken it back, or it was never paid. */
  is_surplus_voided: boolean;
  /** What staff have marked as sent back of it was seen leaving: the mark itself moves no money. */
  has_left: boolean;
  /** The operator has called it undone. */
  is_reversed: boolean;
};

/** How the operator's messages about a number reach us at present. */
export type Feed = 'well' | 'slow' | 'silent';

/** All that the checkout page of a session may show: no payer's number, no metadata. */
export type CheckoutView = {
  id: string;
  /** Never shown; the sandbox's use case asks for it. */
  merchant_id: string;
  environment: Environment;
  reference: string;
  ticket: string;
  amount_xaf: number;
  operator: Operator;
  status: SessionStatus;
  review_reason: ReviewReason | null;
  assigned_collection_number: string;
  /** Null where the merchant has none, or does not let it be shown. */
  description: string | null;
  /** The sandbox's scenario `wrong_payer` needs one. */
  has_declared_payer: boolean;
  created_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  checked: Checked | null;
  merchant_name: string;
  is_merchant_verified: boolean;
  /** What the page speaks where the payer's browser asks for nothing of ours. */
  language: 'fr' | 'ar' | 'en';
  return_url: string | null;
  /** Of a session that has ended `silent` only where what came by then may not be told of yet. */
  feed: Feed;
  credits: SeenCredit[];
  /** What its merchant has given back of it, and the payer has got. */
  given_back_xaf: number;
  /** What payers have told of this session, and when last. */
  claim_count: number;
  claimed_at: Date | null;
};

const LENGTH_MAX = 2000;
const OURS = ['payment_session_id', 'reference', 'status'] as const;

export type ReturnAddressProblem = 'no_address' | 'too_long' | 'with_password' | 'not_https';

/** What is wrong with a merchant's return address; null: nothing. `http` is for development only. */
export function returnAddressProblem(text: string, allows_http: boolean): ReturnAddressProblem | null {
  if (text.length > LENGTH_MAX) return 'too_long';
  if (!URL.canParse(text)) return 'no_address';
  const { protocol, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'with_password';
  if (protocol === 'https:' || (protocol === 'http:' && allows_http)) return null;
  return protocol === 'http:' ? 'not_https' : 'no_address';
}

/**
 * The link back to the shop, with three parameters that are for display only: whoever reads them as a payment
 * believes what anybody can type. Null without an address; a live session never leads to plain http.
 */
export function returnAddress(view: CheckoutView, status: CheckoutView['status']): string | null {
  if (view.return_url === null || !URL.canParse(view.return_url)) return null;
  const url = new URL(view.return_url);
  const is_secure = url.protocol === 'https:';
  if (!is_secure && (url.protocol !== 'http:' || view.environment === 'live')) return null;
  const values = [view.id, view.reference, status];
  OURS.forEach((name, at) => {
    url.searchParams.set(name, values[at] ?? '');
  });
  return url.href;
}

/** What a payer typed into the form, as it came. */
export type ClaimFields = { transaction: string; phone: string };

export type ReadClaim =
  | { ok: true; operator_transaction_id: string; payer_phone: Msisdn }
  | { ok: false; wrong: { transaction: boolean; phone: boolean } };

const TYPED_MAX = 60;
/** As the column of `payer_claims` has it. */
const TRANSACTION = /^[A-Z0-9.]{6,30}$/;

/** Reads a payer's words: an id in capitals without what people put between its signs, and a number of Chad. */
export function readClaim({ transaction, phone }: ClaimFields): ReadClaim {
  const id = asTyped(transaction.slice(0, TYPED_MAX))
    .toUpperCase()
    .replaceAll(/[\s\-_]/g, '');
  const operator_transaction_id = id.replace(/\.+$/, '');
  const payer_phone = normaliseMsisdn(asTyped(phone));
  const is_id =
    transaction.length <= TYPED_MAX && TRANSACTION.test(operator_transaction_id) && /[0-9]/.test(id);
  if (is_id && payer_phone !== null) return { ok: true, operator_transaction_id, payer_phone };
  return { ok: false, wrong: { transaction: !is_id, phone: payer_phone === null } };
}
