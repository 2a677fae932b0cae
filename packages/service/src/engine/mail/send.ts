import { isInformed, NOTICE_LASTS_MS, warnsUntil } from '../../domain/mail/notice.ts';
import { later, MINUTE_MS } from '../../domain/time.ts';
import {
  type ClaimedNotice,
  claimMailNotices,
  type EndedNotice,
  finishMailNotices,
} from '../../store/mail/notices.ts';
import type { Services } from '../services.ts';
import { ended, failedTry, type Mailer, NOT_TRIED_IN_TIME, tryMail } from './mailer.ts';

export type ComposeNotice = (notice: ClaimedNotice) => { subject: string; text: string };

/** Longer than any mailer tries; a process that dies gives its mails back when it ends. */
export const MAIL_LEASE_MS = 120_000;
/** A mail that this release can't write leaves it to another for so long. */
const UNWRITTEN_WAITS_MS = 10 * MINUTE_MS;
/** Together, so few. */
export const MAIL_PORTION = 20;

/**
 * Sends mails that are due, outside any transaction. Who has left, or wants them no more, gets none. What was not taken
 * is tried again, longer apart each time; what warns, until its reader could undo nothing more.
 * @returns how many were looked at
 */
export async function sendMailNotices(
  services: Pick<Services, 'pool' | 'now'>,
  { compose, mailer, host }: { compose: ComposeNotice; mailer: Mailer; host: string },
): Promise<number> {
  const now = services.now();
  const until = new Date(now.getTime() + MAIL_LEASE_MS);
  const claimed = await claimMailNotices(services.pool, { now, until, limit: MAIL_PORTION });
  const attempts = claimed.map((notice) => attempt(services, notice, { compose, mailer, host, now }));
  await finishMailNotices(services.pool, await Promise.all(attempts));
  return claimed.length;
}

async function attempt(
  services: Pick<Services, 'now'>,
  notice: ClaimedNotice,
  { compose, mailer, host, now }: { compose: ComposeNotice; mailer: Mailer; host: string; now: Date },
): Promise<EndedNotice> {
  try {
    const warns_until = warnsUntil(notice.kind, notice.created_at);
    if (!isForReader(notice)) return ended(notice, 'DROPPED', now);
    if ((warns_until ?? later(notice.created_at, NOTICE_LASTS_MS)) <= now)
      return warns_until === null
        ? ended(notice, 'DROPPED', now)
        : ended(notice, 'FAILED', now, notice.failure ?? NOT_TRIED_IN_TIME);
    const mail = { ...compose(notice), to: notice.email, message_id: `<notice-${notice.id}@${host}>` };
    return await tryMail(services, notice, { mail, mailer, tries: { warns_until } });
  } catch (error) {
    // A newer release beside this one may have posted what this one can't write: the mails claimed with it are recorded all the same,
    // and it keeps its tries for that one.
    const due_at = later(now, UNWRITTEN_WAITS_MS);
    return {
      ...failedTry(notice, now, { error, tries: {} }),
      state: 'WAITING',
      due_at,
      ended_at: null,
      gives_back: true,
    };
  }
}

function isForReader(notice: ClaimedNotice): boolean {
  return !notice.is_unverified && isInformed(notice.kind, notice, notice.created_at);
}
