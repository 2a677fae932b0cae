import { readName } from '../../domain/account/credentials.ts';
import { LANGUAGES } from '../../domain/account/person.ts';
import {
  browserSessionsOf,
  endOtherSessions,
  endSession,
  isFresh,
  ownFactors,
} from '../../engine/account/own.ts';
import { changePassword } from '../../engine/account/passwords.ts';
import { teamsOf, workFor } from '../../engine/account/team.ts';
import { changeProfile } from '../../engine/staff/profile.ts';
import { moment } from '../format.ts';
import type { Wrong } from '../frame/form.ts';
import { badge, button, card, facts, field, linkButton, postForm, select, table } from '../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  goTo,
  NOT_FOUND,
  type PersonVisit,
  personPage,
  show,
} from '../frame/table.ts';
import { FRAME_WORDS } from '../frame/words.ts';
import { html, NOTHING, type SafeHtml } from '../html.ts';
import { WORDS } from '../language.ts';
import { keepDevice, passkeyForm, wordsOf } from './forms.ts';
import { PASSKEY_SCRIPT } from './script.ts';

const account = personPage({ path: '/account', get: (visit) => drawAccount(visit) });

async function drawAccount(visit: PersonVisit, wrong: Wrong = {}, status = 200): Promise<Answer> {
  const words = wordsOf(visit);
  const { membership, staff_role } = visit.person;
  const parts = await Promise.all([teams(visit), factors(visit), passkeys(visit), sessions(visit)]);
  const [team, factor, keys, browsers] = parts;
  return show({
    title: words.account.title,
    content: html`${membership === null && staff_role === null ? html`<p class="note warn">${words.account.no_team}</p>` : NOTHING}
${team}${profile(visit, wrong)}${factor}${keys}${password(visit, wrong)}${browsers}`,
    script: PASSKEY_SCRIPT,
    status,
  });
}

function profile(visit: PersonVisit, wrong: Wrong): SafeHtml {
  const words = wordsOf(visit);
  const { name, language, email } = visit.person.account;
  const languages = LANGUAGES.map((value) => ({ value, label: WORDS[value].name }));
  return card(
    words.account.profile,
    html`${facts([[words.email, html`<bdi dir="ltr">${email}</bdi>`]])}
${postForm(
  visit,
  visit.at('/account/profile'),
  html`${field({ name: 'name', label: words.name, value: name, autocomplete: 'name', max_length: 100 }, wrong)}
${select({ name: 'language', label: words.language, value: language }, languages)}${button(words.save)}`,
)}`,
  );
}

function password(visit: PersonVisit, wrong: Wrong): SafeHtml {
  const words = wordsOf(visit);
  return card(
    words.account.password,
    postForm(
      visit,
      visit.at('/account/password'),
      html`${field({ name: 'current', label: words.current_password, type: 'password', autocomplete: 'current-password' }, wrong)}
${field({ name: 'password', label: words.new_password, hint: words.password_hint, type: 'password', autocomplete: 'new-password' }, wrong)}${button(words.save)}`,
    ),
    { id: 'password-card' },
  );
}

async function factors(visit: PersonVisit): Promise<SafeHtml> {
  const words = wordsOf(visit).account;
  const { at } = visit;
  const {
    has_totp,
    passkeys: keys,
    recovery_codes_left,
  } = await ownFactors(visit.services, visit.person.account.id);
  const is_on = has_totp || keys.length > 0;
  return card(
    words.factors,
    html`<p>${words.factors_text}</p>
${facts([
  [words.code_app, has_totp ? badge(words.code_app_on, 'good') : badge(words.code_app_off, 'off')],
  ...(is_on ? [[words.recovery, words.recovery_left(recovery_codes_left)] as const] : []),
])}
<div class="actions">${
      has_totp
        ? postForm(visit, at('/account/totp/remove'), button(wordsOf(visit).remove, { kind: 'danger' }))
        : linkButton(words.set_up, at('/account/totp'), 'main')
    }${is_on ? postForm(visit, at('/account/recovery-codes'), button(words.recovery_new, { kind: 'two' })) : NOTHING}</div>`,
  );
}

async function passkeys(visit: PersonVisit): Promise<SafeHtml> {
  const all = wordsOf(visit);
  const words = all.account;
  const { passkeys: keys } = await ownFactors(visit.services, visit.person.account.id);
  const rows = keys.map(({ id, name, last_used_at, created_at }) => [
    html`<bdi>${name}</bdi>`,
    moment(visit.words, last_used_at ?? created_at),
    postForm(
      visit,
      visit.at('/account/passkeys/remove'),
      html`<input type="hidden" name="id" value="${id}">${button(all.remove, { kind: 'danger' })}`,
    ),
  ]);
  const name = field({ name: 'name', label: words.passkey_name, max_length: 100 });
  // The offer of a key is made to somebody who has just shown who they are.
  const add = isFresh(visit.person, visit.now)
    ? passkeyForm(visit, {
        action: '/account/passkeys',
        offer: '/account/passkeys/offer',
        label: words.passkey_add,
        extra: name,
      })
    : linkButton(words.passkey_add, visit.at('/account/confirm'));
  return card(
    words.passkeys,
    html`<p>${words.passkeys_text}</p>
${table(visit, [{ label: words.passkey_name }, { label: words.last_used }, { label: '' }], rows, words.passkey_none)}${add}`,
  );
}

async function sessions(visit: PersonVisit): Promise<SafeHtml> {
  const words = wordsOf(visit).account;
  const found = await browserSessionsOf(visit.services, visit.person.account.id);
  const rows = found.map(({ id, user_agent, ip, seen_at }) => [
    html`<bdi>${browserOf(user_agent)}</bdi> <bdi dir="ltr" class="soft">${ip}</bdi>`,
    moment(visit.words, seen_at),
    id === visit.person.session_id
      ? badge(words.session_this, 'good')
      : postForm(
          visit,
          visit.at('/account/sessions/end'),
          html`<input type="hidden" name="id" value="${id}">${button(words.session_end, { kind: 'two' })}`,
        ),
  ]);
  return card(
    words.sessions,
    html`${table(visit, [{ label: words.session_browser }, { label: words.session_seen }, { label: '' }], rows)}
${postForm(visit, visit.at('/account/sessions/end-others'), button(words.sessions_end_others, { kind: 'danger' }))}`,
  );
}

/** What a browser calls itself, as its owner would. */
function browserOf(user_agent: string): string {
  const name =
    /(Edg|OPR|SamsungBrowser|Firefox|Chrome|Safari)/.exec(user_agent)?.[1] ?? user_agent.slice(0, 40);
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(user_agent)?.[1];
  return system === undefined ? name : `${name}, ${system}`;
}

async function teams(visit: PersonVisit): Promise<SafeHtml> {
  const words = wordsOf(visit).account;
  const { membership, account: own } = visit.person;
  const found = await teamsOf(visit.services, own.id);
  if (found.length === 0 || membership === null) return NOTHING;
  const rows = found.map(({ merchant_id, merchant_name, role }) => [
    html`<bdi>${merchant_name}</bdi>`,
    FRAME_WORDS[visit.language].roles[role],
    merchant_id === membership.merchant_id
      ? badge(words.team_current, 'good')
      : postForm(
          visit,
          visit.at('/account/merchant'),
          html`<input type="hidden" name="merchant_id" value="${merchant_id}">${button(words.team_switch, { kind: 'two' })}`,
        ),
  ]);
  const leave = postForm(visit, visit.at('/dashboard/leave'), button(words.leave, { kind: 'danger' }));
  return card(
    words.teams,
    html`${table(visit, [{ label: '' }, { label: '' }, { label: '' }], rows)}${leave}`,
  );
}

const profilePage = personPage({
  path: '/account/profile',
  post: async (visit) => {
    const words = wordsOf(visit);
    const name = readName(visit.form.text('name'), 100);
    const language = LANGUAGES.find((one) => one === visit.form.text('language'));
    if (name === null || language === undefined) return drawAccount(visit, { name: words.name_wrong }, 422);
    await changeProfile(visit.services, visit.person, { name, language });
    return goTo(visit.at(`/account?lang=${language}`), wordsOf({ language }).saved);
  },
});

const passwordPage = personPage({
  path: '/account/password',
  post: async (visit) => {
    const { services, person, form } = visit;
    const words = wordsOf(visit);
    const outcome = await changePassword(services, person, {
      current: form.raw('current'),
      next: form.raw('password'),
    });
    if (outcome.kind === 'changed') {
      keepDevice(visit, outcome.device);
      return goTo(visit.at('/account'), words.account.password_changed);
    }
    const wrong =
      outcome.kind === 'password_unusable'
        ? { password: words.password_wrong[outcome.problem] }
        : { current: outcome.kind === 'wrong' ? words.account.wrong_password : words.too_many };
    return drawAccount(visit, wrong, 422);
  },
});

const endOne = personPage({
  path: '/account/sessions/end',
  post: async (visit) => {
    const is_ended = await endSession(visit.services, visit.person.account, visit.form.text('id'));
    return is_ended ? goTo(visit.at('/account'), wordsOf(visit).account.session_ended) : NOT_FOUND;
  },
});

const endOthers = personPage({
  path: '/account/sessions/end-others',
  post: async (visit) => {
    await endOtherSessions(visit.services, visit.person);
    return goTo(visit.at('/account'), wordsOf(visit).account.sessions_ended);
  },
});

const merchant = personPage({
  path: '/account/merchant',
  post: async (visit) => {
    const { services, person, form } = visit;
    const is_theirs = await workFor(services, person.session_id, form.text('merchant_id'));
    return is_theirs ? goTo(visit.at('/dashboard')) : NOT_FOUND;
  },
});

export const OWN_PAGES: readonly AnyPage[] = [
  account,
  profilePage,
  passwordPage,
  endOne,
  endOthers,
  merchant,
];
