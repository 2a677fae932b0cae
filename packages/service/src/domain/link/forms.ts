import { AMOUNT_XAF_MAX, asTyped, parseAmount } from '../money.ts';
import { type Msisdn, normaliseMsisdn } from '../msisdn.ts';
import type { Operator } from '../operator.ts';
import { looksLikeNumber } from '../text/shown.ts';
import { boundsOf, type PaymentLink } from './link.ts';

export const TITLE_MAX = 100;
export const DESCRIPTION_MAX = 255;
/** Each use of a limited link counts what it was used for before. */
export const PAYMENTS_MAX = 10_000;
export const TOTAL_MAX = PAYMENTS_MAX * AMOUNT_XAF_MAX;

/** What somebody wants of a new link. */
export type LinkTerms = Pick<
  PaymentLink,
  | 'title'
  | 'description'
  | 'amount_xaf'
  | 'min_xaf'
  | 'max_xaf'
  | 'max_payments'
  | 'max_total_xaf'
  | 'expires_at'
>;

/** A field, and what is wrong with it. */
export type TermProblem =
  | 'title_length'
  | 'title_number'
  | 'description_length'
  | 'description_number'
  | 'amount_range'
  | 'amount_both'
  | 'bounds_missing'
  | 'bounds_order'
  | 'payments_range'
  | 'total_range'
  | 'total_below_amount'
  | 'expiry_past';

/**
 * What is wrong with the terms of a new link, everything at once; empty: nothing. A limit of the sum is a limit of
 * payments too: `completeTerms` adds it.
 */
export function termProblems(terms: LinkTerms, now: Date): TermProblem[] {
  const { title, description, amount_xaf, min_xaf, max_xaf, max_payments, max_total_xaf } = terms;
  const is_open = amount_xaf === null;
  const least = amount_xaf ?? min_xaf;
  // The page shows one below the other: half a number at the end of one goes on in the other.
  const shown = `${title} ${description ?? ''}`.slice(0, TITLE_MAX + DESCRIPTION_MAX);
  const is_title_number = looksLikeNumber(title.slice(0, TITLE_MAX));
  const checks: [boolean, TermProblem][] = [
    [!isLength(title.trim(), 1, TITLE_MAX), 'title_length'],
    [description !== null && !isLength(description, 1, DESCRIPTION_MAX), 'description_length'],
    [is_title_number, 'title_number'],
    [!is_title_number && looksLikeNumber(shown), 'description_number'],
    [[amount_xaf, min_xaf, max_xaf].some((one) => !isWhole(one, AMOUNT_XAF_MAX)), 'amount_range'],
    [!is_open && (min_xaf !== null || max_xaf !== null), 'amount_both'],
    [is_open && (min_xaf === null || max_xaf === null), 'bounds_missing'],
    [min_xaf !== null && max_xaf !== null && min_xaf > max_xaf, 'bounds_order'],
    [!isWhole(max_payments, PAYMENTS_MAX), 'payments_range'],
    [!isWhole(max_total_xaf, TOTAL_MAX), 'total_range'],
    [max_total_xaf !== null && least !== null && max_total_xaf < least, 'total_below_amount'],
    [terms.expires_at !== null && !(terms.expires_at > now), 'expiry_past'],
  ];
  return checks.filter(([is_wrong]) => is_wrong).map(([, problem]) => problem);
}

/** Terms as they are kept. */
export function completeTerms(terms: LinkTerms): LinkTerms {
  const { max_total_xaf, max_payments } = terms;
  const counted = max_total_xaf !== null && max_payments === null ? PAYMENTS_MAX : max_payments;
  return { ...terms, title: terms.title.trim(), max_payments: counted };
}

/** Whether a link has these terms. */
export function hasTerms(link: LinkTerms, terms: LinkTerms): boolean {
  const { expires_at, ...wanted } = completeTerms(terms);
  const is_alike = Object.entries(wanted).every(([name, value]) => link[name as keyof LinkTerms] === value);
  return is_alike && link.expires_at?.getTime() === expires_at?.getTime();
}

/** PostgreSQL's text can't hold the character NUL. */
const isLength = (text: string, min: number, max: number): boolean => {
  const length = [...text].length;
  return length >= min && length <= max && !text.includes('\0');
};

const isWhole = (value: number | null, max: number): boolean =>
  value === null || (Number.isInteger(value) && value >= 1 && value <= max);

/** What a payer chose on the page of a link, as it came. */
export type PayerFields = { amount: string; operator: string; phone: string; token: string };

export type PayerWrong = { amount: boolean; operator: boolean; phone: boolean };

export type ReadPayer =
  | { ok: true; amount_xaf: number; operator: Operator; customer_phone: Msisdn | null; token: string }
  /** The form is not one of ours. */
  | { ok: false; wrong: null }
  | { ok: false; wrong: PayerWrong };

/** What a form's token looks like: 128 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;
const TYPED_MAX = 40;

/**
 * Reads a payer's form. Of a link with a fixed amount that amount counts, whatever the form says.
 * @param operators those that the merchant collects with
 */
export function readPayerForm(
  fields: PayerFields,
  link: Pick<PaymentLink, 'amount_xaf' | 'min_xaf' | 'max_xaf'>,
  operators: readonly Operator[],
): ReadPayer {
  const { token, phone } = fields;
  if (!TOKEN.test(token)) return { ok: false, wrong: null };
  const amount_xaf = link.amount_xaf ?? readTypedAmount(fields.amount);
  const { min, max } = boundsOf(link);
  const operator = operators.find((one) => one === fields.operator);
  const has_phone = phone.trim() !== '';
  const customer_phone = has_phone && phone.length <= TYPED_MAX ? normaliseMsisdn(asTyped(phone)) : null;
  const is_amount = amount_xaf !== null && amount_xaf >= min && amount_xaf <= max;
  if (is_amount && operator !== undefined && has_phone === (customer_phone !== null))
    return { ok: true, amount_xaf, operator, customer_phone, token };
  const wrong = {
    amount: !is_amount,
    operator: operator === undefined,
    phone: has_phone && customer_phone === null,
  };
  return { ok: false, wrong };
}

/**
 * Whole francs, as people type them: `5 000`, `5.000`, `٥٠٠٠`; null when that is not clear.
 * @param max_xaf the largest that it may be: a limit of the sum is larger than any payment
 */
export function readTypedAmount(text: string, max_xaf = AMOUNT_XAF_MAX): number | null {
  const read = text.length > TYPED_MAX ? null : parseAmount(asTyped(text), max_xaf);
  return read?.exact === true ? read.amount_xaf : null;
}
