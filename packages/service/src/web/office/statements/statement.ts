import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { profileKey } from '../../../domain/statement/profile.ts';
import { listProfiles, type ShownStatement, showStatement } from '../../../engine/statements/list.ts';
import { amount, colon, countText, moment, operator, phone } from '../../format.ts';
import {
  badge,
  button,
  card,
  facts,
  field,
  note,
  pager,
  postForm,
  type Tone,
  table,
} from '../../frame/parts.ts';
import { NOT_FOUND, type StaffPage, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { may, wordsOf } from '../decision/decision.ts';
import { code } from '../terms/say.ts';
import { STATEMENTS_PATH } from './bring.ts';
import { days, STATEMENT_WORDS } from './problem.ts';

const ROWS = 50;
export const STATE_TONES: Readonly<Record<ShownStatement['statement']['state'], Tone>> = {
  IMPORTING: 'bad',
  KEPT: 'wait',
  AGREED: 'wait',
  SETTLED: 'good',
  REFUSED: 'bad',
};

/** One statement, with the rows that the book did not know or knows otherwise. */
export const STATEMENT_PAGE: StaffPage = staffPage(STAFF_ROLES, {
  path: `${STATEMENTS_PATH}/:id`,
  get: async (visit) => {
    const id = (visit.params.id ?? '').toLowerCase();
    const asked = visit.query.get('after') ?? '';
    const after = /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
    const shown = isUuid(id) ? await showStatement(visit.services, id, { after, limit: ROWS + 1 }) : null;
    if (shown === null) return NOT_FOUND;
    const words = STATEMENT_WORDS[visit.language];
    const last = shown.rows.length > ROWS ? shown.rows[ROWS - 1]?.ordinal : undefined;
    const older = last === undefined ? null : visit.at(`${STATEMENTS_PATH}/${id}?after=${last}`);
    return show({
      title: words.one.title,
      content: html`<p class="figure">${phone(shown.statement.msisdn)}</p><p>${operator(visit.words, shown.statement.operator)} ${badge(words.states[shown.statement.state], STATE_TONES[shown.statement.state])}</p>${standing(visit, shown)}${await verdict(visit, shown)}${refusal(visit, shown)}
${card(words.one.rows, html`<p>${words.one.rows_hint}</p>${rows(visit, shown)}${pager(visit, { newer: after === 0 ? null : visit.at(`${STATEMENTS_PATH}/${id}`), older })}`)}`,
    });
  },
});

function standing(
  visit: StaffVisit,
  { statement, new_rows, moved_xaf, uncompleted_rows }: ShownStatement,
): SafeHtml {
  const { columns, one: words } = STATEMENT_WORDS[visit.language];
  const sum = (amount_xaf: number | null) => (amount_xaf === null ? '–' : amount(visit.words, amount_xaf));
  const { rows_count, compared_rows } = statement;
  const compared =
    compared_rows < rows_count
      ? html` (${words.compared}${colon(visit)}${countText(compared_rows)})`
      : NOTHING;
  return facts([
    [columns.days, days({ from: statement.covers_from, until: statement.covers_until })],
    [words.opening, sum(statement.opening_xaf)],
    [columns.closing, sum(statement.closing_xaf)],
    [columns.rows, html`${countText(rows_count)}${compared}`],
    [columns.unknown, countText(new_rows)],
    [words.moved, sum(moved_xaf)],
    [words.uncompleted, countText(uncompleted_rows)],
    [words.account, statement.account === null ? '–' : code(statement.account)],
    [words.file, code(statement.file_name)],
    [words.profile, code(profileKey({ id: statement.profile_id, version: statement.profile_version }))],
    [
      words.by,
      html`<bdi>${statement.imported_by}</bdi> <small>${moment(visit.words, statement.imported_at)}</small>`,
    ],
    ...(statement.refused_at === null
      ? []
      : [
          [
            words.refused,
            html`<bdi>${statement.refused_by}</bdi> <small>${moment(visit.words, statement.refused_at)}</small>`,
          ] as const,
        ]),
  ]);
}

/** What it waits for, and the form where this person may let it count. */
async function verdict(visit: StaffVisit, { statement, is_untied }: ShownStatement): Promise<SafeHtml> {
  const { one: words } = STATEMENT_WORDS[visit.language];
  const { state, compared_rows, rows_count, profile_id, profile_version } = statement;
  if (state === 'SETTLED' || state === 'AGREED' || state === 'REFUSED') return NOTHING;
  if (state === 'IMPORTING' || compared_rows < rows_count) return note(words.unfinished, 'warn');
  const key = profileKey({ id: profile_id, version: profile_version });
  const profile = (await listProfiles(visit.services)).find((one) => profileKey(one.profile) === key);
  if (profile?.confirmation == null)
    return note(
      html`${words.unconfirmed} <a href="${visit.at(`${STATEMENTS_PATH}#profiles`)}">${STATEMENT_WORDS[visit.language].profiles.title}</a>`,
      'warn',
    );
  if (!may(visit, 'statement.settle')) return NOTHING;
  const { cases } = wordsOf(visit);
  const form = postForm(
    visit,
    visit.at(`${STATEMENTS_PATH}/${statement.id}/settle`),
    html`<p>${words.settle_text}</p>${field({ name: 'note', label: cases.note, hint: cases.note_hint, max_length: 2000 })}${button(words.settle)}`,
  );
  const untied = is_untied ? note(words.untied(phone(statement.msisdn)), 'warn') : NOTHING;
  return card(words.settle, html`${untied}${form}`);
}

/** The form by which one that counts for nothing is taken out of the way. */
function refusal(visit: StaffVisit, { statement: { id, state } }: ShownStatement): SafeHtml {
  if ((state !== 'IMPORTING' && state !== 'KEPT') || !may(visit, 'statement.refuse')) return NOTHING;
  const { one: words } = STATEMENT_WORDS[visit.language];
  const { cases } = wordsOf(visit);
  const note_field = {
    name: 'note',
    id: 'note-refuse',
    label: cases.note,
    hint: cases.note_hint,
    max_length: 2000,
  };
  const form = postForm(
    visit,
    visit.at(`${STATEMENTS_PATH}/${id}/refuse`),
    html`<p>${words.refuse_text}</p>${field(note_field)}${button(words.refuse, { kind: 'danger' })}`,
  );
  return html`<details><summary>${words.refuse}</summary>${form}</details>`;
}

function rows(visit: StaffVisit, { rows: found }: ShownStatement): SafeHtml {
  const { one: words } = STATEMENT_WORDS[visit.language];
  const sum = (amount_xaf: number | null): Part =>
    amount_xaf === null ? '–' : amount(visit.words, amount_xaf);
  const lines = found
    .slice(0, ROWS)
    .map((row): Part[] => [
      countText(row.line),
      code(row.operator_transaction_id),
      moment(visit.words, row.completed_at),
      sum(row.moved_xaf),
      sum(row.after_xaf),
      row.differs_in === null ? badge(words.is_new, 'wait') : badge(words.differs[row.differs_in], 'bad'),
      row.finding === 'NEW'
        ? '–'
        : html`${sum(row.step_moved_xaf)} → ${sum(row.step_after_xaf)} ${row.step_msisdn === null ? NOTHING : phone(row.step_msisdn)}`,
    ]);
  const heads = Object.entries(words.columns).map(([name, label]) => ({
    label,
    is_number: name === 'moved' || name === 'after',
  }));
  return table(visit, heads, lines, words.all_known);
}
