import { type MailTries, mailRetryAt } from '../../domain/mail/notice.ts';
import type { EndedMail } from '../../store/mail/account-mails.ts';
import type { Services } from '../services.ts';

/** A mail as it leaves. `message_id` is the same at each try, so that a mailbox shows it once. */
export type OutgoingMail = { to: string; subject: string; text: string; message_id: string };

/**
 * Hands a mail to whoever carries it.
 * @throws MailRefused when it is refused for good; anything else when it was not taken now, or that is unknown
 */
export type Mailer = (mail: OutgoingMail) => Promise<void>;

/** The mail server has refused this mail for good: another try soon would be answered the same. */
export class MailRefused extends Error {}

/** Why a mail was given up that nobody could try while it was of use. */
export const NOT_TRIED_IN_TIME = 'sent by nobody in time';

type Claimed = { id: string; attempts: number };

/** One try of a claimed mail, with what became of it: sent, tried again at a later time, or given up. */
export async function tryMail(
  services: Pick<Services, 'now'>,
  claimed: Claimed,
  { mail, mailer, tries }: { mail: OutgoingMail; mailer: Mailer; tries: MailTries },
): Promise<EndedMail> {
  try {
    await mailer(mail);
    return ended(claimed, 'SENT', services.now());
  } catch (error) {
    return failedTry(claimed, services.now(), { error, tries });
  }
}

/** A try that came to nothing: the mail is tried again at a later time, or given up. */
export function failedTry(
  claimed: Claimed,
  now: Date,
  { error, tries }: { error: unknown; tries: MailTries },
): EndedMail {
  const text = error instanceof Error ? error.message : String(error);
  const failure = text.replaceAll('\0', '').slice(0, 300);
  const is_refused = error instanceof MailRefused;
  const due_at = mailRetryAt(claimed.attempts, now, { ...tries, is_refused });
  return due_at === null
    ? ended(claimed, 'FAILED', now, failure)
    : { ...ended(claimed, 'WAITING', now, failure), due_at, ended_at: null };
}

/** A mail that nobody tries any more. */
export function ended(
  { id, attempts }: Claimed,
  state: EndedMail['state'],
  now: Date,
  failure: string | null = null,
): EndedMail {
  return { id, attempts, state, due_at: now, ended_at: now, failure };
}
