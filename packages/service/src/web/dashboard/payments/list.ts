import { MEMBER_ROLES } from '../../../domain/account/person.ts';
import { type PaymentFilter, type ReadFilter, readFilter } from '../../../domain/payment/filter.ts';
import { readCursor } from '../../../domain/payment/payment.ts';
import { localDay } from '../../../domain/time.ts';
import { countListed, listPayments, type PaymentPage, withUndone } from '../../../engine/payments/list.ts';
import { moment } from '../../format.ts';
import { linkButton, note, pager } from '../../frame/parts.ts';
import { type MemberVisit, memberPage, show } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { filteredPath, filterForm } from './filters.ts';
import { PAYMENT_WORDS, paymentRows } from './rows.ts';
import { LIST_SCRIPT } from './script.ts';

const ROWS = 20;

/** A merchant's payments: found, narrowed, and read on by cursor. A cashier's are those of the day. */
export const payments = memberPage(MEMBER_ROLES, {
  path: '/dashboard/:environment/payments',
  link: { place: 20, label: { fr: 'Paiements', ar: 'المدفوعات', en: 'Payments' } },
  get: async (visit) => {
    const read = filterOf(visit);
    const { filter, wrong } = read;
    const found = await foundPart(visit, read);
    const words = PAYMENT_WORDS[visit.language];
    if (visit.query.get('part') === '1') {
      // Whoever asks by the script keeps the form, so what stands beside its fields on a whole page stands here.
      const notes = wrong.map((name) => note(html`<p>${words.filter.wrong[name]}</p>`, 'bad'));
      return { kind: 'part', content: html`${notes}${found}` };
    }
    return show({
      title: seesToday(visit) ? words.today : words.title,
      content: html`${filterForm(visit, filter, wrong)}
<div class="note warn" role="alert" data-offline hidden><p>${words.filter.unanswered}</p><p><button class="btn" form="filter">${words.filter.apply}</button></p></div><section id="found" aria-live="polite">${found}</section>`,
      script: LIST_SCRIPT,
    });
  },
});

/** A cashier sees the payments of the day, wherever payments are listed. */
export const seesToday = ({ person }: MemberVisit): boolean => person.membership.role === 'cashier';

/** What was asked for, within what this person may see. */
export function filterOf(visit: MemberVisit): ReadFilter {
  const read = readFilter((name) => visit.query.get(name));
  if (!seesToday(visit)) return read;
  const today = localDay(visit.now);
  return { ...read, filter: { ...read.filter, from_day: today, to_day: today } };
}

/** What was found, and where it goes on. Where a field could not be read nothing is counted: it is not what was asked for. */
async function foundPart(visit: MemberVisit, { filter, wrong }: ReadFilter): Promise<SafeHtml> {
  const own = { merchant_id: visit.merchant_id, environment: visit.environment, filter };
  const after = readCursor(visit.query.get('after'));
  const [page, count] = await Promise.all([
    listPayments(visit.services, { ...own, after, limit: ROWS }),
    wrong.length > 0 ? null : countListed(visit.services, own),
  ]);
  const shown = await withUndone(visit.services, page.payments);
  const words = PAYMENT_WORDS[visit.language];
  const exported =
    seesToday(visit) || wrong.length > 0
      ? NOTHING
      : linkButton(words.export.title, filteredPath(visit, filter, { part: '/export' }));
  const counted = count === null ? NOTHING : html`<p>${words.count(count)}</p>`;
  return html`<div class="actions">${counted}${exported}</div>
${paymentRows(visit, shown)}${further(visit, filter, page, after !== null)}`;
}

function further(visit: MemberVisit, filter: PaymentFilter, page: PaymentPage, is_later: boolean): SafeHtml {
  const words = PAYMENT_WORDS[visit.language];
  const older = page.next === null ? null : filteredPath(visit, filter, { more: { after: page.next } });
  if (page.is_crowded) return html`<p class="note">${words.crowded}</p>`;
  if (page.looked_until !== null && older !== null)
    return html`<p class="note">${words.looked_until({ moment: moment(visit.words, page.looked_until) })}</p>
<p>${linkButton(words.go_on, older)}</p>`;
  return pager(visit, { newer: is_later ? filteredPath(visit, filter) : null, older });
}
