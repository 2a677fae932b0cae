import { closeAlertRows, lockAlerts } from '../../store/alerts/alerts.ts';
import { transaction } from '../../store/connect/transaction.ts';
import type { StaffAlertRow } from '../../store/rows.generated.ts';
import type { Services } from '../services.ts';
import { recordActions } from './record.ts';

export type CloseAlert = { alert_id: string; actor: string; note: string };
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
  const closed_at = services.now();
  return transaction(services.pool, async (client) => {
    const rows = await lockAlerts(client, [...new Set(commands.map((one) => one.alert_id))]);
    const alerts = new Map(rows.map((row) => [row.id, row]));
    const closing: CloseAlert[] = [];
    const outcomes = commands.map((command): CloseAlertOutcome => {
      const alert = alerts.get(command.alert_id);
      if (alert === undefined) return { kind: 'alert_not_found' };
      if (alert.closed_at !== null) return { kind: 'closed_before', alert };
      const { actor: closed_by, note } = command;
      const closed = { ...alert, closed_at, closed_by, note };
      alerts.set(alert.id, closed);
      closing.push(command);
      return { kind: 'closed', alert: closed };
    });
    await closeAlertRows(
      client,
      closing.map(({ alert_id: id, actor: closed_by, note }) => ({ id, closed_at, closed_by, note })),
    );
    await recordActions(
      services,
      client,
      closing.map(({ alert_id, actor, note }) => ({
        actor,
        action: 'alert.close',
        subject_id: alert_id,
        note,
        detail: { kind: alerts.get(alert_id)?.kind, subject: alerts.get(alert_id)?.subject },
      })),
    );
    return outcomes;
  });
}
