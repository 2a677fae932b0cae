import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { type ReplayedNotices, replayNotices } from '../../../engine/book/settle-waiting.ts';
import { assignRead, countsOf } from '../../../engine/desk/payments/assign-read.ts';
import { done } from '../../../engine/desk/told.ts';
import { colon } from '../../format.ts';
import { button, field, postForm } from '../../frame/parts.ts';
import { type AnyPage, goTo, type StaffVisit, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { decideWithNote, may, wordsOf } from '../decision/decision.ts';

const READ_AT_ONCE = 500;
/** So many pages at one press: somebody waits for the answer. Where more wait, the next press goes on behind them. */
const PAGES_MAX = 20;

/** What may be read again once words were taught: texts that nobody understood, and money in suspense. */
export function drawAgain(visit: StaffVisit): SafeHtml {
  const { wordings: said } = wordsOf(visit);
  const again = may(visit, 'sms.replay')
    ? postForm(
        visit,
        visit.at('/office/wordings/replay'),
        html`<input type="hidden" name="after" value="${placeOf(visit.query.get('after'))}">${button(said.replay, { kind: 'two' })}`,
      )
    : NOTHING;
  return html`${again}${may(visit, 'suspense.assign') ? giveForm(visit) : NOTHING}`;
}

function giveForm(visit: StaffVisit) {
  const { wordings: said, cases } = wordsOf(visit);
  const why = field({ name: 'note', id: 'note-give', label: cases.note, max_length: 2000 });
  return html`<details><summary>${said.give}</summary><p>${said.give_hint}</p>${postForm(visit, visit.at('/office/wordings/give'), html`${why}${button(said.give, { kind: 'two' })}`)}</details>`;
}

/** Behind which reading to go on: what a press before has left. */
function placeOf(text: string | null): number {
  const place = Number(text ?? '');
  return Number.isSafeInteger(place) && place >= 0 ? place : 0;
}

const replay = staffPage(STAFF_VERBS['sms.replay'], {
  path: '/office/wordings/replay',
  post: async (visit) => {
    const { wordings: said } = wordsOf(visit);
    let after: number | null = placeOf(visit.form.text('after'));
    let [read, understood] = [0, 0];
    // Page after page on purpose: each is settled, in a transaction of its own, before the next is read.
    for (let pages = 0; after !== null && pages < PAGES_MAX; pages += 1) {
      const page: ReplayedNotices = await replayNotices(visit.services, { after, limit: READ_AT_ONCE });
      read += page.read;
      understood += page.understood.length;
      after = page.last;
    }
    const counted = `${said.replayed} ${read}, ${understood}`;
    return after === null
      ? goTo(visit.at('/office/wordings'), counted)
      : goTo(visit.at(`/office/wordings?after=${after}`), `${counted}. ${said.replay_on}`, 'warn');
  },
});

const give = staffPage(STAFF_VERBS['suspense.assign'], {
  path: '/office/wordings/give',
  post: async (visit) => {
    const to = visit.at('/office/wordings');
    const { given: said } = wordsOf(visit).wordings;
    return decideWithNote(
      visit,
      to,
      async (by) => {
        const counts = countsOf(await assignRead(visit.services, by));
        return done(
          (['given', 'proposed', 'doubted', 'left'] as const)
            .map((what) => `${said[what]}${colon(visit)}${counts[what]}`)
            .join(' · '),
        );
      },
      { to },
    );
  },
});

export const AGAIN_PAGES: readonly AnyPage[] = [replay, give];
