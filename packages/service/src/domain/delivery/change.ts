import type { WebhookEndpoint } from './endpoint.ts';

/** What a merchant may change; a member left out stays as it is. */
export type EndpointChange = {
  url?: string;
  /** Null: every event. */
  events?: string[] | null;
  description?: string | null;
  status?: 'enabled' | 'disabled';
};

/** An endpoint with all that a change or a rotation may write. */
export type WholeEndpoint = WebhookEndpoint & {
  disabled_at: Date | null;
  consecutive_failures: number;
  secret_sealed: Uint8Array;
  previous_secret_sealed: Uint8Array | null;
  previous_secret_until: Date | null;
};

/** How long the secret before the last rotation signs too. */
export const ROTATION_MS = 24 * 3_600_000;

/**
 * The endpoint after a merchant's change. A new address and `enabled` forget the failures so far, since they
 * say nothing of what is there now; a new address alone does not enable what is disabled. Disabling what is
 * disabled already makes it the merchant's own decision, so a late success does not enable it.
 */
export function changeEndpoint(endpoint: WholeEndpoint, change: EndpointChange, now: Date): WholeEndpoint {
  const next: WholeEndpoint = { ...endpoint };
  if (change.events !== undefined) next.events = change.events;
  if (change.description !== undefined) next.description = change.description;
  if (change.url !== undefined && change.url !== endpoint.url) {
    next.url = change.url;
    forgetFailures(next);
  }
  if (change.status === 'enabled') {
    Object.assign(next, { status: 'enabled', disabled_at: null, disabled_reason: null });
    forgetFailures(next);
  }
  if (change.status === 'disabled') {
    const disabled_at = endpoint.disabled_at ?? now;
    Object.assign(next, { status: 'disabled', disabled_at, disabled_reason: 'merchant' });
  }
  return next;
}

function forgetFailures(endpoint: WholeEndpoint): void {
  endpoint.consecutive_failures = 0;
  endpoint.failing_since = null;
  if (endpoint.status === 'degraded') endpoint.status = 'enabled';
}

/**
 * The endpoint with a new secret: the one it had signs beside it for 24 hours. A secret still left from an
 * earlier rotation ends at once: two are the most that sign.
 */
export function rotateSecret(
  endpoint: WholeEndpoint,
  secret_sealed: Uint8Array,
  now: Date,
): WholeEndpoint & { previous_secret_until: Date } {
  return {
    ...endpoint,
    secret_sealed,
    previous_secret_sealed: endpoint.secret_sealed,
    previous_secret_until: new Date(now.getTime() + ROTATION_MS),
  };
}
