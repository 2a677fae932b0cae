import { SHORT_LIVED } from '../../domain/retention.ts';
import {
  forgetAccountMails,
  forgetInvitations,
  forgetLinks,
  forgetNotices,
  forgetSessions,
  forgetUsedCodes,
} from '../../store/accounts/forget.ts';
import type { Services } from '../services.ts';

/** What sign-in leaves behind, and for how long after its end it is kept: what an owner or staff may still ask about, a month. */
const OVER = [
  { forget: forgetLinks, ...SHORT_LIVED.account_links },
  { forget: forgetSessions, ...SHORT_LIVED.browser_sessions },
  { forget: forgetInvitations, ...SHORT_LIVED.invitations },
  { forget: forgetUsedCodes, ...SHORT_LIVED.recovery_codes },
  { forget: forgetAccountMails, ...SHORT_LIVED.account_mails },
  { forget: forgetNotices, ...SHORT_LIVED.mail_notices },
] as const;

/**
 * Deletes a portion of each kind of row about signing in that nothing reads any more: links, browsers' sessions,
 * invitations, recovery codes that were used, mails. Who did what stays on record.
 * @returns how many rows went
 */
export async function forgetSignIns(
  services: Pick<Services, 'pool' | 'now'>,
  { limit }: { limit: number },
): Promise<number> {
  const now_ms = services.now().getTime();
  const portions = await Promise.all(
    OVER.map(({ forget, kept_ms }) => forget(services.pool, { before: new Date(now_ms - kept_ms), limit })),
  );
  return portions.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
}
