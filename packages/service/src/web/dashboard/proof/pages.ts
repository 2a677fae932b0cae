import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { dayBegins } from '../../../domain/time.ts';
import { isInDay, listOwnDays, type OwnDay, showDay } from '../../../engine/proof/show.ts';
import { amount } from '../../format.ts';
import { paperFile } from '../../frame/file.ts';
import { badge, card, linkButton, pager, table } from '../../frame/parts.ts';
import { type AnyPage, type MemberVisit, memberPage, NOT_FOUND, show } from '../../frame/table.ts';
import { html } from '../../html.ts';
import { ownDayPdf } from './paper.ts';
import { PROOF_WORDS } from './words.ts';

const PATH = '/dashboard/proof';
/** Who sees what is owed to the merchant. */
const SEEING = ['owner', 'accountant'] as const;
const ROWS = 31;
const FOREVER = '9999-12-31';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A merchant's own days: what it had, what changed it, and that all of it is in the day's hash. Live money alone. */
const days = memberPage(SEEING, {
  path: PATH,
  link: { place: 46, label: { fr: 'Preuve', ar: 'الإثبات', en: 'Proof' } },
  get: async (visit) => {
    const words = PROOF_WORDS[visit.language];
    const { columns } = words;
    const asked = visit.query.get('before') ?? '';
    const before = dayBegins(asked) === null ? FOREVER : asked;
    const own = await listOwnDays(visit.services, { merchant_id: visit.merchant_id, before, limit: ROWS });
    const money = (sum_xaf: number) => amount(visit.words, sum_xaf);
    const rows = own.map((one) => [
      html`<bdi dir="ltr">${one.day}</bdi>`,
      money(one.opening_xaf),
      money(one.paid_xaf),
      money(one.fees_xaf + one.tax_xaf),
      money(one.refunds_xaf),
      money(one.settlements_xaf),
      money(one.other_xaf),
      html`<strong>${money(one.closing_xaf)}</strong>`,
      proofOf(visit, one),
    ]);
    const { day, proof, ...sums } = columns;
    const heads = [
      { label: day },
      ...Object.values(sums).map((label) => ({ label, is_number: true })),
      { label: proof },
    ];
    const last = own.length === ROWS ? own.at(-1)?.day : undefined;
    const older = last === undefined ? null : visit.at(`${PATH}?before=${last}`);
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>${table(visit, heads, rows, words.nothing)}
${pager(visit, { newer: before === FOREVER ? null : visit.at(PATH), older })}${card(words.hash, words.how)}`,
    });
  },
});

function proofOf(visit: MemberVisit, one: OwnDay) {
  const words = PROOF_WORDS[visit.language];
  const is_in = isInDay(sha256, one);
  return html`${badge(is_in ? words.is_in : words.is_not_in, is_in ? 'good' : 'bad')}
<small><code dir="ltr">${one.hash.slice(0, 16)}…</code></small> ${linkButton(words.paper.pdf, visit.at(`${PATH}/${one.day}/proof.pdf`))} ${linkButton(words.file, visit.at(`${PATH}/${one.day}`))}`;
}

/** A merchant's own day that is closed, with the day itself; null for any other. */
async function ownDay({ services, merchant_id }: MemberVisit, day: string) {
  if (dayBegins(day) === null) return null;
  const before = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const [own] = await listOwnDays(services, { merchant_id, before, limit: 1 });
  // A day that is open is added up from everything there is, only to be refused.
  if (own?.day !== day) return null;
  const { closed } = await showDay(services, day);
  return closed === null ? null : { own, closed };
}

const FIELDS = [
  ...([
    'day',
    'merchant_id',
    'opening_xaf',
    'paid_xaf',
    'fees_xaf',
    'tax_xaf',
    'refunds_xaf',
    'settlements_xaf',
  ] as const),
  ...(['other_xaf', 'closing_xaf', 'nonce', 'path', 'merchants_root', 'hash', 'previous_hash'] as const),
  ...(['accounts_hash', 'held_xaf', 'owed_xaf', 'state'] as const),
] as const;

/** Its own figures, and of the day what its hash is made of: what other merchants owe us is nobody's business. */
function checkedBy(day: Readonly<Record<(typeof FIELDS)[number], unknown>>): Record<string, unknown> {
  return Object.fromEntries(FIELDS.map((name) => [name, day[name]]));
}

/** What a merchant checks its day with, by the program of docs/proof.md. */
const file = memberPage(SEEING, {
  path: `${PATH}/:day`,
  get: async (visit) => {
    const found = await ownDay(visit, visit.params.day ?? '');
    if (found === null) return NOT_FOUND;
    const { own, closed } = found;
    const body = Buffer.from(`${JSON.stringify(checkedBy({ ...own, ...closed }), null, 2)}\n`);
    return { kind: 'file', name: `proof-${own.day}.json`, type: 'application/json', body };
  },
});

/** The same for people: its figures, where they stand in the day, and the day's hash. */
const paper = memberPage(SEEING, {
  path: `${PATH}/:day/proof.pdf`,
  is_file: true,
  get: async (visit) => {
    const found = await ownDay(visit, visit.params.day ?? '');
    if (found === null) return NOT_FOUND;
    return paperFile(`proof-${found.own.day}`, () => ownDayPdf(visit, { sha256, ...found }));
  },
});

export const PROOF_PAGES: readonly AnyPage[] = [days, file, paper];
