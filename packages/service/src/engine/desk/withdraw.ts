import { type OpenProposal, type Signature, settledBy } from '../../domain/review/second-person.ts';
import { isStaffVerb } from '../../domain/staff/role.ts';
import { withdrawOpenProposals } from '../../store/staff/record.ts';
import type { Services } from '../services.ts';
import { signed } from './signed.ts';
import { done, refused, type Told } from './told.ts';

export type WithdrawProposal = Signature & {
  /** The id of the session, credit, transaction or number that it is about, or a template as id@version. */
  subject_id: string;
};

export type WithdrawOutcome = { kind: 'withdrawn'; proposal: OpenProposal } | { kind: 'nothing_proposed' };

/**
 * Takes back proposals that wait for a second person. Whoever may decide about the subject may do it; nothing else changes.
 * @returns an outcome per command, in order
 */
export function withdrawProposals(
  services: Services,
  commands: readonly WithdrawProposal[],
): Promise<WithdrawOutcome[]> {
  const first = new Map(commands.toReversed().map((command) => [command.subject_id, command]));
  return signed<Map<string, OpenProposal & { subject_id: string }>, WithdrawOutcome>(services, {
    lock: async (client, settled_at) => {
      const asked = [...first.values()].map(({ subject_id, ...by }) => ({
        subject_id,
        ...settledBy(by, settled_at),
      }));
      return new Map((await withdrawOpenProposals(client, asked)).map((row) => [row.subject_id, row]));
    },
    decide: ({ known, record }) => ({
      outcomes: commands.map((command): WithdrawOutcome => {
        const { subject_id } = command;
        const proposal = known.get(subject_id);
        if (proposal === undefined || first.get(subject_id) !== command) return { kind: 'nothing_proposed' };
        const { action, terms, proposed_by } = proposal;
        if (!isStaffVerb(action)) throw new Error(`bug: ${action} is no verb of the desk`);
        record(command, { action: `${action}.withdrawn`, subject_id, detail: { ...terms, proposed_by } });
        return { kind: 'withdrawn', proposal };
      }),
    }),
  });
}

/**
 * @param subject what it is about, such as `session`, and the name that was given
 * @param outcomes of whatever may have been proposed about it
 */
export function withdrawTold(
  { subject, name }: { subject: string; name: string },
  outcomes: readonly WithdrawOutcome[],
): Told {
  const withdrawn = outcomes.flatMap((one) => (one.kind === 'withdrawn' ? [one.proposal] : []));
  if (withdrawn.length === 0) return refused(`Nothing is proposed about the ${subject} ${name}.`);
  return done(
    ...withdrawn.map(({ action, proposed_by }) => `${action}, proposed by ${proposed_by}, is withdrawn.`),
  );
}
