import { STAFF_ROLES } from '../../domain/account/person.ts';
import { readPlace, WAITING_KINDS, type WaitingKind } from '../../domain/desk/waiting.ts';
import type { IncidentKind } from '../../domain/feed/incident.ts';
import type { Operator } from '../../domain/operator.ts';
import { countQueue, listQueue, QUEUE_COUNTED_MAX, type Waiting } from '../../engine/desk/queue.ts';
import { amount, moment, operator, phone } from '../format.ts';
import { badge, pager, table } from '../frame/parts.ts';
import { type AnyPage, type StaffVisit, show, staffPage } from '../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../html.ts';
import { caseAddress, deskAddress, type Stand, standOf, wordsOf } from './decision/decision.ts';
import { KEYS_SCRIPT, keysHelp } from './decision/keys.ts';
import { say, sayAction, termsOf } from './terms/say.ts';

const PAGE_ROWS = 50;

const desk = staffPage(STAFF_ROLES, {
  path: '/office',
  link: { place: 0, label: { fr: 'À traiter', ar: 'للمعالجة', en: 'Desk' } },
  get: async (visit) => {
    const { environment, kind } = standOf(visit);
    const stand: Stand = { environment, kind, place: null };
    const after = readPlace(visit.query.get('after') ?? '');
    const [{ rows, next }, counts] = await Promise.all([
      listQueue(visit.services, { environment, kind, after, limit: PAGE_ROWS }),
      countQueue(visit.services, environment),
    ]);
    const words = wordsOf(visit);
    const content = html`${tabs(visit, stand, counts)}${list(visit, stand, rows)}${pager(visit, {
      newer: after === null ? null : deskAddress(visit, stand),
      older: next === null ? null : deskAddress(visit, { ...stand, place: next }),
    })}${keysHelp(words)}`;
    return show({ title: words.desk.title, content, script: KEYS_SCRIPT });
  },
});

/** The kinds with how many wait of each, and live beside test. */
function tabs(visit: StaffVisit, stand: Stand, counts: Record<WaitingKind, number>): SafeHtml {
  const { desk: words } = wordsOf(visit);
  const tab = (kind: WaitingKind | null, label: string, count: number) => {
    const many = count > QUEUE_COUNTED_MAX ? `${QUEUE_COUNTED_MAX}+` : String(count);
    return html`<a class="btn two small" href="${deskAddress(visit, { ...stand, kind })}"${
      kind === stand.kind ? html` aria-current="true"` : NOTHING
    }>${label}&nbsp;<bdi>${many}</bdi></a>`;
  };
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const other = stand.environment === 'live' ? ('test' as const) : ('live' as const);
  const kinds = WAITING_KINDS.filter((kind) => counts[kind] > 0 || kind === stand.kind);
  return html`<nav class="actions" aria-label="${words.waiting}">${tab(null, words.all, all)}${kinds.map(
    (kind) => tab(kind, words.kinds[kind], counts[kind]),
  )}<a class="btn two small" href="${deskAddress(visit, { environment: other, kind: null, place: null })}" lang="en">${
    stand.environment === 'live' ? 'TEST' : 'LIVE'
  }</a></nav>${stand.environment === 'test' ? html`<p class="note warn">TEST</p>` : NOTHING}`;
}

function list(visit: StaffVisit, stand: Stand, rows: readonly Waiting[]): SafeHtml {
  const words = wordsOf(visit);
  const { desk: said } = words;
  const columns = [
    { label: said.what },
    { label: said.why },
    { label: said.amount, is_number: true },
    { label: said.since },
    { label: said.until },
  ];
  const lines = rows.map((row): Part[] => [
    html`<a data-row href="${caseAddress(visit, row, stand)}">${said.kinds[row.kind]}</a> ${aboutOf(row, visit)}`,
    html`${reasonOf(visit, row)}${row.count > 1 ? html` <bdi>× ${row.count}</bdi>` : NOTHING}${
      row.proposed_by === null
        ? NOTHING
        : html`<br>${badge(html`${said.second_waits} <bdi>${row.proposed_by}</bdi>`, 'wait')}`
    }`,
    row.amount_xaf === null ? '–' : amount(visit.words, row.amount_xaf),
    moment(visit.words, row.since),
    row.due_at < visit.now
      ? html`${moment(visit.words, row.due_at)} ${badge(said.overdue, 'bad')}`
      : moment(visit.words, row.due_at),
  ]);
  return table(visit, columns, lines, said.nothing);
}

/** Why it waits, in a few words; each kind counts its own reasons. */
function reasonOf(visit: StaffVisit, { kind, reason }: Waiting): Part {
  const terms = termsOf(visit);
  if (kind === 'incident') return terms.incidents[reason as IncidentKind].name;
  if (kind === 'alert') return say(terms.alerts, reason);
  if (kind === 'proposal') return sayAction(terms, reason);
  const { reasons } = wordsOf(visit).cases;
  return say(kind === 'refund' && !Object.hasOwn(reasons, reason) ? terms.states : reasons, reason);
}

function aboutOf({ msisdn, operator: name, merchant, reference }: Waiting, visit: StaffVisit): SafeHtml {
  return html`${name === null ? NOTHING : operator(visit.words, name as Operator)} ${
    msisdn === null ? NOTHING : phone(msisdn)
  }${merchant === null ? NOTHING : html`<br><bdi>${merchant}</bdi>`}${
    reference === null ? NOTHING : html` <bdi><code>${reference}</code></bdi>`
  }`;
}

export const DESK_PAGES: readonly AnyPage[] = [desk];
