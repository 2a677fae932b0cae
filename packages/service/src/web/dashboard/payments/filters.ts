import { OPERATORS } from '../../../domain/operator.ts';
import {
  FILTER_FIELDS,
  type FilterField,
  filterFields,
  type PaymentFilter,
} from '../../../domain/payment/filter.ts';
import { PAYMENT_KINDS, STANDINGS } from '../../../domain/payment/payment.ts';
import type { Wrong } from '../../frame/form.ts';
import { field, select } from '../../frame/parts.ts';
import type { MemberVisit } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { PAYMENT_WORDS } from './rows.ts';

/** The form that narrows the list: its search on top, the rest behind one line, open while any of it is set. */
export function filterForm(
  visit: MemberVisit,
  filter: PaymentFilter,
  wrong_fields: readonly FilterField[],
): SafeHtml {
  const words = PAYMENT_WORDS[visit.language].filter;
  const { labels, all } = words;
  const wrong: Wrong = Object.fromEntries(wrong_fields.map((name) => [name, words.wrong[name]]));
  const asked = (name: FilterField): string => visit.query.get(name) ?? '';
  const among = (name: FilterField, options: { value: string; label: string }[]) =>
    select({ name, label: labels[name], value: asked(name) }, [{ value: '', label: all }, ...options], wrong);
  const { standings, kinds } = PAYMENT_WORDS[visit.language];
  const path = visit.at('/dashboard/:environment/payments');
  const is_narrowed = FILTER_FIELDS.some((name) => name !== 'q' && asked(name) !== '');
  const day = (name: 'from' | 'to') =>
    field({ name, label: labels[name], type: 'date', value: asked(name), is_optional: true }, wrong);
  return html`<form id="filter" method="get" action="${path}" role="search">
${field({ name: 'q', label: labels.q, hint: words.search_hint, type: 'search', value: filter.search ?? '', is_optional: true, max_length: 100 }, wrong)}
<details${is_narrowed ? html` open` : NOTHING}><summary>${words.more}</summary><div class="filters">
${among(
  'standing',
  STANDINGS.map((one) => ({ value: one, label: standings[one] })),
)}
${among(
  'kind',
  PAYMENT_KINDS.map((one) => ({ value: one, label: kinds[one] })),
)}
${among(
  'operator',
  OPERATORS.map((one) => ({ value: one, label: visit.words.operators[one] })),
)}
${day('from')}${day('to')}
${field({ name: 'amount', label: labels.amount, hint: words.amount_hint, value: asked('amount'), is_optional: true, inputmode: 'text', is_ltr: true, max_length: 30 }, wrong)}
</div></details>
<p class="actions"><button class="btn">${words.apply}</button>${
    filterFields(filter).length === 0 ? NOTHING : html`<a class="btn two" href="${path}">${words.clear}</a>`
  }</p></form>`;
}

/** An address of the list, or of what is under it, with the fields of the filter as they were asked for, readable or not. */
export function askedPath(visit: MemberVisit, part = ''): string {
  const asked = [...visit.query].filter(([name]) => FILTER_FIELDS.some((field) => field === name));
  const query = new URLSearchParams(asked).toString();
  return `${visit.at(`/dashboard/:environment/payments${part}`)}${query === '' ? '' : `?${query}`}`;
}

/** An address of the list, or of what is under it, for the same filter. */
export function filteredPath(
  visit: MemberVisit,
  filter: PaymentFilter,
  { part = '', more = {} }: { part?: string; more?: Readonly<Record<string, string>> } = {},
): string {
  const query = new URLSearchParams([...filterFields(filter), ...Object.entries(more)]).toString();
  return `${visit.at(`/dashboard/:environment/payments${part}`)}${query === '' ? '' : `?${query}`}`;
}
