import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { showIncident } from '../../../engine/book/look.ts';
import { closeAlerts, closeIncidents } from '../../../engine/desk/book/close.ts';
import { showAlertCase, showTransactionCase, type TransactionCase } from '../../../engine/desk/case.ts';
import { confirmLateTransactions } from '../../../engine/desk/payments/confirm-late.ts';
import { type AskRefund, decideRefunds } from '../../../engine/desk/payments/refund-transaction.ts';
import { amount, colon, moment, phone } from '../../format.ts';
import { badge, card, facts, note } from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING } from '../../html.ts';
import { decideWithNote, wordsOf } from '../decision/decision.ts';
import { KEYS_SCRIPT, keysHelp } from '../decision/keys.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { code, say, sayAction, sayFields, sayWho, termsOf } from '../terms/say.ts';
import { type Choice, decisionForm } from './form.ts';
import { drawEvidence, sayUnsent } from './parts.ts';

const NO_CLAIMS = { claims: [] };

const transaction = staffPage(STAFF_ROLES, {
  path: '/office/cases/transaction/:id',
  get: async (visit) => {
    const { id = '' } = visit.params;
    const found = isUuid(id) ? await showTransactionCase(visit.services, id) : null;
    if (found === null) return NOT_FOUND;
    const words = wordsOf(visit);
    const { transaction: row, late, refund, against, proposal } = found;
    const subject = html`<input type="hidden" name="subject" value="${id}">`;
    const summary = card(
      html`${words.cases.transaction} ${badge(say(termsOf(visit).states, row.status), 'wait')}`,
      facts([
        [words.cases.amount, amount(visit.words, row.amount_xaf)],
        [words.cases.reference, code(row.reference)],
        [words.cases.payer, phone(row.phone_number)],
        [words.cases.created, moment(visit.words, row.created_at)],
        [
          words.cases.reason,
          late === null
            ? say(termsOf(visit).states, refund?.state ?? null)
            : say(words.cases.reasons, late.reason ?? late.kind),
        ],
        ...(proposal === null
          ? []
          : ([
              [
                words.cases.proposal,
                html`${sayAction(termsOf(visit), proposal.action)}${colon(visit)}${words.cases.proposal_by} ${sayWho({ actor: proposal.proposed_by, account_email: proposal.proposed_by_email })}`,
              ],
            ] as const)),
        ...(late?.credit_id == null
          ? []
          : ([
              [
                words.cases.credit,
                html`<a href="${visit.at(`/office/cases/suspense/${late.credit_id}`)}">${code(late.credit_id)}</a>`,
              ],
            ] as const)),
      ]),
    );
    const warning = against === null ? NOTHING : note(words.cases.reasons[against], 'bad');
    const content = html`${summary}${warning}${decisionForm(visit, choicesOf(visit, id, found), subject, sayUnsent(visit, found.unsent))}${drawEvidence(visit, found, { ...found, ...NO_CLAIMS })}${keysHelp(words)}`;
    return show({ title: words.cases.transaction, content, script: KEYS_SCRIPT });
  },
});

/** What may be said of a transaction now. */
function choicesOf(
  visit: StaffVisit,
  id: string,
  { transaction: row, late, refund, proposal }: TransactionCase,
): Choice[] {
  const { verbs } = wordsOf(visit);
  const to = (verb: string) => visit.at(`/office/cases/transaction/${id}/${verb}`);
  const confirm = { to: to('confirm'), label: verbs.confirm_late, verb: 'transaction.confirm_late' } as const;
  const done = { to: to('done'), label: verbs.refund_done, verb: 'transaction.refund.done' } as const;
  const refused = {
    to: to('refused'),
    label: verbs.refund_refused,
    verb: 'transaction.refund.refused',
  } as const;
  const rail = {
    to: to('rail'),
    label: verbs.refund_rail,
    verb: 'transaction.refund',
    is_danger: true,
  } as const;
  const withdraw = {
    to: visit.at('/office/proposals/withdraw'),
    label: verbs.withdraw,
    verb: 'transaction.confirm_late',
  } as const;
  const is_unknown = refund?.state === 'UNKNOWN';
  // Where its rail sends nothing, or the operator has refused, a person sends it and says so.
  const is_to_send = row.status === 'SUCCESS' && (refund === null || refund.state === 'REFUSED');
  // What a credit proves goes back on the page of that credit.
  const goes_back = late !== null && late.kind !== 'doubtful' && late.credit_id === null;
  return [
    ...(late === null || late.kind === 'after_failure' ? [] : [confirm]),
    ...(is_unknown || goes_back || is_to_send ? [done] : []),
    // While it waits to be sent that can be said too: it is taken only where the operator has certainly heard nothing.
    ...(is_unknown || refund?.state === 'ASKED' ? [refused] : []),
    ...(is_to_send && row.rail !== 'manual-sms' ? [rail] : []),
    ...(proposal === null ? [] : [withdraw]),
  ];
}

const confirmLate = staffPage(STAFF_VERBS['transaction.confirm_late'], {
  path: '/office/cases/transaction/:id/confirm',
  post: async (visit) => {
    const { id: transaction_id = '' } = visit.params;
    if (!isUuid(transaction_id)) return NOT_FOUND;
    return decideWithNote(visit, visit.at(`/office/cases/transaction/${transaction_id}`), async (by) => {
      const [outcome] = await confirmLateTransactions(visit.services, [{ transaction_id, ...by }]);
      return toldOf(visit, outcome ?? { kind: 'not_found' });
    });
  },
});

const refundBy = (by: AskRefund['by']) =>
  staffPage(STAFF_VERBS[by === 'rail' ? 'transaction.refund' : (`transaction.refund.${by}` as const)], {
    path: `/office/cases/transaction/:id/${by}`,
    post: async (visit) => {
      const { id: transaction_id = '' } = visit.params;
      if (!isUuid(transaction_id)) return NOT_FOUND;
      return decideWithNote(
        visit,
        visit.at(`/office/cases/transaction/${transaction_id}`),
        async (signature) => {
          const [outcome] = await decideRefunds(visit.services, [{ transaction_id, by, ...signature }]);
          return toldOf(visit, outcome ?? { kind: 'not_found' });
        },
      );
    },
  });

const alert = staffPage(STAFF_ROLES, {
  path: '/office/cases/alert/:id',
  get: async (visit) => {
    const { id = '' } = visit.params;
    const found = isUuid(id) ? await showAlertCase(visit.services, id) : null;
    if (found === null) return NOT_FOUND;
    const words = wordsOf(visit);
    const { alert: row } = found;
    const close: Choice[] =
      row.closed_at === null
        ? [{ to: visit.at(`/office/cases/alert/${id}/close`), label: words.verbs.close, verb: 'alert.close' }]
        : [];
    const content = html`${card(
      html`${say(termsOf(visit).alerts, row.kind)} <bdi>× ${row.times}</bdi>`,
      facts([
        [words.cases.time, moment(visit.words, row.opened_at)],
        [words.cases.seen, subjectOf(visit, row)],
        ...sayFields(visit, row.detail),
      ]),
    )}${decisionForm(visit, close, seenField(row.last_at))}${drawEvidence(visit, found, { ...found, ...NO_CLAIMS })}${keysHelp(words)}`;
    return show({ title: words.desk.kinds.alert, content, script: KEYS_SCRIPT });
  },
});

/** Which state of an alert or an incident a page has shown: when it had last been raised, or more was found there. */
const seenField = (last_at: Date) => html`<input type="hidden" name="seen_ms" value="${last_at.getTime()}">`;

/** Of a page on whose number nothing was suspected: whatever is found there since is news. */
const NOTHING_FOUND = new Date(0);

/** The same of what a page has sent; null where it says none. */
function seenOf(visit: StaffVisit): { seen_at: Date | null } {
  const seen_ms = Number(visit.form.text('seen_ms') || Number.NaN);
  return { seen_at: Number.isSafeInteger(seen_ms) ? new Date(seen_ms) : null };
}

/** What an alert is about, with the way to its page where it has one. */
function subjectOf(visit: StaffVisit, { kind, subject }: { kind: string; subject: string }) {
  const pages: Record<string, string> = {
    statement_stuck: 'statements',
    statement_unagreed: 'statements',
    settlement_stuck: 'merchants',
    notice_stuck: 'numbers',
  };
  const page = pages[kind];
  return page === undefined
    ? code(subject)
    : html`<a href="${visit.at(`/office/${page}/${subject}`)}">${code(subject)}</a>`;
}

const closeAlert = staffPage(STAFF_VERBS['alert.close'], {
  path: '/office/cases/alert/:id/close',
  post: async (visit) => {
    const { id: alert_id = '' } = visit.params;
    if (!isUuid(alert_id)) return NOT_FOUND;
    return decideWithNote(visit, visit.at(`/office/cases/alert/${alert_id}`), async (by) => {
      const [outcome] = await closeAlerts(visit.services, [{ alert_id, ...seenOf(visit), ...by }]);
      return toldOf(visit, outcome ?? { kind: 'alert_not_found' });
    });
  },
});

const incident = staffPage(STAFF_ROLES, {
  path: '/office/cases/incident/:id',
  get: async (visit) => {
    const { id = '' } = visit.params;
    const found = isUuid(id) ? await showIncident(visit.services, id) : null;
    if (found === null) return NOT_FOUND;
    const words = wordsOf(visit);
    const { incident: row, suspected_at } = found;
    const { name, meaning, remedy } = termsOf(visit).incidents[row.kind];
    const close: Choice[] =
      row.closed_at === null
        ? [
            {
              to: visit.at(`/office/cases/incident/${id}/close`),
              label: words.verbs.close,
              verb: 'feed.close',
            },
          ]
        : [];
    const content = html`${card(
      html`${name} ${phone(row.msisdn)}`,
      html`${facts([
        [words.cases.time, moment(visit.words, row.opened_at)],
        ...(row.kind === 'short' && suspected_at !== null
          ? ([[words.cases.last_found, moment(visit.words, suspected_at)]] as const)
          : []),
        [words.cases.reason, meaning],
        [words.cases.remedy, remedy],
        ...sayFields(visit, row.detail),
      ])}<p><a class="btn" href="${visit.at(`/office/numbers/${row.collection_number_id}`)}">${words.numbers.number} ${phone(row.msisdn)}</a></p>`,
    )}${decisionForm(visit, close, seenField(suspected_at ?? NOTHING_FOUND))}${NOTHING}${keysHelp(words)}`;
    return show({ title: words.desk.kinds.incident, content, script: KEYS_SCRIPT });
  },
});

const closeIncident = staffPage(STAFF_VERBS['feed.close'], {
  path: '/office/cases/incident/:id/close',
  post: async (visit: StaffVisit) => {
    const { id: incident_id = '' } = visit.params;
    if (!isUuid(incident_id)) return NOT_FOUND;
    return decideWithNote(visit, visit.at(`/office/cases/incident/${incident_id}`), async (by) => {
      const [outcome] = await closeIncidents(visit.services, [{ incident_id, ...seenOf(visit), ...by }]);
      return toldOf(visit, outcome ?? { kind: 'incident_not_found' });
    });
  },
});

export const OTHER_CASE_PAGES: readonly AnyPage[] = [
  transaction,
  confirmLate,
  refundBy('rail'),
  refundBy('done'),
  refundBy('refused'),
  alert,
  closeAlert,
  incident,
  closeIncident,
];
