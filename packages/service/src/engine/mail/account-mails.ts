import { composeMail, isWarning, MAIL_LASTS_MS, type MailAbout } from '../../domain/account/mails.ts';
import type { Language } from '../../domain/account/person.ts';
import { SIGN_IN_RETRY_S } from '../../domain/mail/notice.ts';
import { later } from '../../domain/time.ts';
import {
  type ClaimedMail,
  claimAccountMails,
  type EndedMail,
  finishAccountMails,
  type HeldMail,
  insertAccountMails,
  listHeldMails,
} from '../../store/mail/account-mails.ts';
import { keyFor, open, SEAL_NONCE_BYTES, seal } from '../../store/secrets/seal.ts';
import type { Database } from '../../store/statement.ts';
import type { Services } from '../services.ts';
import { ended, type Mailer, NOT_TRIED_IN_TIME, tryMail } from './mailer.ts';
import { MAIL_LEASE_MS, MAIL_PORTION } from './send.ts';

type Sealing = { secret_key: Uint8Array };

export type PostedMail = {
  to: string;
  language: Language;
  about: MailAbout;
  /** It is written, and nobody gets it: so that writing to an address without an account takes as long. */
  is_for_nobody?: boolean;
};

const sealKey = ({ secret_key }: Sealing): Buffer => keyFor(secret_key, 'account-mails');
const purposeOf = (id: string): string => `account mail ${id}`;

/**
 * Puts mails about signing in into the outbox. In the transaction of what they are about, they go out if and only if it
 * is true, also when this process dies. What they say is stored encrypted, and forgotten once they were sent.
 */
export async function postMails(
  services: Pick<Services, 'newId' | 'now'> & Sealing & { randomBytes: (bytes: number) => Uint8Array },
  database: Database,
  mails: readonly PostedMail[],
): Promise<void> {
  const now = services.now();
  const key = sealKey(services);
  const rows = mails.map(({ to, language, about, is_for_nobody = false }) => {
    const id = services.newId();
    const { subject, text } = composeMail(to, language, about);
    const content = JSON.stringify({ subject, text });
    const sealed = seal(key, content, purposeOf(id), services.randomBytes(SEAL_NONCE_BYTES));
    const expires_at = new Date(now.getTime() + MAIL_LASTS_MS[about.kind]);
    const content_sealed = is_for_nobody ? null : sealed.toString('hex');
    return { id, kind: about.kind, email: to, content_sealed, now, expires_at };
  });
  await insertAccountMails(database, rows);
}

/**
 * Sends mails about signing in that are due, outside any transaction. What was not taken is tried again, longer apart
 * each time, until its link has run out; what warns of somebody else, to its end.
 * @returns how many were looked at
 */
export async function sendAccountMails(
  services: Pick<Services, 'pool' | 'now'> & Sealing,
  { mailer, host }: { mailer: Mailer; host: string },
): Promise<number> {
  const now = services.now();
  const until = new Date(now.getTime() + MAIL_LEASE_MS);
  const claimed = await claimAccountMails(services.pool, { now, until, limit: MAIL_PORTION });
  const key = sealKey(services);
  const attempt = async (one: ClaimedMail): Promise<EndedMail> => {
    if (one.expires_at <= now) return ended(one, 'FAILED', now, one.failure ?? NOT_TRIED_IN_TIME);
    const content = contentOf(key, one);
    if (content === null) return ended(one, 'FAILED', now, 'sealed with another CHARI_SECRET_KEY');
    const mail = { ...content, to: one.email, message_id: `<account-${one.id}@${host}>` };
    const warns_until = isWarning(one.kind) ? one.expires_at : null;
    return tryMail(services, one, { mail, mailer, tries: { waits_s: SIGN_IN_RETRY_S, warns_until } });
  };
  await finishAccountMails(services.pool, await Promise.all(claimed.map(attempt)));
  return claimed.length;
}

/** What a mail says; null when it can't be opened: it was sealed with another key. */
function contentOf(key: Uint8Array, { id, content_sealed }: ClaimedMail) {
  try {
    return JSON.parse(open(key, content_sealed, purposeOf(id))) as { subject: string; text: string };
  } catch {
    return null;
  }
}

/** By then whoever carries mails has tried it. */
const TRIED_BY_MS = 10 * 60_000;

/** Mails that were given up, and those that wait because nobody took or tried them, the newest first, with why. */
export function heldMails(services: Pick<Services, 'pool' | 'now'>, limit: number): Promise<HeldMail[]> {
  return listHeldMails(services.pool, { limit, untried_since: later(services.now(), -TRIED_BY_MS) });
}
