import type { Pool, PoolClient } from 'pg';

/**
 * Enables endpoints that are disabled, by whomever: their count of failures begins anew, and what is held for
 * them becomes due in portions (`moveHeld`, run by every process that works).
 *
 * @returns the ids of those that were disabled
 */
export async function enableEndpoints(
  client: Pool | PoolClient,
  endpoint_ids: readonly string[],
  now: Date,
): Promise<string[]> {
  if (endpoint_ids.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `with locked as materialized (
       select id from webhook_endpoints
        where id = any ($1::uuid[]) and status = 'disabled' and deleted_at is null
        order by id for no key update
     )
     update webhook_endpoints
        set status = 'enabled', disabled_at = null, disabled_reason = null, consecutive_failures = 0,
            failing_since = null, updated_at = $2
      where id = any (array(select id from locked))
     returning id`,
    [endpoint_ids, now],
  );
  return rows.map(({ id }) => id);
}
