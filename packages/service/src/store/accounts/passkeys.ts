import { setStatement, statement } from '../statement.ts';

export type PasskeyRow = {
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

export const listPasskeys = statement<PasskeyRow>(
  'list_passkeys',
  `select ${COLUMNS} from passkeys where account_id = $1 order by id`,
);

export const findPasskey = statement<PasskeyRow>(
  'find_passkey',
  `select ${COLUMNS} from passkeys where credential_id = $1`,
);

export const insertPasskey = statement<{ id: string }>(
  'insert_passkey',
  `insert into passkeys (id, account_id, credential_id, public_key, signature_count, transports, name, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (credential_id) do nothing returning id`,
);

/** Notes a use. A count that does not go on is a copied key, unless the authenticator counts nothing at all. */
export const usePasskey = statement<{ id: string }>(
  'use_passkey',
  `update passkeys set signature_count = $2, last_used_at = $3
  where id = $1 and (signature_count < $2 or (signature_count = 0 and $2 = 0))
  returning id`,
);

export const dropPasskey = statement<{ id: string }>(
  'drop_passkey',
  'delete from passkeys where id = $1 and account_id = $2 returning id',
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
export const takeChallenge = statement<{ challenge: string }>(
  'take_passkey_challenge',
  `delete from passkey_challenges
  where challenge = $1 and account_id is not distinct from $2 and expires_at > $3
  returning challenge`,
);

export const dropOldChallenges = statement(
  'drop_old_passkey_challenges',
  'delete from passkey_challenges where expires_at < $1',
);
