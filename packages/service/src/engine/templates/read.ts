import { TEMPLATES } from '../../sms/templates/all.ts';
import { defineTemplate, type Template, templateKey } from '../../sms/templates/template.ts';
import { withoutWritten } from '../../sms/wording/check-motif.ts';
import { withoutPromo } from '../../sms/wording/check-promo.ts';
import { WordingError, type WordingProblem } from '../../sms/wording/problem.ts';
import type { SmsTemplateRow } from '../../store/rows.generated.ts';
import type { Database } from '../../store/statement.ts';
import { listConfirmations, listTaughtTemplates } from '../../store/templates.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

/** All templates as of this moment, those that ship before those that staff have taught. A taught wording that the present code can't use is left out (`listUnusable`). */
export async function readTemplates(database: Database): Promise<Template[]> {
  const taught = await listTaughtTemplates(database);
  const confirmed = new Set(
    (await listConfirmations(database)).map(({ template_id: id, template_version: version }) =>
      templateKey({ id, version }),
    ),
  );
  return [...TEMPLATES, ...taught.flatMap((row) => compiled(row).template ?? [])].map((template) =>
    confirmed.has(templateKey(template)) ? { ...template, status: 'confirmed' } : template,
  );
}

type Compiled = { template: Template } | { template: null; problem: WordingProblem };

/** Rows never change, so each is compiled once. */
const compiledRows = new Map<string, Compiled>();
const COMPILED_MAX = 1_000;

function compiled(row: SmsTemplateRow): Compiled {
  const name = JSON.stringify([row.template_id, row.version, row.operator, row.kind, row.wording]);
  const known = compiledRows.get(name);
  if (known !== undefined) return known;
  if (compiledRows.size >= COMPILED_MAX) compiledRows.clear();
  const fresh = compileRow(row);
  compiledRows.set(name, fresh);
  return fresh;
}

/** So many faults of one wording are mended at most: its advertising, and places behind labels of motifs. */
const NARROWED_MAX = 4;

/**
 * What was taught while a wording could still have advertising behind what its payer writes is read without
 * it: that takes fewer texts, each as before. And what stands behind the label of a motif, as in `Reference:
 * {id}. … TID: {id}`, is read as what the payer wrote. Left out, each payment in words that two people have
 * confirmed would be in words that nobody knows.
 */
function compileRow(row: SmsTemplateRow): Compiled {
  const whole = compileAs(row, row.wording);
  if (whole.template !== null) return whole;
  const narrowed = narrow(row, row.wording, whole.problem, NARROWED_MAX);
  return narrowed === null ? whole : { template: { ...narrowed, is_narrowed: true } };
}

/** The template with less evidence in it, by the first wording that can be used. */
function narrow(
  row: SmsTemplateRow,
  wording: string,
  problem: WordingProblem,
  most: number,
): Template | null {
  for (const less of most === 0 ? [] : withLess(wording, problem)) {
    const tried = compileAs(row, less);
    const found = tried.template ?? narrow(row, less, tried.problem, most - 1);
    if (found !== null) return found;
  }
  return null;
}

function withLess(wording: string, problem: WordingProblem): string[] {
  if (problem.kind === 'behind_motif') return withoutWritten(wording, problem.slot);
  const less = problem.kind === 'before_promo' ? withoutPromo(wording) : wording;
  return less === wording ? [] : [less];
}

function compileAs(
  { template_id: id, version, operator, kind, sample }: SmsTemplateRow,
  wording: string,
): Compiled {
  try {
    const samples = [{ about: 'the text it was taught by', text: sample, reading: {} }];
    return {
      template: defineTemplate({
        id,
        version,
        operator,
        kind,
        is_taught: true,
        wordings: [wording],
        samples,
      }),
    };
  } catch (error) {
    if (error instanceof WordingError) return { template: null, problem: error.problem };
    throw error;
  }
}

const templatesOf = perOwner((_services: Services) =>
  freshly<'templates', readonly Template[]>(
    (name) => name,
    async (_names, database) => [await readTemplates(database)],
  ),
);

/**
 * All templates, those that ship before those that staff have taught, at most a second old.
 * @param database the connection of a transaction, inside one
 */
export async function loadTemplates(
  services: Services,
  database: Database = services.pool,
): Promise<readonly Template[]> {
  const found = await templatesOf(services).get(['templates'], services.now(), database);
  return found.get('templates') ?? TEMPLATES;
}

/** A template with what staff have said about this version of it. */
export type TemplateListing = {
  template_id: string;
  template_version: number;
  kind: string;
  operator: Template['operator'];
  /** Ships with the service; else staff have taught it. */
  shipped: boolean;
  wordings: string[];
  sample_count: number;
  confirmed_at: Date | null;
  confirmed_by: string | null;
  /** It was taught with advertising, or with evidence where its payer writes, and is read without. */
  is_narrowed: boolean;
  /** Why it reads nothing any more, as a wording that people taught before it was refused; null where it can be used. */
  problem: WordingProblem | null;
};

/**
 * Every template in the order in which they are preferred; of a taught one the latest version, and the one in use. Behind them those
 * that can't be used any more.
 */
export async function listTemplates(services: Services): Promise<TemplateListing[]> {
  const templates = await readTemplates(services.pool);
  const confirmations = await listConfirmations(services.pool);
  const listed = templates.map(
    ({ id, version, kind, operator, wordings, samples, is_taught, is_narrowed }): Unsaid => ({
      template_id: id,
      template_version: version,
      kind,
      operator,
      shipped: !is_taught,
      wordings: wordings.map(({ text }) => text),
      sample_count: samples.length,
      is_narrowed: is_narrowed === true,
      problem: null,
    }),
  );
  return [...listed, ...(await listUnusable(services.pool))].map((one) => {
    const confirmation = confirmations.find(
      (row) => row.template_id === one.template_id && row.template_version === one.template_version,
    );
    return {
      ...one,
      confirmed_at: confirmation?.confirmed_at ?? null,
      confirmed_by: confirmation?.confirmed_by ?? null,
    };
  });
}

type Unsaid = Omit<TemplateListing, 'confirmed_at' | 'confirmed_by'>;

/** Wordings that people have taught, and that read nothing any more, with the reason. */
async function listUnusable(database: Database): Promise<Unsaid[]> {
  const taught = await listTaughtTemplates(database);
  return taught.flatMap((row): Unsaid[] => {
    const tried = compiled(row);
    if (tried.template !== null) return [];
    const { template_id, version: template_version, kind, operator, wording } = row;
    const told = {
      template_id,
      template_version,
      kind,
      operator,
      wordings: [wording],
      problem: tried.problem,
    };
    return [{ ...told, shipped: false, sample_count: 1, is_narrowed: false }];
  });
}
