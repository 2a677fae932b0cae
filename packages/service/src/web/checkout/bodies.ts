import { type Beside, type CheckReason, LAST_MINUTES_MS } from '../../domain/checkout/state.ts';
import { amount, localDigits, moment, operator, phone, ticket } from '../format.ts';
import { html, NOTHING, type SafeHtml } from '../html.ts';
import type { Words } from '../words/words.ts';
import { backToShop, bigAmount, claimPart, payee, references, summary } from './parts.ts';
import { column, noteBox, row, type Sight, type StateOf } from './script.ts';

/** A session that may be paid: what to send, where, until when, and how. */
export function openBody(sight: Sight, state: StateOf<'waiting' | 'last_minutes'>): SafeHtml {
  const { view, words } = sight;
  const { pay } = words;
  const number = phone(view.assigned_collection_number);
  const values = { number, amount: amount(words, view.amount_xaf), ticket: ticket(view.ticket) };
  const said = words[state.name];
  return html`${payee(sight)}
<h1>${state.feed === 'silent' ? words.feed.silent.heading : said.heading}</h1>
${overNote(sight, state)}
${said.text === '' || state.feed === 'silent' ? NOTHING : noteBox(said.text, 'warn')}
${besideNotes(sight, state, 'open')}
${bigAmount(sight)}
<p><strong>${pay.exact}</strong> ${pay.fee}</p>
<div class="pay"><p><span class="label">${pay.number}</span> ${number}</p>
<button type="button" class="btn two" hidden data-copy="${localDigits(view.assigned_collection_number)}" data-done="${pay.copied}">${pay.copy}</button></div>
<dl>
${row(pay.until, html`${pay.until_time({ moment: moment(words, view.expires_at) })}${countdown(sight, state)}`)}
${row(pay.operator, operator(words, view.operator))}
${references(view, words)}
</dl>
<h2>${pay.steps}</h2>
<ol>${pay.operator_steps[view.operator].map((step) => html`<li>${step(values)}</li>`)}</ol>
<p>${pay.afterwards}</p>
${noteBox(words.safety)}`;
}

/** What the script says by itself once the window is over, in so many milliseconds; for nobody before that. */
function overNote({ words }: Sight, { left_ms }: StateOf<'waiting' | 'last_minutes'>): SafeHtml {
  const { status, heading, text } = words.listening;
  return html`<div class="note warn" data-ends="${left_ms}" data-status="${status}" data-heading="${heading}" hidden><p>${text}</p></div>`;
}

/** The window is over: who has paid waits, nobody else pays. */
export function listeningBody(sight: Sight, state: StateOf<'listening'>): SafeHtml {
  const { heading, text } = sight.words.listening;
  return html`<h1>${heading}</h1>
${noteBox(text, 'warn')}
${besideNotes(sight, state, 'over')}
${summary(sight)}`;
}

function besideNotes({ words }: Sight, { feed, other_phone }: Beside, time: 'open' | 'over'): SafeHtml {
  const { slow, silent } = words.feed;
  return html`${other_phone ? noteBox(words.other_phone, 'warn') : NOTHING}
${feed === 'well' ? NOTHING : noteBox(feed === 'slow' ? slow : silent[time], 'warn')}`;
}

const secondsOf = (ms: number): number => Math.max(0, Math.floor(ms / 1000));

/** Drawn by the style alone. The hour beside it is what counts, so it is not read aloud. */
function countdown({ words }: Sight, state: StateOf<'waiting' | 'last_minutes'>): SafeHtml {
  if (state.name === 'waiting') return NOTHING;
  const left = secondsOf(state.left_ms);
  return html`<span class="count" aria-hidden="true" title="${words.pay.left}"><span class="bar"><i data-left="${left}"></i></span><span class="clock"><i data-left="${left}"></i></span></span>`;
}

/** How far the countdown has come, for a page that no script touches. */
export function countdownStyle({ state }: Sight): string | undefined {
  if (state.name !== 'last_minutes') return undefined;
  return `.count i{animation-delay:${secondsOf(state.left_ms) - LAST_MINUTES_MS / 1000}s}`;
}

/** What no proof has shown has not arrived, and what the operator has called undone is there no more. */
const headingsOf = ({ late_money, reversed }: Words): Partial<Record<CheckReason, { heading: string }>> => ({
  unproven: late_money.unproven,
  taken_back: reversed,
});

/** Money came, or is said to have, and a person or a proof decides: never “failed”. */
export function checkingBody(sight: Sight, state: StateOf<'checking'>): SafeHtml {
  const { view, words } = sight;
  const { checking } = words;
  const { heading } = headingsOf(words)[state.reason] ?? checking;
  const received =
    state.received_xaf === null
      ? NOTHING
      : html` ${checking.received({ received: amount(words, state.received_xaf), amount: amount(words, view.amount_xaf) })}`;
  return html`<h1>${heading}</h1>
<p>${checking.reasons[state.reason]}${received}</p>
${noteBox(html`<strong>${checking.dont_send}</strong> ${state.staff_from === null ? checking.next : NOTHING}`, 'warn')}
${state.staff_from === null ? NOTHING : html`<p>${checking.staff_from({ moment: moment(words, state.staff_from) })}</p>`}
${state.since === null ? NOTHING : html`<p>${checking.since({ moment: moment(words, state.since) })}</p>`}
<p>${checking.by_then({ ticket: ticket(view.ticket) })}</p>
${summary(sight)}`;
}

/** The receipt; it stays at this address and prints on one page. */
export function paidBody(sight: Sight, state: StateOf<'paid'>): SafeHtml {
  const { view, words } = sight;
  const { paid, pay } = words;
  const { surplus, second, given_back } = state;
  // Whoever shows it at a counter shows no payment of which the money has gone back.
  const heading = given_back?.is_all
    ? html`<h1>${paid.given_back.heading}</h1>`
    : html`<h1>${paid.heading}</h1>
<p>${paid.text}</p>`;
  return html`${heading}
${given_back === null ? NOTHING : noteBox(paid.given_back.text({ amount: amount(words, given_back.amount_xaf) }), 'warn')}
${surplus === null ? NOTHING : noteBox(paid.surplus[surplus.becomes]({ amount: amount(words, surplus.amount_xaf) }), 'warn')}
${second === null ? NOTHING : noteBox(paid.second[second], 'warn')}
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
  return html`<h1>${heading}</h1>${noteBox(text, 'bad')}${summary(sight)}`;
}

/** Ended, and nothing was seen, or could be: back to the shop, or say that it was paid. */
export function endedBody(sight: Sight, state: StateOf<'expired' | 'cancelled'>): SafeHtml {
  const { heading, text } = sight.words[state.name];
  const { ended, ended_full } = sight.words.feed.silent;
  const unheard = noteBox(state.claim === 'full' ? ended_full : ended, 'warn');
  return html`<h1>${heading}</h1>
${state.feed === 'silent' ? unheard : html`<p>${text}</p>`}
${backToShop(sight)}
${claimPart(sight, state.claim)}
${summary(sight)}`;
}

/** Ended, and money came that is not this session's payment, or a message that may tell of such money. */
export function otherMoneyBody(sight: Sight, state: StateOf<'late_money' | 'not_taken'>): SafeHtml {
  const { words } = sight;
  const said = words[state.name];
  const { heading, text, next } =
    state.becomes === 'unproven' ? words.late_money.unproven : { ...said, next: said.becomes[state.becomes] };
  return html`<h1>${heading}</h1>
<p>${text}</p>
${noteBox(next, 'warn')}
${backToShop(sight)}
${'claim' in state ? claimPart(sight, state.claim) : NOTHING}
${summary(sight)}`;
}
