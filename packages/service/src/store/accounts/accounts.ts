import type { Language, StaffRole } from '../../domain/account/person.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

export type StoredAccount = { id: string; email: string; name: string; language: Language };

/** An account with all that decides how it signs in. */
export type SignInRow = StoredAccount & {
  /** Null: it has no password yet. */
  password_hash: string | null;
  password_set_at: Date | null;
  has_totp: boolean;
  has_passkey: boolean;
  staff_role: StaffRole | null;
};

const SIGN_IN = `select a.id, a.email, a.name, a.language, p.hash as password_hash, p.set_at as password_set_at,
    f.role as staff_role,
    exists (select from totp_factors t where t.account_id = a.id and t.confirmed_at is not null) as has_totp,
    exists (select from passkeys k where k.account_id = a.id) as has_passkey
  from accounts a
  left join account_passwords p on p.account_id = a.id
  left join staff f on f.account_id = a.id and f.deactivated_at is null`;

/** The account with this mail address. */
export const findSignInByEmail = statement<{ email: string }, SignInRow>(
  'find_sign_in_by_email',
  `${SIGN_IN} where a.email = $email`,
);

export const findSignIn = statement<{ account_id: string }, SignInRow>(
  'find_sign_in',
  `${SIGN_IN} where a.id = $account_id`,
);

/** Whom a mail to some accounts goes to, and in which language. */
export const findAccounts = idStatement<StoredAccount>(
  'find_accounts',
  'select id, email, name, language from accounts where id = any ($1::uuid[])',
);

/**
 * Keeps how accounts sign in as it is until the commit: for a session that begins, beside others that do. To be seen as it is by then
 * it is read in a statement after this one.
 */
export const keepAccounts = idStatement(
  'keep_accounts',
  'select id from accounts where id = any ($1::uuid[]) for share',
);

/** The same for whoever changes it: what signs in by what was before has begun by then, and is ended, or does not begin. */
export const lockAccounts = idStatement(
  'lock_accounts',
  'select id from accounts where id = any ($1::uuid[]) order by id for no key update',
);

/** Opens accounts; of one whose mail address has an account already no row comes back. */
export const insertAccounts = setStatement<StoredAccount & { created_at: Date }, { id: string }>(
  'insert_accounts',
  `insert into accounts (id, email, name, language, email_verified_at, created_at)
  select id, email, name, language, created_at, created_at
  from json_to_recordset($1::json) as i (id uuid, email text, name text, language text, created_at timestamptz)
  on conflict (email) do nothing
  returning id`,
);

export const updateAccounts = setStatement<{ id: string; name: string; language: Language }>(
  'update_accounts',
  `update accounts a set name = i.name, language = i.language
  from json_to_recordset($1::json) as i (id uuid, name text, language text)
  where a.id = i.id`,
);

/** How many accounts have a mail address like that. */
export const countAccountsAt = statement<{ emails_like: string }, { accounts: number }>(
  'count_accounts_at',
  'select count(*)::int as accounts from accounts where email like $emails_like',
);

/** Sets passwords in place of those before. */
export const putPasswords = setStatement<{ account_id: string; hash: string; set_at: Date }>(
  'put_passwords',
  `insert into account_passwords (account_id, hash, set_at)
  select account_id, hash, set_at
  from json_to_recordset($1::json) as i (account_id uuid, hash text, set_at timestamptz)
  on conflict (account_id) do update set hash = excluded.hash, set_at = excluded.set_at`,
);

/** Takes the password of an account away: nobody gets in by it, until another is chosen. */
export const dropPassword = statement<{ account_id: string }>(
  'drop_password',
  'delete from account_passwords where account_id = $account_id',
);
