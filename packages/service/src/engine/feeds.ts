import type { PoolClient } from 'pg';
import { firstIdAt } from '../domain/event/event.ts';
import { judgeHealth } from '../domain/feed/health.ts';
import { BY_ITSELF, type IncidentKind } from '../domain/feed/incident.ts';
import { UNROUTED_LASTS_MS, unheard } from '../domain/feed/unheard.ts';
import { later } from '../domain/time.ts';
import { atomically } from '../store/connect/atomically.ts';
import {
  closeOpenIncidents,
  insertIncidents,
  lockNumbers,
  refreshFeedStatus,
} from '../store/feeds/incidents.ts';
import {
  countRails,
  loadDueFeeds,
  loadSignals,
  type RailCounts,
  type SignalRow,
} from '../store/feeds/signals.ts';
import { freshly, perOwner } from './fresh.ts';
import type { Services } from './services.ts';

const WATCHED = ['silent', 'lagging', 'clock_skew', 'unrouted'] as const satisfies IncidentKind[];
const NOTES: Readonly<Record<(typeof WATCHED)[number], string>> = {
  silent: 'its gateway is heard again',
  lagging: 'its messages come in time again',
  clock_skew: 'the clock of its phone is right again',
  unrouted: 'nothing of the last day waits for its SIM any more',
};

type Change = NewIncident & { kind: (typeof WATCHED)[number]; is_wrong: boolean };

/**
 * One look at every live number: heartbeat, delay, clock, and what came by no SIM that is known. What is wrong opens an
 * incident, what is well again closes it by itself, on record. Any number of processes may look at once.
 * @returns how many incidents were opened or closed
 */
export async function watchFeeds(services: Services): Promise<number> {
  const now = services.now();
  const rows = await signalsAt(services, now);
  const changes = rows.flatMap((row) => changesOf(services, row, now));
  if (changes.length === 0) return 0;
  const numbers = [...new Set(changes.map((one) => one.collection_number_id))];
  return atomically(services.pool, async (client) => {
    await lockNumbers(client, numbers);
    const opened = await openIncidents(
      services,
      client,
      changes.filter((one) => one.is_wrong).map(({ is_wrong: _, ...incident }) => incident),
    );
    const closed = await closeOpenIncidents(
      client,
      changes
        .filter((one) => !one.is_wrong)
        .map(({ collection_number_id, kind }) => ({
          collection_number_id,
          kind,
          closed_at: now,
          closed_by: BY_ITSELF,
          note: NOTES[kind],
        })),
    );
    await refreshFeedStatus(client, numbers);
    return opened.filter((id) => id !== null).length + closed.length;
  });
}

function changesOf(services: Services, row: SignalRow, now: Date): Change[] {
  const health = judgeHealth(
    {
      is_routed: row.is_routed,
      heard_at_ms: row.heard_at?.getTime() ?? null,
      clock_ahead_ms: row.clock_ahead_ms,
      messages: row.messages ?? [],
      unrouted: row.unrouted,
    },
    services.policy.feed,
    now.getTime(),
  );
  return WATCHED.flatMap((kind) => {
    const wrong = health[kind];
    const is_wrong = wrong !== null;
    if (is_wrong === row.open_kinds.includes(kind)) return [];
    return [{ collection_number_id: row.collection_number_id, kind, is_wrong, detail: { ...wrong } }];
  });
}

export type NewIncident = {
  collection_number_id: string;
  kind: IncidentKind;
  /** The step or the statement that it is about: of one kind each has one of its own. Without it one is enough on a number. */
  about?: string;
  /** What was seen, in plain JSON; shown to staff. */
  detail: Record<string, unknown>;
  /** Where it is open already, staff are shown what was seen now instead of what opened it. */
  renews?: true;
};

/**
 * Opens incidents in the caller's transaction, with their effect on the number. Of a kind that is open
 * already on that number, about the same, none is written; what is seen on it is renewed where that is asked for. Locks the rows of the numbers: call it before locking sessions.
 * @returns an id for each incident opened now, null for one that was open before, in order
 */
export async function openIncidents(
  services: Pick<Services, 'now' | 'newId'>,
  client: PoolClient,
  incidents: readonly NewIncident[],
): Promise<(string | null)[]> {
  if (incidents.length === 0) return [];
  const opened_at = services.now();
  const rows = incidents.map((incident) => {
    return { about: '', renews: false, ...incident, id: services.newId(), opened_at };
  });
  const numbers = [...new Set(incidents.map((one) => one.collection_number_id))];
  await lockNumbers(client, numbers);
  const opened = new Set((await insertIncidents(client, rows)).map((row) => row.id));
  if (opened.size > 0) await refreshFeedStatus(client, numbers);
  return rows.map(({ id }) => (opened.has(id) ? id : null));
}

/** The first id that a message may have which came by an unknown SIM and may still be a number's own. */
const unroutedFrom = (now: Date): string => firstIdAt(later(now, -UNROUTED_LASTS_MS));

/** What may not be told of yet on the live numbers that have sessions to expire, as `unheard` says. */
export async function hearDueFeeds(
  services: Services,
  now: Date,
): Promise<{ collection_number_id: string; heard_until: Date; made_by: Date | null }[]> {
  const rows = await loadDueFeeds(services.pool, { now, unrouted_from: unroutedFrom(now) });
  return rows.flatMap(({ collection_number_id, phones, unrouted_since, incidents }) =>
    unheard({
      phones: (phones ?? []).map(({ heard_at, is_routed }) => {
        return { heard_at_ms: heard_at === null ? null : Date.parse(heard_at), is_routed };
      }),
      unrouted_since_ms: unrouted_since?.getTime() ?? null,
      incidents: (incidents ?? []).map(({ kind, opened_at, delay_ms }) => {
        return { kind, opened_at_ms: Date.parse(opened_at), delay_ms };
      }),
    }).map(({ heard_until_ms, made_by_ms }) => ({
      collection_number_id,
      heard_until: new Date(heard_until_ms),
      made_by: made_by_ms === null ? null : new Date(made_by_ms),
    })),
  );
}

const railsOf = perOwner((services: Services) =>
  freshly<'rails', RailCounts[]>(
    (name) => name,
    async (_names, database) => [
      await countRails(database, { heard_since: later(services.now(), -services.policy.feed.silent_ms) }),
    ],
  ),
);

/** What each operator's live rail has: numbers, healthy ones, gateways online; at most a second old. */
export async function liveRails(services: Services): Promise<RailCounts[]> {
  const found = await railsOf(services).get(['rails'], services.now(), services.pool);
  return found.get('rails') ?? [];
}

/** How each live number is heard, as staff see it. */
export function listFeeds(services: Services): Promise<SignalRow[]> {
  return signalsAt(services, services.now());
}

function signalsAt({ pool, policy }: Services, now: Date): Promise<SignalRow[]> {
  const { late_count } = policy.feed;
  return loadSignals(pool, { late_count, unrouted_from: unroutedFrom(now), watched: WATCHED });
}
