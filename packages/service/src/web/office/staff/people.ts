import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { mayDo, STAFF_VERBS, type StaffVerb } from '../../../domain/staff/role.ts';
import { tokenState } from '../../../domain/staff/token.ts';
import { done, refused, type Told } from '../../../engine/desk/told.ts';
import {
  type ChangeStaffOutcome,
  changeStaff,
  listStaff,
  type StaffMember,
  tellOfRoles,
} from '../../../engine/staff/people.ts';
import { revokeTokens } from '../../../engine/staff/tokens.ts';
import { moment } from '../../format.ts';
import { badge, button, card, facts, field, postForm, select, table } from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, show, staffPage, surely } from '../../frame/table.ts';
import { FRAME_WORDS } from '../../frame/words.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { decideWithNote, may, wordsOf } from '../decision/decision.ts';
import { code, say, termsOf } from '../terms/say.ts';

const people = staffPage(STAFF_ROLES, {
  path: '/office/staff',
  link: { place: 50, label: { fr: 'Équipe', ar: 'الفريق', en: 'Staff' } },
  get: async (visit) => {
    const { staff: words } = wordsOf(visit);
    const members = await listStaff(visit.services);
    const content = html`${members.map((member) => drawMember(visit, member))}${card(words.table, roleTable(visit))}`;
    return show({ title: words.title, content });
  },
});

function drawMember(visit: StaffVisit, member: StaffMember): SafeHtml {
  const { staff: words, cases } = wordsOf(visit);
  const roles = FRAME_WORDS[visit.language].staff_roles;
  const state =
    member.deactivated_at === null
      ? badge(roles[member.role], 'good')
      : html`${badge(words.left, 'off')} ${moment(visit.words, member.deactivated_at)}`;
  const why = field({ name: 'note', label: cases.note, max_length: 2000 });
  const at = (verb: string) => visit.at(`/office/staff/${member.account_id}/${verb}`);
  const change = html`<details><summary>${words.change}</summary>${postForm(
    visit,
    at('role'),
    html`${select(
      { name: 'role', label: words.role, value: member.role },
      STAFF_ROLES.map((value) => ({ value, label: roles[value] })),
    )}${why}${button(words.change, { kind: 'two' })}`,
  )}${member.deactivated_at === null ? postForm(visit, at('deactivate'), html`${why}${button(words.deactivate, { kind: 'danger' })}`) : NOTHING}</details>`;
  const is_other = member.account_id !== visit.person.account.id;
  return card(
    html`<bdi>${member.name}</bdi> ${state}`,
    html`${facts([
      ['@', html`<bdi dir="ltr">${member.email}</bdi>`],
      [words.since, moment(visit.words, member.created_at)],
      [
        words.tokens,
        html`<bdi>${member.tokens.filter((one) => tokenState(one, visit.now) === 'valid').length}</bdi>`,
      ],
    ])}${is_other && may(visit, 'staff.role') ? change : NOTHING}${is_other && may(visit, 'staff.token.revoke') ? tokensOf(visit, member) : NOTHING}`,
  );
}

function tokensOf(visit: StaffVisit, { tokens }: StaffMember): SafeHtml {
  const { staff: words, cases } = wordsOf(visit);
  const good = tokens.filter((one) => ['valid', 'waits'].includes(tokenState(one, visit.now)));
  return html`${good.map((one) =>
    postForm(
      visit,
      visit.at(`/office/staff/tokens/${one.id}/revoke`),
      html`<p><bdi>${one.name}</bdi> ${code(`…${one.last4}`)}</p>${field({ name: 'note', label: cases.note, max_length: 2000 })}${button(words.revoke, { kind: 'danger' })}`,
    ),
  )}`;
}

function roleTable(visit: StaffVisit): SafeHtml {
  const { staff: words } = wordsOf(visit);
  const roles = FRAME_WORDS[visit.language].staff_roles;
  const rows = (Object.keys(STAFF_VERBS) as StaffVerb[]).map((verb): Part[] => [
    say(termsOf(visit).verbs, verb),
    STAFF_ROLES.filter((role) => mayDo(role, verb)).map((role) => html`${badge(roles[role], 'off')} `),
  ]);
  return table(visit, [{ label: words.may }, { label: words.role }], rows);
}

function changedTold(visit: StaffVisit, outcome: ChangeStaffOutcome | undefined): Told {
  const { staff: words } = wordsOf(visit);
  if (outcome?.kind === 'changed') return done(words.done);
  return refused(outcome?.kind === 'own_role' ? words.own_role : words.none);
}

const role = staffPage(STAFF_VERBS['staff.role'], {
  path: '/office/staff/:id/role',
  post: async (visit) => {
    const { id: of = '' } = visit.params;
    const chosen = STAFF_ROLES.find((one) => one === visit.form.text('role'));
    if (!isUuid(of) || chosen === undefined) return NOT_FOUND;
    const { services } = visit;
    const give = async (by: Signature) =>
      (await changeStaff(services, [{ of, role: chosen, ...by }], tellOfRoles(services)))[0];
    return surely(visit, '/office/staff', () =>
      decideWithNote(visit, visit.at('/office/staff'), async (by) => changedTold(visit, await give(by)), {
        to: visit.at('/office/staff'),
      }),
    );
  },
});

const deactivate = staffPage(STAFF_VERBS['staff.ended'], {
  path: '/office/staff/:id/deactivate',
  post: async (visit) => {
    const { id: of = '' } = visit.params;
    if (!isUuid(of)) return NOT_FOUND;
    return decideWithNote(
      visit,
      visit.at('/office/staff'),
      async (by) => changedTold(visit, (await changeStaff(visit.services, [{ of, role: null, ...by }]))[0]),
      { to: visit.at('/office/staff') },
    );
  },
});

const revokeToken = staffPage(STAFF_VERBS['staff.token.revoke'], {
  path: '/office/staff/tokens/:id/revoke',
  post: async (visit) => {
    const { id: token_id = '' } = visit.params;
    if (!isUuid(token_id)) return NOT_FOUND;
    return decideWithNote(
      visit,
      visit.at('/office/staff'),
      async (by) => {
        const [outcome] = await revokeTokens(visit.services, [{ token_id, ...by }]);
        const { staff: words } = wordsOf(visit);
        return outcome?.kind === 'changed' ? done(words.done) : refused(words.none);
      },
      { to: visit.at('/office/staff') },
    );
  },
});

export const STAFF_PAGES: readonly AnyPage[] = [people, role, deactivate, revokeToken];
