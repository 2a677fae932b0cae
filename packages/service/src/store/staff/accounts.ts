import type { StaffRole } from '../../domain/account/person.ts';
import { givenTo } from '../ledger/corrections.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

export type StoredStaff = {
  account_id: string;
  email: string;
  name: string;
  role: StaffRole;
  created_at: Date;
  deactivated_at: Date | null;
  /** They have a password and a second factor. */
  is_enrolled: boolean;
};

const COLUMNS = `s.account_id, a.email, a.name, s.role, s.created_at, s.deactivated_at,
  exists (select from account_passwords p where p.account_id = a.id) and (
    exists (select from totp_factors t where t.account_id = a.id and t.confirmed_at is not null)
    or exists (select from passkeys k where k.account_id = a.id)) as is_enrolled`;

/** Those of some accounts that are on the staff now; they stay so, and in their role, until the commit. */
export const lockStaff = idStatement<{ account_id: string; role: StaffRole }>(
  'lock_staff',
  `select account_id, role from staff
  where account_id = any ($1::uuid[]) and deactivated_at is null order by account_id for share`,
);

/** Locks members of the staff who are about to change, whether or not they have left. */
export const lockStaffRows = idStatement<StoredStaff>(
  'lock_staff_rows',
  `select ${COLUMNS} from staff s join accounts a on a.id = s.account_id
  where s.account_id = any ($1::uuid[]) order by s.account_id for no key update of s`,
);

/** Everybody who is or was on the staff, by name. */
export const listStaffRows = statement<{ limit: number }, StoredStaff>(
  'list_staff_members',
  `select ${COLUMNS} from staff s join accounts a on a.id = s.account_id order by a.name, s.account_id limit $limit`,
);

/** The member of the staff with this mail. */
export const findStaffByEmail = statement<{ email: string }, StoredStaff>(
  'find_staff_member_by_email',
  `select ${COLUMNS} from accounts a join staff s on s.account_id = a.id where a.email = lower($email)`,
);

/** Whether an administrator works here who has a password and a second factor: from then on somebody can sign. */
export const findAdministrator = statement<Record<never, never>, { account_id: string }>(
  'find_enrolled_administrator',
  `select x.account_id from (
    select ${COLUMNS} from staff s join accounts a on a.id = s.account_id
    where s.role = 'administrator' and s.deactivated_at is null offset 0) x
  where x.is_enrolled limit 1`,
);

/** Makes an account one of staff, or gives it another role; whoever was deactivated is back. */
export const putStaff = setStatement<{ account_id: string; role: StaffRole; created_at: Date }>(
  'put_staff',
  `insert into staff (account_id, role, created_at)
  select account_id, role, created_at
  from json_to_recordset($1::json) as i (account_id uuid, role text, created_at timestamptz)
  on conflict (account_id) do update set role = excluded.role, deactivated_at = null`,
);

/** Writes what locked members of the staff are from now on. */
export const updateStaff = setStatement<{
  account_id: string;
  role: StaffRole;
  deactivated_at: Date | null;
}>(
  'update_staff',
  `update staff s set role = i.role, deactivated_at = i.deactivated_at
  from json_to_recordset($1::json) as i (account_id uuid, role text, deactivated_at timestamptz)
  where s.account_id = i.account_id`,
);

/** Somebody of the staff who is, or lately was, in the team of the merchant that a decision is about. */
type Interest = { account_id: string; id: string; merchant_name: string };

/**
 * Those of these accounts that are in the team of the merchant that they decide about, or left it after `left_after`. `id` may
 * name a merchant, a session, a transaction, a credit, a refund or a settlement; any other id is no merchant's. A credit is of whom it
 * has paid, and of whom people have given it to.
 */
export const findInterests = setStatement<{ account_id: string; id: string; left_after: Date }, Interest>(
  'find_staff_interests',
  `select k.account_id, i.id, m.name as merchant_name
  from json_to_recordset($1::json) as i (account_id uuid, id uuid, left_after timestamptz)
  cross join lateral (
    select i.id as merchant_id
    union all select merchant_id from payment_sessions where id = i.id
    union all select merchant_id from transactions where id = i.id
    union all select merchant_id from refunds where id = i.id
    union all select merchant_id from settlements where id = i.id
    union all select merchant_id from credits where id = i.id and merchant_id is not null
    union all select s.merchant_id from credits c join payment_sessions s on s.id = c.matched_session_id
      where c.id = i.id
    union all select t.merchant_id from credits c join transactions t on t.id = c.matched_transaction_id
      where c.id = i.id
    union all select g.owner_id from ${givenTo('i.id')} g) subject
  join members k on k.account_id = i.account_id and k.merchant_id = subject.merchant_id
    and (k.ended_at is null or k.ended_at > i.left_after)
  join merchants m on m.id = k.merchant_id`,
);
