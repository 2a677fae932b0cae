import type { Language } from '../account/person.ts';
import { formatLocalTime, localDay } from '../time.ts';
import {
  isForFormer,
  type MailNoticeKind,
  type MailReader,
  type OwnersChange,
  type TrustedRole,
} from './notice.ts';
import { MAIL_WORDS, type MailText, type MailWords } from './words.ts';

/** What is told. `detail` is what was known of it as it happened. */
export type ToldNotice = {
  merchant_name: string;
  kind: MailNoticeKind;
  detail: Record<string, unknown>;
  language: Language;
} & Pick<MailReader, 'role' | 'has_left'>;

/** Between these a text stands in its own direction, whatever is around it: the day 2026-11-20 would else be read 20-11-2026. */
const [ISOLATED, ISOLATION_ENDS] = ['\u2068', '\u2069'];

/**
 * Writes a mail in its reader's language.
 * @param site where the pages are, without a slash at its end
 */
export function composeNotice(notice: ToldNotice, site: string): { subject: string; text: string } {
  const { merchant_name, detail, language } = notice;
  const words = MAIL_WORDS[language];
  const { line, path } = lineOf(words, notice);
  const values: Readonly<Record<string, string>> = {
    merchant: plain(merchant_name),
    host: plain(hostOf(detail.url)),
    // An ordinary space would part a sum in two, of which Arabic shows the second one first.
    amount: String(detail.amount_xaf ?? '').replaceAll(/\B(?=(?:[0-9]{3})+$)/g, '\u00a0'),
    payments: String(detail.payments ?? ''),
    reference: plain(String(detail.reference ?? '')),
    day: String(detail.day ?? ''),
    by: plain(String(detail.by ?? '')),
    who: plain(String(detail.who ?? '')),
    label: plain(String(detail.label ?? '')),
    until: typeof detail.frozen_until === 'string' ? localMoment(new Date(detail.frozen_until)) : '',
  };
  const filledIn = (name: string): string => {
    const value = values[name] ?? '';
    return language === 'ar' && value !== '' ? `${ISOLATED}${value}${ISOLATION_ENDS}` : value;
  };
  // In one go: what a merchant's name holds is not filled in again.
  const fill = (text: string): string =>
    text.replaceAll(/\{([a-z]+)\}/g, (_, name: string) =>
      name === 'settings' ? `${site}/dashboard/settings` : filledIn(name),
    );
  // No page of the merchant opens to who is in its team no longer.
  const end = isForFormer(notice.kind, notice) ? fill(words.former) : `${site}${path}\n\n${fill(words.end)}`;
  return { subject: fill(line.subject), text: `${fill(line.text)}\n\n${end}\n` };
}

function lineOf(words: MailWords, { kind, detail }: ToldNotice): { line: MailText; path: string } {
  switch (kind) {
    case 'review_opened':
      return { line: words.review_opened, path: '/dashboard/live/payments' };
    case 'payment_reversed':
      return {
        line: words.payment_reversed,
        path: `/dashboard/live/payments/${String(detail.payment_id)}`,
      };
    case 'endpoint_trouble':
      return { line: troubleLine(words, detail), path: '/dashboard' };
    case 'kyc_decided':
      return {
        line: detail.verdict === 'approve' ? words.approved : words.sent_back,
        path: '/dashboard/profile',
      };
    case 'daily_summary':
      return { line: words.daily_summary, path: '/dashboard' };
    case 'payout_account':
      return { line: payoutLine(words, detail.state), path: '/dashboard/payout' };
    case 'owners_changed':
      return { line: teamLine(words, detail), path: '/dashboard/team' };
  }
}

/** Of notices that were written before other roles were told, none names a role: they are about owners. */
function teamLine(words: MailWords, { change, role }: Record<string, unknown>): MailText {
  const trusted = words.roles[role as TrustedRole];
  if (trusted === undefined || change === 'ended') return words.owners[change as OwnersChange];
  const { subject, text } = words.trusted[change as Exclude<OwnersChange, 'ended'>];
  const name = (line: string) => line.replace('{role}', trusted.name).replace('{may}', trusted.may);
  return { subject: name(subject), text: name(text) };
}

function troubleLine(words: MailWords, { status, is_more }: Record<string, unknown>): MailText {
  if (status === 'disabled') return words.disabled;
  return is_more === true ? words.degraded_more : words.degraded;
}

function payoutLine(words: MailWords, state: unknown): MailText {
  if (state === 'CONFIRMED') return words.payout_confirmed;
  if (state === 'REFUSED') return words.payout_refused;
  if (state === 'RETURNED') return words.payout_returned;
  return state === 'WITHDRAWN' ? words.payout_withdrawn : words.payout_asked;
}

const localMoment = (at: Date): string => `${localDay(at)} ${formatLocalTime(at)}`;

/** A name in one line, without what begins a link. Its dots stay: mail addresses and hosts are among these, and whoever reads it is of that team. */
function plain(name: string): string {
  return name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/(?:https?:)?\/\/|www\.|[<>]/gi, ' ')
    .trim()
    .slice(0, 100);
}

function hostOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : '';
}
