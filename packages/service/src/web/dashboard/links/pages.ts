import type { MemberRole } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { isCountedInPart, type LinkRefusal, linkRefusal } from '../../../domain/link/link.ts';
import { startOfDay } from '../../../domain/payment/filter.ts';
import { goneAgain, type PaymentStatus, type Undone } from '../../../domain/payment/payment.ts';
import { localDay } from '../../../domain/time.ts';
import { listLinkPayments, listLinks, retrieveLinks, type UsedLink } from '../../../engine/links/links.ts';
import { createLinkAsMember, setLinkAsMember } from '../../../engine/links/members.ts';
import { withUndone } from '../../../engine/payments/list.ts';
import { amount, moment, operator } from '../../format.ts';
import type { Wrong } from '../../frame/form.ts';
import {
  badge,
  button,
  card,
  facts,
  linkButton,
  note,
  pager,
  postForm,
  type Tone,
  table,
} from '../../frame/parts.ts';
import { type AnyPage, goTo, type MemberVisit, memberPage, NOT_FOUND, show } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { qrCode } from '../../qr.ts';
import { seesToday } from '../payments/list.ts';
import { standingWord } from '../payments/rows.ts';
import { drawForm, onceOf, readLinkTerms, wrongOf } from './form.ts';
import { LINK_DESK_WORDS } from './words.ts';

/** Who makes links; the accountant reads what came by them. */
const MAKERS: readonly MemberRole[] = ['owner', 'developer', 'cashier'];
const READERS: readonly MemberRole[] = ['owner', 'developer', 'accountant', 'cashier'];
const LIMIT = 20;

const ROOM = '/dashboard/:environment/links';
const callerOf = ({ merchant_id, environment }: MemberVisit) => ({ merchant_id, environment });
const wordsOf = ({ language }: MemberVisit) => LINK_DESK_WORDS[language];
const mayMake = ({ person }: MemberVisit): boolean => MAKERS.includes(person.membership.role);

const STATE_TONES: Readonly<Record<LinkRefusal | 'open', Tone>> = {
  open: 'good',
  busy: 'wait',
  closed: 'off',
  expired: 'off',
  used_up: 'off',
};

function stateBadge(visit: MemberVisit, link: UsedLink): SafeHtml {
  const state = linkRefusal(link, link.use, visit.now) ?? 'open';
  return badge(wordsOf(visit).states[state], STATE_TONES[state]);
}

/** Figures of a link's use, as they are, or as the least that they can be. */
const figured = (visit: MemberVisit, { use }: UsedLink, figures: SafeHtml): SafeHtml =>
  isCountedInPart(use) ? wordsOf(visit).at_least({ figures }) : figures;

function paidOf(visit: MemberVisit, link: UsedLink): Part {
  const { use, max_payments } = link;
  const count = String(use.paid_count);
  const counted = max_payments === null ? count : wordsOf(visit).of(count, String(max_payments));
  return figured(visit, link, html`<bdi>${counted}</bdi>`);
}

function amountOf(visit: MemberVisit, link: UsedLink): Part {
  if (link.amount_xaf !== null) return amount(visit.words, link.amount_xaf);
  return html`${amount(visit.words, link.min_xaf ?? 0)} – ${amount(visit.words, link.max_xaf ?? 0)}`;
}

const links = memberPage(READERS, {
  path: ROOM,
  link: { place: 30, label: { fr: 'Liens de paiement', ar: 'روابط الدفع', en: 'Payment links' } },
  get: async (visit) => {
    const words = wordsOf(visit);
    const cursor = visit.query.get('cursor');
    const [page] = await listLinks(visit.services, [{ ...callerOf(visit), cursor, limit: LIMIT }]);
    const { columns } = words;
    const shows_paid = !seesToday(visit);
    const rows = (page?.rows ?? []).map((link) => [
      html`<a class="link" href="${visit.at(`${ROOM}/${link.id}`)}"><bdi>${link.title}</bdi></a>`,
      amountOf(visit, link),
      ...(shows_paid ? [paidOf(visit, link)] : []),
      stateBadge(visit, link),
      moment(visit.words, link.created_at),
    ]);
    const heads = [
      { label: columns.title },
      { label: columns.amount, is_number: true },
      ...(shows_paid ? [{ label: columns.paid, is_number: true }] : []),
      { label: columns.state },
      { label: columns.made },
    ];
    const next = page?.next_cursor ?? null;
    const older = next === null ? null : `${visit.at(ROOM)}?cursor=${next}`;
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>
${mayMake(visit) ? html`<p class="actions">${linkButton(words.create, visit.at(`${ROOM}/new`), 'main')}</p>` : NOTHING}
${table(visit, heads, rows, words.nothing)}${pager(visit, { newer: null, older })}`,
    });
  },
});

const showNew = (visit: MemberVisit, wrong: Wrong, status = 200) => {
  const words = wordsOf(visit);
  const is_refused = visit.environment === 'live' && visit.person.membership.kyc_status !== 'APPROVED';
  const content = is_refused ? note(html`<p>${words.kyc_required}</p>`, 'warn') : drawForm(visit, wrong);
  return show({ title: words.new_title, content, status });
};

const newLink = memberPage(MAKERS, {
  path: `${ROOM}/new`,
  get: (visit) => showNew(visit, {}),
  post: async (visit) => {
    const words = wordsOf(visit);
    const read = readLinkTerms(visit.form, words);
    if (!read.ok) return showNew(visit, read.wrong, 422);
    const { services, actor, environment } = visit;
    const asked = { environment, terms: read.terms, once: onceOf(visit) };
    const outcome = await createLinkAsMember(services, actor, asked);
    switch (outcome.kind) {
      case 'created':
        return goTo(visit.at(`${ROOM}/${outcome.link.id}`), words.made);
      case 'terms_unusable':
        return showNew(visit, wrongOf(outcome.problems, words), 422);
      case 'kyc_required':
        return showNew(visit, {}, 403);
      case 'merchant_not_found':
        return NOT_FOUND;
    }
  },
});

const one = memberPage(READERS, {
  path: `${ROOM}/:id`,
  get: async (visit) => {
    const link_id = visit.params.id ?? '';
    const [link] = await retrieveLinks(visit.services, [{ ...callerOf(visit), link_id }]);
    if (!link) return NOT_FOUND;
    const cursor = visit.query.get('cursor');
    const since = seesToday(visit) ? startOfDay(localDay(visit.now)) : null;
    const query = { ...callerOf(visit), link_id: link.id, cursor, limit: LIMIT, since };
    const [payments] = await listLinkPayments(visit.services, [query]);
    return show({
      title: link.title,
      content: html`<p><a class="link" href="${visit.at(ROOM)}">${wordsOf(visit).back}</a></p>
${sharePart(visit, link)}${factsPart(visit, link)}${await paymentsPart(visit, link, payments)}`,
    });
  },
});

function sharePart(visit: MemberVisit, link: UsedLink): SafeHtml {
  const words = wordsOf(visit);
  const address = visit.address(`/pay/l/${link.slug}`);
  const text = words.share_text(link.title, visit.person.membership.merchant_name, address);
  const action = visit.at(`${ROOM}/${link.id}/${link.closed_at === null ? 'close' : 'reopen'}`);
  const change =
    link.closed_at === null ? button(words.close, { kind: 'danger' }) : button(words.reopen, { kind: 'two' });
  return card(
    words.share,
    html`<p>${stateBadge(visit, link)}</p><p>${words.address}</p><p><a class="secret code" href="${address}">${address}</a></p><p class="hint">${words.address_note}</p>
<div class="actions"><a class="btn" href="https://wa.me/?text=${encodeURIComponent(text)}" rel="noreferrer">${words.share_button}</a>
${mayMake(visit) ? postForm(visit, action, change) : NOTHING}</div>
<div class="qr">${qrCode(address, words.qr)}</div>`,
  );
}

function factsPart(visit: MemberVisit, link: UsedLink): SafeHtml {
  const { facts: names } = wordsOf(visit);
  const { use, max_payments, max_total_xaf, expires_at } = link;
  const money = (xaf: number, count: number) =>
    figured(visit, link, html`${amount(visit.words, xaf)} (<bdi>${count}</bdi>)`);
  const rows: [Part, Part][] = [[wordsOf(visit).columns.amount, amountOf(visit, link)]];
  // What came by it on all days is not a cashier's to see.
  if (!seesToday(visit))
    rows.push(
      [names.paid, money(use.paid_xaf, use.paid_count)],
      [names.held, money(use.held_xaf, use.held_count)],
    );
  if (max_payments !== null) rows.push([names.limit, html`<bdi>${max_payments}</bdi>`]);
  if (max_total_xaf !== null) rows.push([names.total, amount(visit.words, max_total_xaf)]);
  if (expires_at !== null) rows.push([names.expires, moment(visit.words, expires_at)]);
  rows.push([names.reference, html`<code>PL-${link.code}</code>`]);
  return html`${link.description === null ? NOTHING : html`<p><bdi>${link.description}</bdi></p>`}${facts(rows)}`;
}

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  SUCCESS: 'good',
  AWAITING_PAYMENT: 'wait',
  UNDER_REVIEW: 'wait',
};

type Payments = Awaited<ReturnType<typeof listLinkPayments>>[number];

/** How a payment by a link stands now: what of its money has gone again is said as in the list of payments. */
function paymentBadge(visit: MemberVisit, row: Payments['rows'][number] & Undone): SafeHtml {
  if (goneAgain({ ...row, status: row.status as PaymentStatus }) !== null) return standingWord(visit, row);
  return badge(wordsOf(visit).statuses[row.status], STATUS_TONES[row.status] ?? 'off');
}

async function paymentsPart(
  visit: MemberVisit,
  link: UsedLink,
  payments: Payments | undefined,
): Promise<SafeHtml> {
  const words = wordsOf(visit);
  const columns = words.payment_columns;
  const shown = await withUndone(visit.services, payments?.rows ?? []);
  const rows = shown.map((row) => [
    html`<code>${row.reference}</code>`,
    amount(visit.words, row.amount_xaf),
    operator(visit.words, row.operator),
    paymentBadge(visit, row),
    moment(visit.words, row.created_at),
  ]);
  const heads = [
    { label: columns.reference },
    { label: columns.amount, is_number: true },
    { label: columns.operator },
    { label: columns.state },
    { label: columns.at },
  ];
  const next = payments?.next_cursor ?? null;
  const older = next === null ? null : `${visit.at(`${ROOM}/${link.id}`)}?cursor=${next}`;
  const [heading, nothing] = seesToday(visit)
    ? [words.payments_today, words.no_payments_today]
    : [words.payments_of, words.no_payments];
  return html`<h2>${heading}</h2>${table(visit, heads, rows, nothing)}${pager(visit, { newer: null, older })}`;
}

const change = (part: 'close' | 'reopen'): AnyPage =>
  memberPage(MAKERS, {
    path: `${ROOM}/:id/${part}`,
    post: async (visit) => {
      const link_id = visit.params.id ?? '';
      if (!isUuid(link_id)) return NOT_FOUND;
      const { environment, services, actor } = visit;
      const is_closed = part === 'close';
      const link = await setLinkAsMember(services, actor, { environment, link_id, is_closed });
      if (link === null) return NOT_FOUND;
      const words = wordsOf(visit);
      return goTo(visit.at(`${ROOM}/${link.id}`), is_closed ? words.closed : words.reopened);
    },
  });

export const LINK_PAGES: readonly AnyPage[] = [links, newLink, one, change('close'), change('reopen')];
