import { parseAmount, westernDigits } from '../money.ts';
import { type Msisdn, normaliseMsisdn } from '../msisdn.ts';
import type { Operator } from '../operator.ts';
import { boundsOf, type PaymentLink } from './link.ts';

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
export function readPayer(
  fields: PayerFields,
  link: Pick<PaymentLink, 'amount_xaf' | 'min_xaf' | 'max_xaf'>,
  operators: readonly Operator[],
): ReadPayer {
  const { token, phone } = fields;
  if (!TOKEN.test(token)) return { ok: false, wrong: null };
  const amount_xaf = link.amount_xaf ?? readAmount(fields.amount);
  const { min, max } = boundsOf(link);
  const operator = operators.find((one) => one === fields.operator);
  const has_phone = phone.trim() !== '';
  const customer_phone =
    has_phone && phone.length <= TYPED_MAX ? normaliseMsisdn(westernDigits(phone)) : null;
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

/** Whole francs, as people type them: `5 000`, `5.000`, `٥٠٠٠`; null when that is not clear. */
export function readAmount(text: string): number | null {
  const read = text.length > TYPED_MAX ? null : parseAmount(westernDigits(text));
  return read?.exact === true ? read.amount_xaf : null;
}
