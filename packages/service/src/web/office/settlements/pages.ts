import { Readable } from 'node:stream';
import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { itemise } from '../../../domain/settlement/settlement.ts';
import { localDay } from '../../../domain/time.ts';
import { openProposals } from '../../../engine/desk/proposal.ts';
import { takeSendingList } from '../../../engine/desk/settlements/take-file.ts';
import { sendingListCsv } from '../../../engine/settlements/files.ts';
import { filesOf, ordersOf, type TakenFile } from '../../../engine/settlements/orders.ts';
import {
  handedOutAt,
  listOpenSettlements,
  loadDetails,
  OPEN_STATES,
  type OpenSettlement,
  type OpenState,
  proofsOf,
  type SettlementDetail,
  settlementIds,
} from '../../../engine/settlements/show.ts';
import type { TakenOrder } from '../../../store/settlements/watch.ts';
import type { FoundProposal } from '../../../store/staff/record.ts';
import { SETTLEMENT_WORDS } from '../../dashboard/settlements/paper.ts';
import { amount, countText, moment } from '../../format.ts';
import { paperFile } from '../../frame/file.ts';
import { button, card, facts, field, note, pager, postForm, table } from '../../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  goTo,
  NOT_FOUND,
  type StaffVisit,
  show,
  staffPage,
} from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { drawProposed } from '../cases/proposed.ts';
import { signatureByVisit, wordsOf } from '../decision/decision.ts';
import { unlessRefused } from '../decision/taken.ts';
import { sayAction, sayWho, termsOf } from '../terms/say.ts';
import { accountsCard, whereTo } from './accounts.ts';
import { saidOf } from './forms.ts';
import { order, orderForm } from './order.ts';
import { ORDER_WORDS } from './order-words.ts';
import { settlementsToSend } from './paper.ts';
import { SETTLEMENT_TOLD } from './told.ts';
import { SETTLEMENT_VERBS } from './verbs.ts';
import { OFFICE_SETTLEMENT_WORDS } from './words.ts';

const PATH = '/office/settlements';
const SHOWN = 100;

const list = staffPage(STAFF_ROLES, {
  path: PATH,
  link: { place: 24, label: { fr: 'Versements', ar: 'دفع المستحقات', en: 'Settlements' } },
  get: async (visit) => {
    const words = OFFICE_SETTLEMENT_WORDS[visit.language];
    const named = visit.query.get('reference')?.slice(0, 60) ?? '';
    const [found = null] = named === '' ? [] : await settlementIds(visit.services, [named]);
    if (found !== null) return goTo(visit.at(`${PATH}/${found}`));
    const lists = await Promise.all(OPEN_STATES.map((state) => pageOf(visit, state)));
    const proposals = await openProposals(
      visit.services,
      lists.flatMap(({ rows }) => rows.map((one) => one.id)),
    );
    const sections = lists.map(({ state, id, after, rows, has_more }) =>
      card(
        words.sections[state],
        html`${table(
          visit,
          heads(visit),
          rows.map((one) => rowOf(visit, one, proposals)),
          words.nothing,
        )}${
          state === 'APPROVED' && rows.length > 0
            ? html`<div class="actions">${takeFile(visit, 'pdf', words.list_paper)}${takeFile(visit, 'csv', words.list_file)}</div>`
            : NOTHING
        }${pager(visit, {
          // The oldest come first, so what follows is newer.
          newer: has_more ? visit.at(`${PATH}?${id}=${rows.at(-1)?.id}#${id}`) : null,
          older: after === null ? null : visit.at(`${PATH}#${id}`),
        })}`,
        { id },
      ),
    );
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>${find(visit, named)}${await accountsCard(visit)}${sections}${await orderForm(visit)}`,
    });
  },
});

/** The button of a sending list: its answer is the file. */
const takeFile = (visit: StaffVisit, ending: 'pdf' | 'csv', label: string): SafeHtml =>
  postForm(visit, visit.at(`${PATH}/sending.${ending}`), button(label, { kind: 'two' }));

/** A portion of what is under way in a state; the address says behind which one it begins. */
async function pageOf(visit: StaffVisit, state: OpenState) {
  const id = state.toLowerCase();
  const asked = visit.query.get(id) ?? '';
  const after = isUuid(asked) ? asked : null;
  const page = await listOpenSettlements(visit.services, { state, after, limit: SHOWN });
  return { state, id, after, ...page };
}

/** Opens one that is over, by what stands in the bank's list; `named`: what no settlement is called. */
function find(visit: StaffVisit, named: string): SafeHtml {
  const words = OFFICE_SETTLEMENT_WORDS[visit.language];
  const reference = { name: 'reference', label: words.reference, value: named, is_ltr: true, max_length: 60 };
  return html`${named === '' ? NOTHING : note(SETTLEMENT_TOLD[visit.language].not_found, 'warn')}
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

const rowOf = (visit: StaffVisit, one: OpenSettlement, proposals: readonly FoundProposal[]) => [
  html`<a href="${visit.at(`${PATH}/${one.id}`)}"><code>${one.reference}</code></a>${
    one.may_have_left
      ? html` <strong>${OFFICE_SETTLEMENT_WORDS[visit.language].may_have_left}</strong>`
      : NOTHING
  }${proposedOf(visit, one, proposals)}`,
  html`<bdi>${one.merchant_name}</bdi>`,
  whereTo(visit, one),
  amount(visit.words, one.amount_xaf),
  moment(visit.words, one.sent_at ?? one.created_at),
];

/** What one person has proposed about it: what is to be taken back is on no list below. */
function proposedOf(visit: StaffVisit, { id }: SettlementDetail, proposals: readonly FoundProposal[]) {
  const { proposal_by } = wordsOf(visit).cases;
  return proposals
    .filter(({ subject_id }) => subject_id === id)
    .map(({ action, proposed_by, proposed_by_email }) => {
      const who = sayWho({ actor: proposed_by, account_email: proposed_by_email });
      return html` <small>${sayAction(termsOf(visit), action)} (${proposal_by} ${who})</small>`;
    });
}

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
    const ordered = (await ordersOf(visit.services.pool, [settlement])).get(settlement.reference);
    const file = (await filesOf(visit.services.pool, [settlement])).get(settlement.reference);
    const handed_at = await handedOutAt(visit.services, settlement);
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
        ...fileFacts(visit, ordered, file),
        ...(returned_at === null ? [] : [[shop.facts.returned, moment(visit.words, returned_at)] as const]),
      ])}${failure === null ? NOTHING : note(html`<bdi>${failure}</bdi>`, 'bad')}
${await drawProposed(visit, [settlement.id])}${await saidOf(visit, settlement, { handed_at })}${card(shop.items, table(visit, columns, items))}${card(words.proofs, await proofs(visit, settlement))}`,
    });
  },
});

/** What has left the house and has it: the order to a bank, and the list where somebody has taken that alone, or later. */
function fileFacts(visit: StaffVisit, ordered: TakenOrder | undefined, last: TakenFile | undefined) {
  const { stands_on, listed } = ORDER_WORDS[visit.language];
  const facts: (readonly [string, SafeHtml])[] = [];
  if (ordered !== undefined)
    facts.push([stands_on, html`<bdi>${ordered.bank}</bdi>, ${moment(visit.words, ordered.taken_at)}`]);
  if (last?.bank === null) facts.push([listed, html`${moment(visit.words, last.taken_at)}`]);
  return facts;
}

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

const sending = staffPage(STAFF_ROLES, {
  path: `${PATH}/sending.csv`,
  post: (visit) => {
    const name = `sending-${localDay(visit.now)}.csv`;
    return takenList(visit, name, (listed) => {
      const body = Readable.from(sendingListCsv(listed), { objectMode: false });
      return { kind: 'file', name, type: 'text/csv; charset=utf-8', body };
    });
  },
});

const paper = staffPage(STAFF_ROLES, {
  path: `${PATH}/sending.pdf`,
  post: (visit) => {
    const name = `sending-${localDay(visit.now)}`;
    return takenList(visit, `${name}.pdf`, (listed) =>
      paperFile(name, () => settlementsToSend(visit, listed)),
    );
  },
});

/**
 * What is on a list stands on record with it: what is taken back afterwards may be paid by whoever has the list. By POST alone: who has
 * spoken before a list was taken counts no more, so a link that somebody follows would undo a colleague's word.
 */
async function takenList(
  visit: StaffVisit,
  file: string,
  draw: (listed: readonly SettlementDetail[]) => Answer | Promise<Answer>,
): Promise<Answer> {
  const listed = await unlessRefused(
    takeSendingList(visit.services, { ...signatureByVisit(visit, file), file }),
  );
  return listed === null ? NOT_FOUND : draw(listed);
}

export const OFFICE_SETTLEMENT_PAGES: readonly AnyPage[] = [
  list,
  one,
  sending,
  paper,
  order,
  ...SETTLEMENT_VERBS,
];
