import type { Membership, Person } from '../../domain/account/person.ts';
import { DAY_MS } from '../../domain/time.ts';
import {
  findPeople,
  insertSessions,
  revokeSessions,
  type StoredBrowserSession,
  touchSessions,
} from '../../store/accounts/sessions.ts';
import type { Database } from '../../store/statement.ts';
import type { SiteServices } from './services.ts';
import { readSession, signSession } from './token.ts';

/** A session's row says only so exactly when it was used last. */
const SEEN_EVERY_MS = 5 * 60_000;
/** A shop's phone stays signed in for a month; whoever works at Chari signs in every day. */
const MEMBER_DAYS = 30;
const STAFF_HOURS = 12;

/**
 * Who a cookie signs in at this moment: null when it was not signed by us, or its session has ended. One statement, and
 * another one every five minutes.
 */
export async function findPerson(services: SiteServices, cookie: string): Promise<Person | null> {
  const now = services.now();
  const token = await readSession(services.account_keys.session, cookie, now);
  if (token === null) return null;
  const [row] = await findPeople(services.pool, { session_ids: [token.session_id], now });
  if (row === undefined || row.account_id !== token.account_id) return null;
  if (now.getTime() - row.seen_at.getTime() > SEEN_EVERY_MS)
    await touchSessions(services.pool, [{ id: row.id, seen_at: now }]);
  return personOf(row);
}

function personOf(row: StoredBrowserSession): Person {
  return {
    session_id: row.id,
    account: { id: row.account_id, email: row.email, name: row.name, language: row.language },
    proved_at: row.proved_at,
    has_second_factor: row.has_second_factor,
    membership: membershipOf(row),
    staff_role: row.staff_role,
  };
}

function membershipOf({
  merchant_id,
  merchant_name,
  kyc_status,
  member_role,
}: StoredBrowserSession): Membership | null {
  if (merchant_id === null || merchant_name === null || kyc_status === null || member_role === null)
    return null;
  return { merchant_id, merchant_name, kyc_status, role: member_role };
}

/** Whose session begins, and how far they have proved who they are. */
export type BeginSession = {
  account_id: string;
  merchant_id: string | null;
  is_staff: boolean;
  /** False: the password was right, and a second factor is still asked for. */
  is_complete: boolean;
  has_second_factor: boolean;
  /** Half, and a second factor is to be set up first. */
  enrols?: boolean;
  user_agent: string;
  ip: string;
};

/** What begins and ends sessions; `pool` may be a transaction. */
export type SessionServices = Pick<SiteServices, 'now' | 'newId' | 'randomBytes' | 'account_keys'> & {
  pool: Database;
};

export type BegunSession = { session_id: string; cookie: string; expires_at: Date };

/** Begins a session of a browser; its id is always new, so nobody can have laid it there before. */
export async function beginSession(services: SessionServices, asked: BeginSession): Promise<BegunSession> {
  const now = services.now();
  const lasts_ms = asked.is_staff ? STAFF_HOURS * 3_600_000 : MEMBER_DAYS * DAY_MS;
  const expires_at = new Date(now.getTime() + lasts_ms);
  const id = services.newId();
  await insertSessions(services.pool, [
    {
      id,
      account_id: asked.account_id,
      merchant_id: asked.merchant_id,
      created_at: now,
      signed_in_at: asked.is_complete ? now : null,
      has_second_factor: asked.has_second_factor,
      enrols: asked.enrols ?? false,
      expires_at,
      user_agent: asked.user_agent.slice(0, 300),
      ip: asked.ip.slice(0, 60),
    },
  ]);
  const token = { session_id: id, account_id: asked.account_id };
  const cookie = await signSession(services.account_keys.session, token, now, expires_at);
  return { session_id: id, cookie, expires_at };
}

/** Ends sessions of one account for ever; from now on their cookies sign nobody in. */
export async function endSessions(
  services: Pick<SessionServices, 'pool' | 'now'>,
  account_id: string,
  session_ids: readonly string[],
): Promise<number> {
  const revoked_at = services.now();
  const ended = await revokeSessions(
    services.pool,
    session_ids.map((id) => ({ id, account_id, revoked_at })),
  );
  return ended.length;
}
