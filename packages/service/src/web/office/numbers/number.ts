import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { STEP_MEANINGS } from '../../../domain/ledger/step.ts';
import { anchorSubject } from '../../../domain/review/subjects.ts';
import { listBooks, showBooks } from '../../../engine/book/look.ts';
import { showNumber } from '../../../engine/numbers.ts';
import type { BookStepRow } from '../../../store/rows.generated.ts';
import { amount, localDigits, moment, operator, phone } from '../../format.ts';
import { badge, button, card, facts, field, note, postForm, select, table } from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { onwards } from '../cases/form.ts';
import { drawProposed } from '../cases/proposed.ts';
import { may, standFields, standOf, wordsOf } from '../decision/decision.ts';
import { KEYS_SCRIPT, keysHelp } from '../decision/keys.ts';
import { say, termsOf } from '../terms/say.ts';

type Found = {
  at: (verb: string) => string;
  row: NonNullable<Awaited<ReturnType<typeof showNumber>>>;
  book: Awaited<ReturnType<typeof listBooks>>[number] | undefined;
  inside: Awaited<ReturnType<typeof showBooks>>;
};

const number = staffPage(STAFF_ROLES, {
  path: '/office/numbers/:id',
  get: async (visit) => {
    const { id = '' } = visit.params;
    const row = isUuid(id) ? await showNumber(visit.services, id) : null;
    if (row === null) return NOT_FOUND;
    const [books, inside] = await Promise.all([listBooks(visit.services), showBooks(visit.services, [id])]);
    const book = books.find((one) => one.collection_number_id === id);
    const found: Found = { at: (verb) => visit.at(`/office/numbers/${id}/${verb}`), row, book, inside };
    const words = wordsOf(visit);
    const content = html`${await drawProposed(visit, [anchorSubject.of(id)])}${anchor(visit, found)}${standing(visit, found)}${contesting(visit, found)}${unexplained(visit, found)}${waiting(
      visit,
      found,
    )}${steps(visit, inside.steps)}${work(visit, found)}${onwards(visit)}${keysHelp(words)}`;
    return show({
      title: `${words.numbers.number} ${localDigits(row.number.msisdn)}`,
      content,
      script: KEYS_SCRIPT,
    });
  },
});

/** First on the page, since a phone shows it first: the balance, and nothing else to fill in. */
function anchor(visit: StaffVisit, { at }: Found): SafeHtml {
  if (!may(visit, 'feed.anchor')) return NOTHING;
  const { numbers: words } = wordsOf(visit);
  const balance = field({
    name: 'balance_xaf',
    label: words.balance,
    hint: words.look_now,
    inputmode: 'numeric',
    is_ltr: true,
    autocomplete: 'off',
    max_length: 16,
  });
  return card(
    words.anchor,
    html`<p>${words.anchor_hint}</p><form method="get" action="${at('anchor')}">${standFields(standOf(visit))}${balance}${button(words.go_on)}</form>`,
    { id: 'anchor' },
  );
}

function standing(visit: StaffVisit, { row, book }: Found): SafeHtml {
  const { numbers: words } = wordsOf(visit);
  const { number: one } = row;
  const cap = (value: number | null) => (value === null ? words.no_cap : html`<bdi>${value}</bdi>`);
  return card(
    html`${phone(one.msisdn)} ${operator(visit.words, one.operator)} ${badge(one.status === 'PAUSED' ? words.paused : words.active, one.status === 'PAUSED' ? 'off' : 'good')}`,
    html`${facts([
      [words.tip, book?.tip_xaf == null ? '–' : amount(visit.words, book.tip_xaf)],
      [words.read_at, book?.anchored_at == null ? words.never : moment(visit.words, book.anchored_at)],
      [words.pending, amount(visit.words, book?.pending_xaf ?? 0)],
      [words.state, say(termsOf(visit).states, one.feed_status)],
      [
        words.incidents,
        (book?.open_kinds ?? []).map((kind) => html`${badge(termsOf(visit).incidents[kind].name, 'bad')} `),
      ],
      [
        html`${words.volume}, ${words.today}`,
        html`${amount(visit.words, row.volume_xaf)} / ${cap(one.daily_volume_cap_xaf)}`,
      ],
      [
        html`${words.count}, ${words.today}`,
        html`<bdi>${row.credit_count}</bdi> / ${cap(one.daily_count_cap)}`,
      ],
      [words.senders, html`<bdi>${one.sender_allow_list.join(', ') || '–'}</bdi>`],
    ])}`,
  );
}

function unexplained(visit: StaffVisit, { inside, at }: Found): SafeHtml {
  const { numbers: words, cases } = wordsOf(visit);
  if (inside.unexplained.length === 0) return NOTHING;
  const options = STEP_MEANINGS.map((value) => ({ value, label: words.meanings[value] }));
  const form = (step: BookStepRow) =>
    postForm(
      visit,
      at('explain'),
      html`${standFields(standOf(visit))}<input type="hidden" name="step" value="${step.id}">${select({ name: 'meaning', label: words.explain }, options)}${field({ name: 'for', label: words.explain_for, max_length: 36, is_optional: true, is_ltr: true })}${why(visit)}${button(words.explain, { kind: 'two' })}`,
    );
  return card(
    words.unexplained,
    inside.unexplained.map(
      (step) =>
        html`${facts([
          [cases.time, moment(visit.words, step.occurred_at)],
          [cases.kind, say(termsOf(visit).kinds, step.kind)],
          [cases.amount, amount(visit.words, step.after_xaf - step.before_xaf)],
        ])}${may(visit, 'book.explain') ? form(step) : NOTHING}`,
    ),
  );
}

/** What leads past payments, each once: ticked together where the operator's list shows none of them. */
function contesting(visit: StaffVisit, { inside, at }: Found): SafeHtml {
  const { numbers: words } = wordsOf(visit);
  if (inside.contesting.length === 0) return NOTHING;
  const rows = inside.contesting.map((one) => ({ ...one, told_at: one.occurred_at }));
  return card(words.contesting, html`<p>${words.contesting_hint}</p>${toDisown(visit, at, rows)}`);
}

type Listed = { notice_id: string; told_at: Date; sender: string | null; body: string };

/** Messages, each with a box that says that the operator's list does not show it, where this person may say so. */
function toDisown(visit: StaffVisit, at: Found['at'], rows: readonly Listed[]): Part {
  const { numbers: words } = wordsOf(visit);
  const is_offered = may(visit, 'book.disown');
  const box = (id: string) =>
    is_offered
      ? html`<br><label><input type="checkbox" name="message" value="${id}"> ${words.not_on_list}</label>`
      : NOTHING;
  const listed = rows.map((one) =>
    note(
      html`${moment(visit.words, one.told_at)} <bdi>${one.sender ?? '–'}</bdi><br><bdi>${one.body}</bdi>${box(one.notice_id)}`,
    ),
  );
  if (!is_offered) return listed;
  return postForm(
    visit,
    at('disown'),
    html`${standFields(standOf(visit))}${listed}${why(visit)}${button(words.disown, { kind: 'two' })}`,
  );
}

const why = (visit: StaffVisit): SafeHtml => {
  const { cases } = wordsOf(visit);
  return field({ name: 'note', label: cases.note, hint: cases.note_hint, max_length: 2000 });
};

/** What waits may doubt a payment: then whoever finds it on no list says so here. */
function waiting(visit: StaffVisit, { inside, at }: Found): SafeHtml {
  if (inside.claims.length === 0) return NOTHING;
  const rows = inside.claims.map((one) => ({ ...one, told_at: one.arrived_at }));
  return card(wordsOf(visit).numbers.waiting, toDisown(visit, at, rows));
}

function steps(visit: StaffVisit, rows: readonly BookStepRow[]): SafeHtml {
  const { cases, numbers: words } = wordsOf(visit);
  const columns = [
    { label: cases.time },
    { label: cases.kind },
    { label: cases.before, is_number: true },
    { label: cases.after, is_number: true },
  ];
  const lines = rows.map((step): Part[] => [
    moment(visit.words, step.occurred_at),
    say(termsOf(visit).kinds, step.kind),
    amount(visit.words, step.before_xaf),
    amount(visit.words, step.after_xaf),
  ]);
  return card(words.steps, table(visit, columns, lines));
}

/** What else may be done about it: money off the SIM, the phone's inbox, the choice for new sessions, senders. */
function work(visit: StaffVisit, { row, at }: Found): SafeHtml {
  const { numbers: words } = wordsOf(visit);
  const { number: one } = row;
  const is_paused = one.status === 'PAUSED';
  const whole = { inputmode: 'numeric' as const, is_ltr: true, max_length: 16 };
  const sweep = html`<p>${words.sweep_hint}</p>${postForm(visit, at('sweep'), html`<input type="hidden" name="once" value="${visit.services.newId()}">${field({ name: 'amount_xaf', label: wordsOf(visit).cases.amount, ...whole })}${why(visit)}${button(words.sweep_do, { kind: 'two' })}`)}`;
  const inbox = html`<p>${words.inbox_hint}</p>${postForm(visit, at('inbox'), html`${field({ name: 'hours', label: words.inbox_hours, value: '6', ...whole })}${why(visit)}${button(words.inbox, { kind: 'two' })}`)}`;
  const senders = postForm(
    visit,
    at('senders'),
    html`${field({ name: 'senders', label: words.senders, hint: words.senders_hint, value: one.sender_allow_list.join(', '), max_length: 1000 })}${why(visit)}${button(words.senders_do, { kind: 'two' })}`,
  );
  const pause = postForm(
    visit,
    at(is_paused ? 'resume' : 'pause'),
    html`${why(visit)}${button(is_paused ? words.resume : words.pause, { kind: is_paused ? 'two' : 'danger' })}`,
  );
  return html`<div class="cards">${may(visit, 'feed.sweep') ? card(words.sweep, sweep) : NOTHING}${
    may(visit, 'gateway.inbox') ? card(words.inbox, inbox) : NOTHING
  }${may(visit, 'numbers.senders') ? card(words.senders, senders) : NOTHING}${
    may(visit, 'numbers.pause') ? card(words.state, pause) : NOTHING
  }</div>`;
}

export const NUMBER_PAGES: readonly AnyPage[] = [number];
