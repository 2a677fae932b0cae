import { type PayerPrint, samePhone } from '../msisdn.ts';
import { DAY_MS } from '../time.ts';
import { CLOCKS_DIFFER_MS } from './clocks.ts';
import { hiddenFeeMax } from './move.ts';

/** The doubt about money that comes from a phone to which we had sent as much: its wallet may have refused it. */
export const MAY_BE_GIVEN_BACK = 'may_be_given_back';

/** An operator gives back within so long what a wallet has refused. */
export const GIVEN_BACK_WITHIN_MS = 7 * DAY_MS;

/** Money that left: to whom, how much without its fee and with it, and when. */
export type Sent = {
  recipient: PayerPrint | null;
  amount_xaf: number;
  left_xaf: number;
  /** Nobody knows its words: which of its figures was sent, and which is the operator's fee, is not sure. */
  is_unread?: boolean;
  occurred_at_ms: number;
  /** False: its message prints no time, or none came, so our clock or that of a phone says when it was. */
  is_dated: boolean;
};

/** Money that came, and from whom. */
export type Come = { payer: PayerPrint | null; amount_xaf: number; occurred_at_ms: number };

/** Whether what came, by the operator's clock, may be just what was sent, with its fee or without. */
export function mayBeGivenBack(come: Come, sent: Sent): boolean {
  const after_ms = come.occurred_at_ms - sent.occurred_at_ms;
  return (
    samePhone(sent.recipient, come.payer) === 'same' &&
    isSumOf(sent, come.amount_xaf) &&
    after_ms >= (sent.is_dated ? 0 : -CLOCKS_DIFFER_MS) &&
    after_ms <= GIVEN_BACK_WITHIN_MS
  );
}

/** Whether that sum was sent, with its fee or without. */
function isSumOf({ amount_xaf, left_xaf, is_unread = false }: Sent, sum_xaf: number): boolean {
  if (sum_xaf === amount_xaf || sum_xaf === left_xaf) return true;
  return is_unread && sum_xaf < left_xaf && left_xaf <= sum_xaf + hiddenFeeMax(sum_xaf);
}
