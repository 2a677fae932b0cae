import type { LinkRefusal } from '../../../domain/link/link.ts';
import type { SafeHtml } from '../../html.ts';
import type { StateWords } from '../../words/words.ts';

type With<Values extends string> = (values: Readonly<Record<Values, SafeHtml>>) => SafeHtml;

/** Every word of a payment link's page that the checkout does not have already. */
export type LinkWords = {
  open: StateWords;
  amount: string;
  amount_hint: With<'min' | 'max'>;
  amount_wrong: With<'min' | 'max'>;
  /** Less is left of the link than that. */
  amount_left: string;
  phone: string;
  phone_hint: string;
  phone_wrong: string;
  phone_needed: string;
  operator: string;
  operator_wrong: string;
  pay_with: With<'operator'>;
  /** What happens when one of the buttons is pressed: no money moves yet. */
  next: string;
  form_used: string;
  /** The form has begun a payment that is over: none was begun now. */
  began_before: string;
  under_way: { heading: string; text: string; go: string };
  was_paid: { heading: string; text: string; go: string };
  /** All of it is back with its payer, the operator has taken it back, or money came that did not pay. */
  went_on: { heading: string; text: string; go: string };
  /** No money was seen in time. Its payer may have sent some: the checkout says what to do then. */
  has_expired: { heading: string; text: string; go: string };
  /** The shop called it off. */
  was_cancelled: { heading: string; text: string; go: string };
  refusals: Readonly<Record<LinkRefusal, StateWords>>;
  not_ready: StateWords;
  look_again: string;
};
