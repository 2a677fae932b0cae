import type { Environment } from '../../domain/session/session.ts';
import { type ListedAlert, listAlertRows } from '../../store/alerts/alerts.ts';
import type { Services } from '../services.ts';

/** What asks somebody to look, the newest first. */
export function listAlerts(
  services: Services,
  { environment, open, limit }: { environment: Environment; open: boolean; limit: number },
): Promise<ListedAlert[]> {
  return listAlertRows(services.pool, environment, open, limit);
}
