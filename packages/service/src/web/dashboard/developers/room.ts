import type { MemberRole } from '../../../domain/account/person.ts';
import type { Caller } from '../../../domain/session/commands.ts';
import { moment } from '../../format.ts';
import { COPY_SCRIPT, secretOnce } from '../../frame/once.ts';
import { linkButton, note } from '../../frame/parts.ts';
import { type Answer, type Catalogue, type MemberVisit, show } from '../../frame/table.ts';
import { html, type SafeHtml } from '../../html.ts';
import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import type { DeveloperWords } from './words/words.ts';

const DEVELOPER_WORDS: Catalogue<DeveloperWords> = { fr, ar, en };

/** Who sees keys, secrets and what the API answered. */
export const DEVELOPERS: readonly MemberRole[] = ['owner', 'developer'];
export const PAGE_LIMIT = 20;

export const AT = {
  keys: '/dashboard/:environment/keys',
  webhooks: '/dashboard/:environment/webhooks',
  deliveries: '/dashboard/:environment/deliveries',
  events: '/dashboard/:environment/events',
  requests: '/dashboard/:environment/requests',
} as const;

export const wordsOf = ({ language }: Pick<MemberVisit, 'language'>): DeveloperWords =>
  DEVELOPER_WORDS[language];

export const callerOf = ({ merchant_id, environment }: MemberVisit): Caller => ({ merchant_id, environment });

const TABS = ['keys', 'webhooks', 'events', 'requests'] as const;

/** The four pages of developers beside each other. */
export function tabs(visit: MemberVisit, current: (typeof TABS)[number]): SafeHtml {
  const words = wordsOf(visit);
  const links = TABS.map(
    (name) =>
      html`<a class="btn small${name === current ? '' : ' two'}" href="${visit.at(AT[name])}"${name === current ? html` aria-current="page"` : ''}>${words.tabs[name]}</a>`,
  );
  return html`<nav class="actions" aria-label="${words.developers}">${links}</nav>`;
}

/** Of a cursor list: what leads to the next part, with the filters of this one. */
export function olderOf(visit: MemberVisit, path: string, cursor: string | null): string | null {
  if (cursor === null) return null;
  const query = new URLSearchParams(visit.query);
  query.set('cursor', cursor);
  return `${visit.at(path)}?${query.toString()}`;
}

/** Code as it is: an exact text, a server's answer. */
export const exact = (text: string): SafeHtml =>
  html`<pre class="secret code" dir="ltr" tabindex="0">${text}</pre>`;

/** The one page that a whole secret stands on; no cache keeps it, and no address leads to it. */
export function secretPage(
  visit: MemberVisit,
  { title, secret, there, until }: { title: string; secret: string; there: string; until?: Date },
): Answer {
  const { webhooks, back } = wordsOf(visit);
  const content = html`${note(html`<p><strong>${webhooks.secret_once}</strong></p>`, 'warn')}
<p>${webhooks.secret}</p>${secretOnce(visit, secret, 'secret')}
${until === undefined ? '' : html`<p>${webhooks.rotated(moment(visit.words, until))}</p>`}
<p>${linkButton(back, visit.at(there))}</p>`;
  return show({ title, content, status: 201, script: COPY_SCRIPT });
}
