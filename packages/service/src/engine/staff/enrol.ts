import type { PoolClient } from 'pg';
import { type PasswordProblem, passwordProblem } from '../../domain/account/credentials.ts';
import type { Language, StaffRole } from '../../domain/account/person.ts';
import { type Signature, settledBy } from '../../domain/review/second-person.ts';
import {
  findSignIn,
  findSignInByEmail,
  insertAccounts,
  lockAccounts,
  type SignInRow,
} from '../../store/accounts/accounts.ts';
import { findLink, useLink } from '../../store/accounts/links.ts';
import { listTeamsOf } from '../../store/accounts/members.ts';
import { revokeOtherSessions } from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { findStaffByEmail, lockStaffRows, putStaff, type StoredStaff } from '../../store/staff/accounts.ts';
import { lockProposalsOf, withdrawProposalsOf } from '../../store/staff/record.ts';
import type { Database } from '../../store/statement.ts';
import { hashToken, makeLink } from '../account/links.ts';
import { replacePassword, tellOfReset } from '../account/passwords.ts';
import { type BegunSession, beginSession } from '../account/person.ts';
import type { Asker, SiteServices } from '../account/services.ts';
import { signed } from '../desk/signed.ts';
import { postMails } from '../mail/account-mails.ts';
import { tellOfRoles } from './people.ts';

export type AddStaff = Signature & { email: string; name: string; role: StaffRole; language: Language };

export type AddStaffOutcome =
  /** `link` is shown once and mailed; null: they have a password and a second factor already. */
  | { kind: 'added'; staff: StoredStaff; link: string | null }
  /** Somebody of a shop has no second factor, and a link would set their password: they add a second factor first, and need none. */
  | { kind: 'needs_factor' };

/** Somebody's account, and what they are on the staff, or were. */
type Known = { account: SignInRow; before: StoredStaff | undefined };

/**
 * Makes somebody one of staff, with an account when they have none; with the role as asked for when they are. What they proposed
 * in another role, or before they left, counts no more.
 */
export async function addStaff(services: SiteServices, asked: AddStaff): Promise<AddStaffOutcome> {
  const { email, role } = asked;
  const created_at = services.now();
  const [outcome] = await signed<Known, AddStaffOutcome>(services, {
    lock: (client) => lockToAdd(services, client, asked),
    decide: async ({ client, known: { account, before }, record }) => {
      if (await needsFactor(client, account)) return { outcomes: [{ kind: 'needs_factor' }] };
      await putStaff(client, [{ account_id: account.id, role, created_at }]);
      if (before !== undefined && (before.role !== role || before.deactivated_at !== null))
        await withdrawProposalsOf(client, [{ account_id: account.id, ...settledBy(asked, created_at) }]);
      const is_given = before === undefined || before.role !== role || before.deactivated_at !== null;
      // Of the first of staff, whom nobody's name stands for, there is nobody to tell.
      if (is_given && (before !== undefined || asked.account_id !== undefined))
        await tellOfRoles(services)(client, [
          { of: account.id, by: asked.account_id, giver_name: asked.actor },
        ]);
      // What was signed in without a second factor is not staff's.
      await revokeOtherSessions(client, [{ account_id: account.id, kept_id: null, revoked_at: created_at }]);
      record(asked, {
        action: 'staff.added',
        subject_id: account.id,
        detail: { email, role, role_before: before?.role ?? null },
      });
      const [staff] = await findStaffByEmail(client, { email });
      if (staff === undefined) throw new Error('staff were written and did not come back');
      return {
        outcomes: [
          {
            kind: 'added',
            staff,
            link: staff.is_enrolled ? null : await mailEnrolment(services, client, asked, account.id),
          },
        ],
      };
    },
  });
  if (outcome === undefined) throw new Error('one command has one outcome');
  return outcome;
}

/**
 * Whether a link to enrol would open what somebody of a shop has to whoever was given that link. Without a password too: whoever took
 * a stranger's second factor away has none until they choose another.
 */
async function needsFactor(client: Database, account: SignInRow): Promise<boolean> {
  if (account.has_totp || account.has_passkey) return false;
  if (account.staff_role !== null) return false;
  return (await listTeamsOf(client, { account_id: account.id })).length > 0;
}

/** Their link to enrol, which is mailed too where mails go out. */
async function mailEnrolment(
  services: SiteServices,
  client: Database,
  { email, language }: AddStaff,
  account_id: string,
): Promise<string> {
  const token = await makeLink(services, client, { purpose: 'enrol', email, account_id });
  const link = `${services.policy.dashboard_url}/account/enrol?token=${token}`;
  if (services.mailing.is_set_up)
    await postMails(services, client, [{ to: email, language, about: { kind: 'enrol', link } }]);
  return link;
}

/** Locks their account, which is made when they have none, and what they are on the staff. */
async function lockToAdd(
  services: SiteServices,
  client: PoolClient,
  { email, name, language, account_id: by }: AddStaff,
): Promise<Known> {
  await insertAccounts(client, [{ id: services.newId(), email, name, language, created_at: services.now() }]);
  const [made] = await findSignInByEmail(client, { email });
  if (made === undefined) throw new Error('an account was written and did not come back');
  // Who signs too, and both at once: whoever sends them away, or gives them another role, at this moment holds their row and waits for this one.
  const ids = [...new Set(by === undefined ? [made.id] : [made.id, by])];
  await lockProposalsOf(client, ids);
  const rows = await lockStaffRows(client, ids);
  // Their factors are asked for behind the lock under which factors are added and taken away.
  await lockAccounts(client, [made.id]);
  const [account = made] = await findSignIn(client, { account_id: made.id });
  return { account, before: rows.find(({ account_id }) => account_id === account.id) };
}

/** For whom a link to enrol is, while it is good. */
export async function enrolEmail(services: SiteServices, token: string): Promise<string | null> {
  const [link] = await findLink(services.pool, {
    token_hash: hashToken(token),
    purpose: 'enrol',
    now: services.now(),
  });
  return link?.email ?? null;
}

export type EnrolOutcome =
  /** Half open: a second factor is set up next. */
  | { kind: 'begun'; begun: BegunSession }
  | { kind: 'password_unusable'; problem: PasswordProblem }
  | { kind: 'link_unusable' };

/** Uses a link for staff: sets their password, and begins the session in which they set up a second factor. */
export async function enrol(
  services: SiteServices,
  { token, password, ...asker }: Asker & { token: string; password: string },
): Promise<EnrolOutcome> {
  const now = services.now();
  const [link] = await findLink(services.pool, { token_hash: hashToken(token), purpose: 'enrol', now });
  const [account] =
    link?.account_id == null ? [] : await findSignIn(services.pool, { account_id: link.account_id });
  if (account === undefined || account.staff_role === null) return { kind: 'link_unusable' };
  const problem = passwordProblem(password, [account.email, account.name]);
  if (problem !== null) return { kind: 'password_unusable', problem };
  const hash = await services.hashing.hash(password);
  const is_used = await atomically(services.pool, async (client) => {
    if ((await useLink(client, { token_hash: hashToken(token), purpose: 'enrol', now })).length === 0)
      return false;
    await replacePassword(client, { account_id: account.id, hash, kept_id: null, at: now });
    // Whoever had a password hears that it is another, as of one that was forgotten.
    if (account.password_hash !== null) await tellOfReset(services, client, account);
    return true;
  });
  if (!is_used) return { kind: 'link_unusable' };
  const begun = await beginSession(services, {
    account_id: account.id,
    merchant_id: null,
    is_staff: true,
    is_complete: false,
    enrols: !account.has_totp && !account.has_passkey,
    has_second_factor: false,
    ...asker,
  });
  return { kind: 'begun', begun };
}
