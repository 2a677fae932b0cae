import { setStatement, statement } from '../statement.ts';

/** Begins a second factor, in place of one that was never confirmed; a confirmed one stays, and no row comes back. */
export const beginTotp = statement<{ account_id: string; sealed: Buffer; now: Date }, { account_id: string }>(
  'begin_totp_factor',
  `insert into totp_factors as t (account_id, secret_sealed, created_at) values ($account_id, $sealed, $now)
  on conflict (account_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
  where t.confirmed_at is null
  returning account_id`,
);

/** Drops what was begun and never confirmed: somebody else may have seen its secret. */
export const dropOfferedTotp = statement<{ account_id: string }>(
  'drop_offered_totp_factor',
  'delete from totp_factors where account_id = $account_id and confirmed_at is null',
);

export const findTotp = statement<
  { account_id: string },
  { secret_sealed: Buffer; created_at: Date; confirmed_at: Date | null }
>(
  'find_totp_factor',
  'select secret_sealed, created_at, confirmed_at from totp_factors where account_id = $account_id',
);

/**
 * Uses up the code of a step: of two who send the same code only one gets the row, and no code of an earlier step counts
 * any more. With `confirms` it is also the code that confirms the factor.
 */
export const useTotpStep = statement<
  { account_id: string; step: number; now: Date; confirms: boolean },
  { account_id: string }
>(
  'use_totp_step',
  `update totp_factors set last_step = $step, confirmed_at = coalesce(confirmed_at, $now)
  where account_id = $account_id and last_step < $step and (confirmed_at is null) = $confirms
  returning account_id`,
);

export const dropTotp = statement<{ account_id: string }, { account_id: string }>(
  'drop_totp_factor',
  'delete from totp_factors where account_id = $account_id returning account_id',
);

/** Takes away all recovery codes of an account: the old ones are void once new ones are written. */
export const dropRecoveryCodes = statement<{ account_id: string }>(
  'drop_recovery_codes',
  'delete from recovery_codes where account_id = $account_id',
);

export const insertRecoveryCodes = setStatement<{ account_id: string; code_hash: string; created_at: Date }>(
  'insert_recovery_codes',
  `insert into recovery_codes (account_id, code_hash, created_at)
  select account_id, decode(code_hash, 'hex'), created_at
  from json_to_recordset($1::json) as i (account_id uuid, code_hash text, created_at timestamptz)`,
);

/** Uses a recovery code up; of two who send it at once only one gets the row. */
export const useRecoveryCode = statement<
  { account_id: string; code_hash: string; now: Date },
  { account_id: string }
>(
  'use_recovery_code',
  `update recovery_codes set used_at = $now
  where account_id = $account_id and code_hash = decode($code_hash, 'hex') and used_at is null
  returning account_id`,
);

export const countRecoveryCodes = statement<{ account_id: string }, { left: number }>(
  'count_recovery_codes',
  'select count(*)::int as left from recovery_codes where account_id = $account_id and used_at is null',
);

export type StoredPasskey = {
  id: string;
  account_id: string;
  credential_id: string;
  public_key: Buffer;
  signature_count: string;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};

const COLUMNS =
  'id, account_id, credential_id, public_key, signature_count, transports, name, created_at, last_used_at';

export const listPasskeys = statement<{ account_id: string }, StoredPasskey>(
  'list_passkeys',
  `select ${COLUMNS} from passkeys where account_id = $account_id order by id`,
);

export const findPasskey = statement<{ credential_id: string }, StoredPasskey>(
  'find_passkey',
  `select ${COLUMNS} from passkeys where credential_id = $credential_id`,
);

export const insertPasskey = statement<
  {
    id: string;
    account_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: readonly string[];
    name: string;
    now: Date;
  },
  { id: string }
>(
  'insert_passkey',
  `insert into passkeys (id, account_id, credential_id, public_key, signature_count, transports, name, created_at)
  values ($id, $account_id, $credential_id, $public_key, $counter, $transports, $name, $now)
  on conflict (credential_id) do nothing returning id`,
);

/**
 * Notes a use of a passkey. Where the signature count has not grown the key was copied, and no row comes back; an
 * authenticator that counts nothing stays at 0.
 */
export const usePasskey = statement<{ id: string; counter: number; now: Date }, { id: string }>(
  'use_passkey',
  `update passkeys set signature_count = $counter, last_used_at = $now
  where id = $id and (signature_count < $counter or (signature_count = 0 and $counter = 0))
  returning id`,
);

export const dropPasskey = statement<{ id: string; account_id: string }, { id: string }>(
  'drop_passkey',
  'delete from passkeys where id = $id and account_id = $account_id returning id',
);

/** Takes every passkey of an account away. */
export const dropPasskeys = statement<{ account_id: string }, { id: string }>(
  'drop_passkeys',
  'delete from passkeys where account_id = $account_id returning id',
);

export const insertChallenges = setStatement<{
  challenge: string;
  account_id: string | null;
  expires_at: Date;
}>(
  'insert_passkey_challenges',
  `insert into passkey_challenges (challenge, account_id, expires_at)
  select challenge, account_id, expires_at
  from json_to_recordset($1::json) as i (challenge text, account_id uuid, expires_at timestamptz)`,
);

/** Takes a challenge away, and says whether it was good: asked for by this account (null: by nobody yet), not expired. */
export const takeChallenge = statement<
  { challenge: string; account_id: string | null; now: Date },
  { challenge: string }
>(
  'take_passkey_challenge',
  `delete from passkey_challenges
  where challenge = $challenge and account_id is not distinct from $account_id and expires_at > $now
  returning challenge`,
);

export const dropOldChallenges = statement<{ now: Date }>(
  'drop_old_passkey_challenges',
  'delete from passkey_challenges where expires_at < $now',
);
