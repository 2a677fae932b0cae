import type { PasswordProblem } from '../../domain/account/credentials.ts';
import type { BegunSession } from '../../engine/account/person.ts';
import type { Asker, Mailing } from '../../engine/account/services.ts';
import type { Wrong } from '../frame/form.ts';
import { field } from '../frame/parts.ts';
import { type Answer, type Catalogue, goTo, show, type Visit } from '../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../html.ts';
import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import type { AccountWords } from './words/words.ts';

export const ACCOUNT_WORDS: Catalogue<AccountWords> = { fr, ar, en };

const YEAR_MS = 365 * 24 * 3_600_000;

export const wordsOf = ({ language }: Pick<Visit, 'language'>) => ACCOUNT_WORDS[language];

export const askerOf = ({ ip, user_agent }: Visit): Asker => ({ ip, user_agent });

/**
 * In development, the mails that nobody really sends; null elsewhere. Their links open accounts, so they are shown on the
 * machine itself alone, also where it answers others, and by a name of its own: a page of somebody else's, whose name has come to lead
 * here, would read them.
 */
export function mailsShownTo({ services, ip, host }: Visit): Mailing['newest'] {
  const { mailing, policy } = services;
  return /^(?:::ffff:)?127\.|^::1$/.test(ip) && isOwnName(host, policy.dashboard_url) ? mailing.newest : null;
}

function isOwnName(host: string, dashboard_url: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return (
    /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname) ||
    hostname === new URL(dashboard_url).hostname
  );
}

/** A page with one narrow box, for whoever is not in yet. */
export function box(title: string, content: Part, rest: { status?: number; script?: string } = {}): Answer {
  return show({ title, content: html`<div class="narrow card">${content}</div>`, ...rest });
}

/** The form that stays usable when what was sent is wrong. */
export const statusOf = (wrong: Wrong): number => (Object.keys(wrong).length > 0 ? 422 : 200);

export function newPassword(visit: Visit, wrong: Wrong): SafeHtml {
  const words = wordsOf(visit);
  return field(
    {
      name: 'password',
      label: words.new_password,
      hint: words.password_hint,
      type: 'password',
      autocomplete: 'new-password',
      max_length: 400,
    },
    wrong,
  );
}

/** Why nothing came of a mailed link and the password that was sent with it. */
type LinkRefused = { kind: 'link_unusable' } | { kind: 'password_unusable'; problem: PasswordProblem };

/**
 * Says why.
 * @param again draws the form once more, with what is wrong
 */
export function linkRefused(
  visit: Visit,
  refused: LinkRefused,
  again: (wrong: Wrong) => Promise<Answer>,
): Promise<Answer> | Answer {
  if (refused.kind === 'link_unusable') return deadLink(visit);
  return again({ password: wordsOf(visit).password_wrong[refused.problem] });
}

/** Says that a link is used up or too old. */
export function deadLink(visit: Visit): Answer {
  const { title, text } = wordsOf(visit).link_unusable;
  return box(
    title,
    html`<p>${text}</p><p><a class="link" href="${visit.at('/account/sign-in')}">${wordsOf(visit).sign_in.title}</a></p>`,
    {
      status: 404,
    },
  );
}

/** Lays the session's cookie, and that of a browser that has signed in before. */
export function keepSession(visit: Visit, begun: BegunSession, device?: string): void {
  visit.keepCookie('session', begun.cookie, begun.expires_at);
  if (device !== undefined) keepDevice(visit, device);
}

/** Lays the cookie of a browser that is known. */
export function keepDevice(visit: Visit, device: string): void {
  visit.keepCookie('device', device, new Date(visit.now.getTime() + YEAR_MS));
}

/** Into the pages: where somebody was going, else home. */
export function goIn(visit: Visit, next: string | null): Answer {
  return goTo(visit.at(next ?? '/account/home'));
}

/** A form that only a script can fill in: hidden until there is one. */
export function passkeyForm(
  visit: Visit,
  {
    action,
    offer,
    label,
    extra = NOTHING,
  }: { action: string; offer: string; label: string; extra?: SafeHtml },
): SafeHtml {
  return html`<form method="post" action="${visit.at(action)}" data-passkey="${visit.at(offer)}" hidden>${visit.csrf}<input type="hidden" name="response">${extra}
<button class="btn two full">${label}</button><p class="wrong" role="alert" data-failed hidden>${wordsOf(visit).sign_in.passkey_failed}</p></form>`;
}
