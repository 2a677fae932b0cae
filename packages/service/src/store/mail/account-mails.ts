import type { MailKind } from '../../domain/account/mails.ts';
import { setStatement, statement } from '../statement.ts';

export type NewAccountMail = {
  id: string;
  kind: MailKind;
  email: string;
  /** As hex; null: it is written as one that nobody gets. */
  content_sealed: string | null;
  now: Date;
  expires_at: Date;
};

/** Puts mails about signing in into the outbox. */
export const insertAccountMails = setStatement<NewAccountMail>(
  'insert_account_mails',
  `insert into account_mails (id, kind, email, content_sealed, state, due_at, created_at, expires_at, ended_at)
  select id, kind, email, decode(content_sealed, 'hex'), case when content_sealed is null then 'DROPPED' else 'WAITING' end,
    now, now, expires_at, case when content_sealed is null then now end
  from json_to_recordset($1::json) as i
    (id uuid, kind text, email text, content_sealed text, now timestamptz, expires_at timestamptz)`,
);

export type ClaimedMail = {
  id: string;
  kind: MailKind;
  email: string;
  content_sealed: Buffer;
  /** How many tries there have been, this one included. */
  attempts: number;
  /** Why the try before this one failed; null: there was none. */
  failure: string | null;
  expires_at: Date;
};

/**
 * Claims mails that are due at `now` until `until`, at most `limit`: nobody else has them in the meantime. One whose process
 * dies is due again then.
 */
export const claimAccountMails = statement<{ now: Date; until: Date; limit: number }, ClaimedMail>(
  'claim_account_mails',
  `with due as (
    select id from account_mails where state = 'WAITING' and due_at <= $now order by due_at, id limit $limit
    for update skip locked)
  update account_mails m set due_at = $until, attempts = m.attempts + 1 from due where m.id = due.id
  returning m.id, m.kind, m.email, m.content_sealed, m.attempts, m.failure, m.expires_at`,
);

export type EndedMail = {
  id: string;
  /** As it was when the mail was claimed: once another process has claimed it again, this one changes nothing. */
  attempts: number;
  state: 'WAITING' | 'SENT' | 'DROPPED' | 'FAILED';
  due_at: Date;
  ended_at: Date | null;
  failure: string | null;
};

/** Writes what became of claimed mails, and forgets the content of those that have ended. */
export const finishAccountMails = setStatement<EndedMail>(
  'finish_account_mails',
  `update account_mails m set state = i.state, due_at = i.due_at, ended_at = i.ended_at, failure = i.failure,
    content_sealed = case when i.state = 'WAITING' then m.content_sealed end
  from json_to_recordset($1::json) as i
    (id uuid, attempts int, state text, due_at timestamptz, ended_at timestamptz, failure text)
  where m.id = i.id and m.attempts = i.attempts and m.state = 'WAITING'`,
);

export type HeldMail = {
  id: string;
  kind: string;
  email: string;
  state: 'WAITING' | 'FAILED';
  attempts: number;
  failure: string | null;
  created_at: Date;
  /** Null: it waits for another try. */
  ended_at: Date | null;
};

/**
 * Mails that did not go out, those about signing in and those to members: what waits though it was tried, or was written before
 * `untried_since`, and then what was given up, the newest first; at most `limit`.
 */
export const listHeldMails = statement<{ limit: number; untried_since: Date }, HeldMail>(
  'list_held_mails',
  `select * from (
    (select id, kind, email, state, attempts, failure, created_at, ended_at
      from account_mails where state = 'FAILED' order by ended_at desc limit $limit)
    union all
    (select id, kind, email, state, attempts, failure, created_at, ended_at
      from account_mails where state = 'WAITING' and (failure is not null or created_at < $untried_since)
      order by due_at desc limit $limit)
    union all
    (select n.id, n.kind, a.email, n.state, n.attempts, n.failure, n.created_at, n.ended_at
      from mail_notices n join members k on k.id = n.member_id join accounts a on a.id = k.account_id
      where n.state = 'FAILED' order by n.ended_at desc limit $limit)
    union all
    (select n.id, n.kind, a.email, n.state, n.attempts, n.failure, n.created_at, n.ended_at
      from mail_notices n join members k on k.id = n.member_id join accounts a on a.id = k.account_id
      where n.state = 'WAITING' and (n.failure is not null or n.created_at < $untried_since)
      order by n.due_at desc limit $limit)) as held
  order by ended_at desc nulls first, created_at desc, id limit $limit`,
);
