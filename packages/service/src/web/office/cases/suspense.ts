import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import type { SessionStatus } from '../../../domain/session/session.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { OPEN_STATUSES, type TransactionStatus } from '../../../domain/transaction/transaction.ts';
import { type SuspenseCase, showSuspenseCase } from '../../../engine/desk/case.ts';
import { assignCredits } from '../../../engine/desk/payments/assign-credit.ts';
import { callCapital } from '../../../engine/desk/payments/capital-credit.ts';
import { confirmLateTransactions } from '../../../engine/desk/payments/confirm-late.ts';
import { refundCredits } from '../../../engine/desk/payments/refund-credit.ts';
import type { Target } from '../../../engine/desk/payments/sentences.ts';
import { unmarkCredits } from '../../../engine/desk/payments/unmark-credit.ts';
import { voidCredits } from '../../../engine/desk/payments/void-credit.ts';
import type { Told } from '../../../engine/desk/told.ts';
import { amount, colon, moment, phone } from '../../format.ts';
import { badge, card, facts, field, note } from '../../frame/parts.ts';
import { type AnyPage, goBack, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { decideWithNote, wordsOf } from '../decision/decision.ts';
import { KEYS_SCRIPT, keysHelp } from '../decision/keys.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { code, say, sayAction, termsOf } from '../terms/say.ts';
import { explainForms } from './explain.ts';
import { type Choice, decisionForm } from './form.ts';
import { drawEvidence, sayUnsent } from './parts.ts';

const PATH = '/office/cases/suspense/:id';
const pathOf = (visit: StaffVisit, id: string, verb = '') =>
  visit.at(`/office/cases/suspense/${id}${verb === '' ? '' : `/${verb}`}`);

const suspense = staffPage(STAFF_ROLES, {
  path: PATH,
  get: async (visit) => {
    const { id = '' } = visit.params;
    const found = isUuid(id) ? await showSuspenseCase(visit.services, id) : null;
    if (found === null) return NOT_FOUND;
    const words = wordsOf(visit);
    const content = html`${summary(visit, found)}${form(visit, found)}${explainForms(visit, found.explainable)}${drawEvidence(visit, found, found)}${keysHelp(words)}`;
    return show({ title: words.desk.kinds.suspense, content, script: KEYS_SCRIPT });
  },
});

function summary(visit: StaffVisit, { credit }: SuspenseCase): SafeHtml {
  const { cases: words } = wordsOf(visit);
  return card(
    html`${words.credit} ${badge(say(termsOf(visit).states, credit.state), credit.waiting_xaf > 0 ? 'wait' : 'off')}`,
    html`${facts([
      [words.amount, amount(visit.words, credit.waiting_xaf === 0 ? credit.amount_xaf : credit.waiting_xaf)],
      // What waits no more has its reason below, with what was decided.
      ...(credit.waiting_xaf > 0 ? [[words.reason, say(words.reasons, credit.reason)] as const] : []),
      [words.number, phone(credit.msisdn)],
      [words.operator_id, code(credit.operator_transaction_id)],
      [words.time, moment(visit.words, credit.occurred_at)],
    ])}${credit.is_reversed ? note(words.reversed, 'bad') : credit.is_written_off ? note(words.written_off, 'bad') : NOTHING}${
      credit.is_left_unread && credit.waiting_xaf > 0 ? note(words.left_unread, 'bad') : NOTHING
    }${
      credit.proposed_by === null
        ? NOTHING
        : note(
            html`${words.proposal}${colon(visit)}${words.proposal_by} <bdi>${credit.proposed_by}</bdi>, ${credit.proposed_action === null ? '–' : sayAction(termsOf(visit), credit.proposed_action)}`,
            'warn',
          )
    }`,
  );
}

function form(visit: StaffVisit, { credit, candidates, unsent }: SuspenseCase): SafeHtml {
  const words = wordsOf(visit);
  if (credit.waiting_xaf === 0) return unsentForm(visit, credit, unsent);
  const to = (verb: string) => pathOf(visit, credit.credit_id, verb);
  const give = [
    { to: to('session'), label: words.verbs.assign_session, verb: 'suspense.assign' },
    { to: to('transaction'), label: words.verbs.assign_transaction, verb: 'transaction.confirm_late' },
    { to: to('merchant'), label: words.verbs.assign_merchant, verb: 'suspense.assign' },
  ] as const satisfies Choice[];
  const refund = { to: to('refund'), label: words.verbs.refund, verb: 'suspense.refund' } as const;
  const label = credit.is_reversed ? words.verbs.void : words.verbs.void_written_off;
  const gone = { to: to('void'), label, verb: 'suspense.void' } as const;
  const capital = { to: to('capital'), label: words.verbs.capital, verb: 'suspense.capital' } as const;
  const ours = credit.environment === 'live' && credit.claimed_for.length === 0 ? [capital] : [];
  const unread = credit.is_left_unread ? [{ ...gone, label: words.verbs.void }] : [];
  const choices = isElsewhere(credit)
    ? []
    : credit.is_reversed || credit.is_written_off
      ? [gone]
      : credit.state === 'SUSPENSE'
        ? [...give, refund, ...ours, ...unread]
        : [refund, ...unread];
  // Nothing is sent out of a sandbox.
  const is_asked = credit.environment === 'live' && choices.some(({ to: at }) => at === refund.to);
  return decisionForm(
    visit,
    [...choices, ...withdraw(visit, credit)],
    html`${targets(visit, candidates)}${is_asked ? payeeField(visit) : NOTHING}<input type="hidden" name="amount" value="${credit.waiting_xaf}"><input type="hidden" name="subject" value="${credit.credit_id}">`,
    words.cases.reversed_elsewhere,
  );
}

/** Whether nothing on its own SIM takes it back, though a message says so: that voids nothing, and holds it until somebody has looked into it. */
const isElsewhere = ({ is_reversed, is_reversed_there, is_written_off }: SuspenseCase['credit']): boolean =>
  is_reversed && !is_reversed_there && !is_written_off;

/** What is marked and has not left can be taken back, once its SIM was read and what left it is explained. */
function unsentForm(
  visit: StaffVisit,
  credit: SuspenseCase['credit'],
  unsent: SuspenseCase['unsent'],
): SafeHtml {
  const said = sayUnsent(visit, unsent);
  if (unsent === null || unsent.reason === 'may_have_left') return decisionForm(visit, [], NOTHING, said);
  const { credit_id } = credit;
  const label = wordsOf(visit).verbs.unmark;
  const back = { to: pathOf(visit, credit_id, 'unmark'), label, verb: 'suspense.unmark' } as const;
  const subject = html`<input type="hidden" name="subject" value="${credit_id}">`;
  // Nobody is told to send it while somebody says that it is not to be sent.
  const told = credit.proposed_by === null ? html`<p>${said}</p>` : NOTHING;
  return decisionForm(visit, [back, ...withdraw(visit, credit)], html`${told}${subject}`);
}

const withdraw = (visit: StaffVisit, { proposed_by }: SuspenseCase['credit']): Choice[] =>
  proposed_by === null
    ? []
    : [
        {
          to: visit.at('/office/proposals/withdraw'),
          label: wordsOf(visit).verbs.withdraw,
          verb: 'suspense.assign',
        },
      ];

/** Statuses of sessions and of transactions that money may still be given to. */
const CAN_BE_PAID: ReadonlySet<string> = new Set([
  ...(['AWAITING_PAYMENT', 'UNDER_REVIEW'] satisfies SessionStatus[]),
  ...([...OPEN_STATUSES, 'TIMEOUT'] satisfies TransactionStatus[]),
]);

/** To which phone it goes back: asked for where no message shows who paid. */
function payeeField(visit: StaffVisit): SafeHtml {
  const { cases: words } = wordsOf(visit);
  return field({
    ...{ name: 'to', label: words.refund_to, hint: words.refund_to_hint, is_optional: true },
    ...{ type: 'tel', max_length: 20 },
  });
}

/** The sessions and transactions that could be meant, to be chosen, and a field for any other id. */
function targets(visit: StaffVisit, candidates: SuspenseCase['candidates']): SafeHtml {
  const { cases: words } = wordsOf(visit);
  // Nothing but the operator's word pays what is asked for by push, which has no number.
  const open = candidates.filter(
    ({ kind, status, msisdn }) => CAN_BE_PAID.has(status) && (kind === 'session' || msisdn !== null),
  );
  const choices = open.map(
    (one) =>
      html`<label class="tick"><input type="radio" name="target" value="${one.id}"> <span><bdi>${one.merchant}</bdi> ${code(one.reference)} ${amount(visit.words, one.amount_xaf)}</span></label>`,
  );
  const other = field({
    name: 'target_id',
    label: words.target_id,
    hint: words.target_hint,
    is_optional: true,
    is_ltr: true,
  });
  return html`<fieldset><legend>${words.whose}</legend>${choices}${other}</fieldset>`;
}

const assign = (what: Target['what']) =>
  staffPage(STAFF_VERBS[what === 'transaction' ? 'transaction.confirm_late' : 'suspense.assign'], {
    path: `${PATH}/${what}`,
    post: async (visit) => {
      const { id: credit_id = '' } = visit.params;
      const named = visit.form.text('target_id') || (what === 'merchant' ? '' : visit.form.text('target'));
      if (!isUuid(credit_id)) return NOT_FOUND;
      const back = pathOf(visit, credit_id);
      if (!isUuid(named)) return goBack(back, wordsOf(visit).cases.target_missing, visit.form.text('note'));
      return decideWithNote(visit, back, (by) =>
        give(visit, { credit_id, what, id: named.toLowerCase() }, by),
      );
    },
  });

async function give(visit: StaffVisit, target: Target, by: Signature): Promise<Told> {
  const { services } = visit;
  const { credit_id, what, id } = target;
  const [outcome] =
    what === 'transaction'
      ? await confirmLateTransactions(services, [{ credit_id, transaction_id: id, ...by }])
      : await assignCredits(services, [
          {
            credit_id,
            to: what === 'session' ? { kind: what, session_id: id } : { kind: what, merchant_id: id },
            ...by,
          },
        ]);
  return toldOf(visit, outcome ?? { kind: 'not_found', what: 'credit' });
}

const refund = staffPage(STAFF_VERBS['suspense.refund'], {
  path: `${PATH}/refund`,
  post: async (visit) => {
    const { id: credit_id = '' } = visit.params;
    const amount_xaf = Number(visit.form.text('amount'));
    if (!isUuid(credit_id) || !Number.isInteger(amount_xaf)) return NOT_FOUND;
    return decideWithNote(visit, pathOf(visit, credit_id), async (by) => {
      const to = visit.form.text('to').slice(0, 20);
      const [outcome] = await refundCredits(visit.services, [{ credit_id, amount_xaf, to, ...by }]);
      return toldOf(visit, outcome ?? { kind: 'not_found' }, true);
    });
  },
});

const unmark = staffPage(STAFF_VERBS['suspense.unmark'], {
  path: `${PATH}/unmark`,
  post: async (visit) => {
    const { id: credit_id = '' } = visit.params;
    if (!isUuid(credit_id)) return NOT_FOUND;
    return decideWithNote(visit, pathOf(visit, credit_id), async (by) => {
      const [outcome] = await unmarkCredits(visit.services, [{ credit_id, ...by }]);
      return toldOf(visit, outcome ?? { kind: 'not_found' });
    });
  },
});

const taken = staffPage(STAFF_VERBS['suspense.void'], {
  path: `${PATH}/void`,
  post: async (visit) => {
    const { id: credit_id = '' } = visit.params;
    if (!isUuid(credit_id)) return NOT_FOUND;
    return decideWithNote(visit, pathOf(visit, credit_id), async (by) => {
      const [outcome] = await voidCredits(visit.services, [{ credit_id, ...by }]);
      return toldOf(visit, outcome ?? { kind: 'not_found' });
    });
  },
});

const capital = staffPage(STAFF_VERBS['suspense.capital'], {
  path: `${PATH}/capital`,
  post: async (visit) => {
    const { id: credit_id = '' } = visit.params;
    if (!isUuid(credit_id)) return NOT_FOUND;
    return decideWithNote(visit, pathOf(visit, credit_id), async (by) => {
      const [outcome] = await callCapital(visit.services, [{ credit_id, ...by }]);
      return toldOf(visit, outcome ?? { kind: 'not_found' });
    });
  },
});

export const SUSPENSE_PAGES: readonly AnyPage[] = [
  suspense,
  assign('session'),
  assign('transaction'),
  assign('merchant'),
  refund,
  unmark,
  taken,
  capital,
];
