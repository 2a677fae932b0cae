import type { DeliveryState, ShownDelivery, WebhookDelivery } from '../../domain/delivery/delivery.ts';
import type { Caller } from '../../domain/session/commands.ts';
import type { Database } from '../../store/statement.ts';
import {
  type DeliveriesAsked,
  latestAttempts,
  type OwnedDelivery,
  selectDeliveries,
  selectDeliveryPages,
} from '../../store/webhooks/deliveries.ts';
import { type EndpointAsked, selectEndpoints } from '../../store/webhooks/endpoints.ts';
import { type ListPage, NEWEST, pageOf } from '../page.ts';
import type { Services } from '../services.ts';

export type DeliveryQuery = EndpointAsked & {
  /** Null: in any state. */
  state: DeliveryState | null;
  /** The name of an event; null: of any. */
  event: string | null;
  /** The id after which to go on; null: from the newest. */
  cursor: string | null;
  limit: number;
};

/** A page of one event, or of the delivered alone, looks at so many and no more: neither has an index. */
export const DELIVERIES_SCANNED = 10_000;

/**
 * Pages of endpoints' deliveries, newest first, with their latest attempts; null where that merchant and
 * environment has no such endpoint. Three statements, whatever the number of queries.
 */
export async function listDeliveries(
  services: Pick<Services, 'pool'>,
  queries: readonly DeliveryQuery[],
): Promise<(ListPage<ShownDelivery> | null)[]> {
  const endpoints = await selectEndpoints(services.pool, queries);
  const asked = queries.flatMap((query, position) => (endpoints[position] ? [askedBy(query, position)] : []));
  const found = await selectDeliveryPages(services.pool, asked);
  const shown = await withAttempts(services.pool, found, ATTEMPTS_SHOWN.in_list);
  const by_id = new Map(shown.map((delivery) => [delivery.id, delivery]));
  return queries.map((query, position) => {
    if (!endpoints[position]) return null;
    const looked_at = found.filter((row) => row.position === position);
    const page = pageOf(
      looked_at.filter(({ matches }) => matches),
      query.limit,
    );
    const rows = page.rows.flatMap(({ id }) => by_id.get(id) ?? []);
    if (page.next_cursor !== null) return { rows, next_cursor: page.next_cursor };
    // The last that was looked at is here when there may be more behind it.
    const last = looked_at.at(-1);
    const stopped = last !== undefined && last.nth === scannedFor(query);
    return { rows, next_cursor: stopped ? last.id : null };
  });
}

function askedBy(query: DeliveryQuery, position: number): DeliveriesAsked {
  const { endpoint_id, state, event, cursor, limit } = query;
  const scanned = scannedFor(query);
  return { position, endpoint_id, state, event, before: cursor ?? NEWEST, scanned, limit: limit + 1 };
}

function scannedFor({ state, event, limit }: DeliveryQuery): number {
  return event === null && state !== 'DELIVERED' ? limit + 1 : DELIVERIES_SCANNED;
}

export type DeliveryAsked = Caller & { delivery_id: string };

/** With the endpoint's state: one that was removed has no page to lead to. */
export type RetrievedDelivery = ShownDelivery & Pick<OwnedDelivery, 'endpoint_status'>;

/** The deliveries asked for, with their attempts; null where that merchant and environment has none such. */
export async function retrieveDeliveries(
  services: Pick<Services, 'pool'>,
  asked: readonly DeliveryAsked[],
): Promise<(RetrievedDelivery | null)[]> {
  const found = await selectDeliveries(
    services.pool,
    asked.map(({ delivery_id }) => delivery_id),
  );
  const owners = new Map(found.map((delivery) => [delivery.id, delivery]));
  const shown = await withAttempts(services.pool, found, ATTEMPTS_SHOWN.alone);
  const by_id = new Map(shown.map((delivery) => [delivery.id, delivery]));
  return asked.map((one) =>
    isDeliveryOf(owners.get(one.delivery_id), one) ? (by_id.get(one.delivery_id) ?? null) : null,
  );
}

/** Whether a delivery is of this merchant and environment. */
export function isDeliveryOf(delivery: OwnedDelivery | undefined, caller: Caller): delivery is OwnedDelivery {
  return delivery?.merchant_id === caller.merchant_id && delivery.environment === caller.environment;
}

/** How many attempts are shown of a delivery: by itself, and in a list. */
export const ATTEMPTS_SHOWN = { alone: 100, in_list: 20 } as const;

/** The deliveries with their latest attempts, in their order; one statement. */
export async function withAttempts<Delivery extends WebhookDelivery>(
  database: Database,
  deliveries: readonly Delivery[],
  limit: number,
): Promise<(Delivery & ShownDelivery)[]> {
  const shown = deliveries.map((delivery): Delivery & ShownDelivery => ({ ...delivery, attempts: [] }));
  const by_id = new Map(shown.map((delivery) => [delivery.id, delivery]));
  const ids = [...by_id.keys()];
  for (const { delivery_id, ...attempt } of await latestAttempts(database, ids, limit)) {
    by_id.get(delivery_id)?.attempts.push(attempt);
  }
  return shown;
}
