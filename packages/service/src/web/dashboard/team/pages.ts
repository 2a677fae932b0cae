import { readEmail } from '../../../domain/account/credentials.ts';
import { isMemberRole, LANGUAGES, MEMBER_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { invite, takeBack } from '../../../engine/account/invitations.ts';
import {
  actionsOf,
  removeMember,
  setRole,
  type TeamChangeOutcome,
  teamOf,
} from '../../../engine/account/team.ts';
import { colon, moment } from '../../format.ts';
import type { Wrong } from '../../frame/form.ts';
import {
  badge,
  button,
  card,
  field,
  linkButton,
  pager,
  postForm,
  problem,
  select,
  table,
} from '../../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  goTo,
  type MemberVisit,
  memberPage,
  NOT_FOUND,
  proveFirst,
  show,
} from '../../frame/table.ts';
import { FRAME_WORDS } from '../../frame/words.ts';
import { html } from '../../html.ts';
import { WORDS } from '../../language.ts';
import { TEAM_WORDS } from './words.ts';

const ACTIONS_SHOWN = 50;

const wordsOf = ({ language }: MemberVisit) => TEAM_WORDS[language];
const rolesOf = ({ language }: MemberVisit) =>
  MEMBER_ROLES.map((value) => ({ value, label: FRAME_WORDS[language].roles[value] }));

const team = memberPage(['owner'], {
  path: '/dashboard/team',
  link: { place: 80, label: { fr: TEAM_WORDS.fr.title, ar: TEAM_WORDS.ar.title, en: TEAM_WORDS.en.title } },
  get: (visit) => drawTeam(visit),
});

async function drawTeam(visit: MemberVisit, wrong: Wrong = {}): Promise<Answer> {
  const words = wordsOf(visit);
  const { members, invitations } = await teamOf(visit.services, visit.merchant_id);
  const rows = members.map((member) => {
    const is_me = member.account_id === visit.person.account.id;
    return [
      html`<bdi>${member.name}</bdi> ${is_me ? badge(words.you, 'off') : null}<br><bdi dir="ltr" class="soft">${member.email}</bdi>`,
      roleForm(visit, member.id, member.role),
      moment(visit.words, member.created_at),
      is_me
        ? null
        : postForm(
            visit,
            visit.at(`/dashboard/team/members/${member.id}/remove`),
            button(words.remove, { kind: 'danger' }),
          ),
    ];
  });
  const columns = [{ label: words.name }, { label: words.role }, { label: words.since }, { label: '' }];
  return show({
    title: words.title,
    content: html`${table(visit, columns, rows)}
${invitations.length === 0 ? null : card(words.open, drawInvitations(visit, invitations))}
${drawInvite(visit, wrong)}
<p>${linkButton(words.activity.title, visit.at('/dashboard/team/activity'))}</p>`,
    status: Object.keys(wrong).length > 0 ? 422 : 200,
  });
}

function roleForm(visit: MemberVisit, member_id: string, role: string) {
  const words = wordsOf(visit);
  const options = rolesOf(visit).map(
    ({ value, label }) =>
      html`<option value="${value}"${value === role ? html` selected` : null}>${label}</option>`,
  );
  return postForm(
    visit,
    visit.at(`/dashboard/team/members/${member_id}/role`),
    html`<div class="actions"><select name="role" aria-label="${words.role}">${options}</select>${button(words.change, { kind: 'two' })}</div>`,
  );
}

function drawInvitations(visit: MemberVisit, invitations: Awaited<ReturnType<typeof teamOf>>['invitations']) {
  const words = wordsOf(visit);
  const columns = [{ label: words.email }, { label: words.role }, { label: words.until }, { label: '' }];
  const rows = invitations.map(({ id, email, role, expires_at }) => [
    html`<bdi dir="ltr">${email}</bdi>`,
    FRAME_WORDS[visit.language].roles[role],
    expires_at > visit.now ? moment(visit.words, expires_at) : badge(words.expired, 'off'),
    postForm(
      visit,
      visit.at(`/dashboard/team/invitations/${id}/revoke`),
      button(words.revoke, { kind: 'danger' }),
    ),
  ]);
  return table(visit, columns, rows);
}

function drawInvite(visit: MemberVisit, wrong: Wrong) {
  const words = wordsOf(visit);
  const { form } = visit;
  const languages = LANGUAGES.map((value) => ({ value, label: WORDS[value].name }));
  return card(
    words.invite,
    html`${problem(wrong)}<p>${words.invite_text}</p>
${postForm(
  visit,
  visit.at('/dashboard/team/invitations'),
  html`${field({ name: 'email', label: words.email, type: 'email', value: form.text('email'), max_length: 254, autocomplete: 'off' }, wrong)}
${select({ name: 'role', label: words.role, value: form.text('role') || 'cashier' }, rolesOf(visit), wrong)}
<ul class="hint">${words.roles_text.map(([role, text]) => html`<li><strong>${FRAME_WORDS[visit.language].roles[role]}</strong>${colon(visit)}${text}</li>`)}</ul>
${select({ name: 'language', label: words.language, value: form.text('language') || visit.language }, languages)}
${button(words.send)}`,
)}`,
    { id: 'invite' },
  );
}

const invitations = memberPage(['owner'], {
  path: '/dashboard/team/invitations',
  post: async (visit) => {
    const words = wordsOf(visit);
    const { form, services, person } = visit;
    const email = readEmail(form.text('email'));
    const role = form.text('role');
    const language = LANGUAGES.find((one) => one === form.text('language')) ?? visit.language;
    if (email === null || !isMemberRole(role))
      return drawTeam(visit, {
        ...(email === null ? { email: words.email_wrong } : {}),
        ...(isMemberRole(role) ? {} : { role: words.role_wrong }),
      });
    const { kind } = await invite(services, person, { email, role, language });
    if (kind === 'invited') return goTo(visit.at('/dashboard/team'), words.invited);
    if (kind === 'prove_first') return proveFirst(visit, '/dashboard/team', wordsOf(visit).prove_first);
    return drawTeam(visit, kind === 'is_member' ? { email: words.is_member } : { '': words[kind] });
  },
});

const revoke = memberPage(['owner'], {
  path: '/dashboard/team/invitations/:id/revoke',
  post: async (visit) => {
    const is_back = await takeBack(visit.services, visit.person, visit.params.id ?? '');
    return is_back ? goTo(visit.at('/dashboard/team'), wordsOf(visit).revoked) : NOT_FOUND;
  },
});

const role = memberPage(['owner'], {
  path: '/dashboard/team/members/:id/role',
  post: async (visit) => {
    const asked = visit.form.text('role');
    if (!isMemberRole(asked)) return NOT_FOUND;
    const member_id = visit.params.id ?? '';
    return told(
      visit,
      await setRole(visit.services, visit.person, { member_id, role: asked }),
      wordsOf(visit).changed,
    );
  },
});

const remove = memberPage(['owner'], {
  path: '/dashboard/team/members/:id/remove',
  post: async (visit) =>
    told(
      visit,
      await removeMember(visit.services, visit.person, visit.params.id ?? ''),
      wordsOf(visit).removed,
    ),
});

function told(visit: MemberVisit, { kind }: TeamChangeOutcome, done: string): Answer {
  if (kind === 'not_found') return NOT_FOUND;
  if (kind === 'prove_first') return proveFirst(visit, '/dashboard/team', wordsOf(visit).prove_first);
  const to = visit.at('/dashboard/team');
  return kind === 'last_owner' ? goTo(to, wordsOf(visit).last_owner, 'warn') : goTo(to, done);
}

const leave = memberPage(MEMBER_ROLES, {
  path: '/dashboard/leave',
  post: async (visit) => {
    const { members } = await teamOf(visit.services, visit.merchant_id);
    const me = members.find(({ account_id }) => account_id === visit.person.account.id);
    const { kind } = await removeMember(visit.services, visit.person, me?.id ?? '');
    const words = wordsOf(visit);
    if (kind === 'last_owner') return goTo(visit.at('/account'), words.last_owner, 'warn');
    if (kind === 'prove_first') return proveFirst(visit, '/account', wordsOf(visit).prove_first);
    return goTo(visit.at('/account'), words.actions['member.left']);
  },
});

const activity = memberPage(['owner'], {
  path: '/dashboard/team/activity',
  get: async (visit) => {
    const words = wordsOf(visit);
    const asked = visit.query.get('after') ?? '';
    const after = isUuid(asked) ? asked : null;
    const page = await actionsOf(visit.services, {
      merchant_id: visit.merchant_id,
      after,
      limit: ACTIONS_SHOWN,
    });
    const { when, who, what, about, title } = words.activity;
    const rows = page.rows.map((one) => [
      moment(visit.words, one.at),
      // A name is whatever its owner says; a mail address is one person's.
      html`<bdi>${one.account_name}</bdi><br><bdi dir="ltr" class="soft">${one.account_email}</bdi>`,
      words.actions[one.action] ?? html`<bdi dir="ltr">${one.action}</bdi>`,
      one.subject_id === null ? null : html`<bdi dir="ltr">${one.subject_id}</bdi>`,
    ]);
    const columns = [{ label: when }, { label: who }, { label: what }, { label: about }];
    const here = visit.at('/dashboard/team/activity');
    const older = page.next_cursor === null ? null : `${here}?after=${page.next_cursor}`;
    return show({
      title,
      content: html`${table(visit, columns, rows)}${pager(visit, { newer: after === null ? null : here, older })}`,
    });
  },
});

export const TEAM_PAGES: readonly AnyPage[] = [team, invitations, revoke, role, remove, leave, activity];
