import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { type ReviewCase, showReviewCase } from '../../../engine/desk/case.ts';
import { confirmReviews, rejectReviews } from '../../../engine/desk/payments/decide-review.ts';
import { amount, colon, moment, phone, ticket } from '../../format.ts';
import { badge, card, facts, note, select } from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { decideWithNote, wordsOf } from '../decision/decision.ts';
import { KEYS_SCRIPT, keysHelp } from '../decision/keys.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { code, say, sayAction, termsOf } from '../terms/say.ts';
import { explainForms } from './explain.ts';
import { decisionForm } from './form.ts';
import { customerSees, drawEvidence } from './parts.ts';

const PATH = '/office/cases/review/:id';
const pathOf = (visit: StaffVisit, id: string, verb = '') =>
  visit.at(`/office/cases/review/${id}${verb === '' ? '' : `/${verb}`}`);

const review = staffPage(STAFF_ROLES, {
  path: PATH,
  get: async (visit) => {
    const { id = '' } = visit.params;
    const found = isUuid(id) ? await showReviewCase(visit.services, id) : null;
    if (found === null) return NOT_FOUND;
    const words = wordsOf(visit);
    const content = html`${summary(visit, found)}${choices(visit, found)}${explainForms(visit, found.explainable)}${more(visit, found)}${drawEvidence(visit, found, found.review)}${keysHelp(words)}`;
    return show({ title: words.desk.kinds.review, content, script: KEYS_SCRIPT });
  },
});

function summary(visit: StaffVisit, { review: row, session, views }: ReviewCase): SafeHtml {
  const { cases: words } = wordsOf(visit);
  return card(
    html`${words.session} ${badge(say(termsOf(visit).states, row.status), row.status === 'UNDER_REVIEW' ? 'wait' : 'off')}`,
    html`${facts([
      [words.amount, amount(visit.words, row.amount_xaf)],
      [words.reason, say(words.reasons, row.review_reason)],
      [words.merchant, html`<bdi>${row.merchant}</bdi> ${code(row.reference)}`],
      [words.number, phone(row.msisdn)],
      [words.ticket, session.ticket === null ? '–' : ticket(session.ticket)],
      [words.declared, session.customer_phone === null ? '–' : phone(session.customer_phone)],
      [words.created, moment(visit.words, session.created_at)],
      [words.expired, moment(visit.words, session.expires_at)],
      [words.customer_sees, customerSees(visit, row.session_id, views)],
    ])}${
      row.proposed_by === null
        ? NOTHING
        : note(
            html`${words.proposal}${colon(visit)}${words.proposal_by} <bdi>${row.proposed_by}</bdi>, ${row.proposed_action === null ? '–' : sayAction(termsOf(visit), row.proposed_action)}`,
            'warn',
          )
    }${row.credits.map((credit) =>
      facts([
        [
          words.credit,
          html`${amount(visit.words, credit.amount_xaf)} ${badge(say(termsOf(visit).states, credit.state), 'off')}`,
        ],
        [words.payer, credit.payer === null ? '–' : html`<bdi>${credit.payer}</bdi>`],
        [words.operator_id, code(credit.operator_transaction_id)],
        [words.time, moment(visit.words, credit.occurred_at)],
        ...(credit.is_reversed ? ([['', badge(words.reversed, 'bad')]] as const) : []),
      ]),
    )}`,
  );
}

/** Where more messages may be its payment than are shown: the way to all that wait on its number. */
function more(visit: StaffVisit, { review: row, messages }: ReviewCase): SafeHtml {
  const [one] = messages;
  if (!row.is_possible_cut || one === undefined) return NOTHING;
  const number = visit.at(`/office/numbers/${one.collection_number_id}`);
  return note(
    html`${wordsOf(visit).cases.more_possible} <a class="btn two small" href="${number}">${phone(row.msisdn)}</a>`,
    'warn',
  );
}

function choices(visit: StaffVisit, { review: row }: ReviewCase): SafeHtml {
  const words = wordsOf(visit);
  const free = row.credits.filter(({ state }) => state === 'REVIEW' || state === 'SUSPENSE');
  const which =
    free.length < 2
      ? NOTHING
      : select({ name: 'credit', label: words.cases.which_credit }, [
          { value: '', label: words.cases.only_credit },
          ...free.map((one) => ({
            value: one.credit_id,
            label: `${one.amount_xaf} ${visit.words.currency}, ${one.payer ?? '–'}, ${one.operator_transaction_id ?? '–'}`,
          })),
        ]);
  if (row.status !== 'UNDER_REVIEW') return decisionForm(visit, []);
  return decisionForm(
    visit,
    [
      { to: pathOf(visit, row.session_id, 'confirm'), label: words.verbs.confirm, verb: 'review.confirm' },
      {
        to: pathOf(visit, row.session_id, 'reject'),
        label: words.verbs.reject,
        verb: 'review.reject',
        is_danger: true,
      },
      ...(row.proposed_by === null
        ? []
        : [
            {
              to: visit.at('/office/proposals/withdraw'),
              label: words.verbs.withdraw,
              verb: 'review.reject' as const,
            },
          ]),
    ],
    html`${which}<input type="hidden" name="subject" value="${row.session_id}">`,
  );
}

const confirm = staffPage(STAFF_VERBS['review.confirm'], {
  path: `${PATH}/confirm`,
  post: async (visit) => {
    const { id: session_id = '' } = visit.params;
    const chosen = visit.form.text('credit');
    if (!isUuid(session_id) || (chosen !== '' && !isUuid(chosen))) return NOT_FOUND;
    const credit_id = chosen === '' ? null : chosen;
    return decideWithNote(visit, pathOf(visit, session_id), async (by) => {
      const [outcome] = await confirmReviews(visit.services, [{ session_id, credit_id, ...by }]);
      return toldOf(visit, outcome ?? { kind: 'not_found' });
    });
  },
});

const reject = staffPage(STAFF_VERBS['review.reject'], {
  path: `${PATH}/reject`,
  post: async (visit) => {
    const { id: session_id = '' } = visit.params;
    if (!isUuid(session_id)) return NOT_FOUND;
    return decideWithNote(visit, pathOf(visit, session_id), async (by) => {
      const [outcome] = await rejectReviews(visit.services, [{ session_id, ...by }]);
      return toldOf(visit, outcome ?? { kind: 'not_found' });
    });
  },
});

export const REVIEW_PAGES: readonly AnyPage[] = [review, confirm, reject];
