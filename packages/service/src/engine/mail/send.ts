import { isTold, mailRetryAt, NOTICE_LASTS_MS } from '../../domain/mail/notice.ts';
import { type ClaimedNotice, claimMailNotices, finishMailNotices } from '../../store/mail/notices.ts';
import type { Services } from '../services.ts';
import { ended, type Mailer, tryMail } from './mailer.ts';

export type ComposeNotice = (notice: ClaimedNotice) => { subject: string; text: string };

/** Longer than any mailer tries; a process that dies gives its mails back when it ends. */
export const MAIL_LEASE_MS = 120_000;
/** Together, so few. */
export const MAIL_PORTION = 20;

/**
 * Sends mails that are due, outside any transaction. Who has left, or wants them no more, gets none. What was not taken
 * is tried again, longer apart each time. @returns how many were looked at
 */
export async function sendMailNotices(
  services: Pick<Services, 'pool' | 'now'>,
  { compose, mailer, host }: { compose: ComposeNotice; mailer: Mailer; host: string },
): Promise<number> {
  const now = services.now();
  const until = new Date(now.getTime() + MAIL_LEASE_MS);
  const claimed = await claimMailNotices(services.pool, { now, until, limit: MAIL_PORTION });
  const attempts = claimed.map((notice) => {
    if (!isNews(notice, now)) return ended(notice, 'DROPPED', services.now());
    const mail = { ...compose(notice), to: notice.email, message_id: `<notice-${notice.id}@${host}>` };
    return tryMail(services, notice, { mail, mailer, retryAt: mailRetryAt });
  });
  await finishMailNotices(services.pool, await Promise.all(attempts));
  return claimed.length;
}

function isNews(notice: ClaimedNotice, now: Date): boolean {
  const { kind, is_unverified, created_at } = notice;
  const is_new = now.getTime() - created_at.getTime() < NOTICE_LASTS_MS;
  return is_new && !is_unverified && isTold(kind, notice, created_at);
}
