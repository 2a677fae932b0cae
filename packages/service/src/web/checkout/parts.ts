import type { ClaimForm } from '../../domain/checkout/state.ts';
import { type CheckoutView, returnAddress } from '../../domain/checkout/view.ts';
import type { ScenarioName } from '../../engine/sandbox/scenarios.ts';
import { amount, moment, operator, ticket } from '../format.ts';
import { html, NOTHING, type SafeHtml } from '../html.ts';
import type { Words } from '../words/words.ts';
import { noteBox, row, type Sight } from './script.ts';

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

/** The names of the form's fields. */
export const CLAIM_FIELDS = { transaction: 'transaction', phone: 'phone' } as const;
type Field = keyof typeof CLAIM_FIELDS;

/** “I have sent it”: the form, and what became of what was sent. It promises nothing, since it decides nothing. */
export function claimPart(sight: Sight, form: ClaimForm): SafeHtml {
  const { claim } = sight.words;
  if (form === 'closed') return NOTHING;
  const told =
    sight.view.claimed_at === null
      ? NOTHING
      : noteBox(
          html`<strong>${claim.told({ moment: moment(sight.words, sight.view.claimed_at) })}</strong> ${claim.told_text}`,
        );
  if (form === 'full') return html`${told}${noteBox(claim.full)}`;
  const opener = form === 'told' ? claim.another : claim.heading;
  const is_open = sight.retold === undefined ? NOTHING : html`open`;
  return html`${told}<details id="claim" ${is_open}><summary>${opener}</summary>${drawForm(sight)}</details>`;
}

function drawForm(sight: Sight): SafeHtml {
  const { path, language, words, retold } = sight;
  const { claim } = words;
  const count = retold === undefined ? 0 : Object.values(retold.wrong).filter(Boolean).length;
  return html`<form method="post" action="${path}/claims?lang=${language}" autocomplete="off">
<p>${claim.text}</p>
${count === 0 ? NOTHING : html`<p class="wrong" role="alert">${claim.problems(count)}</p>`}
${field(sight, 'transaction', html`inputmode="text" autocapitalize="characters" spellcheck="false" maxlength="60"`)}
${field(sight, 'phone', html`inputmode="tel" maxlength="20"`)}
<p class="hint">${claim.privacy}</p>
<p><button class="btn full">${claim.send}</button></p>
</form>`;
}

function field({ words, retold }: Sight, name: Field, kind: SafeHtml): SafeHtml {
  const { claim } = words;
  const is_wrong = retold?.wrong[name] === true;
  const described = is_wrong ? `${name}-hint ${name}-wrong` : `${name}-hint`;
  return html`<label for="${name}">${claim[name]}</label>
<p class="hint" id="${name}-hint">${claim[`${name}_hint`]}</p>
<input id="${name}" name="${CLAIM_FIELDS[name]}" dir="ltr" required ${kind} value="${retold?.[name] ?? ''}" aria-describedby="${described}" ${
    is_wrong ? html`aria-invalid="true"` : NOTHING
  }>
${is_wrong ? html`<p class="wrong" id="${name}-wrong">${claim[`${name}_wrong`]}</p>` : NOTHING}`;
}

/** Nobody may take a test for a payment. */
export function testBanner({ view, words }: Pick<Sight, 'view' | 'words'>): SafeHtml {
  return view.environment === 'test'
    ? html`<aside class="banner" aria-label="TEST">${words.test.banner}</aside>`
    : NOTHING;
}

/** In test, while the session waits: a button for each scenario of the sandbox. */
export function scenarioButtons(sight: Sight): SafeHtml {
  const { view, words, path, language } = sight;
  if (view.environment !== 'test' || view.status !== 'AWAITING_PAYMENT') return NOTHING;
  const { test } = words;
  const names = (Object.keys(test.scenarios) as ScenarioName[]).filter(
    (name) => name !== 'wrong_payer' || view.has_declared_payer,
  );
  return html`<section class="noprint" aria-labelledby="play"><h2 id="play">${test.heading}</h2>
<p class="hint">${test.text}</p>
${sight.is_impossible === true ? noteBox(test.impossible, 'warn') : NOTHING}
<form method="post" action="${path}/sandbox?lang=${language}" class="keys">${names.map(
    (name) =>
      html`<button class="btn ${name === 'paid' ? '' : 'two'}" name="scenario" value="${name}">${test.scenarios[name]}</button>`,
  )}</form></section>`;
}
