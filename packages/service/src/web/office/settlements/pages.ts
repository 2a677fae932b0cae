import { Readable } from 'node:stream';
import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { itemise } from '../../../domain/settlement/settlement.ts';
import { localDay } from '../../../domain/time.ts';
import { listBooks } from '../../../engine/book/look.ts';
import { banksOf } from '../../../engine/settlements/destination.ts';
import { sendingList, sendingListCsv } from '../../../engine/settlements/files.ts';
import {
  listOpenSettlements,
  loadDetails,
  proofsOf,
  type SettlementDetail,
  settlementIds,
} from '../../../engine/settlements/show.ts';
import { SETTLEMENT_WORDS } from '../../dashboard/settlements/paper.ts';
import { amount, countText, localDigits, moment } from '../../format.ts';
import { paperFile } from '../../frame/file.ts';
import {
  button,
  card,
  facts,
  field,
  linkButton,
  note,
  type Option,
  postForm,
  select,
  table,
} from '../../frame/parts.ts';
import { type AnyPage, goTo, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { may, wordsOf } from '../decision/decision.ts';
import { taken } from '../decision/taken.ts';
import { termsOf } from '../terms/say.ts';
import { accountsCard, whereTo } from './accounts.ts';
import { order, orderForm } from './order.ts';
import { settlementsToSend } from './paper.ts';
import { SETTLEMENT_VERBS } from './verbs.ts';
import { OFFICE_SETTLEMENT_WORDS } from './words.ts';

const PATH = '/office/settlements';
const SHOWN = 100;
const STATES = ['DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN'] as const;

const list = staffPage(STAFF_ROLES, {
  path: PATH,
  link: { place: 24, label: { fr: 'Versements', ar: 'دفع المستحقات', en: 'Settlements' } },
  get: async (visit) => {
    const words = OFFICE_SETTLEMENT_WORDS[visit.language];
    const named = visit.query.get('reference')?.slice(0, 60) ?? '';
    const [found = null] = named === '' ? [] : await settlementIds(visit.services, [named]);
    if (found !== null) return goTo(visit.at(`${PATH}/${found}`));
    const lists = await Promise.all(STATES.map((state) => listOpenSettlements(visit.services, state, SHOWN)));
    const sections = STATES.map((state, at) => [state, lists[at] ?? []] as const).map(([state, rows]) =>
      card(
        words.sections[state],
        html`${table(
          visit,
          heads(visit),
          rows.map((one) => rowOf(visit, one)),
          words.nothing,
        )}${
          state === 'APPROVED' && rows.length > 0
            ? html`<p class="actions">${linkButton(words.list_paper, visit.at(`${PATH}/sending.pdf`))} ${linkButton(words.list_file, visit.at(`${PATH}/sending.csv`))}</p>`
            : NOTHING
        }`,
        { id: state.toLowerCase() },
      ),
    );
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>${find(visit, named)}${await accountsCard(visit)}${sections}${await orderForm(visit)}`,
    });
  },
});

/** Opens one that is over, by what stands in the bank's list; `named`: what no settlement is called. */
function find(visit: StaffVisit, named: string): SafeHtml {
  const words = OFFICE_SETTLEMENT_WORDS[visit.language];
  const reference = { name: 'reference', label: words.reference, value: named, is_ltr: true, max_length: 60 };
  return html`${named === '' ? NOTHING : note(words.told.not_found, 'warn')}
<form method="get" class="filters" action="${visit.at(PATH)}">${field(reference)}${button(words.open, { kind: 'two' })}</form>`;
}

const heads = (visit: StaffVisit) => {
  const {
    settlement,
    merchant,
    to,
    amount: how_much,
    since,
  } = OFFICE_SETTLEMENT_WORDS[visit.language].columns;
  return [settlement, merchant, to, how_much, since].map((label) => ({
    label,
    is_number: label === how_much,
  }));
};

const rowOf = (visit: StaffVisit, one: SettlementDetail) => [
  html`<a href="${visit.at(`${PATH}/${one.id}`)}"><code>${one.reference}</code></a>`,
  html`<bdi>${one.merchant_name}</bdi>`,
  whereTo(visit, one),
  amount(visit.words, one.amount_xaf),
  moment(visit.words, one.sent_at ?? one.created_at),
];

const one = staffPage(STAFF_ROLES, {
  path: `${PATH}/:id`,
  get: async (visit) => {
    const { id = '' } = visit.params;
    const settlement = isUuid(id)
      ? (await loadDetails(visit.services, [id.toLowerCase()])).get(id.toLowerCase())
      : undefined;
    if (settlement === undefined || settlement.environment !== 'live') return NOT_FOUND;
    const words = OFFICE_SETTLEMENT_WORDS[visit.language];
    const shop = SETTLEMENT_WORDS[visit.language];
    const { state, failure, returned_at } = settlement;
    const items = itemise(settlement.totals).map(({ kind, transfers, amount_xaf }) => [
      shop.kinds[kind],
      countText(transfers),
      amount(visit.words, amount_xaf),
    ]);
    const columns = [
      { label: shop.columns.kind },
      { label: shop.columns.transfers, is_number: true },
      { label: shop.columns.amount, is_number: true },
    ];
    return show({
      title: settlement.reference,
      content: html`${facts([
        [words.columns.merchant, html`<bdi>${settlement.merchant_name}</bdi>`],
        [words.columns.amount, amount(visit.words, settlement.amount_xaf)],
        [words.columns.to, whereTo(visit, settlement)],
        [shop.columns.state, shop.states[state]],
        [words.columns.since, moment(visit.words, settlement.sent_at ?? settlement.created_at)],
        ...(returned_at === null ? [] : [[shop.facts.returned, moment(visit.words, returned_at)] as const]),
      ])}${failure === null ? NOTHING : note(html`<bdi>${failure}</bdi>`, 'bad')}
${await forms(visit, settlement)}${card(shop.items, table(visit, columns, items))}${card(words.proofs, await proofs(visit, settlement))}`,
    });
  },
});

async function proofs(visit: StaffVisit, { id }: SettlementDetail): Promise<SafeHtml> {
  const words = OFFICE_SETTLEMENT_WORDS[visit.language];
  const rows = (await proofsOf(visit.services, id)).map(({ says, source, source_id, happened_at }) => [
    { paid: words.paid_says, unpaid: words.unpaid_says, returned: words.returned_says }[says],
    html`<code>${source}</code> <bdi dir="ltr">${source_id}</bdi>`,
    moment(visit.words, happened_at),
  ]);
  const labels = [words.proofs, words.witness, words.columns.since];
  return table(
    visit,
    labels.map((label) => ({ label })),
    rows,
    words.no_proofs,
  );
}

/** What of ours reaches the account: to a number its operator's SIMs and wallet, to a bank our bank accounts. */
async function sourcesOf(visit: StaffVisit, destination: SettlementDetail['destination']): Promise<Option[]> {
  if (destination?.kind !== 'number')
    return (await banksOf(visit.services)).map(({ name }) => ({ value: `bank:${name}`, label: name }));
  const name = visit.words.operators[destination.operator];
  const sims = (await listBooks(visit.services)).filter((one) => one.operator === destination.operator);
  return [
    ...sims.map(({ msisdn }) => ({
      value: `number:${msisdn}`,
      label: `\u2066${localDigits(msisdn)}\u2069 ${name}`,
    })),
    {
      value: `wallet:${destination.operator}`,
      label: termsOf(visit).accounts[`WALLET_${destination.operator}`],
    },
  ];
}

/** What may be said of one in its state, by whoever may say so. */
async function forms(
  visit: StaffVisit,
  { id, state, destination, from_kind, returned_at }: SettlementDetail,
): Promise<SafeHtml> {
  const words = OFFICE_SETTLEMENT_WORDS[visit.language];
  if (!may(visit, 'settlement.approve')) return NOTHING;
  const { cases } = wordsOf(visit);
  const form = (
    does: string,
    label: string,
    content: SafeHtml = NOTHING,
    kind: 'main' | 'two' | 'danger' = 'main',
  ) =>
    postForm(
      visit,
      visit.at(`${PATH}/${id}/${does}`),
      html`${content}${field({ name: 'note', label: cases.note, hint: cases.note_hint, max_length: 2000 })}${button(label, { kind })}`,
    );
  const send = select({ name: 'from', label: words.from }, await sourcesOf(visit, destination));
  const is_bank = destination?.kind === 'bank';
  const witnesses = (
    is_bank ? (['bank_row', 'bank'] as const) : (['book', 'statement_row', 'statement'] as const)
  ).map((value) => ({ value, label: words.witnesses[value] }));
  const row = (is_optional: boolean, to: SafeHtml = NOTHING) =>
    html`${field({ name: 'record', label: words.record_id, is_optional, is_ltr: true, max_length: 200 })}
${field({ name: 'amount', label: words.row_amount, is_optional, inputmode: 'numeric', is_ltr: true, max_length: 15 })}
${to}${field({ name: 'day', label: words.day, type: 'date', is_optional, is_ltr: true })}`;
  const to = field({
    name: 'to',
    label: words.row_to,
    is_optional: true,
    inputmode: 'tel',
    is_ltr: true,
    max_length: 20,
  });
  const prove = html`${select({ name: 'by', label: words.witness }, witnesses)}${row(true, to)}`;
  const back = html`<p>${words.came_back_text}</p><input type="hidden" name="by" value="bank_return">${row(false)}`;
  const cancel = () => card(words.cancel, form('cancel', words.cancel, NOTHING, 'danger'));
  switch (state) {
    case 'DRAFT':
      return html`${card(words.approve, form('approve', words.approve))}${cancel()}`;
    case 'APPROVED':
      return html`${card(words.send, form('send', words.send, send))}${cancel()}`;
    case 'SENDING':
      return html`${card(words.prove, form('prove', words.prove, prove))}${card(words.doubt, form('doubt', words.doubt, NOTHING, 'two'))}${card(words.fail, form('fail', words.fail, NOTHING, 'danger'))}`;
    case 'UNKNOWN':
      return card(words.prove, form('prove', words.prove, prove));
    case 'PAID':
      return from_kind === 'BANK' && returned_at === null
        ? card(words.came_back, form('prove', words.came_back, back, 'two'))
        : NOTHING;
    default:
      return NOTHING;
  }
}

const sending = staffPage(STAFF_ROLES, {
  path: `${PATH}/sending.csv`,
  get: async (visit) => {
    const body = Readable.from(await sendingListCsv(visit.services), { objectMode: false });
    const name = `sending-${localDay(visit.now)}.csv`;
    return taken(visit, { kind: 'file', name, type: 'text/csv; charset=utf-8', body });
  },
});

const paper = staffPage(STAFF_ROLES, {
  path: `${PATH}/sending.pdf`,
  get: async (visit) => {
    const listed = await sendingList(visit.services);
    const name = `sending-${localDay(visit.now)}`;
    return taken(visit, await paperFile(name, () => settlementsToSend(visit, listed)));
  },
});

export const OFFICE_SETTLEMENT_PAGES: readonly AnyPage[] = [
  list,
  one,
  sending,
  paper,
  order,
  ...SETTLEMENT_VERBS,
];
