import { amount, moment, operator, ticket } from '../format.ts';
import { html, NOTHING, type SafeHtml } from '../html.ts';
import { claimPart } from './forms.ts';
import { backToShop, payee, references, summary } from './parts.ts';
import { column, note, row, type Sight, type StateOf } from './script.ts';

/** Money came and a person or a proof decides: never “failed”. */
export function checkingBody(sight: Sight, state: StateOf<'checking'>): SafeHtml {
  const { view, words } = sight;
  const { checking } = words;
  const received =
    state.received_xaf === null
      ? NOTHING
      : html` ${checking.received({ received: amount(words, state.received_xaf), amount: amount(words, view.amount_xaf) })}`;
  return html`<h1>${checking.heading}</h1>
<p>${checking.reasons[state.reason]}${received}</p>
${note(html`<strong>${checking.dont_send}</strong> ${state.staff_from === null ? checking.next : NOTHING}`, 'warn')}
${state.staff_from === null ? NOTHING : html`<p>${checking.staff_from({ moment: moment(words, state.staff_from) })}</p>`}
${state.since === null ? NOTHING : html`<p>${checking.since({ moment: moment(words, state.since) })}</p>`}
<p>${checking.by_then({ ticket: ticket(view.ticket) })}</p>
${summary(sight)}`;
}

/** The receipt; it stays at this address and prints on one page. */
export function paidBody(sight: Sight, state: StateOf<'paid'>): SafeHtml {
  const { view, words } = sight;
  const { paid, pay } = words;
  const { surplus, second } = state;
  return html`<h1>${paid.heading}</h1>
<p>${paid.text}</p>
${surplus === null ? NOTHING : note(paid.surplus[surplus.becomes]({ amount: amount(words, surplus.amount_xaf) }), 'warn')}
${second === null ? NOTHING : note(paid.second[second], 'warn')}
<h2>${paid.receipt}</h2>
${payee(sight)}
<p class="amount">${amount(words, view.amount_xaf)}</p>
<dl>
${row(paid.at, moment(words, state.paid_at))}
${row(pay.operator, operator(words, view.operator))}
${column(
  paid.transaction,
  state.operator_transaction_id === null
    ? html`${paid.no_transaction}`
    : html`<bdi dir="ltr">${state.operator_transaction_id}</bdi>`,
)}
${references(view, words)}
</dl>
${backToShop(sight)}
<p class="hint">${paid.keep}</p>
<button type="button" class="btn two full noprint" hidden data-print>${paid.print}</button>`;
}

export function reversedBody(sight: Sight): SafeHtml {
  const { heading, text } = sight.words.reversed;
  return html`<h1>${heading}</h1>${note(text, 'bad')}${summary(sight)}`;
}

/** Ended, and nothing was seen: back to the shop, or say that it was paid. */
export function endedBody(sight: Sight, state: StateOf<'expired' | 'cancelled'>): SafeHtml {
  const { heading, text } = sight.words[state.name];
  return html`<h1>${heading}</h1>
<p>${text}</p>
${backToShop(sight)}
${claimPart(sight, state.claim)}
${summary(sight)}`;
}

/** Ended, and money came that is not this session's payment. */
export function otherMoneyBody(sight: Sight, state: StateOf<'late_money' | 'not_taken'>): SafeHtml {
  const { heading, text, becomes } = sight.words[state.name];
  return html`<h1>${heading}</h1>
<p>${text}</p>
${note(becomes[state.becomes], 'warn')}
${backToShop(sight)}
${summary(sight)}`;
}
