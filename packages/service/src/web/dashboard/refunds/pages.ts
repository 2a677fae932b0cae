import { hash } from 'node:crypto';
import { isUuid, shortId } from '../../../domain/keys.ts';
import { AMOUNT_XAF_MAX } from '../../../domain/money.ts';
import type { PaymentFacts } from '../../../domain/payment/life.ts';
import type { RefundState } from '../../../domain/refund/refund.ts';
import { inTurn } from '../../../engine/idempotency.ts';
import { lookAtPayment } from '../../../engine/payments/life.ts';
import { createRefunds } from '../../../engine/refunds/create.ts';
import { leftToRefund, listRefunds } from '../../../engine/refunds/list.ts';
import { amount, moment } from '../../format.ts';
import { badge, button, card, field, note, pager, postForm, type Tone, table } from '../../frame/parts.ts';
import { type AnyPage, goTo, type MemberVisit, memberPage, NOT_FOUND, show } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { REFUND_WORDS } from './words.ts';

const PATH = '/dashboard/:environment/refunds';
/** Who may give money back. */
const GIVING = ['owner', 'accountant'] as const;
const ROWS = 20;
const REASON_MAX = 255;

const TONES: Readonly<Record<RefundState, Tone>> = {
  PENDING: 'wait',
  SENDING: 'wait',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  UNKNOWN: 'wait',
};

const list = memberPage(['owner', 'developer', 'accountant'], {
  path: PATH,
  link: { place: 22, label: { fr: 'Remboursements', ar: 'الاستردادات', en: 'Refunds' } },
  get: async (visit) => {
    const words = REFUND_WORDS[visit.language];
    const after = visit.query.get('after');
    const cursor = after !== null && isUuid(after) ? after.toLowerCase() : null;
    const page = await refundsOf(visit, null, cursor);
    const older = page.next_cursor === null ? null : visit.at(`${PATH}?after=${page.next_cursor}`);
    return show({
      title: words.title,
      content: html`${page.content}${pager(visit, { newer: cursor === null ? null : visit.at(PATH), older })}`,
    });
  },
});

async function refundsOf(visit: MemberVisit, payment_id: string | null, cursor: string | null) {
  const { merchant_id, environment, services } = visit;
  const words = REFUND_WORDS[visit.language];
  const [page] = await listRefunds(services, [{ merchant_id, environment, payment_id, cursor, limit: ROWS }]);
  const rows = (page?.rows ?? []).map((one) => {
    const payment = one.payment_session_id ?? one.transaction_id ?? '';
    const why = one.failure ?? words.states_mean[one.state];
    return [
      moment(visit.words, one.created_at),
      html`<a href="${visit.at(`/dashboard/:environment/payments/${payment}`)}"><code>${shortId(payment)}</code></a>`,
      amount(visit.words, one.amount_xaf),
      html`${badge(words.states[one.state], TONES[one.state])} <small>${why}</small>`,
      one.reason === null ? NOTHING : html`<bdi>${one.reason}</bdi>`,
    ];
  });
  const { when, payment, amount: how_much, state, reason } = words.columns;
  const columns = [
    { label: when },
    { label: payment },
    { label: how_much, is_number: true },
    { label: state },
    { label: reason },
  ];
  const content = table(visit, columns, rows, words.nothing);
  return { content, count: rows.length, next_cursor: page?.next_cursor ?? null };
}

/** On the page of a payment that was paid: what was given back of it, and the form that gives back. */
export async function refundCard(visit: MemberVisit, one: PaymentFacts): Promise<SafeHtml> {
  const { role } = visit.person.membership;
  if (role === 'cashier' || (one.status !== 'SUCCESS' && one.status !== 'REFUNDED')) return NOTHING;
  const words = REFUND_WORDS[visit.language];
  const { content, count } = await refundsOf(visit, one.id, null);
  const is_giving = GIVING.some((allowed) => allowed === role) && one.status === 'SUCCESS';
  const { left_xaf, stopped } = is_giving
    ? await leftToRefund(visit.services, one.id)
    : { left_xaf: 0, stopped: null };
  if (left_xaf < 1 && count === 0) return NOTHING;
  const may = stopped === null ? giveForm(visit, one.id, left_xaf) : note(words.refused[stopped], 'warn');
  return card(words.give_back, html`${count === 0 ? NOTHING : content}${left_xaf < 1 ? NOTHING : may}`, {
    id: 'refunds',
  });
}

function giveForm(visit: MemberVisit, payment_id: string, left_xaf: number): SafeHtml {
  const words = REFUND_WORDS[visit.language];
  const form = postForm(
    visit,
    visit.at(`/dashboard/:environment/payments/${payment_id}/refund`),
    html`<input type="hidden" name="once" value="${visit.services.newId()}">
${field({ name: 'amount', label: words.amount, hint: html`${words.amount_hint} ${words.left} ${amount(visit.words, left_xaf)}`, value: String(left_xaf), inputmode: 'numeric', is_ltr: true, max_length: 12 })}
${field({ name: 'reason', label: words.reason, is_optional: true, max_length: REASON_MAX })}${button(words.button, { kind: 'danger' })}`,
  );
  return html`${note(words.text)}${form}`;
}

/** A form gives back once, however often it is sent: two taps on a slow line are one refund. */
function onceOf({ form }: MemberVisit, asked: object) {
  const once = form.text('once');
  if (!isUuid(once)) return null;
  return { key: `dashboard/refunds/${once}`, request_hash: hash('sha256', JSON.stringify(asked), 'hex') };
}

const give = memberPage(GIVING, {
  path: '/dashboard/:environment/payments/:id/refund',
  post: async (visit) => {
    const { id = '' } = visit.params;
    const { merchant_id, environment, services, actor } = visit;
    if (!isUuid(id)) return NOT_FOUND;
    const own = { merchant_id, environment };
    const one = await lookAtPayment(services, { ...own, payment_id: id.toLowerCase() });
    if (one === null) return NOT_FOUND;
    const words = REFUND_WORDS[visit.language];
    const back = `${visit.at(`/dashboard/:environment/payments/${one.id}`)}#refunds`;
    const amount_xaf = visit.form.whole('amount', 10) ?? 0;
    if (amount_xaf < 1 || amount_xaf > AMOUNT_XAF_MAX) return goTo(back, words.amount_wrong, 'warn');
    const asked = {
      ...own,
      payment: { kind: one.kind, id: one.id },
      amount_xaf,
      reason: visit.form.text('reason').slice(0, REASON_MAX) || null,
      asked_by: `member ${actor.account_id}`,
    };
    const idempotency = onceOf(visit, asked);
    const [outcome] = await inTurn(
      () => createRefunds(services, [{ ...asked, idempotency, by: actor }]),
      ([one]) => one?.kind === 'idempotency_key_in_use',
    );
    if (outcome?.kind === 'created') return goTo(back, words.done);
    if (outcome?.kind === 'idempotency_key_reused') return goTo(back, words.form_used, 'warn');
    if (outcome?.kind === 'idempotency_key_in_use') return goTo(back, words.form_busy, 'warn');
    if (outcome === undefined || !(outcome.kind in words.refused)) return NOT_FOUND;
    return goTo(back, words.refused[outcome.kind as keyof typeof words.refused], 'warn');
  },
});

export const REFUND_PAGES: readonly AnyPage[] = [list, give];
