import { base62 } from '../keys.ts';
import { DAY_MS } from '../time.ts';

const TOKEN = /^chari_staff_[0-9A-Za-z]{43}$/;

/** A token lives so long at most, and so long when nobody says. */
export const TOKEN_DAYS_MAX = 366;
export const TOKEN_DAYS = 90;
export const TOKENS_PER_ACCOUNT = 10;

/** `chari_staff_` and 32 random bytes in base 62: what a member of staff signs with in a terminal. */
export const formatToken = (bytes: Uint8Array): string => `chari_staff_${base62(bytes)}`;

/** Whether a text can be a token at all. */
export function isTokenShaped(text: string): boolean {
  return TOKEN.test(text);
}

/** A token as its owner sees it: never the token itself. */
export type StaffToken = {
  id: string;
  account_id: string;
  /** What its owner calls it, such as the machine where it is. */
  name: string;
  last4: string;
  created_at: Date;
  expires_at: Date;
  /** When its owner, signed in, said that they made it; null: it signs nothing yet. */
  approved_at: Date | null;
  revoked_at: Date | null;
};

export type TokenState = 'waits' | 'valid' | 'expired' | 'revoked';

export function tokenState(token: StaffToken, now: Date): TokenState {
  if (token.revoked_at !== null) return 'revoked';
  if (token.expires_at <= now) return 'expired';
  return token.approved_at === null ? 'waits' : 'valid';
}

export const tokenExpiry = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);
