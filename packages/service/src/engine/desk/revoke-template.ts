import type { Signature } from '../../domain/review/second-person.ts';
import { takeTurn } from '../../store/staff/record.ts';
import { type ConfirmationRow, deleteConfirmations, listConfirmations } from '../../store/templates.ts';
import type { Services } from '../services.ts';
import { keyOf } from './confirm-template.ts';
import { type Desk, signed } from './signed.ts';

/** The note says what it read wrong. */
export type RevokeTemplate = Signature & { template_id: string; template_version: number };

export type RevokeTemplateOutcome =
  | { kind: 'revoked'; confirmation: ConfirmationRow }
  | { kind: 'not_confirmed' };

/**
 * Takes confirmations back: from then on what these versions read in live goes to review, until two people confirm them
 * again. One person is enough, since nothing is believed by it that was not before. What was settled stays settled; the
 * audit trail keeps who had confirmed, and when.
 * @returns an outcome per command, in order
 */
export function revokeTemplates(
  services: Services,
  commands: readonly RevokeTemplate[],
): Promise<RevokeTemplateOutcome[]> {
  return signed<Known, RevokeTemplateOutcome>(services, {
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
type Known = Map<string, ConfirmationRow>;

function revokeOne(
  { known, record }: Desk<Known>,
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
