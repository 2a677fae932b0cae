import type { Pool, PoolClient } from 'pg';
import type { WholeEndpoint } from '../../domain/delivery/change.ts';
import { idStatement, setStatement, statement } from '../statement.ts';
import type { EndpointAsked } from './endpoints.ts';

/** What is known of an endpoint, its sealed secrets included. */
export type SealedWholeEndpoint = WholeEndpoint & {
  secret_sealed: Buffer;
  previous_secret_sealed: Buffer | null;
};

/** Locks the endpoints asked for in id order until the transaction ends, and reads them whole. */
export async function lockEndpoints(
  client: PoolClient,
  asked: readonly EndpointAsked[],
): Promise<SealedWholeEndpoint[]> {
  const ids = [...new Set(asked.map(({ endpoint_id }) => endpoint_id))];
  const rows = await lockByIds(client, ids);
  const owners = new Set(asked.map((a) => `${a.endpoint_id}/${a.merchant_id}/${a.environment}`));
  return rows.filter((row) => owners.has(`${row.id}/${row.merchant_id}/${row.environment}`));
}

/** Whether an endpoint is that of the merchant and environment which ask for it. */
export function isOf(
  endpoint: Pick<SealedWholeEndpoint, 'merchant_id' | 'environment'>,
  { merchant_id, environment }: EndpointAsked,
): boolean {
  return endpoint.merchant_id === merchant_id && endpoint.environment === environment;
}

const lockByIds = idStatement<SealedWholeEndpoint>(
  'lock_webhook_endpoints',
  `select id, merchant_id, environment, url, events, description, status, disabled_reason, disabled_at,
      failing_since, consecutive_failures, given_up_since, created_at, secret_sealed, previous_secret_sealed, previous_secret_until
  from webhook_endpoints
  where id = any ($1::uuid[]) and deleted_at is null
  order by id for no key update`,
);

type Written = Omit<WholeEndpoint, 'secret_sealed' | 'previous_secret_sealed'> & {
  secret_hex: string;
  previous_hex: string | null;
  now: Date;
};

const writeEndpoints = setStatement<Written>(
  'change_webhook_endpoints',
  `update webhook_endpoints e
     set url = i.url, events = (select array_agg(value) from json_array_elements_text(i.events)),
         description = i.description, status = i.status, disabled_reason = i.disabled_reason,
         disabled_at = i.disabled_at, failing_since = i.failing_since,
         consecutive_failures = i.consecutive_failures, given_up_since = i.given_up_since,
         given_up_after = case when i.given_up_since = e.given_up_since then e.given_up_after end, secret_sealed = decode(i.secret_hex, 'hex'),
         previous_secret_sealed = decode(i.previous_hex, 'hex'), previous_secret_until = i.previous_secret_until,
         updated_at = i.now
    from json_to_recordset($1::json) as i (id uuid, url text, events json, description text, status text,
      disabled_reason text, disabled_at timestamptz, failing_since timestamptz, consecutive_failures int,
      given_up_since timestamptz, secret_hex text, previous_hex text, previous_secret_until timestamptz, now timestamptz)
   where e.id = i.id`,
);

/** Writes endpoints that `lockEndpoints` locked, in one statement. */
export async function updateEndpoints(
  client: PoolClient,
  endpoints: readonly SealedWholeEndpoint[],
  now: Date,
): Promise<void> {
  await writeEndpoints(
    client,
    endpoints.map(({ secret_sealed, previous_secret_sealed, ...endpoint }) => ({
      ...endpoint,
      secret_hex: secret_sealed.toString('hex'),
      previous_hex: previous_secret_sealed?.toString('hex') ?? null,
      now,
    })),
  );
}

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
  return (await enable(client, { endpoint_ids, now })).map(({ id }) => id);
}

const enable = statement<{ endpoint_ids: readonly string[]; now: Date }, { id: string }>(
  'enable_webhook_endpoints',
  `with locked as materialized (
       select id from webhook_endpoints
        where id = any ($endpoint_ids::uuid[]) and status = 'disabled' and deleted_at is null
        order by id for no key update
     )
     update webhook_endpoints
        set status = 'enabled', disabled_at = null, disabled_reason = null, consecutive_failures = 0,
            failing_since = null, updated_at = $now::timestamptz
      where id = any (array(select id from locked))
     returning id`,
);

type Addressed = { id: string; event_id: string; endpoint_id: string; created_at: Date };

/**
 * Writes deliveries of events to one endpoint each, whatever events it receives, due at once. Call it in the
 * transaction that writes the events and holds the endpoints' rows, after the events.
 */
export const addressEvents = setStatement<Addressed>(
  'address_events',
  `with input as materialized (
    select * from json_to_recordset($1::json) as i (id uuid, event_id uuid, endpoint_id uuid, created_at timestamptz)
  ),
  written as (
    insert into webhook_deliveries (id, event_id, endpoint_id, state, created_at)
    select id, event_id, endpoint_id, 'PENDING', created_at from input order by id
  )
  insert into webhook_due (delivery_id, endpoint_id, event_id, due_at)
  select id, endpoint_id, event_id, created_at from input order by id`,
);
