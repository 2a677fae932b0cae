import type { PoolClient } from 'pg';
import type { StaffRole } from '../../domain/account/person.ts';
import { type Signature, settledBy } from '../../domain/review/second-person.ts';
import type { StaffToken } from '../../domain/staff/token.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { dropLinks } from '../../store/accounts/links.ts';
import { revokeOtherSessions } from '../../store/accounts/sessions.ts';
import {
  findAdministrator,
  findStaffByEmail,
  listStaffRows,
  lockStaffRows,
  type StoredStaff,
  updateStaff,
} from '../../store/staff/accounts.ts';
import { lockProposalsOf, withdrawProposalsOf } from '../../store/staff/record.ts';
import { listTokens, revokeTokensOf } from '../../store/staff/tokens.ts';
import { signed } from '../desk/signed.ts';
import { type PostedMail, postMails } from '../mail/account-mails.ts';
import type { Services } from '../services.ts';

const STAFF_SHOWN = 500;

export type StaffMember = StoredStaff & { tokens: StaffToken[] };

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
export async function findMember(services: Services, email: string): Promise<StoredStaff | null> {
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
  | { kind: 'changed'; member: StoredStaff }
  | { kind: 'not_found' }
  /** Nobody sends themselves away or changes their own role. */
  | { kind: 'own_role' };

/** A role that somebody has from now on and had not; `by`: the account in whose name, where one signed. */
type GivenRole = { of: string; by: string | undefined; giver_name: string };
/** Writes, in the transaction by which roles hold, the mails that tell of them. */
type TellOfRoles = (client: PoolClient, given: readonly GivenRole[]) => Promise<void>;
const NOT_TOLD: TellOfRoles = () => Promise.resolve();

/**
 * Tells whoever has another role, and whoever gave it: somebody at an administrator's open browser could make himself the second
 * person who agrees with the first.
 */
export function tellOfRoles(services: Parameters<typeof postMails>[0]): TellOfRoles {
  return async (client, given) => {
    const ids = given.flatMap(({ of, by }) => (by === undefined ? [of] : [of, by]));
    const known = new Map((await findAccounts(client, [...new Set(ids)])).map((row) => [row.id, row]));
    const mails = given.flatMap(({ of, by, giver_name }): PostedMail[] => {
      const member = known.get(of);
      const giver = known.get(by ?? '');
      if (member === undefined) return [];
      const told = { to: member.email, language: member.language };
      const mail: PostedMail = { ...told, about: { kind: 'staff_role_given', giver_name } };
      if (giver === undefined) return [mail];
      const about = { kind: 'staff_role_signed', member_name: member.name } as const;
      return [mail, { to: giver.email, language: giver.language, about }];
    });
    await postMails(services, client, mails);
  };
}

/**
 * Changes roles, and sends people away: their tokens, links and browser sessions end with it, and what they proposed
 * counts no more. An outcome per command, in order.
 */
export function changeStaff(
  services: Services,
  commands: readonly ChangeStaff[],
  tell: TellOfRoles = NOT_TOLD,
): Promise<ChangeStaffOutcome[]> {
  return signed<Map<string, StoredStaff>, ChangeStaffOutcome>(services, {
    lock: async (client) => {
      // Who signs too, and all at once: two who send each other away would hold each other's row and wait for their own.
      const ids = [...new Set(commands.flatMap(({ of, account_id }) => [of, account_id ?? []].flat()))];
      await lockProposalsOf(client, ids);
      const rows = await lockStaffRows(client, ids);
      return new Map(rows.map((row) => [row.account_id, row]));
    },
    decide: ({ client, known, now, record }) => {
      const changed = new Set<string>();
      const given: GivenRole[] = [];
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
        if (role !== null && (role !== member.role || member.deactivated_at !== null))
          given.push({ of, by: command.account_id, giver_name: command.actor });
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
        await withdrawProposalsOf(client, withdrawn);
        // Who comes back signs in anew: a member's session lasts longer than one of staff.
        const gone = rows.filter((row) => row.deactivated_at !== null || back.has(row.account_id));
        await signOut(client, gone, now);
        if (given.length > 0) await tell(client, given);
      };
      return { outcomes, write };
    },
  });
}

/** Ends the tokens, links and browser sessions of members who have left, or are just back. */
async function signOut(client: PoolClient, gone: readonly StoredStaff[], now: Date): Promise<void> {
  const ended = gone.map(({ account_id, deactivated_at }) => {
    const at = deactivated_at ?? now;
    return { account_id, kept_id: null, revoked_at: at, dropped_at: at };
  });
  await revokeTokensOf(client, ended);
  await dropLinks(client, ended);
  await revokeOtherSessions(client, ended);
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
