import { TEMPLATES } from '../../sms/templates/all.ts';
import { defineTemplate, type Template, templateKey } from '../../sms/templates/template.ts';
import { WordingError } from '../../sms/wording/problem.ts';
import type { SmsTemplateRow } from '../../store/rows.generated.ts';
import type { Database } from '../../store/statement.ts';
import { listConfirmations, listTaughtTemplates } from '../../store/templates.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

/** All templates as of this moment, those that ship before those that staff have taught. A taught wording that the present code can't use is left out. */
export async function readTemplates(database: Database): Promise<Template[]> {
  const taught = await listTaughtTemplates(database);
  const confirmed = new Set(
    (await listConfirmations(database)).map(({ template_id: id, template_version: version }) =>
      templateKey({ id, version }),
    ),
  );
  return [...TEMPLATES, ...taught.flatMap((row) => compiled(row) ?? [])].map((template) =>
    confirmed.has(templateKey(template)) ? { ...template, status: 'confirmed' } : template,
  );
}

/** Rows never change, so each is compiled once. */
const compiledRows = new Map<string, Template | null>();
const COMPILED_MAX = 1_000;

function compiled(row: SmsTemplateRow): Template | null {
  const name = JSON.stringify([row.template_id, row.version, row.operator, row.kind, row.wording]);
  const known = compiledRows.get(name);
  if (known !== undefined) return known;
  if (compiledRows.size >= COMPILED_MAX) compiledRows.clear();
  const template = compileRow(row);
  compiledRows.set(name, template);
  return template;
}

function compileRow({
  template_id: id,
  version,
  operator,
  kind,
  wording,
  sample,
}: SmsTemplateRow): Template | null {
  try {
    const samples = [{ about: 'the text it was taught by', text: sample, reading: {} }];
    return defineTemplate({ id, version, operator, kind, is_taught: true, wordings: [wording], samples });
  } catch (error) {
    if (error instanceof WordingError) return null;
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
  operator: string;
  /** Ships with the service; else staff have taught it. */
  shipped: boolean;
  wordings: string[];
  sample_count: number;
  confirmed_at: Date | null;
  confirmed_by: string | null;
};

/** Every template in the order in which they are preferred; of a taught one the latest version, and the one in use. */
export async function listTemplates(services: Services): Promise<TemplateListing[]> {
  const templates = await readTemplates(services.pool);
  const confirmations = await listConfirmations(services.pool);
  return templates.map(({ id, version, kind, operator, wordings, samples, is_taught }) => {
    const confirmation = confirmations.find(
      (row) => row.template_id === id && row.template_version === version,
    );
    return {
      template_id: id,
      template_version: version,
      kind,
      operator,
      shipped: !is_taught,
      wordings: wordings.map(({ text }) => text),
      sample_count: samples.length,
      confirmed_at: confirmation?.confirmed_at ?? null,
      confirmed_by: confirmation?.confirmed_by ?? null,
    };
  });
}
