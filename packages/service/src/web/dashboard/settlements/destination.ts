import { type Destination, maskedDestination } from '../../../domain/settlement/payout-account.ts';
import { operator } from '../../format.ts';
import { html, type SafeHtml } from '../../html.ts';
import type { Words } from '../../words/words.ts';

/** A payout account as its owner knows it again: the operator by its name, most of the number covered. */
export function payoutAccount(words: Words, destination: Destination): SafeHtml {
  const masked = maskedDestination(destination);
  return destination.kind === 'number'
    ? html`${operator(words, destination.operator)} <bdi dir="ltr" class="nb">${masked.slice(destination.operator.length + 1)}</bdi>`
    : html`<bdi dir="ltr">${masked}</bdi>`;
}
