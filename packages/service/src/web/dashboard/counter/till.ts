import type { MemberRole } from '../../../domain/account/person.ts';
import type { PaymentFacts } from '../../../domain/payment/life.ts';
import type { Till } from '../../../domain/payment/till.ts';
import { lookAtTill, type SeenAtTill } from '../../../engine/payments/till.ts';
import { amount, localDigits, operator, phone, ticket, time } from '../../format.ts';
import { facts, linkButton, note } from '../../frame/parts.ts';
import { type MemberVisit, memberPage, NOT_FOUND, show } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { qrCode } from '../../qr.ts';
import { mayBeSeen, namedPayment } from '../payments/payment.ts';
import { TILL_SCRIPT } from './script.ts';
import { COUNTER_WORDS, type CounterWords } from './words.ts';

/** Who takes money at the counter. */
export const COUNTERING: readonly MemberRole[] = ['owner', 'developer', 'cashier'];

const PATH = '/dashboard/:environment/new/:id';

/** What somebody at the counter looks at until the money is there. */
export const till = memberPage(COUNTERING, {
  path: PATH,
  get: async (visit) => {
    const seen = await seenBy(visit);
    if (seen === null) return NOT_FOUND;
    const { payment } = seen;
    const words = COUNTER_WORDS[visit.language];
    const links = html`<p class="actions">${linkButton(words.next, visit.at('/dashboard/:environment/new'), 'main')}${linkButton(
      words.details,
      visit.at(`/dashboard/:environment/payments/${payment.id}`),
    )}</p>`;
    return show({
      title: words.title,
      content: html`<div class="narrow">${tillPart(visit, seen)}${links}</div>`,
      script: TILL_SCRIPT,
    });
  },
});

/** The same alone, for the page that asks again; nothing while it stands as it stood. */
export const tillLive = memberPage(COUNTERING, {
  path: `${PATH}/live`,
  get: async (visit) => {
    const seen = await seenBy(visit);
    if (seen === null) return NOT_FOUND;
    if (visit.query.get('state') === nameOf(seen)) return { kind: 'data', value: {} };
    return { kind: 'part', content: tillPart(visit, seen) };
  },
});

async function seenBy(visit: MemberVisit): Promise<SeenAtTill | null> {
  const asked = namedPayment(visit);
  const seen = asked === null ? null : await lookAtTill(visit.services, asked);
  return seen !== null && mayBeSeen(visit, seen.payment) ? seen : null;
}

const TONES: Readonly<Record<Till, string>> = {
  waiting: 'wait',
  other_phone: 'warn',
  listening: 'warn',
  listening_other: 'warn',
  checking: 'warn',
  review: 'warn',
  paid: 'done',
  reversed: 'bad',
  refunded: 'off',
  over: 'off',
  failed: 'off',
  cancelled: 'off',
  aside: 'warn',
  sent_back: 'off',
  decided: 'off',
};

/** As long as it may be paid its payer is told how. */
const PAYABLE: readonly Till[] = ['waiting', 'other_phone'];
/** What may still become paid, so that the page goes on asking. */
const LIVE: readonly Till[] = [...PAYABLE, 'listening', 'listening_other', 'checking', 'review', 'aside'];

/** By which a page that asks again says what it shows. */
const nameOf = ({ state, is_unheard }: SeenAtTill): string => (is_unheard ? `${state}_unheard` : state);

/** While nobody hears whether a customer has paid, the till does not say that they haven't. */
function stateSaid({ states, unheard }: CounterWords, { state, is_unheard }: SeenAtTill) {
  const is_open_question = is_unheard && (state === 'over' || state === 'failed');
  return is_open_question ? { ...states.listening, text: unheard.ended } : states[state];
}

function unheardNote({ unheard }: CounterWords, { state, is_unheard }: SeenAtTill): SafeHtml {
  if (!is_unheard || state === 'over' || state === 'failed') return NOTHING;
  return note(PAYABLE.includes(state) ? unheard.open : unheard.over, 'warn');
}

function tillPart(visit: MemberVisit, seen: SeenAtTill): SafeHtml {
  const { payment, state, is_unheard } = seen;
  const words = COUNTER_WORDS[visit.language];
  const { title, text } = stateSaid(words, seen);
  const is_live = is_unheard || LIVE.includes(state);
  return html`<section id="till" data-state="${nameOf(seen)}" data-tone="${is_unheard ? 'warn' : TONES[state]}" data-live="${visit.at(`${PATH}/live`.replace(':id', payment.id))}"${
    is_live ? NOTHING : html` data-final`
  }><p class="status" role="status">${title}</p><div class="body"><p>${text}</p>
${unheardNote(words, seen)}
<p class="amount">${amount(visit.words, payment.amount_xaf)}</p>
${PAYABLE.includes(state) ? payablePart(visit, payment) : NOTHING}${state === 'paid' ? givenBack(visit, payment) : NOTHING}${is_live ? byHand(visit, payment) : NOTHING}
${facts([
  [words.labels.operator, operator(visit.words, payment.operator)],
  ...(payment.kind === 'session' ? [[words.ticket, ticket(payment.ticket)] as const] : []),
])}
<p class="actions"><button class="btn two" type="button" hidden data-sound data-on="${words.sound_on}" data-off="${words.sound_off}"></button></p>
</div><div class="note warn" role="alert" data-offline hidden><p>${words.offline}</p><p><a class="link" href="${here(visit, payment)}">${words.look_again}</a></p></div></section>`;
}

/** A part of it is back with the customer. */
function givenBack({ words, language }: MemberVisit, { given_back_xaf }: PaymentFacts): SafeHtml {
  if (given_back_xaf === 0) return NOTHING;
  return note(html`${COUNTER_WORDS[language].given_back} ${amount(words, given_back_xaf)}`, 'warn');
}

const here = (visit: MemberVisit, { id }: PaymentFacts): string => visit.at(PATH.replace(':id', id));

/** For a browser that runs no script. */
function byHand(visit: MemberVisit, payment: PaymentFacts): SafeHtml {
  const words = COUNTER_WORDS[visit.language];
  return html`<p data-byhand><a class="link" href="${here(visit, payment)}">${words.look_again}</a></p>`;
}

/** What to tell the payer: the number, or that the phone asks; and the page that they can open themselves. */
function payablePart(visit: MemberVisit, payment: PaymentFacts): SafeHtml {
  const words = COUNTER_WORDS[visit.language];
  const until = html`<p>${words.until({ time: time(visit.words, payment.expires_at) })}</p>`;
  if (payment.kind === 'transaction') return html`<p>${words.ask}</p>${until}`;
  const { collection_number } = payment;
  const number =
    collection_number === null
      ? NOTHING
      : html`<div class="pay"><p><span class="label">${words.number}</span> ${phone(collection_number)}</p>
<button class="btn two" type="button" hidden data-copy="${localDigits(collection_number)}" data-done="${words.copied}">${words.copy_number}</button></div>`;
  const link = visit.address(`/pay/payment-sessions/${payment.id}`);
  return html`${number}${until}<div class="qr">${qrCode(link, words.qr)}<p>${words.qr}</p></div>
<p class="actions"><a class="btn two" href="${link}">${words.link}</a>
<button class="btn two" type="button" hidden data-copy="${link}" data-done="${words.copied}">${words.copy}</button></p>`;
}
