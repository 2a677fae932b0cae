import type { Pool, PoolClient } from 'pg';
import type { WebhookEndpoint } from '../../domain/delivery/endpoint.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { type Database, statement } from '../statement.ts';

const COLUMNS = `e.id, e.merchant_id, e.environment, e.url, e.events, e.description, e.status, e.disabled_reason,
  e.failing_since, e.created_at`;

export type SealedEndpoint = WebhookEndpoint & { secret_sealed: Buffer };

/**
 * Locks the merchants in id order until the transaction ends, so that no other transaction adds endpoints to
 * them, and counts what each caller has. Answers in the order of `callers`.
 */
export async function countEndpoints(client: PoolClient, callers: readonly Caller[]): Promise<number[]> {
  const merchant_ids = callers.map((c) => c.merchant_id);
  await client.query('select id from merchants where id = any ($1::uuid[]) order by id for no key update', [
    merchant_ids,
  ]);
  const { rows } = await client.query<{ count: number }>(
    `select count(e.id)::int as count
       from unnest($1::uuid[], $2::text[]) with ordinality c (merchant_id, environment, position)
       left join webhook_endpoints e
         on e.merchant_id = c.merchant_id and e.environment = c.environment and e.deleted_at is null
      group by c.position order by c.position`,
    [merchant_ids, callers.map((c) => c.environment)],
  );
  return rows.map((row) => row.count);
}

/** Writes new endpoints, in one statement. */
export async function insertEndpoints(
  client: PoolClient,
  endpoints: readonly SealedEndpoint[],
): Promise<void> {
  if (endpoints.length === 0) return;
  await client.query(
    `insert into webhook_endpoints
       (id, merchant_id, environment, url, events, description, status, secret_sealed, created_at)
     select id, merchant_id, environment, url,
            (select array_agg(value) from jsonb_array_elements_text(events)), description, status,
            secret_sealed, created_at
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::text[], $7::text[],
                   $8::bytea[], $9::timestamptz[])
         as n (id, merchant_id, environment, url, events, description, status, secret_sealed, created_at)`,
    [
      endpoints.map((e) => e.id),
      endpoints.map((e) => e.merchant_id),
      endpoints.map((e) => e.environment),
      endpoints.map((e) => e.url),
      // An array of arrays must be rectangular in PostgreSQL, so each list travels as JSON.
      endpoints.map((e) => (e.events === null ? null : JSON.stringify(e.events))),
      endpoints.map((e) => e.description),
      endpoints.map((e) => e.status),
      endpoints.map((e) => e.secret_sealed),
      endpoints.map((e) => e.created_at),
    ],
  );
}

/** Each caller's endpoints, oldest first, in the order of `callers`. */
export async function selectEndpointsOf(
  pool: Pool,
  callers: readonly Caller[],
): Promise<WebhookEndpoint[][]> {
  const { rows } = await pool.query<WebhookEndpoint & { position: number }>(
    `select ${COLUMNS}, c.position::int
       from unnest($1::uuid[], $2::text[]) with ordinality c (merchant_id, environment, position)
       join webhook_endpoints e
         on e.merchant_id = c.merchant_id and e.environment = c.environment and e.deleted_at is null
      order by c.position, e.created_at, e.id`,
    [callers.map((c) => c.merchant_id), callers.map((c) => c.environment)],
  );
  const lists: WebhookEndpoint[][] = callers.map(() => []);
  for (const { position, ...endpoint } of rows) lists[position - 1]?.push(endpoint);
  return lists;
}

export type EndpointAsked = Caller & { endpoint_id: string };

/** The endpoints asked for; null where there is none of that merchant and environment. */
export async function selectEndpoints(
  database: Database,
  asked: readonly EndpointAsked[],
): Promise<(WebhookEndpoint | null)[]> {
  const { rows } = await database.query<WebhookEndpoint & { position: number }>(
    `select ${COLUMNS}, c.position::int
       from unnest($1::uuid[], $2::text[], $3::uuid[]) with ordinality c (merchant_id, environment, id, position)
       join webhook_endpoints e
         on e.id = c.id and e.merchant_id = c.merchant_id and e.environment = c.environment and e.deleted_at is null`,
    columnsOf(asked),
  );
  const found: (WebhookEndpoint | null)[] = asked.map(() => null);
  for (const { position, ...endpoint } of rows) found[position - 1] = endpoint;
  return found;
}

/** Ids of endpoints that get webhooks, in order, after the id `after_id` (null: from the first), at most `size`. */
export const pageActiveEndpoints = statement<{ after_id: string | null; size: number }, { id: string }>(
  'page_active_webhook_endpoints',
  `select id from webhook_endpoints
  where id > coalesce($after_id::uuid, '00000000-0000-0000-0000-000000000000') and deleted_at is null
    and status <> 'disabled'
  order by id limit $size`,
);

/** Marks endpoints as deleted. @returns the ids of those that were there, of the right owner. */
export async function deleteEndpoints(
  client: PoolClient,
  asked: readonly EndpointAsked[],
  now: Date,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with locked as materialized (
       select e.id from webhook_endpoints e
         join unnest($1::uuid[], $2::text[], $3::uuid[]) c (merchant_id, environment, id)
           on e.id = c.id and e.merchant_id = c.merchant_id and e.environment = c.environment
        where e.deleted_at is null order by e.id for no key update of e
     )
     update webhook_endpoints e set deleted_at = $4 from locked l where e.id = l.id returning e.id`,
    [...columnsOf(asked), now],
  );
  return rows.map((row) => row.id);
}

function columnsOf(asked: readonly EndpointAsked[]): string[][] {
  return [asked.map((a) => a.merchant_id), asked.map((a) => a.environment), asked.map((a) => a.endpoint_id)];
}
