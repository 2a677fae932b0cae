import { ownPath } from '../../domain/account/credentials.ts';
import { passkeyRequest, signInWithPasskey } from '../../engine/account/passkey-sign-in.ts';
import { findHalf, passSecondFactor } from '../../engine/account/second-factor.ts';
import { signIn } from '../../engine/account/sign-in.ts';
import type { Wrong } from '../frame/form.ts';
import { button, field, postForm, problem } from '../frame/parts.ts';
import { type Answer, type AnyPage, goTo, NOT_FOUND, type OpenVisit, openPage } from '../frame/table.ts';
import { html, NOTHING } from '../html.ts';
import { askerOf, box, goIn, keepSession, passkeyForm, statusOf, wordsOf } from './forms.ts';
import { PASSKEY_SCRIPT } from './script.ts';

const nextField = (next: string | null) =>
  next === null ? NOTHING : html`<input type="hidden" name="next" value="${next}">`;

const signInPage = openPage({
  path: '/account/sign-in',
  get: (visit) =>
    visit.person === null ? drawSignIn(visit, ownPath(visit.query.get('next'))) : goIn(visit, null),
  post: async (visit) => {
    const next = ownPath(visit.form.text('next'));
    const email = visit.form.text('email');
    const password = visit.form.raw('password');
    const words = wordsOf(visit);
    const outcome = await signIn(visit.services, {
      email,
      password,
      device: visit.cookie('device'),
      ...askerOf(visit),
    });
    switch (outcome.kind) {
      case 'signed_in':
        keepSession(visit, outcome.begun, outcome.device);
        return goIn(visit, next);
      case 'second_factor':
        keepSession(visit, outcome.begun);
        return goTo(
          visit.at(`/account/second-factor${next === null ? '' : `?next=${encodeURIComponent(next)}`}`),
        );
      case 'too_many':
        return drawSignIn(visit, next, email, { '': words.too_many }, 429);
      case 'not_enrolled':
        return drawSignIn(visit, next, email, { '': words.sign_in.not_enrolled });
      case 'wrong':
        return drawSignIn(visit, next, email, { '': words.sign_in.wrong });
    }
  },
});

function drawSignIn(
  visit: OpenVisit,
  next: string | null,
  email = '',
  wrong: Wrong = {},
  status = statusOf(wrong),
): Answer {
  const words = wordsOf(visit);
  const { at } = visit;
  return box(
    words.sign_in.title,
    html`${problem(wrong)}
${postForm(
  visit,
  at('/account/sign-in'),
  html`${nextField(next)}
${field({ name: 'email', label: words.email, type: 'email', value: email, autocomplete: 'username', max_length: 254 })}
${field({ name: 'password', label: words.password, type: 'password', autocomplete: 'current-password', max_length: 400 })}
<button class="btn full">${words.sign_in.submit}</button>`,
)}
${passkeyForm(visit, { action: '/account/sign-in/passkey', offer: '/account/sign-in/passkey-request', label: words.sign_in.passkey, extra: nextField(next) })}
<p><a class="link" href="${at('/account/forgotten')}">${words.sign_in.forgotten}</a></p>
<p>${words.sign_in.no_account} <a class="link" href="${at('/account/sign-up')}">${words.sign_in.sign_up}</a></p>`,
    { status, script: PASSKEY_SCRIPT },
  );
}

const passkeyAsked = openPage({
  path: '/account/sign-in/passkey-request',
  post: async (visit) => {
    const value = await passkeyRequest(visit.services, visit);
    return value === null ? NOT_FOUND : { kind: 'data', value };
  },
});

const passkeyGiven = openPage({
  path: '/account/sign-in/passkey',
  post: async (visit) => {
    const next = ownPath(visit.form.text('next'));
    const response = visit.form.raw('response');
    const outcome = await signInWithPasskey(visit.services, {
      ...{ response, device: visit.cookie('device') },
      ...askerOf(visit),
    });
    if (outcome.kind === 'wrong')
      return drawSignIn(visit, next, '', { '': wordsOf(visit).sign_in.passkey_failed });
    keepSession(visit, outcome.begun, outcome.device);
    return goIn(visit, next);
  },
});

const secondFactor = openPage({
  path: '/account/second-factor',
  get: async (visit) => {
    const half = await findHalf(visit.services, visit.cookie('session'));
    if (half === null || half.enrols)
      return goTo(visit.at(half === null ? '/account/sign-in' : '/account/enrol/factor'));
    return drawSecond(visit, ownPath(visit.query.get('next')));
  },
  post: async (visit) => {
    const half = await findHalf(visit.services, visit.cookie('session'));
    if (half === null || half.enrols) return goTo(visit.at('/account/sign-in'));
    const next = ownPath(visit.form.text('next'));
    const code = visit.form.text('code');
    const outcome = await passSecondFactor(visit.services, half, {
      ...{ code, device: visit.cookie('device') },
      ...askerOf(visit),
    });
    const words = wordsOf(visit);
    if (outcome.kind === 'too_many') return drawSecond(visit, next, { '': words.too_many }, 429);
    if (outcome.kind === 'wrong') return drawSecond(visit, next, { code: words.second.wrong });
    keepSession(visit, outcome.begun, outcome.device);
    return goIn(visit, next);
  },
});

function drawSecond(
  visit: OpenVisit,
  next: string | null,
  wrong: Wrong = {},
  status = statusOf(wrong),
): Answer {
  const words = wordsOf(visit);
  return box(
    words.second.title,
    html`${problem(wrong)}<p>${words.second.text}</p>
${postForm(
  visit,
  visit.at('/account/second-factor'),
  html`${nextField(next)}
${field({ name: 'code', label: words.code, hint: words.second.hint, is_ltr: true, autocomplete: 'one-time-code', max_length: 40, is_focused: true }, wrong)}
${button(words.second.submit)}`,
)}
${passkeyForm(visit, { action: '/account/sign-in/passkey', offer: '/account/sign-in/passkey-request', label: words.sign_in.passkey, extra: nextField(next) })}`,
    { status, script: PASSKEY_SCRIPT },
  );
}

export const SIGN_IN_PAGES: readonly AnyPage[] = [signInPage, passkeyAsked, passkeyGiven, secondFactor];
