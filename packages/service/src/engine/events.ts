import type { ShownDelivery } from '../domain/delivery/delivery.ts';
import { firstIdAt, type OutboxEvent } from '../domain/event/event.ts';
import type { Caller } from '../domain/session/commands.ts';
import {
  eventIdsFrom,
  type FollowFilter,
  newestEvents,
  selectEventPages,
  selectEvents,
  unseenEvents,
} from '../store/events.ts';
import { selectDeliveriesOfEvents } from '../store/webhooks/deliveries.ts';
import { ATTEMPTS_SHOWN, withAttempts } from './deliveries/deliveries.ts';
import { type ListPage, NEWEST, pageOf } from './page.ts';
import type { Services } from './services.ts';

export type EventQuery = Caller & {
  /** The name of an event; null: any. */
  type: string | null;
  /** A payment session or transaction; null: any. */
  object_id: string | null;
  /** The id after which to go on; null: from the newest. */
  cursor: string | null;
  limit: number;
};

/** Pages of merchants' events, newest first, whether or not anybody was there to receive them; one statement. */
export async function listEvents(
  services: Pick<Services, 'pool'>,
  queries: readonly EventQuery[],
): Promise<ListPage<OutboxEvent>[]> {
  const found = await selectEventPages(
    services.pool,
    queries.map(({ cursor, limit, ...query }, position) => ({
      ...query,
      position,
      before: cursor ?? NEWEST,
      limit: limit + 1,
    })),
  );
  const by_query: OutboxEvent[][] = queries.map(() => []);
  for (const { position, ...event } of found) by_query[position]?.push(event);
  return queries.map(({ limit }, position) => pageOf(by_query[position] ?? [], limit));
}

export type EventAsked = Caller & { event_id: string };

export type EventDetail = { event: OutboxEvent; deliveries: ShownDelivery[] };

/** The events asked for, with their deliveries; null where that merchant and environment has none such. */
export async function retrieveEvents(
  services: Pick<Services, 'pool'>,
  asked: readonly EventAsked[],
): Promise<(EventDetail | null)[]> {
  const ids = asked.map(({ event_id }) => event_id);
  const events = new Map((await selectEvents(services.pool, ids)).map((event) => [event.id, event]));
  const found = await selectDeliveriesOfEvents(services.pool, [...events.keys()]);
  const deliveries = await withAttempts(services.pool, found, ATTEMPTS_SHOWN.in_list);
  return asked.map(({ event_id, merchant_id, environment }) => {
    const event = events.get(event_id);
    if (event?.merchant_id !== merchant_id || event.environment !== environment) return null;
    return { event, deliveries: deliveries.filter((delivery) => delivery.event_id === event_id) };
  });
}

/** What has happened already and is wanted all the same. */
export type Replay = { kind: 'none' } | { kind: 'since'; since: Date } | { kind: 'count'; count: number };

export type Followed = {
  /** Events that were not handed out before, oldest first; none is no end: ask again. */
  next: (limit: number) => Promise<OutboxEvent[]>;
};

/**
 * An event's id is made when its transaction begins its work and seen when that commits, so ids don't become
 * visible in their order: what is younger than this is looked at again and again.
 */
const LOOK_BACK_MS = 20_000;

/**
 * Follows the outbox from this moment, or from the past: each event once, without registering anything.
 * Any number may follow beside one another. One statement for each `next`.
 */
export async function followEvents(
  services: Pick<Services, 'pool' | 'now'>,
  filter: FollowFilter,
  replay: Replay,
): Promise<Followed> {
  let from_id = firstIdAt(replay.kind === 'since' ? replay.since : recent(services.now()));
  // What is here already is not news. Read before the replayed ones, so that one which commits meanwhile is
  // either among those or found by the first `next`.
  const seen = new Set(replay.kind === 'since' ? [] : await eventIdsFrom(services.pool, filter, from_id));
  let replayed =
    replay.kind === 'count' ? (await newestEvents(services.pool, filter, replay.count)).reverse() : [];
  for (const { id } of replayed) seen.add(id);

  const next = async (limit: number): Promise<OutboxEvent[]> => {
    if (replayed.length > 0) {
      const page = replayed.slice(0, limit);
      replayed = replayed.slice(limit);
      return page;
    }
    const horizon = firstIdAt(recent(services.now()));
    const found = await unseenEvents(services.pool, filter, { from_id, seen_ids: [...seen], limit });
    for (const { id } of found) seen.add(id);
    // A full page may have left out what is younger than its last event.
    const last = found.length < limit ? undefined : found.at(-1);
    const settled = last !== undefined && last.id < horizon ? last.id : horizon;
    if (settled > from_id) from_id = settled;
    for (const id of seen) if (id < from_id) seen.delete(id);
    return found;
  };
  return { next };
}

const recent = (now: Date): Date => new Date(now.getTime() - LOOK_BACK_MS);
