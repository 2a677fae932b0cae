import type { Pool, PoolClient } from 'pg';
import type { WebhookEndpoint } from '../../domain/delivery/endpoint.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { type Database, idStatement, setStatement, statement } from '../statement.ts';

const COLUMNS = `e.id, e.merchant_id, e.environment, e.url, e.events, e.description, e.status, e.disabled_reason,
  e.failing_since, e.created_at`;

export type SealedEndpoint = WebhookEndpoint & { secret_sealed: Buffer };

/**
 * Locks the merchants in id order until the transaction ends, so that no other transaction adds endpoints to
 * them, and counts what each caller has. Answers in the order of `callers`.
 */
export async function countEndpoints(client: PoolClient, callers: readonly Caller[]): Promise<number[]> {
  await lockMerchants(
    client,
    callers.map((c) => c.merchant_id),
  );
  const rows = await countOfCallers(client, columnsOf(callers));
  return rows.map((row) => row.count);
}

const lockMerchants = idStatement(
  'lock_merchants_of_endpoints',
  'select id from merchants where id = any ($1::uuid[]) order by id for no key update',
);

type CallerColumns = { merchant_ids: string[]; environments: string[] };

const countOfCallers = statement<CallerColumns, { count: number }>(
  'count_webhook_endpoints',
  `select count(e.id)::int as count
     from unnest($merchant_ids::uuid[], $environments::text[]) with ordinality c (merchant_id, environment, position)
     left join webhook_endpoints e
       on e.merchant_id = c.merchant_id and e.environment = c.environment and e.deleted_at is null
    group by c.position order by c.position`,
);

/** Writes new endpoints, in one statement. */
export async function insertEndpoints(
  client: PoolClient,
  endpoints: readonly SealedEndpoint[],
): Promise<void> {
  await writeEndpoints(
    client,
    endpoints.map(({ secret_sealed, ...endpoint }) => ({
      ...endpoint,
      secret_hex: secret_sealed.toString('hex'),
    })),
  );
}

const writeEndpoints = setStatement<WebhookEndpoint & { secret_hex: string }>(
  'insert_webhook_endpoints',
  `insert into webhook_endpoints
     (id, merchant_id, environment, url, events, description, status, secret_sealed, created_at)
   select id, merchant_id, environment, url, events, description, status, decode(secret_hex, 'hex'), created_at
     from json_to_recordset($1::json) as n (id uuid, merchant_id uuid, environment text, url text, events text[],
       description text, status text, secret_hex text, created_at timestamptz)`,
);

/** Each caller's endpoints, oldest first, in the order of `callers`. */
export async function selectEndpointsOf(
  pool: Pool,
  callers: readonly Caller[],
): Promise<WebhookEndpoint[][]> {
  const rows = await listEndpoints(pool, columnsOf(callers));
  const lists: WebhookEndpoint[][] = callers.map(() => []);
  for (const { position, ...endpoint } of rows) lists[position - 1]?.push(endpoint);
  return lists;
}

const listEndpoints = statement<CallerColumns, WebhookEndpoint & { position: number }>(
  'list_webhook_endpoints',
  `select ${COLUMNS}, c.position::int
     from unnest($merchant_ids::uuid[], $environments::text[]) with ordinality c (merchant_id, environment, position)
     join webhook_endpoints e
       on e.merchant_id = c.merchant_id and e.environment = c.environment and e.deleted_at is null
    order by c.position, e.created_at, e.id`,
);

export type EndpointAsked = Caller & { endpoint_id: string };

/** The endpoints asked for; null where there is none of that merchant and environment. */
export async function selectEndpoints(
  database: Database,
  asked: readonly EndpointAsked[],
): Promise<(WebhookEndpoint | null)[]> {
  const rows = await findEndpoints(database, {
    ...columnsOf(asked),
    endpoint_ids: asked.map((a) => a.endpoint_id),
  });
  const found: (WebhookEndpoint | null)[] = asked.map(() => null);
  for (const { position, ...endpoint } of rows) found[position - 1] = endpoint;
  return found;
}

type AskedColumns = CallerColumns & { endpoint_ids: string[] };

const findEndpoints = statement<AskedColumns, WebhookEndpoint & { position: number }>(
  'find_webhook_endpoints',
  `select ${COLUMNS}, c.position::int
     from unnest($merchant_ids::uuid[], $environments::text[], $endpoint_ids::uuid[])
       with ordinality c (merchant_id, environment, id, position)
     join webhook_endpoints e
       on e.id = c.id and e.merchant_id = c.merchant_id and e.environment = c.environment and e.deleted_at is null`,
);

/** Ids of endpoints that get webhooks, in order, after the id `after_id` (null: from the first), at most `size`. */
export const pageActiveEndpoints = statement<{ after_id: string | null; size: number }, { id: string }>(
  'page_active_webhook_endpoints',
  `select id from webhook_endpoints
  where id > coalesce($after_id::uuid, '00000000-0000-0000-0000-000000000000') and deleted_at is null
    and status <> 'disabled'
  order by id limit $size`,
);

/**
 * Marks endpoints as deleted.
 * @returns the ids of those that were there, of the right owner.
 */
export async function deleteEndpoints(
  client: PoolClient,
  asked: readonly EndpointAsked[],
  now: Date,
): Promise<string[]> {
  const endpoint_ids = asked.map((a) => a.endpoint_id);
  const rows = await markDeleted(client, { ...columnsOf(asked), endpoint_ids, now });
  return rows.map((row) => row.id);
}

const markDeleted = statement<AskedColumns & { now: Date }, { id: string }>(
  'delete_webhook_endpoints',
  `with locked as materialized (
     select e.id from webhook_endpoints e
       join unnest($merchant_ids::uuid[], $environments::text[], $endpoint_ids::uuid[]) c (merchant_id, environment, id)
         on e.id = c.id and e.merchant_id = c.merchant_id and e.environment = c.environment
      where e.deleted_at is null order by e.id for no key update of e
   )
   update webhook_endpoints e set deleted_at = $now::timestamptz from locked l where e.id = l.id returning e.id`,
);

function columnsOf(callers: readonly Caller[]): CallerColumns {
  return {
    merchant_ids: callers.map((c) => c.merchant_id),
    environments: callers.map((c) => c.environment),
  };
}

/** Removes the secrets that no longer sign since before `now`, at most `portion` of them. */
export const deletePreviousSecrets = statement<{ now: Date; portion: number }, { deleted: number }>(
  'delete_previous_webhook_secrets',
  `with old as materialized (
    select id from webhook_endpoints where previous_secret_until < $now::timestamptz
    order by previous_secret_until limit $portion::int for no key update skip locked
  ), gone as (
    update webhook_endpoints set previous_secret_sealed = null, previous_secret_until = null
    where id = any (array(select id from old)) returning 1
  )
  select count(*)::int as deleted from gone`,
);
