import type { StaffRole } from '../../domain/account/person.ts';
import { type Signature, settledBy } from '../../domain/review/second-person.ts';
import type { StaffToken } from '../../domain/staff/token.ts';
import { dropLinks } from '../../store/accounts/links.ts';
import { revokeOtherSessions } from '../../store/accounts/sessions.ts';
import {
  findAdministrator,
  findStaffByEmail,
  listStaffRows,
  lockStaffRows,
  type StaffRow,
  updateStaff,
} from '../../store/staff/accounts.ts';
import { withdrawProposalsOf } from '../../store/staff/record.ts';
import { listTokens, revokeTokensOf } from '../../store/staff/tokens.ts';
import { signed } from '../desk/signed.ts';
import type { Services } from '../services.ts';

const STAFF_SHOWN = 500;

export type StaffMember = StaffRow & { tokens: StaffToken[] };

/** Everybody who is or was on the staff, with their tokens. */
export async function listStaff(services: Services): Promise<StaffMember[]> {
  const rows = await listStaffRows(services.pool, { limit: STAFF_SHOWN });
  const tokens = await listTokens(
    services.pool,
    rows.map(({ account_id }) => account_id),
  );
  const by_account = Map.groupBy(tokens, ({ account_id }) => account_id);
  return rows.map((row) => ({ ...row, tokens: by_account.get(row.account_id) ?? [] }));
}

/** One's own tokens, those that sign first. */
export function listOwnTokens({ pool }: Services, account_id: string): Promise<StaffToken[]> {
  return listTokens(pool, [account_id]);
}

/** The member of the staff with this mail, who may have left; null: nobody. */
export async function findMember(services: Services, email: string): Promise<StaffRow | null> {
  const [row] = await findStaffByEmail(services.pool, { email: email.trim() });
  return row ?? null;
}

/** Whether an administrator could sign who works here: nobody joins or leaves the staff unsigned any more. */
export async function hasAdministrator({ pool }: Services): Promise<boolean> {
  return (await findAdministrator(pool)).length > 0;
}

/** What a member of the staff is from now on; null: they leave it, at once and everywhere. */
export type ChangeStaff = Signature & { of: string; role: StaffRole | null };
export type ChangeStaffOutcome =
  | { kind: 'changed'; member: StaffRow }
  | { kind: 'not_found' }
  /** Nobody sends themselves away or changes their own role. */
  | { kind: 'own_role' };

/**
 * Changes roles, and sends people away: their tokens, links and browser sessions end with it, and what they proposed
 * counts no more. An outcome per command, in order.
 */
export function changeStaff(
  services: Services,
  commands: readonly ChangeStaff[],
): Promise<ChangeStaffOutcome[]> {
  return signed<Map<string, StaffRow>, ChangeStaffOutcome>(services, {
    lock: async (client) => {
      const rows = await lockStaffRows(client, [...new Set(commands.map(({ of }) => of))]);
      return new Map(rows.map((row) => [row.account_id, row]));
    },
    decide: ({ client, known, now, record }) => {
      const changed = new Set<string>();
      const back = new Set<string>();
      const withdrawn: Parameters<typeof withdrawProposalsOf>[1][number][] = [];
      const outcomes = commands.map((command): ChangeStaffOutcome => {
        const { of, role } = command;
        const member = known.get(of);
        if (member === undefined) return { kind: 'not_found' };
        if (of === command.account_id) return { kind: 'own_role' };
        const after =
          role === null
            ? { ...member, deactivated_at: member.deactivated_at ?? now }
            : { ...member, role, deactivated_at: null };
        known.set(of, after);
        changed.add(of);
        if (member.deactivated_at !== null && role !== null) back.add(of);
        if (after.role !== member.role || after.deactivated_at !== null)
          withdrawn.push({ account_id: of, ...settledBy(command, now) });
        const detail = { role, role_before: member.role };
        record(command, {
          action: role === null ? 'staff.ended' : 'staff.role',
          subject_id: of,
          detail,
        });
        return { kind: 'changed', member: after };
      });
      const write = async () => {
        const rows = [...changed].flatMap((id) => known.get(id) ?? []);
        await updateStaff(
          client,
          rows.map(({ account_id, role, deactivated_at }) => ({ account_id, role, deactivated_at })),
        );
        // Who comes back signs in anew: a member's session lasts longer than one of staff.
        const gone = rows
          .filter(({ account_id, deactivated_at }) => deactivated_at !== null || back.has(account_id))
          .map(({ account_id, deactivated_at }) => {
            const at = deactivated_at ?? now;
            return { account_id, kept_id: null, revoked_at: at, dropped_at: at };
          });
        await withdrawProposalsOf(client, withdrawn);
        await revokeTokensOf(client, gone);
        await dropLinks(client, gone);
        await revokeOtherSessions(client, gone);
      };
      return { outcomes, write };
    },
  });
}

/** Ends somebody's work at Chari, by their mail. */
export async function endStaff(
  services: Services,
  { email, ...signature }: Signature & { email: string },
): Promise<{ kind: 'ended' | 'not_staff' | 'ended_before' | 'own_role' }> {
  const member = await findMember(services, email);
  if (member === null) return { kind: 'not_staff' };
  if (member.deactivated_at !== null) return { kind: 'ended_before' };
  const [outcome] = await changeStaff(services, [{ ...signature, of: member.account_id, role: null }]);
  return { kind: outcome?.kind === 'own_role' ? 'own_role' : 'ended' };
}
