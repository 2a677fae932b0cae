import { setStatement, statement } from '../statement.ts';

/** Begins a second factor, in place of one that was never confirmed; a confirmed one stays, and no row comes back. */
export const beginTotp = statement<{ account_id: string }>(
  'begin_totp_factor',
  `insert into totp_factors as t (account_id, secret_sealed, created_at) values ($1, $2, $3)
  on conflict (account_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
  where t.confirmed_at is null
  returning account_id`,
);

export const findTotp = statement<{ secret_sealed: Buffer; confirmed_at: Date | null }>(
  'find_totp_factor',
  'select secret_sealed, confirmed_at from totp_factors where account_id = $1',
);

/**
 * Uses up the code of a step: of two who send the same code only one gets the row, and no code of an earlier step counts
 * any more. With `$4` it is also the code that confirms the factor.
 */
export const useTotpStep = statement<{ account_id: string }>(
  'use_totp_step',
  `update totp_factors set last_step = $2, confirmed_at = coalesce(confirmed_at, $3)
  where account_id = $1 and last_step < $2 and (confirmed_at is null) = $4
  returning account_id`,
);

export const dropTotp = statement<{ account_id: string }>(
  'drop_totp_factor',
  'delete from totp_factors where account_id = $1 returning account_id',
);

/** Every code before is void once new ones are written. */
export const dropRecoveryCodes = statement(
  'drop_recovery_codes',
  'delete from recovery_codes where account_id = $1',
);

export const insertRecoveryCodes = setStatement<{ account_id: string; code_hash: string; created_at: Date }>(
  'insert_recovery_codes',
  `insert into recovery_codes (account_id, code_hash, created_at)
  select account_id, decode(code_hash, 'hex'), created_at
  from json_to_recordset($1::json) as i (account_id uuid, code_hash text, created_at timestamptz)`,
);

/** Uses a recovery code up; of two who send it at once only one gets the row. */
export const useRecoveryCode = statement<{ account_id: string }>(
  'use_recovery_code',
  `update recovery_codes set used_at = $3
  where account_id = $1 and code_hash = decode($2, 'hex') and used_at is null
  returning account_id`,
);

export const countRecoveryCodes = statement<{ left: number }>(
  'count_recovery_codes',
  'select count(*)::int as left from recovery_codes where account_id = $1 and used_at is null',
);
