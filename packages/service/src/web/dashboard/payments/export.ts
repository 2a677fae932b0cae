import { Readable } from 'node:stream';
import { type FilterField, type PaymentFilter, spanOf } from '../../../domain/payment/filter.ts';
import { localDay } from '../../../domain/time.ts';
import { recordDone } from '../../../engine/actions.ts';
import { exportPayments, isCutShort } from '../../../engine/payments/export.ts';
import { countListed } from '../../../engine/payments/list.ts';
import { facts, linkButton, note } from '../../frame/parts.ts';
import { goTo, type MemberVisit, memberPage, show } from '../../frame/table.ts';
import { html, type SafeHtml } from '../../html.ts';
import { askedPath, filteredPath } from './filters.ts';
import { filterOf } from './list.ts';
import { PAYMENT_WORDS } from './rows.ts';

const EXPORTING = ['owner', 'developer', 'accountant'] as const;

/** How long the file will be, before it is asked for. */
export const exportPage = memberPage(EXPORTING, {
  path: '/dashboard/:environment/payments/export',
  get: async (visit) => {
    const { filter, wrong } = filterOf(visit);
    const { export: words, crowded } = PAYMENT_WORDS[visit.language];
    if (wrong.length > 0) return show({ title: words.title, content: unreadable(visit, wrong) });
    if (await isCutShort(visit.services, { ...visit, filter })) {
      const content = html`<div class="narrow">${note(crowded, 'warn')}${askedFor(visit, filter)}
<p>${linkButton(PAYMENT_WORDS[visit.language].title, filteredPath(visit, filter), 'main')}</p></div>`;
      return show({ title: words.title, content });
    }
    const count = await countListed(visit.services, { ...visit, filter });
    return show({
      title: words.title,
      content: html`<div class="narrow"><p>${count === null ? words.uncounted : words.count(count)}</p>
${askedFor(visit, filter)}<p>${words.text}</p>
<p>${linkButton(words.download, filteredPath(visit, filter, { part: '/export.csv' }), 'main')}</p></div>`,
    });
  },
});

/** Why there is no file: without the fields that can't be read it would hold more than was asked for. */
function unreadable(visit: MemberVisit, wrong: readonly FilterField[]): SafeHtml {
  const { title, filter: words } = PAYMENT_WORDS[visit.language];
  const notes = wrong.map((name) =>
    note(html`<p><strong>${words.labels[name]}</strong></p><p>${words.wrong[name]}</p>`, 'bad'),
  );
  return html`<div class="narrow">${notes}<p>${linkButton(title, askedPath(visit), 'main')}</p></div>`;
}

/** The filter in words. */
function askedFor(visit: MemberVisit, filter: PaymentFilter): SafeHtml {
  const { filter: names, standings, kinds } = PAYMENT_WORDS[visit.language];
  const { labels } = names;
  const { amount } = filter;
  const rows: [string, string | null][] = [
    [labels.q, filter.search],
    [labels.standing, filter.standing === null ? null : standings[filter.standing]],
    [labels.kind, filter.kind === null ? null : kinds[filter.kind]],
    [labels.operator, filter.operator === null ? null : visit.words.operators[filter.operator]],
    [labels.from, filter.from_day],
    [labels.to, filter.to_day],
    [labels.amount, amount === null ? null : `${amount.least_xaf}–${amount.most_xaf}`],
  ];
  const set = rows.filter(([, value]) => value !== null);
  return set.length === 0 ? html`` : facts(set.map(([name, value]) => [name, html`<bdi>${value}</bdi>`]));
}

/** The file itself, written as its reader takes it. */
export const exportFile = memberPage(EXPORTING, {
  path: '/dashboard/:environment/payments/export.csv',
  is_file: true,
  get: async (visit) => {
    const { merchant_id, environment, services, now } = visit;
    const { filter, wrong } = filterOf(visit);
    if (wrong.length > 0) return goTo(askedPath(visit, '/export'));
    if (await isCutShort(services, { merchant_id, environment, filter }))
      return goTo(filteredPath(visit, filter, { part: '/export' }));
    const lines = exportPayments(services, { merchant_id, environment, filter });
    const body = Readable.from(lines, { objectMode: false, highWaterMark: 64 * 1024 });
    const detail = { environment, ...filter, span: spanOf(filter) };
    try {
      await recordDone(services, services.pool, visit.actor, [{ action: 'payments.exported', detail }]);
    } catch (error) {
      body.destroy();
      throw error;
    }
    const name = `payments-${environment}-${localDay(now)}.csv`;
    return { kind: 'file', name, type: 'text/csv; charset=utf-8', body };
  },
});
