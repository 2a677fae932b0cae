import { OUTAGE_GIVES_UP_MS, type WebhookEndpoint } from './endpoint.ts';

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
  /** When an outage began whose given up deliveries are still to be held; null when there are none to look for. */
  given_up_since: Date | null;
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
    forgetFailures(next, now);
  }
  if (change.status === 'enabled') {
    Object.assign(next, { status: 'enabled', disabled_at: null, disabled_reason: null });
    forgetFailures(next, now);
  }
  if (change.status === 'disabled') {
    const disabled_at = endpoint.disabled_at ?? now;
    Object.assign(next, { status: 'disabled', disabled_at, disabled_reason: 'merchant' });
    if (endpoint.status !== 'disabled') lookForGivenUp(next, now);
  }
  return next;
}

function forgetFailures(endpoint: WholeEndpoint, now: Date): void {
  lookForGivenUp(endpoint, now);
  endpoint.consecutive_failures = 0;
  endpoint.failing_since = null;
  if (endpoint.status === 'degraded') endpoint.status = 'enabled';
}

/** What the endpoint was given up for since its failures began is held from now on, or sent. */
function lookForGivenUp(endpoint: WholeEndpoint, now: Date): void {
  const { failing_since, given_up_since } = endpoint;
  if (failing_since === null || now.getTime() - failing_since.getTime() < OUTAGE_GIVES_UP_MS) return;
  if (given_up_since === null || failing_since < given_up_since) endpoint.given_up_since = failing_since;
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
