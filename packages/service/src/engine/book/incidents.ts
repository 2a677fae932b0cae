import { type IncidentRow, listIncidentRows, loadIncidents } from '../../store/feeds/incidents.ts';
import type { Services } from '../services.ts';
import { showBooks } from './list.ts';

/** Incidents, the newest first. */
export function listIncidents(
  services: Services,
  query: { open: boolean; limit: number },
): Promise<IncidentRow[]> {
  return listIncidentRows(services.pool, query.open, query.limit);
}

/** One incident with the latest steps of its number and what waits there; null when there is none. */
export async function showIncident(services: Services, incident_id: string) {
  const [incident] = await loadIncidents(services.pool, [incident_id]);
  if (incident === undefined) return null;
  return { incident, ...(await showBooks(services, [incident.collection_number_id])) };
}
