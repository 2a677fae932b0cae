import { isWanted, mailRetryAt, NOTICE_LASTS_MS } from '../../domain/mail/notice.ts';
import {
  type ClaimedNotice,
  claimMailNotices,
  type EndedNotice,
  finishMailNotices,
} from '../../store/mail/notices.ts';
import type { Services } from '../services.ts';

/** A mail as it leaves. `message_id` is the same at each try, so that a mailbox shows it once. */
export type OutgoingMail = { to: string; subject: string; text: string; message_id: string };
/** Hands a mail to whoever carries it. @throws when it was not taken; whether it was may be unknown */
export type Mailer = (mail: OutgoingMail) => Promise<void>;
export type ComposeNotice = (notice: ClaimedNotice) => { subject: string; text: string };

/** Longer than any mailer tries; a process that dies gives its mails back when it ends. */
const LEASE_MS = 120_000;
/** Together, so few. */
const PORTION = 20;

/**
 * Sends mails that are due, outside any transaction. Who has left, or wants them no more, gets none. What was not taken
 * is tried again, longer apart each time. @returns how many were looked at
 */
export async function sendMailNotices(
  services: Pick<Services, 'pool' | 'now'>,
  { compose, mailer, host }: { compose: ComposeNotice; mailer: Mailer; host: string },
): Promise<number> {
  const now = services.now();
  const claimed = await claimMailNotices(services.pool, now, new Date(now.getTime() + LEASE_MS), PORTION);
  const attempt = (notice: ClaimedNotice): Promise<EndedNotice> => {
    if (!isNews(notice, now)) return Promise.resolve(ended(notice, 'DROPPED', services.now()));
    const mail = { ...compose(notice), to: notice.email, message_id: `<notice-${notice.id}@${host}>` };
    return mailer(mail).then(
      () => ended(notice, 'SENT', services.now()),
      (error: unknown) => failed(notice, error, services.now()),
    );
  };
  await finishMailNotices(services.pool, await Promise.all(claimed.map(attempt)));
  return claimed.length;
}

function isNews({ kind, role, is_wanted, is_gone, created_at }: ClaimedNotice, now: Date): boolean {
  return (
    !is_gone && isWanted(kind, role, is_wanted) && now.getTime() - created_at.getTime() < NOTICE_LASTS_MS
  );
}

const ended = ({ id, attempts }: ClaimedNotice, state: 'SENT' | 'DROPPED', now: Date): EndedNotice => ({
  id,
  attempts,
  state,
  due_at: now,
  ended_at: now,
  failure: null,
});

function failed({ id, attempts }: ClaimedNotice, error: unknown, now: Date): EndedNotice {
  const failure = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 300);
  const retry_at = mailRetryAt(attempts, now);
  return retry_at === null
    ? { id, attempts, failure, state: 'FAILED', due_at: now, ended_at: now }
    : { id, attempts, failure, state: 'WAITING', due_at: retry_at, ended_at: null };
}
