import type { Signature } from '../../domain/review/second-person.ts';
import { closeAlertRows, lockAlerts } from '../../store/alerts/alerts.ts';
import type { StaffAlertRow } from '../../store/rows.generated.ts';
import type { Services } from '../services.ts';
import { signed } from './signed.ts';

export type CloseAlert = Signature & { alert_id: string };
export type CloseAlertOutcome =
  | { kind: 'closed'; alert: StaffAlertRow }
  | { kind: 'alert_not_found' }
  | { kind: 'closed_before'; alert: StaffAlertRow };

/**
 * Staff close alerts. A credit that was called undone may be confirmed or assigned again from then on.
 * @returns an outcome per command, in order; of one alert named twice the first closes it
 */
export function closeAlerts(
  services: Services,
  commands: readonly CloseAlert[],
): Promise<CloseAlertOutcome[]> {
  return signed<Map<string, StaffAlertRow>, CloseAlertOutcome>(services, {
    lock: async (client) => {
      const rows = await lockAlerts(client, [...new Set(commands.map((one) => one.alert_id))]);
      return new Map(rows.map((row) => [row.id, row]));
    },
    decide: ({ client, known: alerts, now: closed_at, record }) => {
      const closing: { id: string; closed_at: Date; closed_by: string; note: string }[] = [];
      const outcomes = commands.map((command): CloseAlertOutcome => {
        const { alert_id: id, actor: closed_by, note } = command;
        const alert = alerts.get(id);
        if (alert === undefined) return { kind: 'alert_not_found' };
        if (alert.closed_at !== null) return { kind: 'closed_before', alert };
        const closed = { ...alert, closed_at, closed_by, note };
        alerts.set(id, closed);
        closing.push({ id, closed_at, closed_by, note });
        const { kind, subject } = alert;
        record(command, { action: 'alert.close', subject_id: id, detail: { kind, subject } });
        return { kind: 'closed', alert: closed };
      });
      return { outcomes, write: () => closeAlertRows(client, closing) };
    },
  });
}
