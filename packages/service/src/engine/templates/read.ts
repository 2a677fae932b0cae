import { TEMPLATES } from '../../sms/templates/all.ts';
import { defineTemplate, type Template, templateKey } from '../../sms/templates/template.ts';
import { WordingError } from '../../sms/wording.ts';
import type { SmsTemplateRow } from '../../store/rows.generated.ts';
import type { Database } from '../../store/statement.ts';
import { listConfirmations } from '../../store/templates/confirmations.ts';
import { listTaughtTemplates } from '../../store/templates/taught.ts';

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
    return defineTemplate({ id, version, operator, kind, wordings: [wording], samples });
  } catch (error) {
    if (error instanceof WordingError) return null;
    throw error;
  }
}
