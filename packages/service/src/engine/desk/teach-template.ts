import type { Signature } from '../../domain/review/second-person.ts';
import { TEMPLATES } from '../../sms/templates/all.ts';
import { templateKey } from '../../sms/templates/template.ts';
import type { SmsTemplateRow } from '../../store/rows.generated.ts';
import { insertTaughtTemplates, listTaughtTemplates } from '../../store/templates.ts';
import type { Services } from '../services.ts';
import { type Bench, type Draft, type DraftTest, judgeDrafts, loadBench } from '../templates/draft.ts';
import { signed } from './signed.ts';

/** A wording that a person teaches; `actor` and `note` are kept for audit. */
export type AddTemplate = Draft & Signature;

export type AddTemplateOutcome =
  | { kind: 'added'; template: SmsTemplateRow; would_read: number }
  | { kind: 'refused'; sentence: string };

const ID = /^[a-z][a-z0-9-]{2,39}$/;

/**
 * Saves wordings that staff have taught, as another version where the template exists. Each must read something
 * and may take nothing from another template. It is unconfirmed until `confirmTemplates`.
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
type Known = { bench: Bench; versions: Map<string, number> };

function outcomeOf(
  row: NewRow | { sentence: string },
  written: readonly SmsTemplateRow[],
  test: DraftTest,
): AddTemplateOutcome {
  if ('sentence' in row) return { kind: 'refused', sentence: row.sentence };
  const template = written.find(({ template_id }) => template_id === row.template_id);
  if (template === undefined || test.kind === 'refused') {
    return { kind: 'refused', sentence: `Somebody else has just changed ${row.template_id}: look again.` };
  }
  return { kind: 'added', template, would_read: test.would_read.length };
}

type NewRow = Omit<SmsTemplateRow, 'version' | 'created_at'>;

function rowOf(command: AddTemplate, test: DraftTest, refusal: string | null): NewRow | { sentence: string } {
  if (refusal !== null || test.kind === 'refused') {
    return { sentence: refusal ?? (test as { sentence: string }).sentence };
  }
  const { template_id, operator, kind, wording, actor, note } = command;
  const sample = test.would_read[0]?.body ?? '';
  return { template_id, operator, kind, wording, sample, created_by: actor, note };
}

/** Why a wording can't be saved, as a sentence; null when it can. */
function refusalOf(
  commands: readonly AddTemplate[],
  at: number,
  { templates }: Bench,
  test: DraftTest,
): string | null {
  const { template_id, operator, text } = commands[at] as AddTemplate;
  if (!ID.test(template_id)) {
    return `${template_id} is no name for a template: 3 to 40 of a-z, 0-9 and -, such as moov-received.`;
  }
  if (commands.findIndex((one) => one.template_id === template_id) !== at) {
    return `${template_id} is named twice: give one wording at a time.`;
  }
  if (TEMPLATES.some(({ id }) => id === template_id)) {
    return `${template_id} ships with the service: choose another name.`;
  }
  const known = templates.find(({ id }) => id === template_id);
  if (known !== undefined && known.operator !== operator) {
    return `${template_id} is a template of ${known.operator}: choose another name.`;
  }
  if (test.kind === 'refused') return test.sentence;
  const [taken] = test.also_takes;
  if (taken !== undefined) return `It would also take a text of ${taken.template}: “${taken.body}”`;
  if (test.would_read.length === 0) {
    return text === undefined
      ? 'It reads none of the texts that wait: correct it, or give a text that it must read.'
      : 'It does not read the text that you gave with it.';
  }
  if (text !== undefined && test.would_read[0]?.notice_id !== null) {
    return 'It does not read the text that you gave with it.';
  }
  return null;
}
