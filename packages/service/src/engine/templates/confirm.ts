import { isMoney, type Template, templateKey } from '../../sms/templates/template.ts';
import { transaction } from '../../store/connect/transaction.ts';
import {
  type ConfirmationRow,
  insertConfirmations,
  listConfirmations,
} from '../../store/templates/confirmations.ts';
import type { Services } from '../services.ts';
import { recordActions } from '../staff/record.ts';
import { readTemplates } from './read.ts';

export type ConfirmTemplate = {
  template_id: string;
  template_version: number;
  /** Who answers for it; kept for audit, 1 to 200 characters. */
  confirmed_by: string;
  /** What has proven it; kept for audit. */
  note?: string;
};

export type ConfirmTemplateOutcome =
  | { kind: 'confirmed'; confirmation: ConfirmationRow; before: boolean }
  | { kind: 'template_not_found' }
  | { kind: 'not_a_credit_template' };

/**
 * Records that real messages have proven versions of templates: from then on what they read decides in live
 * too. Only credits need it; the other kinds prove nothing anyway. An outcome per command, in order.
 */
export async function confirmTemplates(
  services: Services,
  commands: readonly ConfirmTemplate[],
): Promise<ConfirmTemplateOutcome[]> {
  const confirmed_at = services.now();
  const templates = await readTemplates(services.pool);
  const kinds = commands.map((command) => kindOf(templates, command));
  const accepted = commands.filter((_, index) => kinds[index] === 'money');
  const rows = await transaction(services.pool, async (client) => {
    const written = await insertConfirmations(
      client,
      accepted.map(({ note: _note, ...command }) => ({ ...command, confirmed_at })),
    );
    const acts = accepted.filter((command) => written.some((row) => isOf(row, command)));
    await recordActions(
      services,
      client,
      acts.map(({ template_id: id, template_version: version, confirmed_by: actor, note }) => ({
        actor,
        action: 'template.confirm',
        subject_id: templateKey({ id, version }),
        note: note ?? 'confirmed',
      })),
    );
    return written;
  });
  const all = rows.length === accepted.length ? rows : await listConfirmations(services.pool);
  return commands.map((command, index) => {
    if (kinds[index] === 'unknown') return { kind: 'template_not_found' };
    if (kinds[index] === 'other') return { kind: 'not_a_credit_template' };
    const confirmation = all.find((row) => isOf(row, command));
    if (confirmation === undefined) throw new Error('a confirmation was neither written nor found');
    return { kind: 'confirmed', confirmation, before: !rows.some((row) => isOf(row, command)) };
  });
}

function kindOf(templates: readonly Template[], command: ConfirmTemplate): 'money' | 'other' | 'unknown' {
  const template = templates.find(
    ({ id, version }) => id === command.template_id && version === command.template_version,
  );
  if (template === undefined) return 'unknown';
  return isMoney(template.kind) ? 'money' : 'other';
}

function isOf(row: ConfirmationRow, command: ConfirmTemplate): boolean {
  return row.template_id === command.template_id && row.template_version === command.template_version;
}
