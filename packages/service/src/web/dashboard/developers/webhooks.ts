import { hash } from 'node:crypto';
import { EVENT_NAMES } from '@chari/contract/events';
import type { WebhookEndpoint } from '../../../domain/delivery/endpoint.ts';
import { isUuid } from '../../../domain/keys.ts';
import { inTurn } from '../../../engine/idempotency.ts';
import { createEndpoints, urlRefusedAs } from '../../../engine/webhook-endpoints/create.ts';
import {
  changeEndpoints,
  listEndpoints,
  retrieveEndpoints,
} from '../../../engine/webhook-endpoints/endpoints.ts';
import { removeEndpoints } from '../../../engine/webhook-endpoints/remove.ts';
import { moment } from '../../format.ts';
import type { Wrong } from '../../frame/form.ts';
import {
  badge,
  button,
  card,
  checkBox,
  field,
  note,
  postForm,
  problem,
  type Tone,
  table,
} from '../../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  goTo,
  type MemberVisit,
  memberPage,
  NOT_FOUND,
  show,
} from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { verbForms } from './endpoint-verbs.ts';
import { AT, callerOf, DEVELOPERS, secretPage, tabs, wordsOf } from './room.ts';

const DESCRIPTION_MAX = 255;
const TONES: Readonly<Record<WebhookEndpoint['status'], Tone>> = {
  enabled: 'good',
  degraded: 'wait',
  disabled: 'off',
};

async function showList(visit: MemberVisit, wrong: Wrong, status = 200): Promise<Answer> {
  const { webhooks, developers } = wordsOf(visit);
  const [endpoints = []] = await listEndpoints(visit.services, [callerOf(visit)]);
  const { url, events, state } = webhooks.columns;
  const rows = endpoints.map((one) => [
    html`<a class="link" href="${visit.at(`${AT.webhooks}/${one.id}`)}"><code>${one.url}</code></a>`,
    eventsOf(visit, one),
    badge(webhooks.states[one.status], TONES[one.status]),
  ]);
  const heads = [url, events, state].map((label) => ({ label }));
  return show({
    title: developers,
    status,
    content: html`${tabs(visit, 'webhooks')}<p>${webhooks.intro}</p>${table(visit, heads, rows, webhooks.nothing)}
${card(webhooks.create, endpointForm(visit, null, wrong))}`,
  });
}

function eventsOf(visit: MemberVisit, { events }: WebhookEndpoint): Part {
  if (events === null) return wordsOf(visit).webhooks.every;
  return html`<span>${events.map((name) => html`<code>${name}</code> `)}</span>`;
}

/** The form of a new endpoint, or of one that is there. */
function endpointForm(visit: MemberVisit, endpoint: WebhookEndpoint | null, wrong: Wrong): SafeHtml {
  const { webhooks } = wordsOf(visit);
  const { form, services } = visit;
  const is_sent = form.has('url');
  const ticked = is_sent ? form.all('events') : (endpoint?.events ?? []);
  const boxes = EVENT_NAMES.map((value) =>
    checkBox({ name: 'events', value, label: html`<code>${value}</code>`, is_on: ticked.includes(value) }),
  );
  const url = is_sent ? form.text('url') : (endpoint?.url ?? '');
  const description = is_sent ? form.text('description') : (endpoint?.description ?? '');
  const content = html`${problem(wrong)}<input type="hidden" name="once" value="${services.newId()}">
${field({ name: 'url', label: webhooks.url, hint: webhooks.url_hint, type: 'url', value: url, max_length: 2048 }, wrong)}
${field({ name: 'description', label: webhooks.description, value: description, is_optional: true, max_length: DESCRIPTION_MAX }, wrong)}
<fieldset><legend>${webhooks.events}</legend><p class="hint">${webhooks.events_hint}</p>${boxes}</fieldset>
${button(endpoint === null ? webhooks.save : webhooks.change)}`;
  const action = endpoint === null ? AT.webhooks : `${AT.webhooks}/${endpoint.id}`;
  return postForm(visit, visit.at(action), content);
}

/** What the form says of an endpoint. */
function asked({ form }: MemberVisit) {
  const events = EVENT_NAMES.filter((name) => form.all('events').includes(name));
  return {
    url: form.text('url'),
    events: events.length === 0 ? null : [...events],
    description: form.text('description').slice(0, DESCRIPTION_MAX) || null,
  };
}

const endpointList = memberPage(DEVELOPERS, {
  path: AT.webhooks,
  get: (visit) => showList(visit, {}),
  post: async (visit) => {
    const { services, actor, form } = visit;
    const { webhooks } = wordsOf(visit);
    const command = { ...callerOf(visit), ...asked(visit) };
    const key = `dashboard/webhooks/${isUuid(form.text('once')) ? form.text('once') : services.newId()}`;
    const request_hash = hash('sha256', JSON.stringify(command), 'hex');
    const [outcome] = await inTurn(
      () => createEndpoints(services, [{ ...command, by: actor, idempotency: { key, request_hash } }]),
      ([one]) => one?.kind === 'idempotency_key_in_use',
    );
    switch (outcome?.kind) {
      case 'created': {
        if (outcome.replayed) return goTo(visit.at(AT.webhooks), webhooks.already_made, 'warn');
        const { id } = outcome.endpoint;
        const there = `${AT.webhooks}/${id}`;
        return secretPage(visit, { title: webhooks.made, secret: outcome.secret, there });
      }
      case 'url_refused':
        return showList(visit, { url: refusalOf(visit, command.url) ?? outcome.message }, 422);
      case 'too_many_endpoints':
        return showList(visit, { '': webhooks.too_many }, 422);
      default:
        return goTo(visit.at(AT.webhooks), webhooks.already_made, 'warn');
    }
  },
});

/** Why an address is refused, in the language of the page. */
function refusalOf(visit: MemberVisit, url: string): string | null {
  const reason = urlRefusedAs(url, visit.services.allow_private_webhooks);
  return reason === null ? null : wordsOf(visit).webhooks.refusals[reason];
}

async function showOne(visit: MemberVisit, wrong: Wrong, status = 200): Promise<Answer> {
  const endpoint = await endpointOf(visit);
  if (endpoint === null) return NOT_FOUND;
  const { webhooks, back } = wordsOf(visit);
  const { failing_since, disabled_reason } = endpoint;
  const health = endpoint.status === 'disabled' ? (disabled_reason ?? 'merchant') : endpoint.status;
  const since =
    failing_since === null
      ? NOTHING
      : html`<p>${webhooks.failing_since} ${moment(visit.words, failing_since)}</p>`;
  return show({
    title: webhooks.columns.url,
    status,
    content: html`<p><a class="link" href="${visit.at(AT.webhooks)}">${back}</a></p>
<p><code class="secret">${endpoint.url}</code></p>
${note(html`<p>${badge(webhooks.states[endpoint.status], TONES[endpoint.status])} ${webhooks.health[health]}</p>${since}`, health === 'enabled' ? 'info' : 'warn')}
${verbForms(visit, endpoint)}
<h2>${webhooks.edit}</h2>${endpointForm(visit, endpoint, wrong)}`,
  });
}

async function endpointOf(visit: MemberVisit): Promise<WebhookEndpoint | null> {
  const endpoint_id = (visit.params.id ?? '').toLowerCase();
  if (!isUuid(endpoint_id)) return null;
  const [endpoint] = await retrieveEndpoints(visit.services, [{ ...callerOf(visit), endpoint_id }]);
  return endpoint ?? null;
}

const oneEndpoint = memberPage(DEVELOPERS, {
  path: `${AT.webhooks}/:id`,
  get: (visit) => showOne(visit, {}),
  post: async (visit) => {
    const endpoint = await endpointOf(visit);
    if (endpoint === null) return NOT_FOUND;
    const { services, actor, form } = visit;
    const status = form.text('status');
    const change = status === 'enabled' || status === 'disabled' ? ({ status } as const) : asked(visit);
    const command = { ...callerOf(visit), by: actor, endpoint_id: endpoint.id, change, idempotency: null };
    const [outcome] = await changeEndpoints(services, [command]);
    if (outcome?.kind === 'url_refused')
      return showOne(visit, { url: refusalOf(visit, form.text('url')) ?? outcome.message }, 422);
    if (outcome?.kind !== 'changed') return NOT_FOUND;
    return goTo(visit.at(`${AT.webhooks}/${endpoint.id}`), wordsOf(visit).webhooks.changed);
  },
});

const remove = memberPage(DEVELOPERS, {
  path: `${AT.webhooks}/:id/remove`,
  get: async (visit) => {
    const endpoint = await endpointOf(visit);
    if (endpoint === null) return NOT_FOUND;
    const { webhooks } = wordsOf(visit);
    const action = visit.at(`${AT.webhooks}/${endpoint.id}/remove`);
    return show({
      title: webhooks.remove,
      content: html`<p><code>${endpoint.url}</code></p><p>${webhooks.remove_text}</p>
<div class="actions">${postForm(visit, action, button(webhooks.remove, { kind: 'danger' }))}</div>`,
    });
  },
  post: async (visit) => {
    const endpoint = await endpointOf(visit);
    if (endpoint === null) return NOT_FOUND;
    const { services, actor } = visit;
    const [outcome] = await removeEndpoints(services, [
      { ...callerOf(visit), by: actor, endpoint_id: endpoint.id },
    ]);
    if (outcome?.kind !== 'removed') return NOT_FOUND;
    return goTo(visit.at(AT.webhooks), wordsOf(visit).webhooks.removed);
  },
});

export const ENDPOINT_PAGES: readonly AnyPage[] = [endpointList, oneEndpoint, remove];
