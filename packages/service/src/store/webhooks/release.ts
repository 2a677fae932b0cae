import type { Pool, PoolClient } from 'pg';

/**
 * Gives back attempts that were claimed and never begun: due as before, under the same number. One that
 * another process took over since is left alone.
 */
export async function releaseAttempts(
  pool: Pool,
  attempts: readonly { delivery_id: string; attempt: number }[],
): Promise<void> {
  if (attempts.length === 0) return;
  await pool.query(
    `update webhook_due w set attempt = w.attempt - 1, leased_until = null
       from unnest($1::uuid[], $2::int[]) a (delivery_id, attempt)
      where w.delivery_id = any ($1::uuid[]) and w.delivery_id = a.delivery_id and w.attempt = a.attempt`,
    [attempts.map((a) => a.delivery_id), attempts.map((a) => a.attempt)],
  );
}

/**
 * Ends what still waits for endpoints that were removed: DEAD with the reason `endpoint_removed`, so that it
 * stays listed. `endpoint_ids` null: whichever are removed (a fan-out that ran beside the removal may leave
 * rows). At most `limit` rows.
 *
 * @returns how many deliveries it ended
 */
export async function retireDeliveries(
  client: Pool | PoolClient,
  endpoint_ids: readonly string[] | null,
  now: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `with gone as materialized (
       select d.delivery_id
         from webhook_endpoints e
         cross join lateral (
           select w.delivery_id from webhook_due w where w.endpoint_id = e.id limit $3::int for update skip locked
         ) d
        where e.deleted_at is not null and ($1::uuid[] is null or e.id = any ($1::uuid[]))
        limit $3
     ),
     removed as (delete from webhook_due where delivery_id = any (array(select delivery_id from gone)) returning delivery_id)
     update webhook_deliveries set state = 'DEAD', dead_reason = 'endpoint_removed', finished_at = $2
      where id = any (array(select delivery_id from removed))`,
    [endpoint_ids, now, limit],
  );
  return rowCount ?? 0;
}
