import { judgeHealth } from '../../domain/feed/health.ts';
import { BY_ITSELF, type IncidentKind } from '../../domain/feed/incident.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { closeOpenIncidents, lockNumbers, refreshFeedStatus } from '../../store/feeds/incidents.ts';
import { loadSignals, type SignalRow } from '../../store/feeds/signals.ts';
import type { Services } from '../services.ts';
import { type NewIncident, openIncidents } from './open-incident.ts';

const WATCHED = ['silent', 'lagging', 'clock_skew'] as const satisfies IncidentKind[];
const NOTES: Readonly<Record<(typeof WATCHED)[number], string>> = {
  silent: 'its gateway is heard again',
  lagging: 'its messages come in time again',
  clock_skew: 'the clock of its phone is right again',
};

type Change = NewIncident & { kind: (typeof WATCHED)[number]; is_wrong: boolean };

/**
 * One look at every live number: heartbeat, delay, clock. What is wrong opens an incident, what is well again
 * closes it by itself, on record. Any number of processes may look at once.
 * @returns how many incidents were opened or closed
 */
export async function watchFeeds(services: Services): Promise<number> {
  const now = services.now();
  const rows = await loadSignals(services.pool, services.policy.feed.late_count);
  const changes = rows.flatMap((row) => changesOf(services, row, now));
  if (changes.length === 0) return 0;
  const numbers = [...new Set(changes.map((one) => one.collection_number_id))];
  return transaction(services.pool, async (client) => {
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
