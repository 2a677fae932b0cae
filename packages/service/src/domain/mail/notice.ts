/** What members can have mails about. */
export const NOTICE_KINDS = [
  'review_opened',
  'endpoint_trouble',
  'kyc_decided',
  'daily_summary',
  'payout_account',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

type Role = 'owner' | 'developer' | 'accountant' | 'cashier';

/** What nobody can turn off: somebody who has taken an account over would begin there. */
const ALWAYS: ReadonlySet<NoticeKind> = new Set(['payout_account']);

/** Who could want it at all, and who gets it without having asked: what somebody must act on, and nobody else's. */
const AUDIENCES: Readonly<Record<NoticeKind, { may: readonly Role[]; gets: readonly Role[] }>> = {
  review_opened: { may: ['owner', 'accountant', 'cashier'], gets: ['owner'] },
  endpoint_trouble: { may: ['owner', 'developer'], gets: ['owner', 'developer'] },
  kyc_decided: { may: ['owner'], gets: ['owner'] },
  daily_summary: { may: ['owner', 'accountant'], gets: [] },
  payout_account: { may: ['owner'], gets: ['owner'] },
};

export type ChosenKind = Exclude<NoticeKind, 'payout_account'>;

/** The kinds that a role may choose among. */
export function kindsFor(role: Role): ChosenKind[] {
  const is_chosen = (kind: NoticeKind): kind is ChosenKind => !ALWAYS.has(kind);
  return NOTICE_KINDS.filter(is_chosen).filter((kind) => AUDIENCES[kind].may.includes(role));
}

/** Whether a member of this role gets it, who may have chosen; null: has not. */
export function isWanted(kind: NoticeKind, role: Role, chosen: boolean | null): boolean {
  const { may, gets } = AUDIENCES[kind];
  return may.includes(role) && ((ALWAYS.has(kind) ? null : chosen) ?? gets.includes(role));
}

/** Seconds before the next try of a mail that was not taken, by the number of tries so far. Eight tries take 13 hours. */
const RETRY_S: readonly number[] = [30, 120, 600, 1_800, 7_200, 14_400, 21_600];
/** The same for mails about signing in, which somebody waits for: nine tries take seven hours. */
export const SIGN_IN_RETRY_S: readonly number[] = [5, 30, 120, 300, 900, 1_800, 7_200, 14_400];

/** When a mail is tried again; null: not any more. */
export function mailRetryAt(attempts: number, now: Date, waits_s = RETRY_S): Date | null {
  const wait_s = waits_s[attempts - 1];
  return wait_s === undefined ? null : new Date(now.getTime() + wait_s * 1_000);
}

/** What nobody has read by then is no news any more. */
export const NOTICE_LASTS_MS = 24 * 3_600_000;
