import { asTyped } from '../money.ts';
import { OPERATORS, type Operator } from '../operator.ts';
import { looksLikeNumber } from '../text/shown.ts';
import { readSearchedAmount } from './filter.ts';

/** What a cashier asks for. `how`: give the payer a number to send to, or ask the payer's phone. */
export type CounterPayment = {
  amount_xaf: number;
  operator: Operator;
  payer_phone: string | null;
  description: string | null;
  how: 'session' | 'transaction';
};

export type CounterField = 'amount' | 'operator' | 'phone' | 'description';
/** What has to be corrected; `asked_amount`: a sum that no phone is asked for. */
export type CounterWrong = CounterField | 'asked_amount';
export type ReadCounterPayment = { ok: true; payment: CounterPayment } | { ok: false; wrong: CounterWrong[] };

const DESCRIPTION_CHARACTERS = 255;
const CONTROL = /\p{Cc}/u;

/**
 * Reads the form of a new payment; the names of what has to be corrected where it can't be.
 * @param mayBeAsked whether the operator's payers are asked on their phone for the sum, as at the API
 */
export function readCounterPayment(
  field: (name: CounterField | 'how') => string | null,
  mayBeAsked: (amount_xaf: number, operator: Operator) => boolean,
): ReadCounterPayment {
  const text = (name: CounterField | 'how'): string => (field(name) ?? '').trim();
  const amount_xaf = readSearchedAmount(text('amount'));
  const operator = OPERATORS.find((one) => one === text('operator')) ?? null;
  const how = text('how') === 'transaction' ? 'transaction' : 'session';
  const payer_phone = text('phone') === '' ? null : readPhone(text('phone'));
  const description = text('description');
  const wrong: CounterWrong[] = [];
  if (amount_xaf === null) wrong.push('amount');
  else if (how === 'transaction' && operator !== null && !mayBeAsked(amount_xaf, operator))
    wrong.push('asked_amount');
  if (operator === null) wrong.push('operator');
  // A phone that is asked must be there.
  if (payer_phone === null && (text('phone') !== '' || how === 'transaction')) wrong.push('phone');
  if (
    [...description].length > DESCRIPTION_CHARACTERS ||
    CONTROL.test(description) ||
    looksLikeNumber(description)
  )
    wrong.push('description');
  if (amount_xaf === null || operator === null || wrong.length > 0) return { ok: false, wrong };
  return {
    ok: true,
    payment: { amount_xaf, operator, payer_phone, description: description === '' ? null : description, how },
  };
}

/** `66 00 00 01`, with or without the country's code; null for what is no number of Chad. */
function readPhone(text: string): string | null {
  const digits = asTyped(text).replaceAll(/[\s.()-]/g, '');
  const national = /^(?:\+?235|00235)?(\d{8})$/.exec(digits)?.[1];
  return national === undefined ? null : `+235${national}`;
}

/**
 * The reference of a payment begun at the counter, from the mark of the form it was begun by: however often that form is
 * sent, there is one payment.
 */
export function counterReference(mark: string): string | null {
  return /^[0-9A-Z]{16}$/.test(mark) ? `CAISSE-${mark}` : null;
}

const MARK_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A fresh mark for a form.
 * @param random in [0, 1)
 */
export function newMark(random: () => number): string {
  return Array.from({ length: 16 }, () => MARK_ALPHABET.charAt(Math.floor(random() * 32))).join('');
}
