import { endSessions } from '../../engine/account/person.ts';
import { facts } from '../frame/parts.ts';
import { type AnyPage, goTo, openPage, personPage, show } from '../frame/table.ts';
import { html } from '../html.ts';
import { ACCOUNT_WORDS } from './words.ts';

/** Where somebody belongs: their merchant's pages, the office, or their own account. */
const home = personPage({
  path: '/account/home',
  get: ({ person, at }) => {
    if (person.membership !== null) return goTo(at('/dashboard'));
    return goTo(at(person.staff_role === null ? '/account' : '/office'));
  },
});

const account = personPage({
  path: '/account',
  get: ({ language, person }) => {
    const words = ACCOUNT_WORDS[language];
    return show({
      title: words.account,
      content: html`${facts([[words.email, html`<bdi>${person.account.email}</bdi>`]])}
${person.membership === null && person.staff_role === null ? html`<p>${words.no_team}</p>` : null}`,
    });
  },
});

const signOut = personPage({
  path: '/account/sign-out',
  post: async ({ services, person, at, keepCookie }) => {
    await endSessions(services, person.account.id, [person.session_id]);
    keepCookie('session', null);
    return goTo(at('/account/sign-in'));
  },
});

const signIn = openPage({
  path: '/account/sign-in',
  get: ({ language, person, at }) => {
    if (person !== null) return goTo(at('/account/home'));
    return show({ title: ACCOUNT_WORDS[language].sign_in, content: html`` });
  },
});

export const ACCOUNT_PAGES: readonly AnyPage[] = [home, account, signIn, signOut];
