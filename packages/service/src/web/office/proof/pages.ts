import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { type ProofState, reasonOf } from '../../../domain/proof/account.ts';
import { dayBegins, localDay } from '../../../domain/time.ts';
import { spanOfDay } from '../../../engine/proof/look.ts';
import { listDays, type ShownDay, type ShownProofAccount, showDay } from '../../../engine/proof/show.ts';
import { bankNames } from '../../../engine/settlements/destination.ts';
import { amount, moment } from '../../format.ts';
import { paperFile } from '../../frame/file.ts';
import { badge, card, facts, linkButton, note, pager, type Tone, table } from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { taken } from '../decision/taken.ts';
import { say, termsOf } from '../terms/say.ts';
import { ageText, proofPdf } from './paper.ts';
import { PROOF_PAPER_WORDS } from './paper-words.ts';
import { OFFICE_PROOF_WORDS } from './words.ts';

const PATH = '/office/proof';
const ROWS = 31;
const FOREVER = '9999-12-31';
const TONES: Readonly<Record<ProofState, Tone>> = { proven: 'good', open: 'wait', not_proven: 'bad' };

const days = staffPage(STAFF_ROLES, {
  path: PATH,
  link: { place: 48, label: { fr: 'Preuve', ar: 'الإثبات', en: 'Proof' } },
  get: async (visit) => {
    const words = OFFICE_PROOF_WORDS[visit.language];
    const { columns } = words;
    const asked = visit.query.get('before') ?? '';
    const before = dayBegins(asked) === null ? FOREVER : asked;
    const closed = await listDays(visit.services, { before, limit: ROWS });
    const rows = closed.map((one) => [
      html`<a href="${visit.at(`${PATH}/${one.day}`)}"><bdi dir="ltr">${one.day}</bdi></a>`,
      badge(words.states[one.state], TONES[one.state]),
      amount(visit.words, one.held_xaf),
      amount(visit.words, one.owed_xaf),
      html`<code dir="ltr">${one.hash.slice(0, 16)}…</code>`,
    ]);
    const heads = [
      { label: columns.day },
      { label: columns.state },
      { label: columns.held, is_number: true },
      { label: columns.owed, is_number: true },
      { label: columns.hash },
    ];
    const last = closed.length === ROWS ? closed.at(-1)?.day : undefined;
    const older = last === undefined ? null : visit.at(`${PATH}?before=${last}`);
    const today = linkButton(words.today, visit.at(`${PATH}/${localDay(visit.now)}`));
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p><p>${today}</p>${table(visit, heads, rows, words.nothing)}
${pager(visit, { newer: before === FOREVER ? null : visit.at(PATH), older })}`,
    });
  },
});

const one = staffPage(STAFF_ROLES, {
  path: `${PATH}/:day`,
  get: async (visit) => {
    const { day = '' } = visit.params;
    if (dayBegins(day) === null || day > localDay(visit.now)) return NOT_FOUND;
    const words = OFFICE_PROOF_WORDS[visit.language];
    const shown = await showDay(visit.services, day);
    const named = namedBy(visit, await bankNames(visit.services));
    const until = shown.closed === null ? visit.now : spanOfDay(day).ends;
    const { held_xaf, owed_xaf, closed, state } = shown;
    const { columns } = words;
    const sums = facts([
      [columns.held, amount(visit.words, held_xaf)],
      [columns.owed, amount(visit.words, owed_xaf)],
      ...shown.between.map(({ kind, amount_xaf }): [Part, Part] => [
        kind === 'CLAIMS' || kind === 'SWEPT_UNREAD' || kind === 'BOOKED_SINCE'
          ? words.between[kind]
          : say(termsOf(visit).accounts, kind),
        amount(visit.words, amount_xaf),
      ]),
    ]);
    const is_enough = held_xaf >= owed_xaf;
    const head =
      closed === null || state === null
        ? note(words.not_closed)
        : html`<p>${badge(words.states[state], TONES[state])} <code dir="ltr">${closed.hash}</code></p>`;
    return show({
      title: words.day_title(day),
      content: html`${head}<p class="actions">${linkButton(PROOF_PAPER_WORDS[visit.language].pdf, visit.at(`${PATH}/${day}/proof.pdf`))}</p>${is_enough ? html`<p>${badge(words.enough, 'good')}</p>` : note(words.short, 'bad')}${sums}
${accountsOf(visit, shown, named)}${card(words.lines, linesOf(visit, shown, named, until))}`,
    });
  },
});

/** The day on paper, as whoever asks for it reads. */
const paper = staffPage(STAFF_ROLES, {
  path: `${PATH}/:day/proof.pdf`,
  get: async (visit) => {
    const { day = '' } = visit.params;
    if (dayBegins(day) === null || day > localDay(visit.now)) return NOT_FOUND;
    const { services, language, now } = visit;
    const [shown, banks] = [await showDay(services, day), await bankNames(services)];
    return taken(visit, await paperFile(`proof-${day}`, () => proofPdf({ language, shown, banks, now })));
  },
});

/** Under an account: who answers by law for its money. */
function custodianOf(visit: StaffVisit, { custodian }: ShownProofAccount): Part {
  const words = OFFICE_PROOF_WORDS[visit.language];
  if (custodian === undefined) return NOTHING;
  if (custodian === null) return html`<br>${badge(words.no_custodian, 'wait')}`;
  const { institution, licence, held_since } = custodian;
  return html`<br><small>${words.custodian(institution, licence, held_since)}</small>`;
}

type Named = (name: string) => Part;

/** An account of ours by its word; a number or a bank account as it is called. */
const namedBy =
  (visit: StaffVisit, banks: ReadonlyMap<string, string>): Named =>
  (name) =>
    name in termsOf(visit).accounts
      ? say(termsOf(visit).accounts, name)
      : html`<bdi dir="ltr">${banks.get(name) ?? name}</bdi>`;

function accountsOf(visit: StaffVisit, { accounts }: ShownDay, named: Named): SafeHtml {
  const { columns, states, by } = OFFICE_PROOF_WORDS[visit.language];
  const money = (sum_xaf: number) => amount(visit.words, sum_xaf);
  const rows = accounts.map((account) => [
    html`${named(account.name)}${custodianOf(visit, account)}`,
    money(account.opening_xaf),
    money(account.in_xaf),
    money(account.out_xaf),
    money(account.closing_xaf),
    account.said_xaf === null
      ? NOTHING
      : html`${money(account.said_xaf)} <small>${account.said_by === null ? NOTHING : by[account.said_by]}${account.read_at === null ? NOTHING : html` ${moment(visit.words, account.read_at)}`}</small>`,
    money(account.ledger_xaf),
    html`${badge(states[account.state], TONES[account.state])} ${whyOf(visit, account)}`,
  ]);
  const { account, state } = columns;
  const sums = [columns.opening, columns.in, columns.out, columns.closing, columns.said, columns.ledger];
  const heads = [{ label: account }, ...sums.map((label) => ({ label, is_number: true })), { label: state }];
  return table(visit, heads, rows);
}

/** Why it is not simply proven. */
function whyOf({ language }: StaffVisit, { state, reason }: ShownProofAccount): Part {
  const known = state === 'proven' ? null : reasonOf(reason);
  return known === null ? NOTHING : html`<small>${PROOF_PAPER_WORDS[language].reasons[known]}</small>`;
}

function linesOf(visit: StaffVisit, { accounts }: ShownDay, named: Named, until: Date): SafeHtml {
  const { kinds, owners, line_columns, no_lines } = OFFICE_PROOF_WORDS[visit.language];
  const rows = accounts.flatMap(({ name, lines }) =>
    lines.map((line) => [
      named(name),
      kinds[line.kind],
      amount(visit.words, line.amount_xaf),
      html`${moment(visit.words, line.since)} <small>(${ageText(visit.language, line.since, until)})</small>`,
      owners[line.owner],
      html`<code dir="ltr">${line.subject}</code>`,
    ]),
  );
  const heads = Object.entries(line_columns).map(([name, label]) => ({
    label,
    is_number: name === 'amount',
  }));
  return table(visit, heads, rows, no_lines);
}

export const OFFICE_PROOF_PAGES: readonly AnyPage[] = [days, one, paper];
