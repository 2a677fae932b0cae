import { Readable } from 'node:stream';
import { DAY_MS, dayBegins, later, localDay } from '../../../domain/time.ts';
import { recordDone } from '../../../engine/actions.ts';
import { listOwnDays } from '../../../engine/proof/show.ts';
import { feesTaken } from '../../../engine/reports/sums.ts';
import { transfersCsv, transfersWorkbook } from '../../../engine/reports/transfers.ts';
import { paperFile, tableFile } from '../../frame/file.ts';
import { button, card, field, select } from '../../frame/parts.ts';
import { type AnyPage, type MemberVisit, memberPage, show } from '../../frame/table.ts';
import { html } from '../../html.ts';
import { SETTLEMENT_WORDS } from '../settlements/paper.ts';
import { monthPdf } from './paper.ts';
import { REPORT_WORDS } from './words.ts';

const PATH = '/dashboard/:environment/reports';
/** Who sees what the merchant has. */
const SEEING = ['owner', 'accountant'] as const;
const DAYS_MAX = 32;

const reports = memberPage(SEEING, {
  path: PATH,
  link: { place: 44, label: { fr: 'Rapports', ar: 'التقارير', en: 'Reports' } },
  get: (visit) => draw(visit),
});

function draw(visit: MemberVisit, wrong: Readonly<Record<string, string>> = {}) {
  const words = REPORT_WORDS[visit.language];
  const today = localDay(visit.now);
  const said = (name: string, otherwise: string) => visit.query.get(name) ?? otherwise;
  const day = (name: string, label: string, otherwise: string) =>
    field({ name, label, type: 'date', value: said(name, otherwise), is_ltr: true }, wrong);
  const month = {
    name: 'month',
    label: words.month_field,
    hint: words.month_hint,
    value: said('month', today.slice(0, 7)),
    is_ltr: true,
    max_length: 7,
  };
  return show({
    title: words.title,
    status: Object.keys(wrong).length === 0 ? 200 : 422,
    content: html`<div class="cards">${card(
      words.transfers,
      html`<p>${words.intro}</p><form method="get" action="${visit.at(`${PATH}/transfers`)}">
${day('from', words.from, `${today.slice(0, 8)}01`)}${day('to', words.to, today)}
<p>${button(words.csv, { name: 'format', value: 'csv' })} ${button(words.xlsx, { kind: 'two', name: 'format', value: 'xlsx' })}</p></form>`,
    )}${card(
      words.month,
      html`<p>${words.month_text}</p><form method="get" action="${visit.at(`${PATH}/statement`)}">
${field(month, wrong)}${button(words.pdf)}</form>`,
    )}${feesCard(visit, wrong)}</div>`,
  });
}

function feesCard(visit: MemberVisit, wrong: Readonly<Record<string, string>>) {
  const words = REPORT_WORDS[visit.language];
  const today = localDay(visit.now);
  const { fees } = words;
  const day = (name: string, label: string, otherwise: string) =>
    field(
      {
        name,
        id: `fees-${name}`,
        label,
        type: 'date',
        value: visit.query.get(name) ?? otherwise,
        is_ltr: true,
      },
      wrong,
    );
  const by = [
    { value: 'month', label: fees.by_month },
    { value: 'day', label: fees.by_day },
  ];
  return card(
    fees.title,
    html`<p>${fees.text}</p><form method="get" action="${visit.at(`${PATH}/fees`)}">
${day('from', words.from, `${today.slice(0, 4)}-01-01`)}${day('to', words.to, today)}
${select({ name: 'by', label: fees.by, value: visit.query.get('by') ?? 'month' }, by)}
<p>${button(words.csv, { name: 'format', value: 'csv' })} ${button(words.xlsx, { kind: 'two', name: 'format', value: 'xlsx' })}</p></form>`,
    { id: 'fees' },
  );
}

/** Fees and their tax of closed days, by day or month. */
const fees = memberPage(SEEING, {
  path: `${PATH}/fees`,
  is_file: true,
  get: async (visit) => {
    const { merchant_id, services, language, query } = visit;
    const words = REPORT_WORDS[language];
    const [from = '', to = ''] = ['from', 'to'].map((name) => query.get(name) ?? '');
    if (dayBegins(from) === null || dayBegins(to) === null || from > to)
      return draw(visit, { to: words.day_wrong });
    const by = query.get('by') === 'day' ? 'day' : 'month';
    const rows = (await feesTaken(services, { merchant_id, from, to, by })).map((one) => [
      one.period,
      one.days,
      one.paid_xaf,
      one.fees_xaf,
      one.tax_xaf,
      one.fees_xaf + one.tax_xaf,
    ]);
    const { columns, title } = words.fees;
    const sums = [words.sums.paid, words.sums.fees, words.sums.tax, words.fees_with_tax];
    await recordDone(services, services.pool, visit.actor, [
      { action: 'fees.exported', detail: { environment: 'live', from, to } },
    ]);
    return tableFile(visit, `fees-${from}-${to}`, {
      title,
      columns: [
        { title: columns[by], width_characters: 12 },
        { title: columns.days, width_characters: 12 },
        ...sums.map((sum) => ({ title: `${sum} (XAF)`, width_characters: 18 })),
      ],
      rows,
    });
  },
});

const transfers = memberPage(SEEING, {
  path: `${PATH}/transfers`,
  is_file: true,
  get: async (visit) => {
    const { merchant_id, environment, services, language } = visit;
    const words = REPORT_WORDS[language];
    const [from, last] = ['from', 'to'].map((name) => dayBegins(visit.query.get(name) ?? ''));
    if (!from || !last || from > last) return draw(visit, { to: words.day_wrong });
    const is_csv = visit.query.get('format') !== 'xlsx';
    const asked = { merchant_id, environment, from, until: later(last, DAY_MS) };
    const { kinds, columns, payout } = SETTLEMENT_WORDS[language];
    const titles = {
      ...words.columns,
      title: words.transfers,
      kind: columns.kind,
      amount: columns.amount,
      kinds,
      payout,
    };
    const body = is_csv
      ? Readable.from(transfersCsv(services, asked, titles), { objectMode: false, highWaterMark: 64 * 1024 })
      : transfersWorkbook(services, asked, titles, language === 'ar');
    const span = { from: localDay(from), to: localDay(last) };
    try {
      await recordDone(services, services.pool, visit.actor, [
        { action: 'transfers.exported', detail: { environment, ...span } },
      ]);
    } catch (error) {
      body.destroy();
      throw error;
    }
    const name = `transfers-${environment}-${span.from}-${span.to}.${is_csv ? 'csv' : 'xlsx'}`;
    const type = is_csv
      ? 'text/csv; charset=utf-8'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return { kind: 'file', name, type, body };
  },
});

const statement = memberPage(SEEING, {
  path: `${PATH}/statement`,
  is_file: true,
  get: async (visit) => {
    const { merchant_id, services, language } = visit;
    const month = visit.query.get('month') ?? '';
    if (dayBegins(`${month}-01`) === null) return draw(visit, { month: REPORT_WORDS[language].month_wrong });
    const next = localDay(later(dayBegins(`${month}-28`) as Date, 4 * DAY_MS)).slice(0, 8);
    const newest = await listOwnDays(services, { merchant_id, before: `${next}01`, limit: DAYS_MAX });
    const days = newest.filter((one) => one.day.startsWith(month)).toReversed();
    // On paper for a bank, a month without a closed day would say that there is nothing.
    if (days.length === 0) return draw(visit, { month: REPORT_WORDS[language].no_days });
    return paperFile(`statement-${month}`, () => monthPdf(visit, month, days));
  },
});

export const REPORT_PAGES: readonly AnyPage[] = [reports, transfers, fees, statement];
