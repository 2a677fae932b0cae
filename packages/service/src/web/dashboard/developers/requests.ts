import { isUuid } from '../../../domain/keys.ts';
import type { AnsweredRequest } from '../../../domain/request-log.ts';
import { listMerchantKeys } from '../../../engine/keys/members.ts';
import { listRequests, retrieveRequest } from '../../../engine/request-log.ts';
import { moment } from '../../format.ts';
import { badge, button, checkBox, field, pager, select, table } from '../../frame/parts.ts';
import { type AnyPage, type MemberVisit, memberPage, show } from '../../frame/table.ts';
import { html, type SafeHtml } from '../../html.ts';
import { AT, callerOf, DEVELOPERS, olderOf, PAGE_LIMIT, tabs, wordsOf } from './room.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

const requestLog = memberPage(DEVELOPERS, {
  path: AT.requests,
  get: async (visit) => {
    const { developers, requests } = wordsOf(visit);
    const { query, services } = visit;
    const caller = callerOf(visit);
    const request_id = (query.get('id') ?? '').trim();
    const method = query.get('method');
    const keys = await listMerchantKeys(services, caller);
    const page =
      request_id === ''
        ? await listRequests(services, {
            ...caller,
            only_errors: query.get('errors') === '1',
            key_id: isUuid(query.get('key') ?? '') ? query.get('key') : null,
            method: METHODS.find((one) => one === method) ?? null,
            cursor: query.get('cursor'),
            limit: PAGE_LIMIT,
          })
        : { rows: [await retrieveRequest(services, { ...caller, request_id })], next_cursor: null };
    const last4 = new Map(keys.map((key) => [key.id, key.last4]));
    const rows = page.rows.flatMap((row) => (row === null ? [] : [rowOf(visit, row, last4)]));
    const { at, request, status, key, duration, id } = requests.columns;
    const heads = [at, request, status, key, duration, id].map((label) => ({ label }));
    return show({
      title: developers,
      content: html`${tabs(visit, 'requests')}<p>${requests.intro}</p>${filters(visit, keys)}
${table(visit, heads, rows, request_id === '' ? requests.nothing : requests.not_found)}
${pager(visit, { newer: null, older: olderOf(visit, AT.requests, page.next_cursor) })}`,
    });
  },
});

function rowOf(visit: MemberVisit, row: AnsweredRequest, last4: ReadonlyMap<string, string>) {
  const is_error = row.status >= 400;
  const said = row.error_code === null ? `${row.status}` : `${row.status} ${row.error_code}`;
  return [
    moment(visit.words, row.at),
    html`<code>${row.method} ${row.route}</code>`,
    badge(html`<bdi>${said}</bdi>`, row.status >= 500 ? 'bad' : is_error ? 'wait' : 'good'),
    html`<code>…${last4.get(row.key_id) ?? ''}</code>`,
    html`<bdi>${(row.duration_us / 1000).toFixed(1)} ms</bdi>`,
    html`<code>${row.id}</code>`,
  ];
}

function filters(visit: MemberVisit, keys: Awaited<ReturnType<typeof listMerchantKeys>>): SafeHtml {
  const { requests } = wordsOf(visit);
  const { query } = visit;
  const any = { value: '', label: requests.any };
  const methods = [any, ...METHODS.map((value) => ({ value, label: value }))];
  const listed = [
    any,
    ...keys.map(({ id, name, last4 }) => ({ value: id, label: `${name ?? ''} …${last4}` })),
  ];
  return html`<form method="get" class="filters" action="${visit.at(AT.requests)}">
${select({ name: 'method', label: requests.method, value: query.get('method') ?? '' }, methods)}
${select({ name: 'key', label: requests.key, value: query.get('key') ?? '' }, listed)}
${field({ name: 'id', label: requests.find, hint: requests.find_hint, value: query.get('id') ?? '', is_optional: true, is_ltr: true, max_length: 60 })}
${checkBox({ name: 'errors', value: '1', label: requests.only_errors, is_on: query.get('errors') === '1' })}
${button(requests.filter, { kind: 'two' })}</form>`;
}

export const REQUEST_PAGES: readonly AnyPage[] = [requestLog];
