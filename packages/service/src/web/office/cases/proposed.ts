import { isStaffVerb } from '../../../domain/staff/role.ts';
import { openProposals } from '../../../engine/desk/proposal.ts';
import { colon, moment } from '../../format.ts';
import { button, card, facts, field, postForm } from '../../frame/parts.ts';
import type { StaffVisit } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { may, standFields, standOf, wordsOf } from '../decision/decision.ts';
import { sayAction, sayFields, sayWho, termsOf } from '../terms/say.ts';

/** What somebody has proposed about subjects of a page on which the second person agrees to it, each with the way to take it back. */
export async function drawProposed(
  visit: StaffVisit,
  subject_ids: readonly string[],
): Promise<readonly SafeHtml[]> {
  const { cases: words, verbs } = wordsOf(visit);
  return (await openProposals(visit.services, subject_ids)).map((one) => {
    const { action, subject_id, terms, proposed_by, proposed_at, note } = one;
    const why = field({ name: 'note', id: `note-${one.id}`, label: words.note, max_length: 2000 });
    const subject = html`<input type="hidden" name="subject" value="${subject_id}">`;
    const form = postForm(
      visit,
      visit.at('/office/proposals/withdraw'),
      html`${standFields(standOf(visit))}${subject}${why}${button(verbs.withdraw, { kind: 'danger' })}`,
    );
    return card(
      html`${words.proposal}${colon(visit)}${sayAction(termsOf(visit), action)}`,
      html`${facts([
        [words.proposal_by, sayWho({ actor: proposed_by, account_email: one.proposed_by_email })],
        [words.time, moment(visit.words, proposed_at)],
        ...sayFields(visit, terms),
        [words.note, html`<bdi>${note}</bdi>`],
      ])}${isStaffVerb(action) && may(visit, action) ? html`<details><summary>${verbs.withdraw}</summary>${form}</details>` : NOTHING}`,
    );
  });
}
