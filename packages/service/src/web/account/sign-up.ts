import { readEmail, readName } from '../../domain/account/credentials.ts';
import { askToReset, isResetLink, resetPassword } from '../../engine/account/passwords.ts';
import type { AskOutcome } from '../../engine/account/services.ts';
import { askToSignUp, signUp, signUpEmail } from '../../engine/account/sign-up.ts';
import type { Wrong } from '../frame/form.ts';
import { facts, field, postForm, problem } from '../frame/parts.ts';
import { type Answer, type AnyPage, goTo, openPage, type Visit } from '../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../html.ts';
import {
  askerOf,
  box,
  deadLink,
  goIn,
  keepDevice,
  keepSession,
  linkRefused,
  mailsShownTo,
  newPassword,
  statusOf,
  wordsOf,
} from './forms.ts';

/** In development, where the mails are. */
function mailsHere(visit: Visit): SafeHtml {
  if (mailsShownTo(visit) === null) return NOTHING;
  const { development } = wordsOf(visit).sign_up;
  return html`<p class="note">${development} <a href="${visit.at('/account/mails')}">${wordsOf(visit).mails.title}</a></p>`;
}

type Asking = { title: string; text: string; submit: string; sent_title: string; sent: string };
type AskingPage = {
  path: string;
  wordsFor: (visit: Visit) => Asking;
  after: (visit: Visit) => SafeHtml;
  /** Mails the link. */
  ask: (visit: Visit, email: string) => Promise<AskOutcome>;
};

/** A page that asks for a mail address and answers the same to every one. */
function askingPage({ path, wordsFor, after, ask }: AskingPage): AnyPage {
  const draw = (visit: Visit, email = '', wrong: Wrong = {}, status = statusOf(wrong)): Answer => {
    const words = wordsFor(visit);
    if (!visit.services.mailing.is_set_up)
      return box(words.title, html`${problem({ '': wordsOf(visit).no_mail })}${after(visit)}`, {
        status: 503,
      });
    const input = {
      name: 'email',
      label: wordsOf(visit).email,
      type: 'email' as const,
      value: email,
      autocomplete: 'email',
      max_length: 254,
    };
    return box(
      words.title,
      html`${problem(wrong)}<p>${words.text}</p>
${postForm(visit, visit.at(path), html`${field(input, wrong)}<button class="btn full">${words.submit}</button>`)}${after(visit)}`,
      { status },
    );
  };
  return openPage({
    path,
    get: (visit) => draw(visit),
    post: async (visit) => {
      const given = visit.form.text('email');
      const email = readEmail(given);
      if (email === null) return draw(visit, given, { email: wordsOf(visit).email_wrong });
      const asked = await ask(visit, email);
      if (asked === 'no_mail') return draw(visit);
      if (asked === 'too_many') return draw(visit, given, { '': wordsOf(visit).too_many }, 429);
      const { sent_title, sent } = wordsFor(visit);
      return box(
        sent_title,
        html`<p><bdi dir="ltr"><strong>${email}</strong></bdi></p><p>${sent}</p>${mailsHere(visit)}`,
      );
    },
  });
}

const signUpPage = askingPage({
  path: '/account/sign-up',
  wordsFor: (visit) => wordsOf(visit).sign_up,
  after: (visit) =>
    html`<p>${wordsOf(visit).sign_up.has_account} <a class="link" href="${visit.at('/account/sign-in')}">${wordsOf(visit).sign_in.title}</a></p>`,
  ask: ({ services, language, ip }, email) => askToSignUp(services, { email, language, ip }),
});

const forgotten = askingPage({
  path: '/account/forgotten',
  wordsFor: (visit) => wordsOf(visit).forgotten,
  after: () => NOTHING,
  ask: ({ services, ip, cookie }, email) => askToReset(services, { email, ip, device: cookie('device') }),
});

const begin = openPage({
  path: '/account/begin',
  get: (visit) => drawBegin(visit, visit.query.get('token') ?? '', {}),
  post: async (visit) => {
    const { form, services, language } = visit;
    const words = wordsOf(visit);
    const token = form.text('token');
    const name = readName(form.text('name'), 100);
    const merchant_name = readName(form.text('shop'), 200);
    if (name === null || merchant_name === null)
      return drawBegin(visit, token, {
        ...(name === null ? { name: words.name_wrong } : {}),
        ...(merchant_name === null ? { shop: words.begin.shop_wrong } : {}),
      });
    const password = form.raw('password');
    const outcome = await signUp(services, {
      token,
      name,
      merchant_name,
      password,
      language,
      ...askerOf(visit),
    });
    if (outcome.kind !== 'signed_in')
      return linkRefused(visit, outcome, (wrong) => drawBegin(visit, token, wrong));
    keepSession(visit, outcome.begun);
    return goIn(visit, null);
  },
});

async function drawBegin(visit: Visit, token: string, wrong: Wrong): Promise<Answer> {
  const email = await signUpEmail(visit.services, token);
  if (email === null) return deadLink(visit);
  const words = wordsOf(visit);
  const { form } = visit;
  return box(
    words.begin.title,
    html`${facts([[words.email, html`<bdi dir="ltr">${email}</bdi>`]])}
${postForm(
  visit,
  visit.at('/account/begin'),
  html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="username" autocomplete="username" value="${email}">
${field({ name: 'shop', label: words.begin.shop, hint: words.begin.shop_hint, value: form.text('shop'), autocomplete: 'organization', max_length: 200 }, wrong)}
${field({ name: 'name', label: words.name, value: form.text('name'), autocomplete: 'name', max_length: 100 }, wrong)}
${newPassword(visit, wrong)}
<button class="btn full">${words.begin.submit}</button>`,
)}`,
    { status: statusOf(wrong) },
  );
}

const reset = openPage({
  path: '/account/new-password',
  get: (visit) => drawReset(visit, visit.query.get('token') ?? '', {}),
  post: async (visit) => {
    const token = visit.form.text('token');
    const outcome = await resetPassword(visit.services, { token, password: visit.form.raw('password') });
    if (outcome.kind !== 'changed')
      return linkRefused(visit, outcome, (wrong) => drawReset(visit, token, wrong));
    visit.keepCookie('session', null);
    keepDevice(visit, outcome.device);
    return goTo(visit.at('/account/sign-in'), wordsOf(visit).reset.done);
  },
});

async function drawReset(visit: Visit, token: string, wrong: Wrong): Promise<Answer> {
  if (!(await isResetLink(visit.services, token))) return deadLink(visit);
  const words = wordsOf(visit);
  return box(
    words.reset.title,
    postForm(
      visit,
      visit.at('/account/new-password'),
      html`<input type="hidden" name="token" value="${token}">${newPassword(visit, wrong)}<button class="btn full">${words.reset.submit}</button>`,
    ),
    { status: statusOf(wrong) },
  );
}

export const SIGN_UP_PAGES: readonly AnyPage[] = [signUpPage, forgotten, begin, reset];
