import { createReadStream } from 'node:fs';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { listBooks } from '../../../engine/book/look.ts';
import { type ImportOutcome, importStatement } from '../../../engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../../engine/desk/statements/settle-statement.ts';
import { localDigits } from '../../format.ts';
import { button, checkBox, field, note, postForm, problem, select } from '../../frame/parts.ts';
import { type Answer, type AnyPage, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { decideWithNote, isNote, wordsOf } from '../decision/decision.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { problemSaid, STATEMENT_WORDS } from './problem.ts';

export const STATEMENTS_PATH = '/office/statements';
const FILE_BYTES_MAX = 32 * 2 ** 20;
/** 20 MB arrive in it at 90 kbit/s. */
const UPLOAD_WITHIN_MS = 30 * 60_000;

type Refused = Exclude<ImportOutcome, { kind: 'imported' }>;

const bring = staffPage(STAFF_VERBS['statement.import'], {
  path: `${STATEMENTS_PATH}/import`,
  uploads: { file_bytes: FILE_BYTES_MAX, files: 1, is_spooled: true, within_ms: UPLOAD_WITHIN_MS },
  get: (visit) => form(visit),
  post: async (visit) => {
    const words = STATEMENT_WORDS[visit.language];
    const file = visit.form.spooled('file');
    const wrong = {
      ...(file === null && { file: words.bring.no_file }),
      ...(!isNote(visit.form.text('note')) && { note: wordsOf(visit).cases.note_missing }),
    };
    if (file === null || Object.keys(wrong).length > 0) return form(visit, { wrong });
    let outcome: ImportOutcome | null = null;
    const answer = await decideWithNote(visit, visit.at(`${STATEMENTS_PATH}/import`), async (by) => {
      const day = visit.form.text('day');
      outcome = await importStatement(visit.services, {
        file: { name: file.name, open: () => createReadStream(file.path) },
        number: visit.form.text('number'),
        day: day === '' ? null : day,
        after_a_gap: visit.form.has('after_a_gap'),
        new_account: visit.form.has('new_account'),
        ...by,
      });
      if (outcome.kind !== 'imported') return { kind: 'refused', sentences: [] };
      const kept = outcome.before ? words.told.before : words.told.imported;
      const command = { statement_id: outcome.statement.id, ...by };
      const [settled] = await settleStatements(visit.services, [command]);
      const told = toldOf(visit, settled ?? { kind: 'statement_not_found' });
      return { ...told, sentences: [kept, ...told.sentences] };
    });
    return ended(visit, answer, outcome);
  },
});

/** A file that is refused is told about beside the form; one that is kept has a page, whatever it waits for. */
function ended(visit: StaffVisit, answer: Answer, outcome: ImportOutcome | null): Answer | Promise<Answer> {
  if (outcome === null || answer.kind !== 'go') return answer;
  if (outcome.kind !== 'imported') return form(visit, { refused: outcome });
  return { ...answer, to: visit.at(`${STATEMENTS_PATH}/${outcome.statement.id}`) };
}

/** The form, with what was typed before; a file can't be given back. */
async function form(
  visit: StaffVisit,
  { wrong = {}, refused }: { wrong?: Record<string, string>; refused?: Refused } = {},
): Promise<Answer> {
  const { bring: words } = STATEMENT_WORDS[visit.language];
  const { cases } = wordsOf(visit);
  const typed = (name: string) => visit.form.text(name);
  const numbers = (await listBooks(visit.services)).map(({ collection_number_id, msisdn, operator }) => ({
    value: collection_number_id,
    label: `\u2066${localDigits(msisdn)}\u2069 ${visit.words.operators[operator]}`,
  }));
  const fields = html`${select({ name: 'number', label: words.number, value: typed('number') }, numbers)}
${field({ name: 'file', label: words.file, hint: words.file_hint, type: 'file', accept: '.csv,.xlsx' }, wrong)}
${field({ name: 'day', label: words.day, hint: words.day_hint, type: 'date', is_optional: true, is_ltr: true, value: typed('day') })}
${checkBox({ name: 'after_a_gap', value: '1', label: words.after_a_gap, is_on: visit.form.has('after_a_gap') })}
${checkBox({ name: 'new_account', value: '1', label: words.new_account, is_on: visit.form.has('new_account') })}
${field({ name: 'note', label: cases.note, hint: cases.note_hint, max_length: 2000, value: typed('note') }, wrong)}${button(words.button)}`;
  const is_wrong = refused !== undefined || Object.keys(wrong).length > 0;
  return show({
    title: words.title,
    content: html`<p>${words.intro}</p>${refused === undefined ? NOTHING : refusal(visit, refused)}${problem(wrong)}${postForm(visit, visit.at(`${STATEMENTS_PATH}/import`), fields, { has_files: true })}`,
    ...(is_wrong && { status: 422 }),
  });
}

function refusal(visit: StaffVisit, refused: Refused): SafeHtml {
  const words = STATEMENT_WORDS[visit.language];
  const said =
    refused.kind === 'file_refused'
      ? html`<strong>${words.bring.refused}.</strong> ${problemSaid(visit, refused.problem)}`
      : words.told[refused.kind];
  return html`<div role="alert">${note(said, 'bad')}</div>`;
}

export const BRING_PAGES: readonly AnyPage[] = [bring];
