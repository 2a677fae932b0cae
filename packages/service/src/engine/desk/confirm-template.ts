import type { SecondPerson } from '../../domain/review/second-person.ts';
import { isMoney, type Template, templateKey } from '../../sms/templates/template.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { takeTurn } from '../../store/staff/proposals.ts';
import {
  type ConfirmationRow,
  insertConfirmations,
  listConfirmations,
} from '../../store/templates/confirmations.ts';
import type { Services } from '../services.ts';
import { readTemplates } from '../templates/read.ts';
import { seekConsents } from './consents.ts';
import { recordActions } from './record.ts';

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
  | { kind: 'proposed' }
  | { kind: 'template_not_found' }
  | { kind: 'not_a_credit_template' }
  | Exclude<SecondPerson, { kind: 'go' | 'propose' }>;

/**
 * Records that real messages have proven versions of templates: from then on what they read decides in live
 * too. Only credits need it; the other kinds prove nothing anyway. Since it says which words count, two people
 * say the same.
 * @returns an outcome per command, in order
 */
export function confirmTemplates(
  services: Services,
  commands: readonly ConfirmTemplate[],
): Promise<ConfirmTemplateOutcome[]> {
  const confirmed_at = services.now();
  return transaction(services.pool, async (client) => {
    await takeTurn(client);
    const templates = new Map((await readTemplates(client)).map((one) => [templateKey(one), one]));
    const standing = new Map((await listConfirmations(client)).map((row) => [keyOf(row), row]));
    const known = commands.map(keyOf).filter((key) => templates.has(key));
    const consents = await seekConsents(services, client, known, { always: true });
    const written: (ConfirmationRow & { note: string })[] = [];
    const outcomes = commands.map((command): ConfirmTemplateOutcome => {
      const subject_id = keyOf(command);
      const unfit = unfitOf(templates.get(subject_id));
      if (unfit !== null) return unfit;
      const before = standing.get(subject_id);
      if (before !== undefined) return { kind: 'confirmed', confirmation: before, before: true };
      const { note = 'confirmed', confirmed_by: actor } = command;
      const answer = consents.ask({
        action: 'template.confirm',
        subject_id,
        terms: {},
        amount_xaf: 0,
        actor,
        note,
      });
      if (answer.kind === 'propose') return { kind: 'proposed' };
      if (answer.kind !== 'go') return answer;
      const { template_id, template_version, confirmed_by } = command;
      const confirmation = { template_id, template_version, confirmed_at, confirmed_by };
      standing.set(subject_id, confirmation);
      written.push({ ...confirmation, note });
      return { kind: 'confirmed', confirmation, before: false };
    });
    await consents.write();
    await insertConfirmations(client, written);
    await recordActions(
      services,
      client,
      written.map((row) => ({
        actor: row.confirmed_by,
        action: 'template.confirm',
        subject_id: keyOf(row),
        note: row.note,
      })),
    );
    return outcomes;
  });
}

function keyOf({ template_id: id, template_version: version }: ConfirmTemplate | ConfirmationRow): string {
  return templateKey({ id, version });
}

function unfitOf(
  template: Template | undefined,
): { kind: 'template_not_found' | 'not_a_credit_template' } | null {
  if (template === undefined) return { kind: 'template_not_found' };
  return isMoney(template.kind) ? null : { kind: 'not_a_credit_template' };
}
