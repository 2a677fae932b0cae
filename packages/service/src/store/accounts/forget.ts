import { statement } from '../statement.ts';

export const forgetLinks = forget('account_links', ['token_hash'], 'expires_at');
export const forgetSessions = forget('browser_sessions', ['id'], 'expires_at');
export const forgetInvitations = forget('invitations', ['id'], 'expires_at');
export const forgetUsedCodes = forget('recovery_codes', ['account_id', 'code_hash'], 'used_at');
export const forgetAccountMails = forget('account_mails', ['id'], 'ended_at');
/** What became of the mails about a payout account that waits is kept: staff look at whom none has reached before they confirm it.
 * What a mail is about is written so by `aboutAccount` in domain/settlement/payout-account.ts. */
export const forgetNotices = forget(
  'mail_notices',
  ['id'],
  'ended_at',
  `about <> all (array(select id || ' WAITING' from payout_accounts where state = 'WAITING'))`,
);

/**
 * Deletes at most `limit` rows that have been over since before `before`, those first that ended first, and leaves alone
 * what another process is deleting.
 * @param over_at the column that says since when a row has been over
 * @param only what holds besides of a row that goes
 */
function forget(table: string, key: readonly string[], over_at: string, only = 'true') {
  return statement<{ before: Date; limit: number }, { n: number }>(
    `forget_${table}`,
    `with over as materialized (
      select ${key} from ${table} where ${over_at} < $before and ${only} order by ${over_at} limit $limit for update skip locked),
    gone as (
      delete from ${table} t using over where ${key.map((column) => `t.${column} = over.${column}`).join(' and ')}
      returning 1)
    select count(*)::int as n from gone`,
  );
}
