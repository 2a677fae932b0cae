import { pageState } from '../../../domain/checkout/state.ts';
import { readCase } from '../../../domain/matching/stored.ts';
import type { Operator } from '../../../domain/operator.ts';
import type { UnsentOf } from '../../../engine/desk/case.ts';
import type { Evidence } from '../../../engine/desk/evidence.ts';
import type { ToldClaim } from '../../../store/checkout/claims.ts';
import type { CaseMessage } from '../../../store/desk/evidence.ts';
import type { ShownAction } from '../../../store/staff/record.ts';
import type { ListedSuspense } from '../../../store/suspense/credits.ts';
import { amount, colon, moment, operator, phone, ticket } from '../../format.ts';
import { badge, card, facts, note, table } from '../../frame/parts.ts';
import type { StaffVisit } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { wordsOf } from '../decision/decision.ts';
import { code, say, sayAction, sayDoubts, sayFields, sayWho, termsOf } from '../terms/say.ts';

/** What payers say, of money in suspense how many of them say that it is theirs, and what people did. */
type Told = {
  claims: readonly ToldClaim[];
  actions: readonly ShownAction[];
  credit?: Pick<ListedSuspense, 'claimed_for' | 'claimed_count'> | undefined;
};

/** What is known of a case before anybody decides: messages, the book, candidates, claims, what others became. */
export function drawEvidence(
  visit: StaffVisit,
  evidence: Evidence,
  { claims, actions, credit }: Told,
): SafeHtml {
  return html`${messages(visit, evidence.messages)}${engine(visit, evidence)}${candidates(visit, evidence)}${told(
    visit,
    { claims, credit },
    evidence.candidates,
  )}${book(visit, evidence)}${precedents(visit, evidence)}${history(visit, actions)}`;
}

/** Of what was marked as sent back and not seen to leave: what to do about it, to which phone it goes, and where to look. Undefined: there is nothing. */
export function sayUnsent(visit: StaffVisit, unsent: UnsentOf): Part | undefined {
  const { cases: words } = wordsOf(visit);
  if (unsent === null) return undefined;
  const number = visit.at(`/office/numbers/${unsent.collection_number_id}`);
  const to =
    unsent.to_phone === null ? NOTHING : html` ${words.refunded_to}${colon(visit)}${code(unsent.to_phone)}.`;
  return html`${words.reasons[unsent.reason]}.${to} <a class="btn two small" href="${number}">${words.look_at_number}</a>`;
}

/** The raw text of each message, and what was read from it. */
export function messages(visit: StaffVisit, rows: readonly CaseMessage[]): SafeHtml {
  const { cases: words } = wordsOf(visit);
  if (rows.length === 0) return NOTHING;
  const one = (row: CaseMessage) =>
    html`${note(html`<bdi class="raw">${row.body}</bdi>`)}${facts([
      [
        words.sender,
        html`<bdi>${row.sender ?? '–'}</bdi> ${operator(visit.words, row.operator as Operator)} ${phone(row.msisdn)}`,
      ],
      [words.time, moment(visit.words, row.received_at)],
      [
        words.read_as,
        html`${say(termsOf(visit).kinds, row.kind ?? row.outcome)} ${
          row.template_id === null ? NOTHING : code(`${row.template_id}@${row.template_version}`)
        }`,
      ],
      ...readFacts(visit, row.reading),
    ])}`;
  return card(words.messages, rows.map(one), { id: 'messages' });
}

/** What is shown of a reading, in this order. */
const READ = [
  ...(['amount_xaf', 'balance_xaf', 'fee_xaf', 'operator_transaction_id', 'payer'] as const),
  ...(['occurred_at', 'motif'] as const),
];

/** The figures of a reading. */
export function readFacts(visit: StaffVisit, reading: object | null): [Part, Part][] {
  const values = (reading ?? {}) as Record<string, unknown>;
  return sayFields(visit, Object.fromEntries(READ.map((name) => [name, values[name]])));
}

function engine(visit: StaffVisit, { decisions }: Evidence): SafeHtml {
  const { cases: words } = wordsOf(visit);
  const terms = termsOf(visit);
  if (decisions.length === 0) return NOTHING;
  return card(
    words.engine,
    decisions.map((one) => {
      const doubts = one.actor === 'ENGINE' ? readCase(one.decision_case).credit.doubts : [];
      const why =
        doubts.length === 0 ? NOTHING : html` ${terms.in_doubt}${colon(visit)}${sayDoubts(terms, doubts)}.`;
      return html`<p>${moment(visit.words, one.decided_at)} ${badge(say(terms.states, one.verdict), one.verdict === 'SETTLE' ? 'good' : 'wait')}<br>${say(terms.rules, one.rule)}${why}</p>`;
    }),
  );
}

/** What the customer's own page says of a session at this moment, in the words of that page, and the way to it. */
export function customerSees(visit: StaffVisit, session_id: string, views: Evidence['views']): SafeHtml {
  const view = views.get(session_id);
  const link = html`<a href="${visit.at(`/pay/payment-sessions/${session_id}`)}">${wordsOf(visit).cases.customer_page}</a>`;
  if (view === undefined) return link;
  const state = pageState(view, visit.now);
  const why = state.name === 'checking' ? html` ${visit.words.checking.reasons[state.reason]}` : NOTHING;
  return html`<b>${visit.words[state.name].status}.</b>${why}<br>${link}`;
}

function candidates(visit: StaffVisit, { candidates: rows, views }: Evidence): SafeHtml {
  const { cases: words } = wordsOf(visit);
  if (rows.length === 0) return NOTHING;
  const columns = [
    { label: words.merchant },
    { label: words.ticket },
    { label: words.amount, is_number: true },
    { label: words.status },
    { label: words.declared },
    { label: words.expired },
    { label: words.customer_sees },
  ];
  return card(
    words.candidates,
    table(
      visit,
      columns,
      rows.map((row) => [
        html`<bdi>${row.merchant}</bdi> ${code(row.reference)}`,
        row.ticket === null ? '–' : ticket(row.ticket),
        amount(visit.words, row.amount_xaf),
        say(termsOf(visit).states, row.status),
        row.customer_phone === null ? '–' : phone(row.customer_phone),
        moment(visit.words, row.expires_at),
        row.kind === 'session'
          ? customerSees(visit, row.id, views)
          : html`<a href="${visit.at(`/office/cases/transaction/${row.id}`)}">${words.transaction}</a>`,
      ]),
    ),
  );
}

/** By whose page: anybody may name a payment that is another's, and its true payer may have named it too. */
function told(
  visit: StaffVisit,
  { claims, credit }: Pick<Told, 'claims' | 'credit'>,
  sessions: Evidence['candidates'],
): SafeHtml {
  const { cases: words } = wordsOf(visit);
  if (claims.length === 0) return NOTHING;
  const of = new Map(sessions.map((one) => [one.id, one]));
  const columns = [
    { label: words.merchant },
    { label: words.operator_id },
    { label: words.payer },
    { label: words.time },
    { label: words.credit },
  ];
  return card(
    words.claims,
    html`<p class="hint">${words.claim_note}</p>${
      credit === undefined || credit.claimed_count <= credit.claimed_for.length
        ? NOTHING
        : note(html`${words.claims_many} <bdi>${credit.claimed_count}</bdi>`, 'warn')
    }${table(
      visit,
      columns,
      claims.map((one) => [
        html`<bdi>${of.get(one.session_id)?.merchant ?? ''}</bdi> ${code(of.get(one.session_id)?.reference ?? one.session_id)}`,
        code(one.operator_transaction_id),
        phone(one.payer_phone),
        moment(visit.words, one.claimed_at),
        one.credit_id === null
          ? '–'
          : html`<a href="${visit.at(`/office/cases/suspense/${one.credit_id}`)}">${say(termsOf(visit).states, one.credit_state)}</a> ${
              one.credit_amount_xaf === null ? NOTHING : amount(visit.words, one.credit_amount_xaf)
            }`,
      ]),
    )}`,
  );
}

function book(visit: StaffVisit, { book: steps, messages: seen }: Evidence): SafeHtml {
  const { cases: words } = wordsOf(visit);
  if (steps.length === 0) return NOTHING;
  const terms = termsOf(visit);
  const own = new Set(seen.map(({ notice_id }) => notice_id));
  const columns = [
    { label: words.time },
    { label: words.kind },
    { label: words.before, is_number: true },
    { label: words.after, is_number: true },
  ];
  return card(
    words.book,
    table(
      visit,
      columns,
      steps.map((step) => [
        html`${moment(visit.words, step.occurred_at)}${step.notice_id !== null && own.has(step.notice_id) ? html` ${badge('=', 'good')}` : NOTHING}`,
        html`${say(terms.kinds, step.kind)}<br><small>${say(terms.strengths, step.strength)}</small>`,
        amount(visit.words, step.before_xaf),
        amount(visit.words, step.after_xaf),
      ]),
    ),
  );
}

function precedents(visit: StaffVisit, { precedents: rows }: Evidence): SafeHtml {
  const { cases: words } = wordsOf(visit);
  if (rows.length === 0) return NOTHING;
  return card(
    words.precedents,
    html`<p class="hint">${words.precedents_note}</p>${facts(
      rows.map(({ rule, cases }) => [say(termsOf(visit).rules, rule), html`<bdi>× ${cases}</bdi>`]),
    )}`,
  );
}

/** Who did what about something, the oldest first. */
export function history(visit: StaffVisit, actions: readonly ShownAction[]): SafeHtml {
  const { cases: words } = wordsOf(visit);
  if (actions.length === 0) return NOTHING;
  const columns = [{ label: words.time }, { label: words.who }, { label: words.did }, { label: words.note }];
  return card(
    words.history,
    table(
      visit,
      columns,
      actions.map((one) => [
        moment(visit.words, one.at),
        sayWho(one),
        sayAction(termsOf(visit), one.action),
        html`<bdi>${one.note}</bdi>`,
      ]),
    ),
  );
}
