import { undoableBy, undoFactors } from '../../engine/account/undo-factors.ts';
import { button, facts, postForm } from '../frame/parts.ts';
import { type AnyPage, goTo, openPage } from '../frame/table.ts';
import { html } from '../html.ts';
import { box, deadLink, wordsOf } from './forms.ts';

const PATH = '/account/undo-factors';

/** Opened from a mail. It asks before it does anything: programs that look at mails open their links. */
const undo = openPage({
  path: PATH,
  get: async (visit) => {
    const token = visit.query.get('token') ?? '';
    const account = await undoableBy(visit.services, token);
    if (account === null) return deadLink(visit);
    const words = wordsOf(visit);
    return box(
      words.undo.title,
      html`${facts([[words.email, html`<bdi dir="ltr">${account.email}</bdi>`]])}<p>${words.undo.text}</p>
${postForm(visit, visit.at(PATH), html`<input type="hidden" name="token" value="${token}">${button(words.undo.submit, { kind: 'danger' })}`)}`,
    );
  },
  post: async (visit) => {
    const token = await undoFactors(visit.services, visit.form.text('token'));
    if (token === null) return deadLink(visit);
    visit.keepCookie('session', null);
    return goTo(visit.at(`/account/new-password?token=${token}`), wordsOf(visit).undo.done);
  },
});

export const UNDO_PAGES: readonly AnyPage[] = [undo];
