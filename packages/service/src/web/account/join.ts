import { readName } from '../../domain/account/credentials.ts';
import { invitationOf, join, joinAsNew } from '../../engine/account/join.ts';
import { findHalf } from '../../engine/account/second-factor.ts';
import { enrol, enrolEmail } from '../../engine/staff/enrol.ts';
import type { Wrong } from '../frame/form.ts';
import { button, facts, field, linkButton, note, postForm } from '../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  goTo,
  type OpenVisit,
  openPage,
  personPage,
  type Visit,
} from '../frame/table.ts';
import { FRAME_WORDS } from '../frame/words.ts';
import { html } from '../html.ts';
import {
  askerOf,
  box,
  deadLink,
  goIn,
  keepSession,
  linkRefused,
  newPassword,
  statusOf,
  wordsOf,
} from './forms.ts';

const joinPage = openPage({
  path: '/account/join',
  get: (visit) => drawJoin(visit, visit.query.get('token') ?? '', {}),
  // Who has no account yet: the form of those who are signed in is below.
  post: async (visit) => {
    const { form, services, language } = visit;
    const token = form.text('token');
    const name = readName(form.text('name'), 100);
    if (name === null) return drawJoin(visit, token, { name: wordsOf(visit).name_wrong });
    const password = form.raw('password');
    const outcome = await joinAsNew(services, { token, name, password, language, ...askerOf(visit) });
    if (outcome.kind !== 'signed_in')
      return linkRefused(visit, outcome, (wrong) => drawJoin(visit, token, wrong));
    keepSession(visit, outcome.begun);
    return goIn(visit, null);
  },
});

async function drawJoin(visit: OpenVisit, token: string, wrong: Wrong): Promise<Answer> {
  const invitation = await invitationOf(visit.services, token);
  if (invitation === null) return deadLink(visit);
  const words = wordsOf(visit);
  const { person, at, language } = visit;
  const about = html`<p>${words.join.text} <strong><bdi>${invitation.merchant_name}</bdi></strong>.</p>
${facts([
  [words.join.role, FRAME_WORDS[language].roles[invitation.role]],
  [words.email, html`<bdi dir="ltr">${invitation.email}</bdi>`],
])}`;
  const kept = html`<input type="hidden" name="token" value="${token}">`;
  if (person !== null) {
    const is_theirs = person.account.email === invitation.email;
    const form = postForm(visit, at('/account/join/accept'), html`${kept}${button(words.join.submit)}`);
    return box(words.join.title, html`${about}${is_theirs ? form : note(words.join.for_another, 'warn')}`);
  }
  if (invitation.has_account) {
    const next = encodeURIComponent(`/account/join?token=${token}`);
    return box(
      words.join.title,
      html`${about}<p>${words.join.sign_in_first}</p>${linkButton(words.sign_in.title, at(`/account/sign-in?next=${next}`), 'main')}`,
    );
  }
  const name = {
    name: 'name',
    label: words.name,
    value: visit.form.text('name'),
    autocomplete: 'name',
    max_length: 100,
  };
  return box(
    words.join.title,
    html`${about}<p>${words.join.new_account}</p>
${postForm(visit, at('/account/join'), html`${kept}${field(name, wrong)}${newPassword(visit, wrong)}${button(words.join.submit)}`)}`,
    { status: statusOf(wrong) },
  );
}

const accept = personPage({
  path: '/account/join/accept',
  post: async (visit) => {
    const outcome = await join(visit.services, visit.person, visit.form.text('token'));
    if (outcome.kind === 'link_unusable') return deadLink(visit);
    const words = wordsOf(visit);
    if (outcome.kind === 'for_another') return goTo(visit.at('/account'), words.join.for_another, 'warn');
    return goTo(visit.at('/dashboard'), words.join.joined);
  },
});

const enrolPage = openPage({
  path: '/account/enrol',
  get: (visit) => drawEnrol(visit, visit.query.get('token') ?? '', {}),
  post: async (visit) => {
    const token = visit.form.text('token');
    const password = visit.form.raw('password');
    const outcome = await enrol(visit.services, { token, password, ...askerOf(visit) });
    if (outcome.kind !== 'begun')
      return linkRefused(visit, outcome, (wrong) => drawEnrol(visit, token, wrong));
    keepSession(visit, outcome.begun);
    const half = await findHalf(visit.services, outcome.begun.cookie);
    return goTo(visit.at(half?.enrols === true ? '/account/enrol/factor' : '/account/second-factor'));
  },
});

async function drawEnrol(visit: Visit, token: string, wrong: Wrong): Promise<Answer> {
  const email = await enrolEmail(visit.services, token);
  if (email === null) return deadLink(visit);
  const words = wordsOf(visit);
  return box(
    words.enrol.title,
    html`${facts([[words.email, html`<bdi dir="ltr">${email}</bdi>`]])}<p>${words.enrol.text}</p>
${postForm(visit, visit.at('/account/enrol'), html`<input type="hidden" name="token" value="${token}">${newPassword(visit, wrong)}${button(words.save)}`)}`,
    { status: statusOf(wrong) },
  );
}

export const JOIN_PAGES: readonly AnyPage[] = [joinPage, accept, enrolPage];
