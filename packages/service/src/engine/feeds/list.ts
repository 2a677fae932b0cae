import { loadLatestEdges } from '../../store/feeds/edges.ts';
import { type IncidentRow, listIncidentRows, loadIncidents } from '../../store/feeds/incidents.ts';
import { loadSignals, type SignalRow } from '../../store/feeds/signals.ts';
import type { FeedEdgeRow } from '../../store/rows.generated.ts';
import type { Services } from '../services.ts';

/** How each live number is heard, as staff see it. */
export function listFeeds(services: Services): Promise<SignalRow[]> {
  return loadSignals(services.pool, services.policy.feed.late_count);
}

/** Incidents, the newest first. */
export function listIncidents(
  services: Services,
  query: { open: boolean; limit: number },
): Promise<IncidentRow[]> {
  return listIncidentRows(services.pool, query.open, query.limit);
}

/** One incident with the latest steps of its number's balance, the newest first; null when there is none. */
export async function showIncident(
  services: Services,
  incident_id: string,
): Promise<{ incident: IncidentRow; steps: FeedEdgeRow[] } | null> {
  const [incident] = await loadIncidents(services.pool, [incident_id]);
  if (incident === undefined) return null;
  const { collection_number_id } = incident;
  return { incident, steps: await loadLatestEdges(services.pool, [{ collection_number_id }]) };
}
