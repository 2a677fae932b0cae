import type { DeliveryState, LoggedAttempt, ShownDelivery } from '../../../domain/delivery/delivery.ts';
import { isUuid } from '../../../domain/keys.ts';
import { listDeliveries, retrieveDeliveries } from '../../../engine/deliveries/deliveries.ts';
import { resendDeliveries } from '../../../engine/deliveries/resend.ts';
import { moment } from '../../format.ts';
import { badge, button, card, facts, pager, postForm, select, type Tone, table } from '../../frame/parts.ts';
import { type AnyPage, goTo, type MemberVisit, memberPage, NOT_FOUND, show } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { AT, callerOf, DEVELOPERS, exact, olderOf, PAGE_LIMIT, wordsOf } from './room.ts';

const STATES: readonly DeliveryState[] = ['PENDING', 'DELIVERED', 'HELD', 'DEAD'];
const TONES: Readonly<Record<DeliveryState, Tone>> = {
  PENDING: 'wait',
  DELIVERED: 'good',
  HELD: 'wait',
  DEAD: 'bad',
};

/** Deliveries under each other, with what was answered last. */
export function deliveryTable(
  visit: MemberVisit,
  deliveries: readonly ShownDelivery[],
  nothing?: string,
): SafeHtml {
  const { deliveries: words } = wordsOf(visit);
  const rows = deliveries.map((one) => [
    html`<a class="link" href="${visit.at(`${AT.deliveries}/${one.id}`)}"><code>${one.event}</code></a>`,
    badge(words.states[one.state], TONES[one.state]),
    html`<bdi>${one.attempt_count}</bdi>`,
    said(visit, one.attempts.at(-1)),
    moment(visit.words, one.created_at),
  ]);
  const { event, state, attempts, answer, at } = words.columns;
  const heads = [event, state, attempts, answer, at].map((label) => ({ label }));
  return table(visit, heads, rows, nothing ?? words.nothing);
}

function said(visit: MemberVisit, attempt: LoggedAttempt | undefined): Part {
  const { deliveries: words } = wordsOf(visit);
  if (attempt === undefined) return words.no_answer;
  const outcome = words.outcomes[attempt.outcome] ?? attempt.outcome;
  return attempt.status_code === null ? outcome : html`<bdi>${attempt.status_code}</bdi> ${outcome}`;
}

const deliveryLog = memberPage(DEVELOPERS, {
  path: `${AT.webhooks}/:id/deliveries`,
  get: async (visit) => {
    const endpoint_id = (visit.params.id ?? '').toLowerCase();
    if (!isUuid(endpoint_id)) return NOT_FOUND;
    const { deliveries: words, back } = wordsOf(visit);
    const state = STATES.find((one) => one === visit.query.get('state')) ?? null;
    const given = visit.query.get('cursor');
    const cursor = given !== null && isUuid(given) ? given : null;
    const asked = { ...callerOf(visit), endpoint_id, state, event: null, cursor, limit: PAGE_LIMIT };
    const [page] = await listDeliveries(visit.services, [asked]);
    if (!page) return NOT_FOUND;
    const here = `${AT.webhooks}/${endpoint_id}/deliveries`;
    const options = [
      { value: '', label: words.any },
      ...STATES.map((value) => ({ value, label: words.states[value] })),
    ];
    return show({
      title: words.title,
      content: html`<p><a class="link" href="${visit.at(`${AT.webhooks}/${endpoint_id}`)}">${back}</a></p>
<form method="get" class="filters" action="${visit.at(here)}">${select({ name: 'state', label: words.columns.state, value: state ?? '' }, options)}${button(words.filter, { kind: 'two' })}</form>
${deliveryTable(visit, page.rows)}${pager(visit, { newer: null, older: olderOf(visit, here, page.next_cursor) })}`,
    });
  },
});

const oneDelivery = memberPage(DEVELOPERS, {
  path: `${AT.deliveries}/:id`,
  get: async (visit) => {
    const delivery_id = (visit.params.id ?? '').toLowerCase();
    if (!isUuid(delivery_id)) return NOT_FOUND;
    const [delivery] = await retrieveDeliveries(visit.services, [{ ...callerOf(visit), delivery_id }]);
    if (!delivery) return NOT_FOUND;
    const { deliveries: words, back, events } = wordsOf(visit);
    const { event_id, endpoint_id, endpoint_status, state, dead_reason, next_attempt_at } = delivery;
    // What was removed has no list of deliveries any more.
    const list =
      endpoint_status === 'removed' ? `${AT.events}/${event_id}` : `${AT.webhooks}/${endpoint_id}/deliveries`;
    const rows: [Part, Part][] = [
      [words.columns.state, badge(words.states[state], TONES[state])],
      [events.type, html`<a href="${visit.at(`${AT.events}/${event_id}`)}"><code>${event_id}</code></a>`],
      [words.columns.at, moment(visit.words, delivery.created_at)],
    ];
    if (next_attempt_at !== null) rows.push([words.next, moment(visit.words, next_attempt_at)]);
    const action = visit.at(`${AT.deliveries}/${delivery.id}/resend`);
    return show({
      title: `${words.one} – ${delivery.event}`,
      content: html`<p><a class="link" href="${visit.at(list)}">${back}</a></p>
${facts(rows)}${dead_reason === null ? NOTHING : html`<p>${words.dead[dead_reason]}</p>`}
<div class="actions">${postForm(visit, action, button(words.resend))}</div>
${delivery.attempts.length === 0 ? html`<p class="empty">${words.no_attempts}</p>` : delivery.attempts.map((attempt) => attemptPart(visit, attempt))}`,
    });
  },
});

function attemptPart(visit: MemberVisit, attempt: LoggedAttempt): SafeHtml {
  const { deliveries: words } = wordsOf(visit);
  return card(
    html`${words.attempt} <bdi>${attempt.attempt}</bdi>`,
    html`<p>${said(visit, attempt)} · ${moment(visit.words, attempt.started_at)} · <bdi>${attempt.duration_ms} ms</bdi></p>
<p class="hint">${words.answer}</p>${attempt.answer === null || attempt.answer === '' ? html`<p>${words.no_answer}</p>` : exact(attempt.answer)}`,
  );
}

const resend = memberPage(DEVELOPERS, {
  path: `${AT.deliveries}/:id/resend`,
  post: async (visit) => {
    const delivery_id = (visit.params.id ?? '').toLowerCase();
    if (!isUuid(delivery_id)) return NOT_FOUND;
    const { services, actor } = visit;
    const words = wordsOf(visit);
    const asked = { ...callerOf(visit), by: actor, delivery_id, idempotency: null };
    const [outcome] = await resendDeliveries(services, [asked]);
    const there = visit.at(`${AT.deliveries}/${delivery_id}`);
    switch (outcome?.kind) {
      case 'resent':
        return goTo(there, words.deliveries.resent);
      case 'endpoint_disabled':
        return goTo(there, words.webhooks.disabled_first, 'warn');
      case 'endpoint_removed':
        return goTo(there, words.deliveries.endpoint_removed, 'warn');
      default:
        return NOT_FOUND;
    }
  },
});

export const DELIVERY_PAGES: readonly AnyPage[] = [deliveryLog, oneDelivery, resend];
