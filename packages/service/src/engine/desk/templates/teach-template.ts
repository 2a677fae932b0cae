import type { Signature } from '../../../domain/review/second-person.ts';
import { TEMPLATES } from '../../../sms/templates/all.ts';
import { templateKey } from '../../../sms/templates/template.ts';
import { saidProblem, type WordingProblem } from '../../../sms/wording/problem.ts';
import type { SmsTemplateRow } from '../../../store/rows.generated.ts';
import { insertTaughtTemplates, listTaughtTemplates } from '../../../store/templates.ts';
import type { Services } from '../../services.ts';
import {
  type DraftTest,
  judgeDrafts,
  loadBench,
  type WordingBench,
  type WordingDraft,
} from '../../templates/draft.ts';
import { signed } from '../signed.ts';

/** A wording that a person teaches; `actor` and `note` are kept for audit. */
export type AddTemplate = WordingDraft & Signature;

/** Why nothing was saved, and the same as a sentence of English. */
type Refused = { kind: 'refused'; problem: WordingProblem; sentence: string };
export type AddTemplateOutcome =
  | { kind: 'added'; template: SmsTemplateRow; would_read: number; loses: number }
  | Refused;

const ID = /^[a-z][a-z0-9-]{2,39}$/;

/**
 * Saves wordings that staff have taught, as another version where the template exists. Each must read something
 * and may take nothing from another template. It reads no live text before `confirmTemplates`;
 * until then the version before stays in use.
 * @returns an outcome per command, in order
 */
export async function addTemplates(
  services: Services,
  commands: readonly AddTemplate[],
): Promise<AddTemplateOutcome[]> {
  return signed<Known, AddTemplateOutcome>(services, {
    lock: async (client) => {
      const bench = await loadBench(client);
      const taught = await listTaughtTemplates(client);
      return { bench, versions: new Map(taught.map((row) => [row.template_id, row.version])) };
    },
    decide: async ({ client, known: { bench, versions }, now: created_at, record }) => {
      const tests = judgeDrafts(bench, commands);
      const rows = commands.map((command, at) =>
        rowOf(command, tests[at] as DraftTest, refusalOf(commands, at, bench, tests[at] as DraftTest)),
      );
      const wanted = rows.flatMap((row) => {
        if ('sentence' in row) return [];
        return [{ ...row, created_at, version: (versions.get(row.template_id) ?? 0) + 1 }];
      });
      // The first to write a version has it.
      const written = await insertTaughtTemplates(client, wanted);
      for (const { template_id: id, version } of written) {
        const by = commands.find((command) => command.template_id === id) as AddTemplate;
        record(by, { action: 'template.add', subject_id: templateKey({ id, version }) });
      }
      return { outcomes: rows.map((row, at) => outcomeOf(row, written, tests[at] as DraftTest)) };
    },
  });
}

/** What drafts are judged by, and the latest version of each template that was taught. */
type Known = { bench: WordingBench; versions: Map<string, number> };

function outcomeOf(
  row: NewTemplate | Refused,
  written: readonly SmsTemplateRow[],
  test: DraftTest,
): AddTemplateOutcome {
  if ('sentence' in row) return row;
  const template = written.find(({ template_id }) => template_id === row.template_id);
  if (template === undefined || test.kind === 'refused') {
    return refusedFor({ kind: 'changed_meanwhile', name: row.template_id });
  }
  const { would_read, loses } = test;
  return { kind: 'added', template, would_read: would_read.length, loses: loses.length };
}

type NewTemplate = Omit<SmsTemplateRow, 'version' | 'created_at'>;

const refusedFor = (problem: WordingProblem): Refused => ({
  kind: 'refused',
  problem,
  sentence: saidProblem(problem),
});

function rowOf(command: AddTemplate, test: DraftTest, problem: WordingProblem | null): NewTemplate | Refused {
  if (problem !== null) return refusedFor(problem);
  if (test.kind === 'refused') return test;
  const { template_id, operator, kind, wording, actor, note } = command;
  const sample = test.would_read[0]?.body ?? '';
  return { template_id, operator, kind, wording, sample, created_by: actor, note };
}

/** Why a wording can't be saved, or null when it can. */
function refusalOf(
  commands: readonly AddTemplate[],
  at: number,
  { templates }: WordingBench,
  test: DraftTest,
): WordingProblem | null {
  const { template_id: name, operator, text } = commands[at] as AddTemplate;
  if (!ID.test(name)) return { kind: 'name_unusable', name };
  if (commands.findIndex((one) => one.template_id === name) !== at) return { kind: 'named_twice', name };
  if (TEMPLATES.some(({ id }) => id === name)) return { kind: 'name_shipped', name };
  const known = templates.find(({ id }) => id === name);
  if (known !== undefined && known.operator !== operator)
    return { kind: 'name_of_other_operator', name, operator: known.operator };
  if (test.kind === 'refused') return test.problem;
  const [taken] = test.also_takes;
  if (taken !== undefined) return { kind: 'takes_another', name: taken.template, text: taken.body };
  const [contradicted] = test.contradicts;
  if (contradicted !== undefined) return { kind: 'contradicts_book', text: contradicted };
  const [first] = test.would_read;
  if (first === undefined && text === undefined) return { kind: 'reads_none' };
  return text !== undefined && first?.notice_id !== null ? { kind: 'misses_its_text' } : null;
}
