import { type CheckoutView, returnAddress } from '../../domain/checkout/view.ts';
import { amount, operator, ticket } from '../format.ts';
import { html, NOTHING, type SafeHtml } from '../html.ts';
import type { Words } from '../words/words.ts';
import { row, type Sight } from './script.ts';

/** To whom the money goes. A name is only called verified when staff have seen the merchant's papers. */
export function payee({ view, words }: Sight): SafeHtml {
  const mark = view.is_merchant_verified
    ? html`<span class="mark ok">${words.pay.verified}</span>`
    : html`<span class="mark no">${words.pay.unverified}</span>`;
  return html`<p class="to">${words.pay.to} <strong><bdi>${view.merchant_name}</bdi></strong> ${mark}</p>`;
}

export function bigAmount({ view, words }: Sight): SafeHtml {
  return html`<p class="amount"><span class="label">${words.pay.amount}</span> ${amount(words, view.amount_xaf)}</p>`;
}

/** What a payer needs when asking somebody about the payment. */
export function references(view: CheckoutView, words: Words): SafeHtml {
  const { pay } = words;
  return html`${row(pay.ticket, ticket(view.ticket), pay.ticket_why)}
${row(pay.order, html`<bdi>${view.reference}</bdi>`)}
${view.description === null ? NOTHING : row(pay.description, html`<bdi>${view.description}</bdi>`)}`;
}

/** The session in short, where nothing is to be paid any more. */
export function summary({ view, words }: Sight): SafeHtml {
  return html`<dl>
${row(words.pay.to, html`<bdi>${view.merchant_name}</bdi>`)}
${row(words.pay.amount_asked, amount(words, view.amount_xaf))}
${row(words.pay.operator, operator(words, view.operator))}
${references(view, words)}
</dl>`;
}

/** The link back to the shop, where the merchant has said where that is. */
export function backToShop({ view, words }: Sight): SafeHtml {
  const address = returnAddress(view, view.status);
  if (address === null) return NOTHING;
  return html`<p class="noprint"><a class="btn full" href="${address}" rel="noreferrer">${words.shop.back}</a></p>
<p class="hint noprint">${words.shop.note}</p>`;
}
