import type { Environment } from '../operator.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { SCHEDULE_MS } from './schedule.ts';

/** A merchant's receiving address, without its secret. */
export type WebhookEndpoint = {
  id: string;
  merchant_id: string;
  environment: Environment;
  url: string;
  /** Null: every event. */
  events: string[] | null;
  description: string | null;
  status: EndpointStatus;
  disabled_reason: 'failing' | 'merchant' | null;
  /** When the present row of failures began; null while the last attempt was a success. */
  failing_since: Date | null;
  created_at: Date;
};

/** A limit that keeps one event's fan-out small. */
export const ENDPOINTS_MAX = 20;
export const ENDPOINT_URL_CHARACTERS_MAX = 2048;

/** The endpoint alone, of a record that holds more: what may be shown, and nothing that signs. */
export function withoutSecrets(endpoint: WebhookEndpoint): WebhookEndpoint {
  const { id, merchant_id, environment, url, events, description } = endpoint;
  const { status, disabled_reason, failing_since, created_at } = endpoint;
  return {
    id,
    merchant_id,
    environment,
    url,
    events,
    description,
    status,
    disabled_reason,
    failing_since,
    created_at,
  };
}

/** After so many failures in a row an endpoint is degraded: one delivery in flight instead of eight. */
export const DEGRADED_AFTER_FAILURES = 5;

/**
 * When an endpoint is given up: 120 h without a 2xx, and at least 20 failures in a row, of which the first is
 * at least 12 h older than the last. Failures alone would give up one that was silent for five days and then
 * down for a minute. The 120 h begin at the last success, or when the endpoint was made or last changed, if
 * that was later: a merchant who has just enabled it again gets them anew.
 */
export const DISABLED_AFTER = {
  without_success_ms: 120 * HOUR_MS,
  failures: 20,
  spread_ms: 12 * HOUR_MS,
} as const;

/**
 * An endpoint that has failed for so long may have outlasted every attempt of its first events. What was given up meanwhile is
 * held when it is disabled, and sent when it answers or is enabled. The minute: a failure is written a moment after it.
 */
export const OUTAGE_GIVES_UP_MS = SCHEDULE_MS - MINUTE_MS;

/** How long the events of a disabled endpoint are held, from the disabling or from their own time if later. */
export const HELD_MS = 30 * 24 * HOUR_MS;

/** How long attempts stay in the log. */
export const ATTEMPTS_KEPT_MS = 30 * 24 * HOUR_MS;

/** A last success is noted when the one noted before is older than this, so that traffic writes no endpoint. */
export const SUCCESS_NOTED_EVERY_MS = 600_000;

/** `disabled`: given up by us or switched off by the merchant; its events are held. */
export type EndpointStatus = 'enabled' | 'degraded' | 'disabled';

/** What one batch of finished attempts says about an endpoint, to be added to what the database holds. */
export type HealthChange = {
  endpoint_id: string;
  /** A success was among them: the count starts again from zero, then `failures` are added. */
  recovered: boolean;
  /** Failures after the last success. */
  failures: number;
};

/**
 * Folds finished attempts, in the order in which they finished, to one change an endpoint, ordered by
 * endpoint id (the order in which rows are locked).
 */
export function healthChanges(
  attempts: readonly { endpoint_id: string; delivered: boolean }[],
): HealthChange[] {
  const changes = new Map<string, HealthChange>();
  for (const { endpoint_id, delivered } of attempts) {
    const before = changes.get(endpoint_id) ?? { endpoint_id, recovered: false, failures: 0 };
    changes.set(
      endpoint_id,
      delivered
        ? { endpoint_id, recovered: true, failures: 0 }
        : { ...before, failures: before.failures + 1 },
    );
  }
  return [...changes.values()].sort((a, b) => (a.endpoint_id < b.endpoint_id ? -1 : 1));
}
