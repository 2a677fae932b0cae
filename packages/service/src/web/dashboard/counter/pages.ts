import { amountProblem, LIMITS } from '@chari/contract';
import { OPERATORS } from '../../../domain/operator.ts';
import {
  type CounterField,
  type CounterWrong,
  newMark,
  readCounterPayment,
} from '../../../domain/payment/counter.ts';
import {
  askableOperators,
  type BeginOutcome,
  beginPayment,
  myPaymentsToday,
} from '../../../engine/payments/counter.ts';
import { amount, countText } from '../../format.ts';
import type { Wrong } from '../../frame/form.ts';
import { button, card, field, note, postForm, select } from '../../frame/parts.ts';
import { type Answer, type AnyPage, goTo, type MemberVisit, memberPage, show } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { paymentRows } from '../payments/rows.ts';
import { COUNTERING, till, tillLive } from './till.ts';
import { COUNTER_WORDS } from './words.ts';

const PATH = '/dashboard/:environment/new';
const PAYMENTS = '/dashboard/:environment/payments';
const FIELDS = ['amount', 'operator', 'phone', 'description'] as const satisfies CounterField[];

/** The counter: begin a payment, and what this person has begun today. */
const counter = memberPage(COUNTERING, {
  path: PATH,
  link: { place: 10, label: { fr: 'Nouveau paiement', ar: 'دفعة جديدة', en: 'New payment' } },
  get: (visit) => draw(visit),
  post: async (visit) => {
    if (!mayBegin(visit)) return draw(visit, { status: 403 });
    const read = readCounterPayment(
      (name) => visit.form.text(name),
      (sum, operator) => amountProblem(sum, operator) === null,
    );
    if (!read.ok) return draw(visit, { wrong: wrongOf(visit, read.wrong), status: 422 });
    const { merchant_id, environment, person, services } = visit;
    const asked = { merchant_id, environment, account_id: person.account.id, payment: read.payment };
    const outcome = await beginPayment(services, { ...asked, mark: visit.form.text('mark') });
    if (outcome.kind !== 'begun') return refusal(visit, outcome);
    return goTo(visit.at(`${PATH}/${outcome.payment_id}`));
  },
});

function wrongOf(visit: MemberVisit, names: readonly CounterWrong[]): Wrong {
  const { wrong, wrong_asked_amount } = COUNTER_WORDS[visit.language];
  const { min, max } = LIMITS.transaction_amount_xaf;
  const operator = OPERATORS.find((one) => one === visit.form.text('operator')) ?? 'AIRTEL';
  const [least, most] = [min, max[operator]].map((xaf) => `${countText(xaf)}\u00a0${visit.words.currency}`);
  return Object.fromEntries(
    names.map((name) =>
      name === 'asked_amount' ? ['amount', wrong_asked_amount(least ?? '', most ?? '')] : [name, wrong[name]],
    ),
  );
}

/** In live only once the merchant's file is approved, as at the API. */
const mayBegin = ({ environment, person }: MemberVisit): boolean =>
  environment === 'test' || person.membership.kyc_status === 'APPROVED';

function refusal(visit: MemberVisit, outcome: Exclude<BeginOutcome, { kind: 'begun' }>): Promise<Answer> {
  const words = COUNTER_WORDS[visit.language];
  switch (outcome.kind) {
    case 'unknown_form':
      return draw(visit, { said: note(words.unknown_form, 'warn'), status: 409 });
    case 'form_used': {
      const { payment } = outcome;
      const link = html`<a href="${visit.at(`${PATH}/${payment.id}`)}">${words.see_it}</a>`;
      const said = words.form_used({ amount: amount(visit.words, payment.amount_xaf), link });
      return draw(visit, { said: note(said, 'warn'), status: 409 });
    }
    case 'frozen':
      return draw(visit, { status: 403 });
    case 'refused':
      return draw(visit, { said: note(words.refused_why[outcome.why] ?? words.refused, 'bad'), status: 503 });
  }
}

type Drawn = { wrong?: Wrong; said?: SafeHtml; status?: number };

async function draw(visit: MemberVisit, { wrong = {}, said, status = 200 }: Drawn = {}): Promise<Answer> {
  const { merchant_id, environment, services, person } = visit;
  const [operators, mine] = await Promise.all([
    askableOperators(services, { merchant_id, environment }),
    myPaymentsToday(services, { merchant_id, environment, account_id: person.account.id }),
  ]);
  const words = COUNTER_WORDS[visit.language];
  const open = mayBegin(visit) ? form(visit, operators, wrong) : note(words.kyc, 'warn');
  const rows =
    mine.payments.length === 0
      ? html`<p>${words.none_mine}</p>`
      : paymentRows(visit, mine.payments, ({ id }) => visit.at(`${PATH}/${id}`));
  const link = html`<a href="${visit.at(PAYMENTS)}">${words.all_of_today}</a>`;
  const cut = mine.is_cut
    ? html`<p>${words.last_only({ count: html`${mine.payments.length}`, link })}</p>`
    : NOTHING;
  const shown_said = said === undefined ? NOTHING : html`<div role="alert">${said}</div>`;
  return show({
    title: words.title,
    status,
    content: html`<div class="narrow">${shown_said}${open}</div>${card(words.mine, html`${rows}${cut}`)}`,
  });
}

type Operators = Awaited<ReturnType<typeof askableOperators>>;

/** Each form has a mark of its own: sent twice, it begins one payment. */
function form(visit: MemberVisit, { enabled, askable, is_frozen }: Operators, wrong: Wrong): SafeHtml {
  const words = COUNTER_WORDS[visit.language];
  if (is_frozen) return note(words.frozen, 'bad');
  if (enabled.length === 0) return note(words.no_operator, 'warn');
  const [value_of_amount, value_of_operator, value_of_phone, value_of_description] = FIELDS.map((name) =>
    visit.form.text(name),
  );
  const { labels } = words;
  const options = enabled.map((one) => ({ value: one, label: visit.words.operators[one] }));
  const ask =
    askable.length === 0
      ? NOTHING
      : button(words.ask_phone, { kind: 'two', name: 'how', value: 'transaction' });
  return postForm(
    visit,
    visit.at(PATH),
    html`<input type="hidden" name="mark" value="${newMark(visit.services.random)}">
${field({ name: 'amount', label: labels.amount, hint: words.amount_hint, value: value_of_amount ?? '', inputmode: 'numeric', is_ltr: true, max_length: 15, autocomplete: 'off', is_focused: true }, wrong)}
${select({ name: 'operator', label: labels.operator, value: value_of_operator ?? '' }, options, wrong)}
${field({ name: 'phone', label: labels.phone, hint: words.phone_hint, value: value_of_phone ?? '', type: 'tel', inputmode: 'tel', is_optional: true, max_length: 20, autocomplete: 'off' }, wrong)}
${field({ name: 'description', label: labels.description, hint: words.description_hint, value: value_of_description ?? '', is_optional: true, max_length: 255, autocomplete: 'off' }, wrong)}
<p class="actions">${button(words.show_number, { name: 'how', value: 'session' })}${ask}</p>`,
  );
}

export const COUNTER_PAGES: readonly AnyPage[] = [counter, till, tillLive];
