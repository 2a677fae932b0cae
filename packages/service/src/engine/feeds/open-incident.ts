import type { PoolClient } from 'pg';
import type { IncidentKind } from '../../domain/feed/incident.ts';
import { insertIncidents, lockNumbers, refreshFeedStatus } from '../../store/feeds/incidents.ts';
import type { Services } from '../services.ts';

export type NewIncident = {
  collection_number_id: string;
  kind: IncidentKind;
  /** What was seen, in plain JSON; shown to staff. */
  detail: Record<string, unknown>;
};

/**
 * Opens incidents in the caller's transaction, with their effect on the number. Of a kind that is open
 * already on that number nothing is written. Locks the rows of the numbers: call it before locking sessions.
 * @returns an id for each incident opened now, null for one that was open before, in order
 */
export async function openIncidents(
  services: Pick<Services, 'now' | 'newId'>,
  client: PoolClient,
  incidents: readonly NewIncident[],
): Promise<(string | null)[]> {
  if (incidents.length === 0) return [];
  const opened_at = services.now();
  const rows = incidents.map((incident) => ({ ...incident, id: services.newId(), opened_at }));
  const numbers = [...new Set(incidents.map((one) => one.collection_number_id))];
  await lockNumbers(client, numbers);
  const opened = new Set((await insertIncidents(client, rows)).map((row) => row.id));
  if (opened.size > 0) await refreshFeedStatus(client, numbers);
  return rows.map(({ id }) => (opened.has(id) ? id : null));
}
