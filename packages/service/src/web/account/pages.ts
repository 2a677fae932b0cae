import { endSessions } from '../../engine/account/person.ts';
import { card } from '../frame/parts.ts';
import { type AnyPage, goTo, NOT_FOUND, openPage, personPage, show } from '../frame/table.ts';
import { html } from '../html.ts';
import { FACTOR_PAGES } from './factors.ts';
import { mailsShownTo, wordsOf } from './forms.ts';
import { JOIN_PAGES } from './join.ts';
import { OWN_PAGES } from './own.ts';
import { SIGN_IN_PAGES } from './sign-in.ts';
import { SIGN_UP_PAGES } from './sign-up.ts';
import { UNDO_PAGES } from './undo-factors.ts';

/** Where somebody belongs: their merchant's pages, the office, or their own account. */
const home = personPage({
  path: '/account/home',
  get: ({ person, at }) => {
    if (person.staff_role !== null) return goTo(at('/office'));
    return goTo(at(person.membership === null ? '/account' : '/dashboard'));
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

/** In development, what would have been mailed; elsewhere there is no such page. */
const mails = openPage({
  path: '/account/mails',
  get: async (visit) => {
    const newest = mailsShownTo(visit);
    if (newest === null) return NOT_FOUND;
    const words = wordsOf(visit).mails;
    const found = await newest();
    const shown = found.map(({ to, subject, text }) =>
      card(
        html`<bdi>${subject}</bdi>`,
        html`<p class="soft"><bdi dir="ltr">${to}</bdi></p>${text.split('\n').map(line)}`,
      ),
    );
    return show({
      title: words.title,
      content: html`<p>${words.text}</p>${shown.length === 0 ? words.none : shown}`,
    });
  },
});

/** A line of a mail; one that is an address can be followed. */
function line(text: string) {
  return /^https?:\/\/[^\s]+$/.test(text)
    ? html`<p dir="ltr"><a href="${text}">${text}</a></p>`
    : html`<p dir="auto">${text}</p>`;
}

export const ACCOUNT_PAGES: readonly AnyPage[] = [
  home,
  signOut,
  mails,
  ...SIGN_IN_PAGES,
  ...SIGN_UP_PAGES,
  ...JOIN_PAGES,
  ...FACTOR_PAGES,
  ...UNDO_PAGES,
  ...OWN_PAGES,
];
