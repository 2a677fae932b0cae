import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { isStaffVerb, STAFF_VERBS } from '../../../domain/staff/role.ts';
import { agreeTo, isAgreedByTerms, showProposal } from '../../../engine/desk/proposal.ts';
import { withdrawProposals } from '../../../engine/desk/withdraw.ts';
import { amount, moment } from '../../format.ts';
import { card, facts } from '../../frame/parts.ts';
import { type AnyPage, goTo, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, type Part } from '../../html.ts';
import { decide, wordsOf } from '../decision/decision.ts';
import { KEYS_SCRIPT, keysHelp } from '../decision/keys.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { code, sayAction, sayFields, termsOf } from '../terms/say.ts';
import { type Choice, decisionForm } from './form.ts';

/** Where the matter itself is seen: a proposal that is more than its terms is agreed to there. */
function matterOf(visit: StaffVisit, action: string, subject_id: string): string | null {
  const [id = ''] = subject_id.split('/');
  if (action === 'feed.anchor') return visit.at(`/office/numbers/${id}`);
  if (action.startsWith('review.')) return visit.at(`/office/cases/review/${id}`);
  if (action.startsWith('suspense.')) return visit.at(`/office/cases/suspense/${id}`);
  if (action.startsWith('transaction.')) return visit.at(`/office/cases/transaction/${id}`);
  return null;
}

/** What it is about, with the page of a statement to look at before anybody agrees. */
const seen = (visit: StaffVisit, action: string, subject_id: string): Part =>
  action === 'statement.settle'
    ? html`<a href="${visit.at(`/office/statements/${subject_id}`)}">${code(subject_id)}</a>`
    : code(subject_id);

const proposal = staffPage(STAFF_ROLES, {
  path: '/office/cases/proposal/:id',
  get: async (visit) => {
    const { id = '' } = visit.params;
    const found = isUuid(id) ? await showProposal(visit.services, id) : null;
    if (found === null) return NOT_FOUND;
    const { action, subject_id, terms } = found;
    const matter = matterOf(visit, action, subject_id);
    if (matter !== null && found.settled_at === null) return goTo(matter);
    const words = wordsOf(visit);
    const verb = isStaffVerb(action) ? action : 'review.confirm';
    const choices: Choice[] =
      found.settled_at !== null || !isAgreedByTerms(action)
        ? []
        : [
            { to: visit.at(`/office/cases/proposal/${id}/agree`), label: words.verbs.agree, verb },
            {
              to: visit.at('/office/proposals/withdraw'),
              label: words.verbs.withdraw,
              verb,
              is_danger: true,
            },
          ];
    const content = html`${card(
      sayAction(termsOf(visit), action),
      facts([
        [words.cases.proposal_by, html`<bdi>${found.proposed_by}</bdi>`],
        [words.cases.time, moment(visit.words, found.proposed_at)],
        [words.cases.seen, seen(visit, action, subject_id)],
        ...sayFields(visit, terms),
        ...(found.amount_xaf > 0 && terms.amount_xaf === undefined
          ? [[words.cases.amount, amount(visit.words, found.amount_xaf)] as const]
          : []),
        [words.cases.note, html`<bdi>${found.note}</bdi>`],
      ]),
    )}${decisionForm(visit, choices, html`<input type="hidden" name="subject" value="${subject_id}">`)}${keysHelp(words)}`;
    return show({ title: words.cases.proposal, content, script: KEYS_SCRIPT });
  },
});

const agree = staffPage(STAFF_VERBS['review.confirm'], {
  path: '/office/cases/proposal/:id/agree',
  post: async (visit) => {
    const { id = '' } = visit.params;
    const found = isUuid(id) ? await showProposal(visit.services, id) : null;
    if (found === null || found.settled_at !== null || !isAgreedByTerms(found.action)) return NOT_FOUND;
    return decide(visit, visit.at(`/office/cases/proposal/${id}`), async (by) =>
      toldOf(visit, await agreeTo(visit.services, found, by)),
    );
  },
});

const withdraw = staffPage(STAFF_VERBS['review.confirm'], {
  path: '/office/proposals/withdraw',
  post: async (visit) => {
    const subject_id = visit.form.text('subject');
    return decide(visit, visit.at('/office'), async (by) => {
      const outcomes = await withdrawProposals(visit.services, [{ subject_id, ...by }]);
      const withdrawn = outcomes.find(({ kind }) => kind === 'withdrawn');
      return toldOf(visit, withdrawn ?? { kind: 'nothing_proposed' });
    });
  },
});

export const PROPOSAL_PAGES: readonly AnyPage[] = [proposal, agree, withdraw];
