import type { Signature } from '../../../domain/review/second-person.ts';
import { takes } from '../../../sms/read.ts';
import { needsConfirmation, type Template, templateKey } from '../../../sms/templates/template.ts';
import { takeTurn } from '../../../store/staff/record.ts';
import {
  type ConfirmationRow,
  deleteConfirmations,
  insertConfirmations,
  listConfirmations,
} from '../../../store/templates.ts';
import type { Services } from '../../services.ts';
import {
  contradictedBy,
  loadBench,
  type TakenText,
  takenFrom,
  type WordingBench,
} from '../../templates/draft.ts';
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
  /** It would also take this text of another template that is in use; no two may read one text. */
  | { kind: 'takes_another'; name: string; text: string }
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
      const bench = await loadBench(client);
      return {
        templates: new Map(bench.templates.map((one) => [templateKey(one), one])),
        bench,
        standing: new Map((await listConfirmations(client)).map((row) => [versionKeyOf(row), row])),
      };
    },
    subjects: ({ templates }) => commands.map(versionKeyOf).filter((key) => templates.has(key)),
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
  /** Real messages, with what has read them and what the book has proven of them. */
  bench: WordingBench;
};

function confirmOne(
  { known: { templates, standing, bench }, agree, record, now: confirmed_at }: Desk<Known>,
  command: ConfirmTemplate,
  written: ConfirmationRow[],
): ConfirmTemplateOutcome {
  const key = versionKeyOf(command);
  const template = templates.get(key);
  if (template === undefined) return { kind: 'template_not_found' };
  if (!needsConfirmation(template)) return { kind: 'not_a_credit_template' };
  const before = standing.get(key);
  if (before !== undefined) return { kind: 'confirmed', confirmation: before, before: true };
  const [text] = contradictedBy(template, bench.proven);
  if (text !== undefined) return { kind: 'contradicts_book', text };
  const [taken] = template.is_taught ? sharedWith(template, inUse(bench, standing)) : [];
  if (taken !== undefined) return { kind: 'takes_another', name: taken.template, text: taken.body };
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

/** What a wording would take from others, and its own sample where another takes that. */
function sharedWith(template: Template, others: Pick<WordingBench, 'templates' | 'read'>): TakenText[] {
  const sharing = others.templates.filter(
    (one) => one.id !== template.id && one.operator === template.operator,
  );
  const own = template.samples.flatMap(({ text: body }) =>
    sharing.filter((one) => takes(one, body)).map((one) => ({ template: templateKey(one), body })),
  );
  return [...takenFrom(template, others), ...own];
}

/** Of what a wording is judged by, what the templates in use have read: others may have been confirmed since it was taught. */
function inUse(
  { templates, read }: WordingBench,
  standing: Known['standing'],
): Pick<WordingBench, 'templates' | 'read'> {
  const used = templates.filter((one) => !one.is_taught || standing.has(templateKey(one)));
  const ids = new Set(used.map(({ id }) => id));
  return { templates: used, read: read.filter(({ template_id }) => ids.has(template_id ?? '')) };
}

/** The name of a version of a template, as the audit trail has it. */
export function versionKeyOf({
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
      return new Map((await listConfirmations(client)).map((row) => [versionKeyOf(row), row]));
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
  const subject_id = versionKeyOf(command);
  const confirmation = known.get(subject_id);
  if (confirmation === undefined) return { kind: 'not_confirmed' };
  known.delete(subject_id);
  revoked.push(confirmation);
  const { confirmed_by, confirmed_at } = confirmation;
  record(command, { action: 'template.revoke', subject_id, detail: { confirmed_by, confirmed_at } });
  return { kind: 'revoked', confirmation };
}
