import type { Signature } from '../../../domain/review/second-person.ts';
import { findProfile } from '../../../domain/statement/profile.ts';
import type { StatementProfileConfirmationRow } from '../../../store/rows.generated.ts';
import { takeTurn } from '../../../store/staff/record.ts';
import {
  insertProfileConfirmations,
  listProfileConfirmations,
} from '../../../store/statements/statements.ts';
import type { Services } from '../../services.ts';
import { type NotAgreed, signed } from '../signed.ts';

/** `profile`: as `moov-portal@1`. */
export type ConfirmProfile = Signature & { profile: string };

export type ConfirmProfileOutcome =
  | { kind: 'profile_confirmed'; confirmation: StatementProfileConfirmationRow; before: boolean }
  | { kind: 'profile_not_found' }
  | NotAgreed;

/**
 * Records that true statements were read right by profiles: from then on what such statements say counts. Since it says
 * whose words count, two people say the same.
 * @returns an outcome per command, in order
 */
export function confirmProfiles(
  services: Services,
  commands: readonly ConfirmProfile[],
): Promise<ConfirmProfileOutcome[]> {
  return signed<Map<string, StatementProfileConfirmationRow>, ConfirmProfileOutcome>(services, {
    lock: async (client) => {
      await takeTurn(client);
      const rows = await listProfileConfirmations(client);
      return new Map(rows.map((row) => [`${row.profile_id}@${row.profile_version}`, row]));
    },
    subjects: () => commands.map((one) => one.profile),
    always: true,
    decide: ({ client, known, agree, record, now: confirmed_at }) => {
      const written: StatementProfileConfirmationRow[] = [];
      const outcomes = commands.map((command): ConfirmProfileOutcome => {
        const profile = findProfile(command.profile);
        if (profile === null) return { kind: 'profile_not_found' };
        const before = known.get(command.profile);
        if (before !== undefined) return { kind: 'profile_confirmed', confirmation: before, before: true };
        const subject = { action: 'statement.confirm_profile', subject_id: command.profile } as const;
        const consent = agree(command, { ...subject, terms: {}, amount_xaf: 0 });
        if (consent.kind !== 'agreed') return consent;
        const { id: profile_id, version: profile_version } = profile;
        const confirmation = { profile_id, profile_version, confirmed_at, confirmed_by: command.actor };
        known.set(command.profile, confirmation);
        written.push(confirmation);
        record(command, { ...subject, detail: { proposed_by: consent.proposed_by } });
        return { kind: 'profile_confirmed', confirmation, before: false };
      });
      return { outcomes, write: () => insertProfileConfirmations(client, written) };
    },
  });
}
