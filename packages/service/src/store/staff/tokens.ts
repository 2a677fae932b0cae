import type { StaffRole } from '../../domain/account/person.ts';
import type { StaffToken } from '../../domain/staff/token.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

const COLUMNS =
  't.id, t.account_id, t.name, t.last4, t.created_at, t.expires_at, t.approved_at, t.revoked_at';

export type FoundToken = StaffToken & {
  /** The person's name as it is now. */
  actor: string;
  role: StaffRole;
  deactivated_at: Date | null;
};

/** The token with this SHA-256 (hex), and whose it is. */
export const findToken = statement<{ token_hash: string }, FoundToken>(
  'find_staff_token',
  `select ${COLUMNS}, a.name as actor, s.role, s.deactivated_at
  from staff_tokens t join staff s on s.account_id = t.account_id join accounts a on a.id = t.account_id
  where t.token_hash = decode($token_hash, 'hex')`,
);

/** Tokens by id, locked. */
export const lockTokens = idStatement<StaffToken>(
  'lock_staff_tokens',
  `select ${COLUMNS} from staff_tokens t where t.id = any ($1::uuid[]) order by t.id for update`,
);

/** The tokens of some accounts: those that sign before revoked and expired ones, which may be any number. */
export const listTokens = idStatement<StaffToken>(
  'list_staff_tokens',
  `select ${COLUMNS} from staff_tokens t where t.account_id = any ($1::uuid[])
  order by t.revoked_at is not null, t.expires_at desc, t.id desc limit 1000`,
);

/** How many tokens of each account are neither revoked nor past their time. */
export const countTokens = statement<
  { ids: readonly string[]; now: Date },
  { account_id: string; tokens: number }
>(
  'count_staff_tokens',
  `select t.account_id, count(*)::int as tokens from staff_tokens t
  where t.account_id = any ($ids::uuid[]) and t.revoked_at is null and t.expires_at > $now group by t.account_id`,
);

export type NewToken = Omit<StaffToken, 'revoked_at'> & {
  /** SHA-256 of the whole token, as hex. */
  token_hash: string;
};

export const insertTokens = setStatement<NewToken>(
  'insert_staff_tokens',
  `insert into staff_tokens (id, account_id, name, token_hash, last4, created_at, expires_at, approved_at)
  select id, account_id, name, decode(token_hash, 'hex'), last4, created_at, expires_at, approved_at
  from json_to_recordset($1::json) as i (id uuid, account_id uuid, name text, token_hash text, last4 text,
    created_at timestamptz, expires_at timestamptz, approved_at timestamptz)`,
);

export const approveTokenRows = setStatement<{ id: string; approved_at: Date }>(
  'approve_staff_tokens',
  `update staff_tokens t set approved_at = i.approved_at
  from json_to_recordset($1::json) as i (id uuid, approved_at timestamptz)
  where t.id = i.id and t.approved_at is null`,
);

export const revokeTokenRows = setStatement<{ id: string; revoked_at: Date }>(
  'revoke_staff_tokens',
  `update staff_tokens t set revoked_at = i.revoked_at
  from json_to_recordset($1::json) as i (id uuid, revoked_at timestamptz)
  where t.id = i.id and t.revoked_at is null`,
);

/** Every token of accounts that leave the staff. */
export const revokeTokensOf = setStatement<{ account_id: string; revoked_at: Date }>(
  'revoke_tokens_of_staff',
  `update staff_tokens t set revoked_at = i.revoked_at
  from json_to_recordset($1::json) as i (account_id uuid, revoked_at timestamptz)
  where t.account_id = i.account_id and t.revoked_at is null`,
);
