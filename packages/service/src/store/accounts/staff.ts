import type { StaffRole } from '../../domain/account/person.ts';
import { statement } from '../statement.ts';

export type StaffRow = {
  account_id: string;
  email: string;
  name: string;
  role: StaffRole;
  created_at: Date;
  deactivated_at: Date | null;
  /** They have a password and a second factor. */
  is_enrolled: boolean;
};

const STAFF = `select f.account_id, a.email, a.name, f.role, f.created_at, f.deactivated_at,
    exists (select from account_passwords p where p.account_id = a.id) and (
      exists (select from totp_factors t where t.account_id = a.id and t.confirmed_at is not null)
      or exists (select from passkeys k where k.account_id = a.id)) as is_enrolled
  from staff f join accounts a on a.id = f.account_id`;

export const listStaff = statement<StaffRow>('list_staff', `${STAFF} order by a.email`);

export const findStaffByEmail = statement<StaffRow>('find_staff_by_email', `${STAFF} where a.email = $1`);

/** Makes an account one of staff, or gives it another role; whoever was deactivated is back. */
export const putStaff = statement(
  'put_staff',
  `insert into staff (account_id, role, created_at) values ($1, $2, $3)
  on conflict (account_id) do update set role = excluded.role, deactivated_at = null`,
);

export const deactivateStaff = statement<{ account_id: string }>(
  'deactivate_staff',
  `update staff set deactivated_at = $2 where account_id = $1 and deactivated_at is null returning account_id`,
);
