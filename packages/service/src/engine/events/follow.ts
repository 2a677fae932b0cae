import type { OutboxEvent } from '../../domain/event/body.ts';
import { firstIdAt } from '../../domain/event/first-id.ts';
import { eventIdsFrom, type FollowFilter, newestEvents, unseenEvents } from '../../store/events/follow.ts';
import type { Services } from '../services.ts';

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
