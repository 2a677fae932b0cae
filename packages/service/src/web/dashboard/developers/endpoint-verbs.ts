import type { WebhookEndpoint } from '../../../domain/delivery/endpoint.ts';
import { isUuid } from '../../../domain/keys.ts';
import { dayBegins } from '../../../domain/time.ts';
import {
  type ResendFailed,
  type ResendFailedOutcome,
  resendFailedDeliveries,
} from '../../../engine/deliveries/resend-failed.ts';
import { retrieveEndpoints } from '../../../engine/webhook-endpoints/endpoints.ts';
import { rotateSecrets } from '../../../engine/webhook-endpoints/secrets.ts';
import { testEndpoints } from '../../../engine/webhook-endpoints/test.ts';
import { button, card, field, linkButton, postForm } from '../../frame/parts.ts';
import { type AnyPage, goTo, type MemberVisit, memberPage, NOT_FOUND } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { AT, callerOf, DEVELOPERS, secretPage, wordsOf } from './room.ts';

/** What may be done with an endpoint besides changing it. */
export function verbForms(visit: MemberVisit, endpoint: WebhookEndpoint): SafeHtml {
  const { webhooks } = wordsOf(visit);
  const here = `${AT.webhooks}/${endpoint.id}`;
  const is_off = endpoint.status === 'disabled';
  const turn = { kind: 'two', name: 'status', value: is_off ? 'enabled' : 'disabled' } as const;
  const once = html`<input type="hidden" name="once" value="${visit.services.newId()}">`;
  return html`<div class="actions">${linkButton(webhooks.deliveries, visit.at(`${here}/deliveries`))}
${postForm(visit, visit.at(`${here}/test`), button(webhooks.test, { kind: 'two' }))}
${postForm(visit, visit.at(here), button(is_off ? webhooks.enable : webhooks.disable, turn))}
${linkButton(webhooks.remove, visit.at(`${here}/remove`), 'danger')}</div>
<div class="cards">${card(
    webhooks.secret,
    html`<p>${webhooks.rotate_text}</p>${postForm(visit, visit.at(`${here}/rotate`), html`${once}${button(webhooks.rotate, { kind: 'two' })}`)}`,
  )}${card(
    webhooks.resend_failed,
    postForm(
      visit,
      visit.at(`${here}/resend`),
      html`${carried(visit)}${field({ name: 'since', label: webhooks.resend_since, type: 'date', value: visit.query.get('since') ?? '' })}<p class="hint">${webhooks.missed_text}</p><div class="actions">${button(webhooks.resend_failed, { kind: 'two' })}
${button(webhooks.resend_missed, { kind: 'two', name: 'what', value: 'missed' })}</div>`,
    ),
  )}</div>`;
}

/** Where the press before stopped in the log of events, and the day from which it looked through it. */
function carried({ query }: MemberVisit): SafeHtml {
  const [after, since] = [query.get('after'), query.get('since')];
  if (after === null || since === null) return NOTHING;
  return html`<input type="hidden" name="after" value="${after}"><input type="hidden" name="after_since" value="${since}">`;
}

const endpointId = ({ params }: MemberVisit): string | null => {
  const id = (params.id ?? '').toLowerCase();
  return isUuid(id) ? id : null;
};

const rotate = memberPage(DEVELOPERS, {
  path: `${AT.webhooks}/:id/rotate`,
  post: async (visit) => {
    const endpoint_id = endpointId(visit);
    if (endpoint_id === null) return NOT_FOUND;
    const { services, actor, form } = visit;
    const { webhooks } = wordsOf(visit);
    const token = isUuid(form.text('once')) ? form.text('once') : services.newId();
    const idempotency = {
      key: `dashboard/rotate/${token}`,
      request_hash: endpoint_id.replaceAll('-', '').repeat(2),
    };
    const [outcome] = await rotateSecrets(services, [
      { ...callerOf(visit), by: actor, endpoint_id, idempotency },
    ]);
    const there = `${AT.webhooks}/${endpoint_id}`;
    if (outcome?.kind === 'not_found') return NOT_FOUND;
    if (outcome?.kind !== 'rotated' || outcome.replayed)
      return goTo(visit.at(there), webhooks.already_made, 'warn');
    return secretPage(visit, {
      title: webhooks.secret,
      secret: outcome.secret,
      there,
      until: outcome.previous_secret_until,
    });
  },
});

const test = memberPage(DEVELOPERS, {
  path: `${AT.webhooks}/:id/test`,
  post: async (visit) => {
    const endpoint_id = endpointId(visit);
    if (endpoint_id === null) return NOT_FOUND;
    const { services, actor } = visit;
    const { webhooks } = wordsOf(visit);
    const asked = { ...callerOf(visit), by: actor, endpoint_id, idempotency: null };
    const [outcome] = await testEndpoints(services, [asked]);
    if (outcome?.kind === 'endpoint_disabled')
      return goTo(visit.at(`${AT.webhooks}/${endpoint_id}`), webhooks.disabled_first, 'warn');
    if (outcome?.kind !== 'sent') return NOT_FOUND;
    return goTo(visit.at(`${AT.deliveries}/${outcome.delivery.id}`), webhooks.tested);
  },
});

const resend = memberPage(DEVELOPERS, {
  path: `${AT.webhooks}/:id/resend`,
  post: async (visit) => {
    const endpoint_id = endpointId(visit);
    if (endpoint_id === null) return NOT_FOUND;
    const { services, actor, form } = visit;
    const { webhooks } = wordsOf(visit);
    const there = visit.at(`${AT.webhooks}/${endpoint_id}`);
    const since = dayBegins(form.text('since'));
    const named = { ...callerOf(visit), endpoint_id };
    if (since === null) {
      // Whose endpoint it is comes before what is wrong with the form.
      const [endpoint] = await retrieveEndpoints(services, [named]);
      return endpoint ? goTo(there, webhooks.since_wrong, 'warn') : NOT_FOUND;
    }
    const what = form.text('what') === 'missed' ? 'missed' : 'failed';
    const after = form.text('after_since') === form.text('since') ? form.text('after') : '';
    const outcome = await sendAgain(visit, {
      ...named,
      what,
      by: actor,
      since,
      // What failed leaves its list once it is sent: the first part is another one at the next press.
      cursor: what === 'missed' && isUuid(after) ? after : null,
      idempotency: null,
    });
    if (outcome?.kind === 'endpoint_disabled') return goTo(there, webhooks.disabled_first, 'warn');
    if (outcome?.kind !== 'resent') return NOT_FOUND;
    const { resent, next_cursor } = outcome;
    if (what === 'failed')
      return goTo(there, next_cursor === null ? webhooks.resent(resent) : webhooks.resent_more(resent));
    if (next_cursor === null) return goTo(there, webhooks.missed_sent(resent));
    const stopped = new URLSearchParams({ since: form.text('since'), after: next_cursor });
    return goTo(`${there}?${stopped}`, webhooks.missed_more(resent));
  },
});

/** So many parts of a long log are passed over at one press. */
const PARTS_MAX = 20;

/**
 * Sends the first part of what failed or was missed in which there is something to send: what was sent or delivered before stays in the
 * log of events.
 */
async function sendAgain(
  visit: MemberVisit,
  command: ResendFailed,
  parts = PARTS_MAX,
): Promise<ResendFailedOutcome | undefined> {
  const [outcome] = await resendFailedDeliveries(visit.services, [command]);
  if (outcome?.kind !== 'resent' || outcome.resent > 0 || parts <= 1) return outcome;
  const { next_cursor: cursor } = outcome;
  return cursor === null ? outcome : sendAgain(visit, { ...command, cursor }, parts - 1);
}

export const VERB_PAGES: readonly AnyPage[] = [rotate, test, resend];
