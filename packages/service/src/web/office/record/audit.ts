import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { readPlace, writePlace } from '../../../domain/desk/waiting.ts';
import { DAY_MS, dayBegins, later } from '../../../domain/time.ts';
import { searchAudit } from '../../../engine/staff/audit.ts';
import { findMember } from '../../../engine/staff/people.ts';
import { moment } from '../../format.ts';
import { badge, button, field, pager, table } from '../../frame/parts.ts';
import { type AnyPage, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type Part } from '../../html.ts';
import { wordsOf } from '../decision/decision.ts';
import { code, sayAction, sayWho, termsOf } from '../terms/say.ts';

const PAGE_ROWS = 50;
const TEXT_MAX = 200;

const audit = staffPage(STAFF_ROLES, {
  path: '/office/audit',
  link: { place: 40, label: { fr: 'Journal', ar: 'السجل', en: 'Audit trail' } },
  get: async (visit) => {
    const said = (name: string) => (visit.query.get(name) ?? '').trim().slice(0, TEXT_MAX);
    const { audit: words } = wordsOf(visit);
    const who = said('actor');
    // A mail is an account; anything else is a name as it was then.
    const member = who.includes('@') ? await findMember(visit.services, who) : null;
    const { rows, next } = await searchAudit(
      visit.services,
      {
        account_id: member?.account_id ?? null,
        actor: member !== null || who === '' ? null : who,
        action: said('action') || null,
        subject_id: said('subject') || null,
        from: dayBegins(said('from')) ?? new Date(0),
        until: later(dayBegins(said('until')) ?? later(visit.now, DAY_MS), DAY_MS),
      },
      { before: readPlace(said('before')), limit: PAGE_ROWS },
    );
    const columns = [words.at, words.actor, words.action, words.subject, words.note].map((label) => ({
      label,
    }));
    const lines = rows.map((one): Part[] => [
      moment(visit.words, one.at),
      html`${sayWho(one)}${one.account_id === null ? html` ${badge(words.typed, 'off')}` : NOTHING}`,
      html`${sayAction(termsOf(visit), one.action)}<br>${code(one.action)}`,
      code(one.subject_id),
      html`<bdi>${one.note}</bdi><details><summary>…</summary>${code(JSON.stringify(one.detail).slice(0, 2000))}</details>`,
    ]);
    const older = new URLSearchParams(visit.query);
    if (next !== null) older.set('before', writePlace(next));
    const content = html`${filters(visit, said)}${table(visit, columns, lines, words.nothing)}${pager(visit, {
      newer: visit.query.has('before') ? visit.at('/office/audit') : null,
      older: next === null ? null : visit.at(`/office/audit?${older.toString()}`),
    })}`;
    return show({ title: words.title, content });
  },
});

function filters(visit: StaffVisit, said: (name: string) => string) {
  const { audit: words } = wordsOf(visit);
  const one = (name: string, label: string, type: 'text' | 'date' = 'text') =>
    field({ name, label, type, value: said(name), is_optional: true, max_length: TEXT_MAX });
  return html`<form method="get" class="filters" action="${visit.at('/office/audit')}">${one('actor', words.actor)}${one('action', words.action)}${one('subject', words.subject)}${one('from', words.from, 'date')}${one('until', words.until, 'date')}${button(words.search)}</form>`;
}

export const AUDIT_PAGES: readonly AnyPage[] = [audit];
