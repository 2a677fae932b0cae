import { MEMBER_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import type { LifeStep, PaymentFacts } from '../../../domain/payment/life.ts';
import { goneAgain, standingOf } from '../../../domain/payment/payment.ts';
import { HOUR_MS, localDay } from '../../../domain/time.ts';
import { resendDeliveries } from '../../../engine/deliveries/resend.ts';
import { lookAtPayment, readPaymentLife } from '../../../engine/payments/life.ts';
import { cancelSessions } from '../../../engine/sessions/cancel.ts';
import { amount, moment, operator, phone, ticket } from '../../format.ts';
import { button, card, facts, linkButton, postForm } from '../../frame/parts.ts';
import { goTo, type MemberVisit, memberPage, NOT_FOUND, show } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { refundCard } from '../refunds/pages.ts';
import { codeText, lifeCard } from './life.ts';
import { PAYMENT_WORDS, payerPhone, standingWord } from './rows.ts';
import { RESENDING, webhooksCard } from './webhooks.ts';

const PATH = '/dashboard/:environment/payments/:id';
/** Who may take a payment back before it is paid. */
const CANCELLING = ['owner', 'developer', 'cashier'] as const;

/** A payment with its life. */
export const payment = memberPage(MEMBER_ROLES, {
  path: PATH,
  get: async (visit) => {
    const asked = namedPayment(visit);
    const life = asked === null ? null : await readPaymentLife(visit.services, asked);
    if (life === null || !mayBeSeen(visit, life.payment)) return NOT_FOUND;
    const one = life.payment;
    return show({
      title: one.reference,
      content: html`<p class="figure">${amount(visit.words, one.amount_xaf)} ${standingWord(visit, one)}</p>
<div class="cards">${factsCard(visit, one, life.steps)}${lifeCard(visit, one, life.steps)}
${await refundCard(visit, one)}${isCashier(visit) ? NOTHING : webhooksCard(visit, one.id, life.deliveries)}${cancelCard(visit, one)}</div>`,
    });
  },
});

/** The payment that the address names, of whoever asks; null where that can be no id. */
export function namedPayment({ params, merchant_id, environment }: MemberVisit) {
  const { id = '' } = params;
  return isUuid(id) ? { merchant_id, environment, payment_id: id.toLowerCase() } : null;
}

const isCashier = ({ person }: MemberVisit): boolean => person.membership.role === 'cashier';

/** So long a payment stays before whoever began it, whatever day it is. */
const BEFORE_ONE_MS = 2 * HOUR_MS;

/** A cashier sees the payments of the day; and, beyond midnight, what has just begun, or may still be paid. */
export function mayBeSeen(
  visit: MemberVisit,
  { created_at, status }: Pick<PaymentFacts, 'created_at' | 'status'>,
): boolean {
  if (!isCashier(visit) || localDay(created_at) === localDay(visit.now)) return true;
  const known = standingOf(status);
  const is_open = known === 'waiting' || known === 'in_review';
  return is_open || visit.now.getTime() - created_at.getTime() < BEFORE_ONE_MS;
}

function factsCard(visit: MemberVisit, one: PaymentFacts, steps: readonly LifeStep[]): SafeHtml {
  const { facts: names, kinds, statuses, standings } = PAYMENT_WORDS[visit.language];
  const { words } = visit;
  const is_session = one.kind === 'session';
  const paid = steps.find((step) => step.name === 'seen' && step.role === 'paid');
  const operator_id = paid?.name === 'seen' ? (paid.money?.operator_transaction_id ?? null) : null;
  const gone = goneAgain(one);
  // The status says for good that it was paid; the word, what has become of its money.
  const word = gone === null ? statuses[one.status] : standings[gone];
  const rows: [string, Part][] = [
    [names.reference, codeText(one.reference)],
    [names.kind, kinds[one.kind]],
    [names.status, html`${word} <small>${codeText(one.status)}</small>`],
    [is_session ? names.ticket : names.internal_ref, is_session ? ticket(one.ticket) : codeText(one.ticket)],
    [names.operator, operator(words, one.operator)],
    [names.payer, payerPhone(one.payer_phone)],
    [names.number, one.collection_number === null ? NOTHING : phone(one.collection_number)],
    [names.operator_id, operator_id === null ? NOTHING : codeText(operator_id)],
    [names.created, moment(words, one.created_at)],
    [names.until, standingOf(one.status) === 'waiting' ? moment(words, one.expires_at) : NOTHING],
    [names.description, one.description === null ? NOTHING : html`<bdi>${one.description}</bdi>`],
    [names.id, codeText(one.id)],
  ];
  const link = is_session
    ? html`<p>${linkButton(names.checkout, visit.address(`/pay/payment-sessions/${one.id}`))}</p>`
    : NOTHING;
  return card(names.title, html`${facts(rows.filter(([, what]) => what !== NOTHING))}${link}`);
}

function cancelCard(visit: MemberVisit, one: PaymentFacts): SafeHtml {
  const { cancel } = PAYMENT_WORDS[visit.language];
  const { role } = visit.person.membership;
  if (!CANCELLING.some((may) => may === role) || standingOf(one.status) !== 'waiting') return NOTHING;
  if (one.kind === 'transaction') return card(cancel.title, html`<p>${cancel.not_a_session}</p>`);
  const form = postForm(
    visit,
    visit.at(`${PATH}/cancel`.replace(':id', one.id)),
    button(cancel.button, { kind: 'danger' }),
  );
  return card(cancel.title, html`<p>${cancel.text}</p>${form}`);
}

export const cancelPayment = memberPage(CANCELLING, {
  path: `${PATH}/cancel`,
  post: async (visit) => {
    const asked = namedPayment(visit);
    const one = asked === null ? null : await lookAtPayment(visit.services, asked);
    if (asked === null || one === null || !mayBeSeen(visit, one)) return NOT_FOUND;
    const { cancel } = PAYMENT_WORDS[visit.language];
    const back = visit.at(PATH.replace(':id', one.id));
    if (one.kind === 'transaction') return goTo(back, cancel.refused[one.status], 'warn');
    const [outcome] = await cancelSessions(visit.services, [
      { ...asked, by: visit.actor, session_id: one.id, idempotency: null },
    ]);
    if (outcome?.kind === 'not_awaiting_payment') return goTo(back, cancel.refused[outcome.status], 'warn');
    if (outcome?.kind !== 'cancelled') return NOT_FOUND;

    return goTo(back, cancel.done);
  },
});

export const resendWebhook = memberPage(RESENDING, {
  path: `${PATH}/resend`,
  post: async (visit) => {
    const asked = namedPayment(visit);
    const delivery_id = visit.form.text('delivery_id').toLowerCase();
    const life = asked === null ? null : await readPaymentLife(visit.services, asked);
    // A delivery is sent again from the page of the payment that it tells of, and of no other.
    if (asked === null || !life?.deliveries.some(({ id }) => id === delivery_id)) return NOT_FOUND;
    const { webhooks } = PAYMENT_WORDS[visit.language];
    const back = `${visit.at(PATH.replace(':id', asked.payment_id))}#webhooks`;
    const [outcome] = await resendDeliveries(visit.services, [
      { ...asked, by: visit.actor, delivery_id, idempotency: null },
    ]);
    if (outcome?.kind === 'endpoint_disabled' || outcome?.kind === 'endpoint_removed')
      return goTo(back, webhooks.refused[outcome.kind], 'warn');
    if (outcome?.kind !== 'resent') return NOT_FOUND;
    return goTo(back, webhooks.resent);
  },
});
