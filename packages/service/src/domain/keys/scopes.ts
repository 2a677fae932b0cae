import type { Environment } from '../session/session.ts';

/** What a key may do. Write does not imply read. */
export const SCOPES = [
  'payment_sessions:read',
  'payment_sessions:write',
  'transactions:read',
  'transactions:write',
  'webhook_endpoints:read',
  'webhook_endpoints:write',
  'events:read',
  'sandbox:write',
] as const;
export type Scope = (typeof SCOPES)[number];

const TEST_ONLY: ReadonlySet<Scope> = new Set<Scope>(['sandbox:write']);

/** Every scope that a key of this environment can have: the default of a new key. */
export function scopesFor(environment: Environment): Scope[] {
  return SCOPES.filter((scope) => environment === 'test' || !TEST_ONLY.has(scope));
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
