import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { dayBegins, localDay } from '../../../domain/time.ts';
import { suspenseByAge, volumeOf } from '../../../engine/reports/sums.ts';
import { amount, countText, operator } from '../../format.ts';
import { tableFile } from '../../frame/file.ts';
import { button, card, field, linkButton, table } from '../../frame/parts.ts';
import { type AnyPage, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, type SafeHtml } from '../../html.ts';
import { taken } from '../decision/taken.ts';
import { OFFICE_REPORT_WORDS } from './words.ts';

const PATH = '/office/reports';

/** What the service has to know of its money: what is nobody's by age, and what merchants collected. Live alone. */
const reports = staffPage(STAFF_ROLES, {
  path: PATH,
  link: { place: 49, label: { fr: 'Rapports', ar: 'التقارير', en: 'Reports' } },
  get: async (visit) => {
    const { title, day_wrong } = OFFICE_REPORT_WORDS[visit.language];
    const span = spanOf(visit);
    const wrong: Readonly<Record<string, string>> = span === null ? { to: day_wrong } : {};
    return show({
      title,
      status: span === null ? 422 : 200,
      content: html`${await suspenseCard(visit)}${await volumeCard(visit, span, wrong)}`,
    });
  },
});

type Span = { from: string; to: string };

/** The days that are asked for, else this month; null where they are none or stand the wrong way round. */
function spanOf({ query, now }: StaffVisit): Span | null {
  const today = localDay(now);
  const from = query.get('from') ?? `${today.slice(0, 8)}01`;
  const to = query.get('to') ?? today;
  return dayBegins(from) === null || dayBegins(to) === null || from > to ? null : { from, to };
}

async function agesOf(visit: StaffVisit) {
  const { ages } = OFFICE_REPORT_WORDS[visit.language];
  const found = await suspenseByAge(visit.services);
  return found.map(({ credits, amount_xaf }, at) => ({ age: ages[at] ?? '', credits, amount_xaf }));
}

/** Both files of a table. */
function files(visit: StaffVisit, path: string, span?: Span): SafeHtml {
  const { csv, xlsx } = OFFICE_REPORT_WORDS[visit.language];
  const to = (format: string) =>
    visit.at(`${PATH}/${path}?${new URLSearchParams({ ...span, format }).toString()}`);
  return html`<p class="actions">${linkButton(csv, to('csv'))} ${linkButton(xlsx, to('xlsx'))}</p>`;
}

async function suspenseCard(visit: StaffVisit): Promise<SafeHtml> {
  const words = OFFICE_REPORT_WORDS[visit.language];
  const { age, credits, amount: sum } = words.suspense_columns;
  const ages = await agesOf(visit);
  const all = ages.reduce(
    (total, one) => ({
      age: words.total,
      credits: total.credits + one.credits,
      amount_xaf: total.amount_xaf + one.amount_xaf,
    }),
    { age: words.total, credits: 0, amount_xaf: 0 },
  );
  const rows = [...ages, all].map((one) => [
    one === all ? html`<strong>${one.age}</strong>` : one.age,
    countText(one.credits),
    amount(visit.words, one.amount_xaf),
  ]);
  const heads = [{ label: age }, { label: credits, is_number: true }, { label: sum, is_number: true }];
  return card(
    words.suspense,
    html`<p>${words.suspense_text}</p>${table(visit, heads, rows)}${files(visit, 'suspense')}`,
  );
}

async function volumeCard(
  visit: StaffVisit,
  span: Span | null,
  wrong: Readonly<Record<string, string>>,
): Promise<SafeHtml> {
  const words = OFFICE_REPORT_WORDS[visit.language];
  const { merchant, operator: by, payments, amount: sum } = words.volume_columns;
  const said = (name: 'from' | 'to') => span?.[name] ?? visit.query.get(name) ?? '';
  const day = (name: 'from' | 'to') =>
    field({ name, label: words[name], type: 'date', value: said(name), is_ltr: true }, wrong);
  const form = html`<form method="get" class="filters" action="${visit.at(PATH)}">${day('from')}${day('to')}${button(words.show, { kind: 'two' })}</form>`;
  const found = span === null ? [] : await volumeOf(visit.services, span);
  const rows = found.map((one) => [
    html`<a href="${visit.at(`/office/merchants/${one.merchant_id}`)}"><bdi>${one.merchant_name}</bdi></a>`,
    operator(visit.words, one.operator),
    countText(one.payments),
    amount(visit.words, one.amount_xaf),
  ]);
  const heads = [
    { label: merchant },
    { label: by },
    { label: payments, is_number: true },
    { label: sum, is_number: true },
  ];
  return card(
    words.volume,
    html`<p>${words.volume_text}</p>${form}${table(visit, heads, rows, words.nothing)}${
      span === null ? '' : files(visit, 'volume', span)
    }`,
  );
}

const suspense = staffPage(STAFF_ROLES, {
  path: `${PATH}/suspense`,
  get: async (visit) => {
    const { suspense: title, suspense_columns } = OFFICE_REPORT_WORDS[visit.language];
    const { age, credits, amount: sum } = suspense_columns;
    const rows = (await agesOf(visit)).map((one) => [one.age, one.credits, one.amount_xaf]);
    const columns = [
      { title: age, width_characters: 20 },
      { title: credits, width_characters: 12 },
      { title: `${sum} (XAF)`, width_characters: 16 },
    ];
    return taken(visit, tableFile(visit, `suspense-${localDay(visit.now)}`, { title, columns, rows }));
  },
});

const volume = staffPage(STAFF_ROLES, {
  path: `${PATH}/volume`,
  get: async (visit) => {
    const { volume: title, volume_columns, day_wrong, title: page } = OFFICE_REPORT_WORDS[visit.language];
    const span = spanOf(visit);
    if (span === null) return show({ title: page, status: 422, content: html`<p>${day_wrong}</p>` });
    const { merchant, operator: by, payments, amount: sum, id } = volume_columns;
    const rows = (await volumeOf(visit.services, span)).map((one) => [
      one.merchant_name,
      visit.words.operators[one.operator],
      one.payments,
      one.amount_xaf,
      one.merchant_id,
    ]);
    const columns = [
      { title: merchant, width_characters: 30 },
      { title: by, width_characters: 16 },
      { title: payments, width_characters: 12 },
      { title: `${sum} (XAF)`, width_characters: 16 },
      { title: id, width_characters: 38 },
    ];
    return taken(visit, tableFile(visit, `volume-${span.from}-${span.to}`, { title, columns, rows }));
  },
});

export const OFFICE_REPORT_PAGES: readonly AnyPage[] = [reports, suspense, volume];
