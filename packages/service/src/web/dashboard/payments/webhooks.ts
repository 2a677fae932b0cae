import type { MemberRole } from '../../../domain/account/person.ts';
import type { DeliveryState, LoggedAttempt } from '../../../domain/delivery/delivery.ts';
import type { SentDelivery } from '../../../engine/payments/life.ts';
import { moment, shortMoment } from '../../format.ts';
import { badge, button, card, postForm, type Tone, table } from '../../frame/parts.ts';
import type { MemberVisit } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { codeText } from './life.ts';
import { PAYMENT_WORDS } from './rows.ts';

/** Who may have a webhook sent again. */
export const RESENDING: readonly MemberRole[] = ['owner', 'developer'];

const TONES: Readonly<Record<DeliveryState, Tone>> = {
  PENDING: 'wait',
  DELIVERED: 'good',
  HELD: 'bad',
  DEAD: 'bad',
};

/** What was sent about a payment, what its receiver answered, and a button that sends it again. */
export function webhooksCard(
  visit: MemberVisit,
  payment_id: string,
  deliveries: readonly SentDelivery[],
): SafeHtml {
  const { webhooks } = PAYMENT_WORDS[visit.language];
  if (deliveries.length === 0) return card(webhooks.title, html`<p>${webhooks.none}</p>`);
  return card(
    webhooks.title,
    deliveries.map((delivery) => deliveryPart(visit, payment_id, delivery)),
    { id: 'webhooks' },
  );
}

function deliveryPart(visit: MemberVisit, payment_id: string, delivery: SentDelivery): SafeHtml {
  const { webhooks } = PAYMENT_WORDS[visit.language];
  const { id, event, url, state, attempts, attempt_count, next_attempt_at } = delivery;
  const next =
    next_attempt_at === null
      ? NOTHING
      : html`<p>${webhooks.next({ moment: moment(visit.words, next_attempt_at) })}</p>`;
  const resend =
    delivery.can_resend && RESENDING.includes(visit.person.membership.role)
      ? postForm(
          visit,
          visit.at(`/dashboard/:environment/payments/${payment_id}/resend`),
          html`<input type="hidden" name="delivery_id" value="${id}">${button(webhooks.resend, { kind: 'two' })}`,
        )
      : NOTHING;
  return html`<article><h3>${codeText(event)} ${badge(webhooks.states[state], TONES[state])}</h3>
<p><bdi dir="ltr">${url}</bdi></p>
${attempt_count === 0 ? NOTHING : html`<details><summary>${webhooks.attempts(attempt_count)}</summary>${attemptRows(visit, attempts)}</details>`}
${next}${resend}</article>`;
}

function attemptRows(visit: MemberVisit, attempts: readonly LoggedAttempt[]): SafeHtml {
  const { webhooks } = PAYMENT_WORDS[visit.language];
  const { columns } = webhooks;
  return table(
    visit,
    [
      { label: columns.when },
      { label: columns.what },
      { label: columns.took, is_number: true },
      { label: columns.answer },
    ],
    attempts.map((one) => [
      shortMoment(one.started_at),
      one.status_code === null
        ? (webhooks.outcomes[one.outcome] ?? one.outcome)
        : webhooks.answered({ code: html`${one.status_code}` }),
      html`<bdi dir="ltr">${one.duration_ms} ms</bdi>`,
      one.answer === null || one.answer === '' ? NOTHING : html`<code>${one.answer.slice(0, 300)}</code>`,
    ]),
  );
}
