import { EVENT_NAMES } from '@chari/contract/events';
import { isUuid } from '../../../domain/keys.ts';
import { listEvents, retrieveEvents } from '../../../engine/events.ts';
import { moment } from '../../format.ts';
import { button, facts, pager, select, table } from '../../frame/parts.ts';
import { type AnyPage, memberPage, NOT_FOUND, show } from '../../frame/table.ts';
import { html } from '../../html.ts';
import { deliveryTable } from './deliveries.ts';
import { AT, callerOf, DEVELOPERS, exact, olderOf, PAGE_LIMIT, tabs, wordsOf } from './room.ts';

const eventLog = memberPage(DEVELOPERS, {
  path: AT.events,
  get: async (visit) => {
    const { developers, events, at } = wordsOf(visit);
    const { query } = visit;
    const type = EVENT_NAMES.find((name) => name === query.get('type')) ?? null;
    const given = query.get('cursor');
    const cursor = given !== null && isUuid(given) ? given : null;
    const asked = { ...callerOf(visit), type, object_id: null, cursor, limit: PAGE_LIMIT };
    const [page] = await listEvents(visit.services, [asked]);
    const rows = (page?.rows ?? []).map((event) => [
      html`<a class="link" href="${visit.at(`${AT.events}/${event.id}`)}"><code>${event.type}</code></a>`,
      html`<code>${event.object_id}</code>`,
      moment(visit.words, event.created_at),
    ]);
    const heads = [events.type, events.object, at].map((label) => ({ label }));
    const options = [
      { value: '', label: events.any },
      ...EVENT_NAMES.map((name) => ({ value: name, label: name })),
    ];
    const older = olderOf(visit, AT.events, page?.next_cursor ?? null);
    return show({
      title: developers,
      content: html`${tabs(visit, 'events')}<p>${events.intro}</p>
<form method="get" class="filters" action="${visit.at(AT.events)}">${select({ name: 'type', label: events.type, value: type ?? '' }, options)}${button(wordsOf(visit).deliveries.filter, { kind: 'two' })}</form>
${table(visit, heads, rows, events.nothing)}${pager(visit, { newer: null, older })}`,
    });
  },
});

const oneEvent = memberPage(DEVELOPERS, {
  path: `${AT.events}/:id`,
  get: async (visit) => {
    const event_id = (visit.params.id ?? '').toLowerCase();
    if (!isUuid(event_id)) return NOT_FOUND;
    const [found] = await retrieveEvents(visit.services, [{ ...callerOf(visit), event_id }]);
    if (!found) return NOT_FOUND;
    const words = wordsOf(visit);
    const { event, deliveries } = found;
    return show({
      title: event.type,
      content: html`<p><a class="link" href="${visit.at(AT.events)}">${words.back}</a></p>
${facts([
  ['id', html`<code>${event.id}</code>`],
  [words.events.object, html`<code>${event.object_id}</code>`],
  [words.at, moment(visit.words, event.created_at)],
])}
<h2>${words.events.body}</h2>${exact(event.body)}
<h2>${words.deliveries.title}</h2>${deliveryTable(visit, deliveries, words.events.none)}`,
    });
  },
});

export const EVENT_PAGES: readonly AnyPage[] = [eventLog, oneEvent];
