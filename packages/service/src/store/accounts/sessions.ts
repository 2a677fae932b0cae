import type { Language, MemberRole, StaffRole } from '../../domain/account/person.ts';
import { setStatement, statement } from '../statement.ts';

/** A browser session with everything that decides what its person may do, in one row. */
export type StoredBrowserSession = {
  id: string;
  account_id: string;
  email: string;
  name: string;
  language: Language;
  proved_at: Date;
  seen_at: Date;
  has_second_factor: boolean;
  merchant_id: string | null;
  merchant_name: string | null;
  kyc_status: 'PENDING' | 'APPROVED' | null;
  member_role: MemberRole | null;
  staff_role: StaffRole | null;
};

// Of several teams, the one that the session names; else the oldest.
const PERSON = `select s.id, s.account_id, a.email, a.name, a.language, s.proved_at, s.seen_at, s.has_second_factor,
    t.merchant_id, t.merchant_name, t.kyc_status, t.role as member_role, f.role as staff_role
  from browser_sessions s join accounts a on a.id = s.account_id
  left join lateral (
    select k.merchant_id, m.name as merchant_name, m.kyc_status, k.role
    from members k join merchants m on m.id = k.merchant_id
    where k.account_id = s.account_id and k.ended_at is null
    order by k.merchant_id is not distinct from s.merchant_id desc, k.created_at, k.id limit 1) t on true
  left join staff f on f.account_id = s.account_id and f.deactivated_at is null`;

/** The people whose sessions `session_ids` are signed in at the moment `now`; half and revoked ones are missing. */
export const findPeople = statement<{ session_ids: readonly string[]; now: Date }, StoredBrowserSession>(
  'find_people',
  `${PERSON}
  where s.id = any ($session_ids::uuid[]) and s.revoked_at is null and s.signed_in_at is not null and s.expires_at > $now`,
);

/** Says that sessions are in use. */
export const touchSessions = setStatement<{ id: string; seen_at: Date }>(
  'touch_browser_sessions',
  `with i as materialized (select * from json_to_recordset($1::json) as x (id uuid, seen_at timestamptz))
  update browser_sessions s set seen_at = i.seen_at from i
  where s.id = any (array(select id from i)) and s.id = i.id and s.seen_at < i.seen_at`,
);

export type NewBrowserSession = {
  id: string;
  account_id: string;
  merchant_id: string | null;
  created_at: Date;
  signed_in_at: Date | null;
  has_second_factor: boolean;
  enrols: boolean;
  expires_at: Date;
  user_agent: string;
  ip: string;
};

export const insertSessions = setStatement<NewBrowserSession>(
  'insert_browser_sessions',
  `insert into browser_sessions (id, account_id, merchant_id, created_at, signed_in_at, proved_at, has_second_factor,
    enrols, seen_at, expires_at, user_agent, ip)
  select id, account_id, merchant_id, created_at, signed_in_at, created_at, has_second_factor, enrols,
    created_at, expires_at,
    coalesce(user_agent, ''), coalesce(ip, '')
  from json_to_recordset($1::json) as i (id uuid, account_id uuid, merchant_id uuid, created_at timestamptz,
    signed_in_at timestamptz, has_second_factor boolean, enrols boolean, expires_at timestamptz, user_agent text, ip text)`,
);

/** Ends sessions for ever; gives back those that were open. */
export const revokeSessions = setStatement<
  { id: string; account_id: string; revoked_at: Date },
  { id: string }
>(
  'revoke_browser_sessions',
  `update browser_sessions s set revoked_at = i.revoked_at
  from json_to_recordset($1::json) as i (id uuid, account_id uuid, revoked_at timestamptz)
  where s.id = i.id and s.account_id = i.account_id and s.revoked_at is null
  returning s.id`,
);

/** The half-open session `session_id`, begun after `begun_after`: whose it is, and whether they set a second factor up first. */
export const findHalfSession = statement<
  { session_id: string; begun_after: Date },
  { id: string; account_id: string; enrols: boolean }
>(
  'find_half_session',
  `select id, account_id, enrols from browser_sessions
  where id = $session_id and signed_in_at is null and revoked_at is null and created_at > $begun_after`,
);

/** The session `session_id`, half or whole, where nobody has ended it. */
export const findUnended = statement<{ session_id: string }, { id: string }>(
  'find_unended_session',
  'select id from browser_sessions where id = $session_id and revoked_at is null',
);

export type ShownSession = { id: string; created_at: Date; seen_at: Date; user_agent: string; ip: string };

/** Where an account is signed in at `now`, the browser used last first. */
export const listSessions = statement<{ account_id: string; now: Date }, ShownSession>(
  'list_browser_sessions',
  `select id, created_at, seen_at, user_agent, ip from browser_sessions
  where account_id = $account_id and revoked_at is null and signed_in_at is not null and expires_at > $now
  order by seen_at desc, id limit 100`,
);

/** Ends every session of some accounts, half-open ones too, but for `kept_id` (null: all of them). */
export const revokeOtherSessions = setStatement<{
  account_id: string;
  kept_id: string | null;
  revoked_at: Date;
}>(
  'revoke_other_browser_sessions',
  `update browser_sessions s set revoked_at = i.revoked_at
  from json_to_recordset($1::json) as i (account_id uuid, kept_id uuid, revoked_at timestamptz)
  where s.account_id = i.account_id and s.id is distinct from i.kept_id and s.revoked_at is null`,
);

/** Notes that the person of a session has proven again who they are. `by_second_factor`: now by a second factor as well. */
export const proveSession = statement<{ session_id: string; now: Date; by_second_factor: boolean }>(
  'prove_browser_session',
  `update browser_sessions set proved_at = $now, has_second_factor = has_second_factor or $by_second_factor where id = $session_id`,
);

/** Lets a session work for another merchant. */
export const switchMerchant = statement<{ session_id: string; merchant_id: string }, { id: string }>(
  'switch_merchant',
  `update browser_sessions s set merchant_id = $merchant_id
  where s.id = $session_id and exists (
    select from members k where k.account_id = s.account_id and k.merchant_id = $merchant_id and k.ended_at is null)
  returning s.id`,
);
