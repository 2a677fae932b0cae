import { setStatement, statement } from '../statement.ts';

export type LinkPurpose = 'sign_up' | 'reset' | 'enrol' | 'first_factor';

export type NewLink = {
  /** SHA-256 of the token, as hex. */
  token_hash: string;
  purpose: LinkPurpose;
  email: string;
  account_id: string | null;
  created_at: Date;
  expires_at: Date;
};

export const insertAccountLinks = setStatement<NewLink>(
  'insert_account_links',
  `insert into account_links (token_hash, purpose, email, account_id, created_at, expires_at)
  select decode(token_hash, 'hex'), purpose, email, account_id, created_at, expires_at
  from json_to_recordset($1::json) as i
    (token_hash text, purpose text, email text, account_id uuid, created_at timestamptz, expires_at timestamptz)`,
);

export type OpenLink = { email: string; account_id: string | null };

/** What the link with the hash `token_hash` is for, while it may be used: not yet used, not expired at `now`. */
export const findLink = statement<{ token_hash: string; purpose: string; now: Date }, OpenLink>(
  'find_account_link',
  `select email, account_id from account_links
  where token_hash = decode($token_hash, 'hex') and purpose = $purpose and used_at is null and expires_at > $now`,
);

/** Uses a link up; of two who use it at once only one gets the row. */
export const useLink = statement<{ token_hash: string; purpose: string; now: Date }, OpenLink>(
  'use_account_link',
  `update account_links set used_at = $now
  where token_hash = decode($token_hash, 'hex') and purpose = $purpose and used_at is null and expires_at > $now
  returning email, account_id`,
);

/**
 * Takes back the links of some accounts that stand open. One by which a first factor is undone opens nothing, and stays: whoever added
 * that factor knows the password, and would end the link by another.
 */
export const dropLinks = setStatement<{ account_id: string; dropped_at: Date }>(
  'drop_account_links',
  `update account_links l set used_at = i.dropped_at
  from json_to_recordset($1::json) as i (account_id uuid, dropped_at timestamptz)
  where l.account_id = i.account_id and l.used_at is null and l.purpose <> 'first_factor'`,
);
