import type { MemberRole } from '../account/person.ts';
import { FREEZE_HOURS } from '../settlement/payout-account.ts';
import { HOUR_MS, later } from '../time.ts';

/** What members can have mails about. */
export const MAIL_NOTICE_KINDS = [
  'review_opened',
  'payment_reversed',
  'endpoint_trouble',
  'kyc_decided',
  'daily_summary',
  'payout_account',
  'owners_changed',
] as const;
export type MailNoticeKind = (typeof MAIL_NOTICE_KINDS)[number];

/** How the owners of a merchant, or others who come to its money, become more or fewer. Of others no end is told. */
export type OwnersChange = 'invited' | 'joined' | 'given' | 'ended';
export type TrustedRole = Exclude<MemberRole, 'owner' | 'cashier'>;

/** What nobody can turn off: somebody who has taken an account over would begin there. */
const ALWAYS: ReadonlySet<MailNoticeKind> = new Set(['payout_account', 'owners_changed']);

/** Who could want it at all, and who gets it without having asked: what somebody must act on, and nobody else's. */
const AUDIENCES: Readonly<
  Record<MailNoticeKind, { may: readonly MemberRole[]; gets: readonly MemberRole[] }>
> = {
  review_opened: { may: ['owner', 'accountant', 'cashier'], gets: ['owner'] },
  payment_reversed: { may: ['owner', 'accountant'], gets: ['owner', 'accountant'] },
  endpoint_trouble: { may: ['owner', 'developer'], gets: ['owner', 'developer'] },
  kyc_decided: { may: ['owner'], gets: ['owner'] },
  daily_summary: { may: ['owner', 'accountant'], gets: [] },
  payout_account: { may: ['owner'], gets: ['owner'] },
  owners_changed: { may: ['owner'], gets: ['owner'] },
};

export type ChosenKind = Exclude<MailNoticeKind, 'payout_account' | 'owners_changed'>;

/** The kinds that a role may choose among. */
export function kindsFor(role: MemberRole): ChosenKind[] {
  const is_chosen = (kind: MailNoticeKind): kind is ChosenKind => !ALWAYS.has(kind);
  return MAIL_NOTICE_KINDS.filter(is_chosen).filter((kind) => AUDIENCES[kind].may.includes(role));
}

/** Whether a member of this role gets it, who may have chosen; null: has not. */
export function isWanted(kind: MailNoticeKind, role: MemberRole, chosen: boolean | null): boolean {
  const { may, gets } = AUDIENCES[kind];
  return may.includes(role) && ((ALWAYS.has(kind) ? null : chosen) ?? gets.includes(role));
}

/** Somebody who is in a team, or was. */
export type MailReader = {
  role: MemberRole;
  /** What they have chosen about this kind; null: have not. */
  is_wanted: boolean | null;
  has_left: boolean;
  /** When they were an owner last, who are one no longer. */
  owner_until: Date | null;
};

/** For so long a former owner reads what owners must know, as long as another payout account is frozen. */
const FORMER_OWNER_MS = FREEZE_HOURS * HOUR_MS;

/** Whether somebody is told of what was written at `at`: also whoever was taken out lately, so that nobody does that unseen. */
export function isInformed(kind: MailNoticeKind, reader: MailReader, at: Date): boolean {
  const { role, is_wanted, has_left, owner_until } = reader;
  if (!has_left && isWanted(kind, role, is_wanted)) return true;
  return ALWAYS.has(kind) && owner_until !== null && owner_until.getTime() > at.getTime() - FORMER_OWNER_MS;
}

/** Whether what is for owners alone goes to one who is an owner no longer. */
export function isForFormer(
  kind: MailNoticeKind,
  { role, has_left }: Pick<MailReader, 'role' | 'has_left'>,
): boolean {
  return ALWAYS.has(kind) && (has_left || role !== 'owner');
}

/** Seconds before the next try of a mail that was not taken, by the number of tries so far. Eight tries take 13 hours. */
const RETRY_S: readonly number[] = [30, 120, 600, 1_800, 7_200, 14_400, 21_600];
/** The same for mails about signing in, which somebody waits for: nine tries take seven hours. */
export const SIGN_IN_RETRY_S: readonly number[] = [5, 30, 120, 300, 900, 1_800, 7_200, 14_400];

/** What warns is tried so often after that, and from the first try where it was refused: some twelve times in all. */
const WARNING_RETRY_S = 21_600;

/** How a mail is tried again that was not taken. */
export type MailTries = {
  waits_s?: readonly number[];
  /** When what the mail warns of can't be undone by its reader any more; null: it warns of nothing. */
  warns_until?: Date | null;
  /** The server has refused it for good. */
  is_refused?: boolean;
};

/**
 * When a mail is tried again; null: not any more. One that warns is tried to the end, also where it was refused: a mailbox that
 * somebody has filled is empty one day, and our address is on a list of senders for a while.
 */
export function mailRetryAt(
  attempts: number,
  now: Date,
  { waits_s = RETRY_S, warns_until = null, is_refused = false }: MailTries = {},
): Date | null {
  const tail_s = warns_until === null ? undefined : WARNING_RETRY_S;
  const wait_s = is_refused ? tail_s : (waits_s[attempts - 1] ?? tail_s);
  if (wait_s === undefined) return null;
  const at = later(now, wait_s * 1_000);
  return warns_until !== null && at >= warns_until ? null : at;
}

/** Until when a mail warns of what its reader can still undo; null: it warns of nothing. */
export function warnsUntil(kind: MailNoticeKind, created_at: Date): Date | null {
  return ALWAYS.has(kind) ? later(created_at, FREEZE_HOURS * HOUR_MS) : null;
}

/** What warns of nothing and was read by nobody by then is no news any more. */
export const NOTICE_LASTS_MS = 24 * HOUR_MS;
