import { isUuid } from '../../../domain/keys.ts';
import { type LinkTerms, readTypedAmount, type TermProblem, TOTAL_MAX } from '../../../domain/link/forms.ts';
import { DAY_MS, dayBegins, later } from '../../../domain/time.ts';
import type { Form, Wrong } from '../../frame/form.ts';
import { button, field, postForm, problem } from '../../frame/parts.ts';
import type { MemberVisit } from '../../frame/table.ts';
import { html, type SafeHtml } from '../../html.ts';
import { LINK_DESK_WORDS, type LinkDeskWords } from './words.ts';

const NUMBERS = ['amount', 'min', 'max', 'payments', 'total'] as const;

const read = (name: (typeof NUMBERS)[number], text: string): number | null =>
  readTypedAmount(text, name === 'total' ? TOTAL_MAX : undefined);

export type ReadTerms = { ok: true; terms: LinkTerms } | { ok: false; wrong: Wrong };

/** Reads the form of a new link; whether its terms hold together is the domain's to say. */
export function readLinkTerms(form: Form, words: LinkDeskWords): ReadTerms {
  const numbers = NUMBERS.map((name) => ({ name, text: form.text(name) }));
  const unread = numbers.filter(({ name, text }) => text !== '' && read(name, text) === null);
  const day = form.text('expires');
  const expires_at = day === '' ? null : endOf(day);
  const wrong = Object.fromEntries([
    ...unread.map(({ name }) => [name, name === 'total' ? words.problems.total_range : words.unreadable]),
    ...(day !== '' && expires_at === null ? [['expires', words.problems.expiry_past]] : []),
  ]);
  if (Object.keys(wrong).length > 0) return { ok: false, wrong };
  const value = (name: (typeof NUMBERS)[number]) => read(name, form.text(name));
  const terms = {
    title: form.text('title'),
    description: form.text('description') || null,
    amount_xaf: value('amount'),
    min_xaf: value('min'),
    max_xaf: value('max'),
    max_payments: value('payments'),
    max_total_xaf: value('total'),
    expires_at,
  };
  return { ok: true, terms };
}

/** Midnight at the end of a day in N'Djamena; null when there is no such day. */
function endOf(day: string): Date | null {
  const begins = dayBegins(day);
  return begins === null ? null : later(begins, DAY_MS);
}

const FIELD_OF: Readonly<Record<TermProblem, string>> = {
  title_length: 'title',
  title_number: 'title',
  description_length: 'description',
  description_number: 'description',
  amount_range: 'amount',
  amount_both: 'amount',
  bounds_missing: 'amount',
  bounds_order: 'max',
  payments_range: 'payments',
  total_range: 'total',
  total_below_amount: 'total',
  expiry_past: 'expires',
};

/** Each problem beside its field; the first of a field is said. */
export function wrongOf(problems: readonly TermProblem[], words: LinkDeskWords): Wrong {
  return Object.fromEntries(problems.toReversed().map((one) => [FIELD_OF[one], words.problems[one]]));
}

/** The mark of this form: sent twice it makes one link. Null: it has none. */
export function onceOf({ form }: MemberVisit): string | null {
  const once = form.text('once');
  return isUuid(once) ? once : null;
}

export function drawForm(visit: MemberVisit, wrong: Wrong): SafeHtml {
  const words = LINK_DESK_WORDS[visit.language];
  const { form } = visit;
  const number = (name: (typeof NUMBERS)[number], hint?: string) =>
    field(
      {
        name,
        label: words[name],
        value: form.text(name),
        inputmode: 'numeric',
        max_length: 20,
        is_optional: true,
        is_ltr: true,
        ...(hint === undefined ? {} : { hint }),
      },
      wrong,
    );
  const text = { is_optional: true, value: form.text('description'), max_length: 255 };
  const once = onceOf(visit) ?? visit.services.newId();
  const content = html`${problem(wrong)}<input type="hidden" name="once" value="${once}">
${field({ name: 'title', label: words.name, hint: words.name_hint, value: form.text('title'), max_length: 100 }, wrong)}
${field({ name: 'description', label: `${words.description} (${words.optional})`, hint: words.description_hint, ...text }, wrong)}
${number('amount', words.amount_hint)}
<div class="cards">${number('min')}${number('max')}</div>
<h2>${words.limits} (${words.optional})</h2>
${number('payments', words.payments_hint)}
${number('total', words.total_hint)}
${field({ name: 'expires', label: words.expires, hint: words.expires_hint, type: 'date', value: form.text('expires'), is_optional: true }, wrong)}
${button(words.save)}`;
  return html`<div class="narrow">${postForm(visit, visit.at('/dashboard/:environment/links/new'), content)}</div>`;
}
