import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { anchorSubject, endSubject, unfreezeSubject } from '../../../domain/review/subjects.ts';
import { isStaffVerb, STAFF_VERBS } from '../../../domain/staff/role.ts';
import { agreeTo, isAgreedByTerms, showProposal, whenLeft } from '../../../engine/desk/proposal.ts';
import { withdrawProposals } from '../../../engine/desk/withdraw.ts';
import type { FoundProposal } from '../../../store/staff/record.ts';
import { amount, moment } from '../../format.ts';
import { card, facts } from '../../frame/parts.ts';
import { type AnyPage, goTo, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type Part } from '../../html.ts';
import { decideWithNote, wordsOf } from '../decision/decision.ts';
import { KEYS_SCRIPT, keysHelp } from '../decision/keys.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { code, sayAction, sayFields, sayWho, termsOf } from '../terms/say.ts';
import { type Choice, decisionForm } from './form.ts';

/** The page on which such a proposal is agreed to and taken back: it is more than its terms. */
function matterOf(visit: StaffVisit, action: string, subject_id: string): string | null {
  const number_id = action === 'feed.anchor' ? anchorSubject.read(subject_id) : null;
  if (number_id !== null) return visit.at(`/office/numbers/${number_id}`);
  if (action.startsWith('review.')) return visit.at(`/office/cases/review/${subject_id}`);
  if (action.startsWith('suspense.')) return visit.at(`/office/cases/suspense/${subject_id}`);
  if (action.startsWith('transaction.')) return visit.at(`/office/cases/transaction/${subject_id}`);
  if (action.startsWith('settlement.') && !isAgreedByTerms(action))
    return visit.at(`/office/settlements/${endSubject.read(subject_id) ?? subject_id}`);
  return null;
}

/** Where it is agreed to by asking for the same, if a page does that at all. */
function askedOn(visit: StaffVisit, action: string): string | null {
  if (action === 'account.read') return visit.at('/office/accounts#read');
  return action === 'refund.send' || action === 'refund.fail' ? visit.at('/office/refunds') : null;
}

/** How the second person agrees to what is more than its terms. */
function howToAgree(visit: StaffVisit, action: string): Part {
  const { cases: words } = wordsOf(visit);
  const page = askedOn(visit, action);
  return page === null
    ? html`<p>${words.agree_typed}</p>`
    : html`<p><a class="btn two" href="${page}">${words.agree_there}</a></p>`;
}

/** What it is about, with the page of an alert, of an incident, of a statement, of a frozen merchant, or of the settlement that a debit is to be, to look at before anybody agrees. */
function seen(visit: StaffVisit, { action, subject_id, terms }: FoundProposal): Part {
  const { meaning, cause_id = null } = terms;
  if (action === 'alert.close')
    return html`<a href="${visit.at(`/office/cases/alert/${subject_id}`)}">${code(subject_id)}</a>`;
  if (action === 'feed.close')
    return html`<a href="${visit.at(`/office/cases/incident/${subject_id}`)}">${code(subject_id)}</a>`;
  const merchant_id = action === 'merchant.unfreeze' ? unfreezeSubject.read(subject_id) : null;
  if (merchant_id !== null)
    return html`<a href="${visit.at(`/office/merchants/${merchant_id}`)}">${code(merchant_id)}</a>`;
  if (action === 'statement.settle' || action === 'statement.refuse')
    return html`<a href="${visit.at(`/office/statements/${subject_id}`)}">${code(subject_id)}</a>`;
  return action === 'book.explain' && meaning === 'settlement' && cause_id !== null
    ? html`${code(subject_id)} <a href="${visit.at(`/office/settlements/${cause_id}`)}">${code(cause_id)}</a>`
    : code(subject_id);
}

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
    const is_open = found.settled_at === null;
    const to_agree = { to: visit.at(`/office/cases/proposal/${id}/agree`), label: words.verbs.agree, verb };
    const to_withdraw = { to: visit.at('/office/proposals/withdraw'), label: words.verbs.withdraw, verb };
    const choices: Choice[] = [
      ...(is_open && isAgreedByTerms(action) ? [to_agree] : []),
      ...(is_open ? [{ ...to_withdraw, is_danger: true }] : []),
    ];
    const left_at = await whenLeft(visit.services, found);
    const content = html`${card(
      sayAction(termsOf(visit), action),
      facts([
        [
          words.cases.proposal_by,
          sayWho({ actor: found.proposed_by, account_email: found.proposed_by_email }),
        ],
        [words.cases.time, moment(visit.words, found.proposed_at)],
        [words.cases.seen, seen(visit, found)],
        ...sayFields(visit, terms),
        ...(left_at === null ? [] : [[words.cases.left_already, moment(visit.words, left_at)] as const]),
        ...(found.amount_xaf > 0 && terms.amount_xaf === undefined
          ? [[words.cases.amount, amount(visit.words, found.amount_xaf)] as const]
          : []),
        [words.cases.note, html`<bdi>${found.note}</bdi>`],
      ]),
    )}${is_open && !isAgreedByTerms(action) ? howToAgree(visit, action) : NOTHING}${decisionForm(visit, choices, html`<input type="hidden" name="subject" value="${subject_id}">`)}${keysHelp(words)}`;
    return show({ title: words.cases.proposal, content, script: KEYS_SCRIPT });
  },
});

const agree = staffPage(STAFF_VERBS['review.confirm'], {
  path: '/office/cases/proposal/:id/agree',
  post: async (visit) => {
    const { id = '' } = visit.params;
    const found = isUuid(id) ? await showProposal(visit.services, id) : null;
    if (found === null || found.settled_at !== null || !isAgreedByTerms(found.action)) return NOT_FOUND;
    return decideWithNote(visit, visit.at(`/office/cases/proposal/${id}`), async (by) =>
      toldOf(visit, await agreeTo(visit.services, found, by)),
    );
  },
});

const withdraw = staffPage(STAFF_VERBS['review.confirm'], {
  path: '/office/proposals/withdraw',
  post: async (visit) => {
    const subject_id = visit.form.text('subject');
    return decideWithNote(visit, visit.at('/office'), async (by) => {
      const outcomes = await withdrawProposals(visit.services, [{ subject_id, ...by }]);
      const withdrawn = outcomes.find(({ kind }) => kind === 'withdrawn');
      return toldOf(visit, withdrawn ?? { kind: 'nothing_proposed' });
    });
  },
});

export const PROPOSAL_PAGES: readonly AnyPage[] = [proposal, agree, withdraw];
