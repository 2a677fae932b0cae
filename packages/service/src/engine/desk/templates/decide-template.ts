import type { Signature } from '../../../domain/review/second-person.ts';
import { needsConfirmation, type Template, templateKey } from '../../../sms/templates/template.ts';
import { takeTurn } from '../../../store/staff/record.ts';
import {
  type ConfirmationRow,
  deleteConfirmations,
  insertConfirmations,
  listConfirmations,
  listProvenTexts,
  type ProvenText,
} from '../../../store/templates.ts';
import type { Services } from '../../services.ts';
import { contradictedBy, READ_MAX } from '../../templates/draft.ts';
import { readTemplates } from '../../templates/read.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

/** Who answers for it, and what has proven it: kept for audit. */
export type ConfirmTemplate = Signature & {
  template_id: string;
  template_version: number;
};

export type ConfirmTemplateOutcome =
  | { kind: 'confirmed'; confirmation: ConfirmationRow; before: boolean }
  | { kind: 'template_not_found' }
  | { kind: 'not_a_credit_template' }
  /** The book has proven another movement of this text than it reads. */
  | { kind: 'contradicts_book'; text: string }
  | NotAgreed;

/**
 * Records that real messages have proven versions of templates: from then on what they read decides in live
 * too. Credits need it, and whatever staff have taught: as airtime or a debit it could take a customer's payment for something
 * else. Since it says which words count, two people say the same.
 * @returns an outcome per command, in order
 */
export function confirmTemplates(
  services: Services,
  commands: readonly ConfirmTemplate[],
): Promise<ConfirmTemplateOutcome[]> {
  return signed<Known, ConfirmTemplateOutcome>(services, {
    lock: async (client) => {
      await takeTurn(client);
      const templates = new Map((await readTemplates(client)).map((one) => [templateKey(one), one]));
      const proven = await listProvenTexts(client, { limit: READ_MAX });
      return {
        templates,
        proven,
        standing: new Map((await listConfirmations(client)).map((row) => [keyOf(row), row])),
      };
    },
    subjects: ({ templates }) => commands.map(keyOf).filter((key) => templates.has(key)),
    always: true,
    decide: (desk) => {
      const written: ConfirmationRow[] = [];
      return {
        outcomes: commands.map((command) => confirmOne(desk, command, written)),
        // What a version replaces must not come back when one person takes this one's confirmation back.
        write: () =>
          Promise.all([
            insertConfirmations(desk.client, written),
            deleteConfirmations(desk.client, replacedBy(written, desk.known.standing)),
          ]),
      };
    },
  });
}

function replacedBy(written: readonly ConfirmationRow[], standing: Known['standing']): ConfirmationRow[] {
  return [...standing.values()].filter(({ template_id, template_version }) =>
    written.some((one) => one.template_id === template_id && one.template_version > template_version),
  );
}

/** Templates and their confirmations, by name. */
type Known = {
  templates: Map<string, Template>;
  standing: Map<string, ConfirmationRow>;
  /** Real messages, with what the book has proven of them. */
  proven: ProvenText[];
};

function confirmOne(
  { known: { templates, standing, proven }, agree, record, now: confirmed_at }: Desk<Known>,
  command: ConfirmTemplate,
  written: ConfirmationRow[],
): ConfirmTemplateOutcome {
  const key = keyOf(command);
  const template = templates.get(key);
  if (template === undefined) return { kind: 'template_not_found' };
  if (!needsConfirmation(template)) return { kind: 'not_a_credit_template' };
  const before = standing.get(key);
  if (before !== undefined) return { kind: 'confirmed', confirmation: before, before: true };
  const [text] = contradictedBy(template, proven);
  if (text !== undefined) return { kind: 'contradicts_book', text };
  const { template_id, template_version, actor: confirmed_by } = command;
  const subject = { action: 'template.confirm', subject_id: key } as const;
  const consent = agree(command, { ...subject, terms: {}, amount_xaf: 0 });
  if (consent.kind !== 'agreed') return consent;
  const confirmation = { template_id, template_version, confirmed_at, confirmed_by };
  standing.set(key, confirmation);
  written.push(confirmation);
  record(command, { ...subject, detail: { proposed_by: consent.proposed_by } });
  return { kind: 'confirmed', confirmation, before: false };
}

/** The name of a version of a template, as the audit trail has it. */
export function keyOf({
  template_id: id,
  template_version: version,
}: Pick<ConfirmationRow, 'template_id' | 'template_version'>): string {
  return templateKey({ id, version });
}

/** The note says what it read wrong. */
export type RevokeTemplate = Signature & { template_id: string; template_version: number };

export type RevokeTemplateOutcome =
  | { kind: 'revoked'; confirmation: ConfirmationRow }
  | { kind: 'not_confirmed' };

/**
 * Takes confirmations back: from then on what these versions read in live goes to review, or, where staff have taught them, is
 * in words that nobody knows, until two people confirm them again. One person is enough, since nothing is believed
 * by it that was not before. What was settled stays settled; the audit trail keeps who had confirmed, and when.
 * @returns an outcome per command, in order
 */
export function revokeTemplates(
  services: Services,
  commands: readonly RevokeTemplate[],
): Promise<RevokeTemplateOutcome[]> {
  return signed<Confirmations, RevokeTemplateOutcome>(services, {
    lock: async (client) => {
      await takeTurn(client);
      return new Map((await listConfirmations(client)).map((row) => [keyOf(row), row]));
    },
    decide: (desk) => {
      const revoked: ConfirmationRow[] = [];
      return {
        outcomes: commands.map((command) => revokeOne(desk, command, revoked)),
        write: () => deleteConfirmations(desk.client, revoked),
      };
    },
  });
}

/** Confirmations by the name of their template. */
type Confirmations = Map<string, ConfirmationRow>;

function revokeOne(
  { known, record }: Desk<Confirmations>,
  command: RevokeTemplate,
  revoked: ConfirmationRow[],
): RevokeTemplateOutcome {
  const subject_id = keyOf(command);
  const confirmation = known.get(subject_id);
  if (confirmation === undefined) return { kind: 'not_confirmed' };
  known.delete(subject_id);
  revoked.push(confirmation);
  const { confirmed_by, confirmed_at } = confirmation;
  record(command, { action: 'template.revoke', subject_id, detail: { confirmed_by, confirmed_at } });
  return { kind: 'revoked', confirmation };
}
