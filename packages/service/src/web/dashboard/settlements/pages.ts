import { Readable } from 'node:stream';
import { isUuid } from '../../../domain/keys.ts';
import { type ItemKind, itemise, itemKind } from '../../../domain/settlement/settlement.ts';
import type { SettlementState } from '../../../domain/settlement/transitions.ts';
import { recordDone } from '../../../engine/actions.ts';
import { settlementCsv } from '../../../engine/settlements/files.ts';
import {
  listSettlementLines,
  listSettlements,
  retrieveSettlements,
  type SettlementDetail,
} from '../../../engine/settlements/show.ts';
import { amount, countText, moment, payoutAccount } from '../../format.ts';
import { paperFile } from '../../frame/file.ts';
import { badge, card, facts, linkButton, pager, type Tone, table } from '../../frame/parts.ts';
import { type AnyPage, type MemberVisit, memberPage, NOT_FOUND, show } from '../../frame/table.ts';
import { html, type Part, type SafeHtml } from '../../html.ts';
import { PAYOUT_ACCOUNT_PAGES } from './account.ts';
import { SETTLEMENT_WORDS, settlementPdf } from './paper.ts';
import { SCHEDULE_PAGES, scheduleCards } from './schedule.ts';

const PATH = '/dashboard/:environment/settlements';
/** Who may read of money. */
const READING = ['owner', 'developer', 'accountant'] as const;
const ROWS = 20;
const LINES = 100;

const TONES: Readonly<Record<SettlementState, Tone>> = {
  DRAFT: 'wait',
  APPROVED: 'wait',
  SENDING: 'wait',
  UNKNOWN: 'wait',
  PAID: 'good',
  FAILED: 'bad',
  CANCELLED: 'off',
};

const list = memberPage(READING, {
  path: PATH,
  link: { place: 24, label: { fr: 'Versements', ar: 'دفع المستحقات', en: 'Settlements' } },
  get: async (visit) => {
    const words = SETTLEMENT_WORDS[visit.language];
    const { merchant_id, environment, services } = visit;
    const after = visit.query.get('after');
    const cursor = after !== null && isUuid(after) ? after.toLowerCase() : null;
    const [page] = await listSettlements(services, [{ merchant_id, environment, cursor, limit: ROWS }]);
    const { when, reference, amount: how_much, transfers, state } = words.columns;
    const columns = [
      { label: when },
      { label: reference },
      { label: how_much, is_number: true },
      { label: transfers, is_number: true },
      { label: state },
    ];
    const rows = (page?.rows ?? []).map((one) => [
      moment(visit.words, one.created_at),
      html`<a href="${visit.at(`${PATH}/${one.id}`)}"><code>${one.reference}</code></a>`,
      amount(visit.words, one.amount_xaf),
      countText(one.transfers),
      stateOf(visit, one),
    ]);
    const next = page?.next_cursor ?? null;
    const older = next === null ? null : visit.at(`${PATH}?after=${next}`);
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>${table(visit, columns, rows, words.nothing)}
${pager(visit, { newer: cursor === null ? null : visit.at(PATH), older })}${await scheduleCards(visit)}`,
    });
  },
});

function stateOf({ language }: Pick<MemberVisit, 'language'>, { state }: SettlementDetail): SafeHtml {
  const words = SETTLEMENT_WORDS[language];
  return html`${badge(words.states[state], TONES[state])} <small>${words.states_mean[state]}</small>`;
}

/** The settlement of the address, where it is this merchant's and of this environment. */
async function named(visit: MemberVisit): Promise<SettlementDetail | null> {
  const { id = '' } = visit.params;
  if (!isUuid(id)) return null;
  const { merchant_id, environment } = visit;
  const asked = { merchant_id, environment, settlement_id: id.toLowerCase() };
  return (await retrieveSettlements(visit.services, [asked]))[0] ?? null;
}

const one = memberPage(READING, {
  path: `${PATH}/:id`,
  get: async (visit) => {
    const settlement = await named(visit);
    if (settlement === null) return NOT_FOUND;
    const words = SETTLEMENT_WORDS[visit.language];
    const here = `${PATH}/${settlement.id}`;
    const items = itemise(settlement.totals).map(({ kind, transfers, amount_xaf }) => [
      words.kinds[kind],
      countText(transfers),
      amount(visit.words, amount_xaf),
    ]);
    const columns = [
      { label: words.columns.kind },
      { label: words.columns.transfers, is_number: true },
      { label: words.columns.amount, is_number: true },
    ];
    return show({
      title: settlement.reference,
      content: html`${card(amount(visit.words, settlement.amount_xaf), html`<p>${stateOf(visit, settlement)}</p>${about(visit, settlement)}`)}
${card(words.items, table(visit, columns, items))}
${card(
  words.lines,
  html`<p class="actions">${linkButton(words.file, visit.at(`${here}/transfers.csv`))} ${linkButton(words.sheet, visit.at(`${here}/settlement.pdf`))}</p>${await lines(visit, settlement)}`,
)}`,
    });
  },
});

function about(visit: MemberVisit, settlement: SettlementDetail): SafeHtml {
  const words = SETTLEMENT_WORDS[visit.language].facts;
  const { destination, holder_name, failure, sent_at, ended_at, returned_at, state } = settlement;
  const rows: [Part, Part][] = [
    ...(destination === null
      ? []
      : [
          [words.to, html`${payoutAccount(visit.words, destination)} <small>${holder_name}</small>`] as [
            Part,
            Part,
          ],
        ]),
    [words.drafted, moment(visit.words, settlement.created_at)],
    [words.until, moment(visit.words, settlement.until)],
    ...(sent_at === null ? [] : [[words.sent, moment(visit.words, sent_at)] as [Part, Part]]),
    ...(state === 'PAID' && ended_at !== null
      ? [[words.paid, moment(visit.words, ended_at)] as [Part, Part]]
      : []),
    ...(returned_at === null ? [] : [[words.returned, moment(visit.words, returned_at)] as [Part, Part]]),
    ...(failure === null ? [] : [[words.failed, html`<bdi>${failure}</bdi>`] as [Part, Part]]),
  ];
  return facts(rows);
}

/** A page of its transfers, in their order. */
async function lines(visit: MemberVisit, { id }: SettlementDetail): Promise<SafeHtml> {
  const words = SETTLEMENT_WORDS[visit.language];
  const { merchant_id, environment, services } = visit;
  const said = visit.query.get('after') ?? '0';
  const after = /^[0-9]{1,9}$/.test(said) ? Number(said) : 0;
  const asked = { merchant_id, environment, settlement_id: id, after, limit: LINES };
  const [page] = await listSettlementLines(services, [asked]);
  const { line, occurred, kind, reference, amount: how_much } = words.columns;
  const columns = [
    { label: line, is_number: true },
    { label: occurred },
    { label: kind },
    { label: reference },
    { label: how_much, is_number: true },
  ];
  const rows = (page?.rows ?? []).map((row) => [
    String(row.line),
    moment(visit.words, row.occurred_at),
    words.kinds[itemKind(row.cause)],
    row.reference === null ? null : html`<bdi>${row.reference}</bdi>`,
    amount(visit.words, row.amount_xaf),
  ]);
  const here = `${PATH}/${id}`;
  const older = page?.next == null ? null : visit.at(`${here}?after=${page.next}`);
  const newer = after === 0 ? null : visit.at(`${here}?after=${Math.max(0, after - LINES)}`);
  return html`${table(visit, columns, rows)}${pager(visit, { newer, older })}`;
}

const file = memberPage(READING, {
  path: `${PATH}/:id/transfers.csv`,
  is_file: true,
  get: async (visit) => {
    const settlement = await named(visit);
    if (settlement === null) return NOT_FOUND;
    const words = SETTLEMENT_WORDS[visit.language];
    const { line, kind, amount: how_much, reference, id, occurred } = words.columns;
    const kinds: Readonly<Record<ItemKind, string>> = words.kinds;
    const titles = {
      line,
      kind,
      amount: how_much,
      reference,
      id,
      kinds,
      occurred,
      payout: words.payout,
    };
    await recordDone(visit.services, visit.services.pool, visit.actor, [
      { action: 'settlement.exported', subject_id: settlement.id },
    ]);
    const body = Readable.from(settlementCsv(visit.services, settlement, titles), {
      objectMode: false,
      highWaterMark: 64 * 1024,
    });
    return { kind: 'file', name: `${settlement.reference}.csv`, type: 'text/csv; charset=utf-8', body };
  },
});

const paper = memberPage(READING, {
  path: `${PATH}/:id/settlement.pdf`,
  is_file: true,
  get: async (visit) => {
    const settlement = await named(visit);
    if (settlement === null) return NOT_FOUND;
    return paperFile(settlement.reference, () => settlementPdf(visit, settlement));
  },
});

export const SETTLEMENT_PAGES: readonly AnyPage[] = [
  paper,
  list,
  one,
  file,
  ...SCHEDULE_PAGES,
  ...PAYOUT_ACCOUNT_PAGES,
];
