import { statement } from '../statement.ts';

type Portion = { before: Date; limit: number };

// Each deletes at most `limit` rows that have been over since before `before`, those first that ended first, and leaves alone
// what another process is deleting.

export const forgetLinks = statement<Portion, { n: number }>(
  'forget_account_links',
  `with gone as (
    delete from account_links where token_hash = any (array(
      select token_hash from account_links where expires_at < $before order by expires_at limit $limit for update skip locked))
    returning 1)
  select count(*)::int as n from gone`,
);

export const forgetSessions = statement<Portion, { n: number }>(
  'forget_browser_sessions',
  `with gone as (
    delete from browser_sessions where id = any (array(
      select id from browser_sessions where expires_at < $before order by expires_at limit $limit for update skip locked))
    returning 1)
  select count(*)::int as n from gone`,
);

export const forgetInvitations = statement<Portion, { n: number }>(
  'forget_invitations',
  `with gone as (
    delete from invitations where id = any (array(
      select id from invitations where expires_at < $before order by expires_at limit $limit for update skip locked))
    returning 1)
  select count(*)::int as n from gone`,
);

export const forgetUsedCodes = statement<Portion, { n: number }>(
  'forget_recovery_codes',
  `with over as (
    select account_id, code_hash from recovery_codes where used_at < $before order by used_at limit $limit for update skip locked),
  gone as (
    delete from recovery_codes c using over
    where c.account_id = over.account_id and c.code_hash = over.code_hash returning 1)
  select count(*)::int as n from gone`,
);

export const forgetAccountMails = statement<Portion, { n: number }>(
  'forget_account_mails',
  `with gone as (
    delete from account_mails where id = any (array(
      select id from account_mails where ended_at < $before order by ended_at limit $limit for update skip locked))
    returning 1)
  select count(*)::int as n from gone`,
);

export const forgetNotices = statement<Portion, { n: number }>(
  'forget_mail_notices',
  `with gone as (
    delete from mail_notices where id = any (array(
      select id from mail_notices where ended_at < $before order by ended_at limit $limit for update skip locked))
    returning 1)
  select count(*)::int as n from gone`,
);
