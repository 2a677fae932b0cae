/** After so many failures in a row an endpoint is degraded: one delivery in flight instead of eight. */
export const DEGRADED_AFTER_FAILURES = 5;

/** `disabled` is for the endpoint that never came back; its events are held. Nothing disables one yet. */
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
