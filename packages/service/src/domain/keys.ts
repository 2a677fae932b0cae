import type { MemberRole } from './account/person.ts';
import type { Environment } from './operator.ts';

/** Whether a text is a UUID; what isn't can't be an id of ours, and PostgreSQL would refuse the cast. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** What a key may do. Write does not imply read. */
export const SCOPES = [
  'payment_sessions:read',
  'payment_sessions:write',
  'transactions:read',
  'transactions:write',
  'balance:read',
  'refunds:read',
  'refunds:write',
  'settlements:read',
  'webhook_endpoints:read',
  'webhook_endpoints:write',
  'events:read',
  'sandbox:write',
] as const;
export type Scope = (typeof SCOPES)[number];

const TEST_ONLY: ReadonlySet<Scope> = new Set<Scope>(['sandbox:write']);

/** Every scope that a key of this environment can have. */
export function scopesFor(environment: Environment): Scope[] {
  return SCOPES.filter((scope) => environment === 'test' || !TEST_ONLY.has(scope));
}

/** What moves money out of a merchant's balance: a key has it only where somebody asked for it by name. */
const ON_REQUEST: ReadonlySet<Scope> = new Set<Scope>(['refunds:write']);

/** What a new key may do where nobody says otherwise. */
export function defaultScopes(environment: Environment): Scope[] {
  return scopesFor(environment).filter((scope) => !ON_REQUEST.has(scope));
}

/** Every scope that somebody in this role may give a key: in live, who may give money back says an owner. */
export function scopesOfMember(environment: Environment, role: MemberRole): Scope[] {
  const is_free = environment === 'test' || role === 'owner';
  return scopesFor(environment).filter((scope) => is_free || !ON_REQUEST.has(scope));
}

/** Those of these that a key of this environment can't have; one that may do nothing is a mistake of whoever asked for it. */
export function unusableScopes(
  environment: Environment,
  scopes: readonly string[],
): { kind: 'scopes_unusable'; scopes: string[]; offered: Scope[] } | null {
  const offered = scopesFor(environment);
  const unusable = [...new Set(scopes)].filter((scope) => !offered.some((one) => one === scope));
  if (scopes.length === 0) unusable.push('');
  return unusable.length === 0 ? null : { kind: 'scopes_unusable', scopes: unusable, offered };
}

/** Whether a key may take real money out of its merchant's balance. */
export function takesMoney(environment: Environment, scopes: readonly string[]): boolean {
  return environment === 'live' && scopes.some((scope) => isScope(scope) && ON_REQUEST.has(scope));
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** Who a key speaks for. Imposed on every request; nothing in a body can change it. */
export type Principal = {
  key_id: string;
  merchant_id: string;
  environment: Environment;
  scopes: readonly Scope[];
  kyc_status: 'PENDING' | 'APPROVED';
  /** Staff have stopped its merchant in this environment: it may read, and change nothing. */
  is_frozen: boolean;
  /** The key's last 4 characters, all of it that a log may show. */
  last4: string;
};

/** A key as staff see it: never the key itself. */
export type ApiKey = {
  id: string;
  merchant_id: string;
  environment: Environment;
  scopes: Scope[];
  last4: string;
  created_at: Date;
  revoked_at: Date | null;
  /** What its merchant calls it. */
  name: string | null;
  /** Whoever made it on the dashboard; null: staff did. */
  created_by: string | null;
  /** To a minute or so; null: never, or before such was noted. */
  last_used_at: Date | null;
};

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 bytes need 43 digits of base 62. */
const KEY_LENGTH = 43;
const KEY = /^service_(test|live)_[0-9A-Za-z]{43}$/;

/** 32 bytes in base 62, always 43 characters. */
export function base62(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let text = '';
  for (; value > 0n; value /= 62n) text = `${DIGITS[Number(value % 62n)]}${text}`;
  return text.padStart(KEY_LENGTH, '0');
}

/** `service_test_` or `service_live_` and 32 bytes. */
export function formatKey(environment: Environment, bytes: Uint8Array): string {
  return `service_${environment}_${base62(bytes)}`;
}

/** Whether a text can be a key at all; what can't is refused without asking the database. */
export function isKeyShaped(text: string): boolean {
  return KEY.test(text);
}

/** An id as people read it off a paper: its end. It begins with the time, so all of one minute begin alike. */
export const shortId = (id: string): string => id.slice(-8);
