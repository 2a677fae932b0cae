import { lockBooks } from '../../store/book/books.ts';
import { clearSuspicion } from '../../store/book/look.ts';
import { transaction } from '../../store/connect/transaction.ts';
import {
  closeOpenIncidents,
  type IncidentRow,
  loadIncidents,
  lockNumbers,
  refreshFeedStatus,
} from '../../store/feeds/incidents.ts';
import type { Services } from '../services.ts';
import { recordActions } from './record.ts';

export type CloseIncident = { incident_id: string; actor: string; note: string };
export type CloseOutcome =
  | { kind: 'closed'; incident: IncidentRow }
  | { kind: 'incident_not_found' }
  | { kind: 'closed_before'; incident: IncidentRow };

/**
 * Staff close incidents. Of a number that was short this says that its chain is believed again. What is still
 * wrong opens again at the next look. An outcome per command, in order.
 */
export function closeIncidents(
  services: Services,
  commands: readonly CloseIncident[],
): Promise<CloseOutcome[]> {
  const closed_at = services.now();
  return transaction(services.pool, async (client) => {
    const ids = commands.map((one) => one.incident_id);
    const numbers = [...new Set((await loadIncidents(client, ids)).map((row) => row.collection_number_id))];
    await lockBooks(client, numbers);
    await lockNumbers(client, numbers);
    const rows = new Map((await loadIncidents(client, ids)).map((row) => [row.id, row]));
    const open = commands.flatMap((command) => {
      const row = rows.get(command.incident_id);
      return row === undefined || row.closed_at !== null ? [] : [{ command, row }];
    });
    await closeOpenIncidents(
      client,
      open.map(({ command: { actor: closed_by, note }, row: { collection_number_id, kind } }) => ({
        collection_number_id,
        kind,
        closed_at,
        closed_by,
        note,
      })),
    );
    await clearSuspicion(
      client,
      open.filter(({ row }) => row.kind === 'short').map(({ row }) => row.collection_number_id),
    );
    await refreshFeedStatus(client, numbers);
    await recordActions(
      services,
      client,
      open.map(({ command: { actor, note }, row }) => ({
        actor,
        action: 'feed.close',
        subject_id: row.id,
        note,
        detail: { kind: row.kind, collection_number_id: row.collection_number_id },
      })),
    );
    return commands.map(({ incident_id }): CloseOutcome => {
      const incident = rows.get(incident_id);
      if (incident === undefined) return { kind: 'incident_not_found' };
      return incident.closed_at === null ? { kind: 'closed', incident } : { kind: 'closed_before', incident };
    });
  });
}
