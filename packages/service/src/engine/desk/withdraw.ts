import type { OpenProposal } from '../../domain/review/second-person.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { withdrawProposals as settleOpen } from '../../store/staff/proposals.ts';
import type { Services } from '../services.ts';
import { recordActions } from './record.ts';

export type WithdrawProposal = {
  /** The id of the session, credit, transaction or number that it is about, or a template as id@version. */
  subject_id: string;
  actor: string;
  note: string;
};

export type WithdrawOutcome = { kind: 'withdrawn'; proposal: OpenProposal } | { kind: 'nothing_proposed' };

/**
 * Takes back what was proposed and waits for a second person. Anybody may, since nothing is done by it.
 * @returns an outcome per command, in order
 */
export function withdrawProposals(
  services: Services,
  commands: readonly WithdrawProposal[],
): Promise<WithdrawOutcome[]> {
  const settled_at = services.now();
  return transaction(services.pool, async (client) => {
    const first = new Map(commands.toReversed().map((command) => [command.subject_id, command]));
    const rows = await settleOpen(
      client,
      [...first.values()].map(({ subject_id, actor: settled_by }) => ({
        subject_id,
        settled_by,
        settled_at,
      })),
    );
    const withdrawn = new Map(rows.map((row) => [row.subject_id, row]));
    await recordActions(
      services,
      client,
      rows.map(({ action, subject_id, proposed_by, terms }) => ({
        actor: first.get(subject_id)?.actor ?? '',
        action: `${action}.withdrawn`,
        subject_id,
        note: first.get(subject_id)?.note ?? '',
        detail: { ...terms, proposed_by },
      })),
    );
    return commands.map((command): WithdrawOutcome => {
      const row = withdrawn.get(command.subject_id);
      return row === undefined || first.get(command.subject_id) !== command
        ? { kind: 'nothing_proposed' }
        : { kind: 'withdrawn', proposal: row };
    });
  });
}
