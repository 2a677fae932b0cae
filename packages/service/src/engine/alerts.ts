import type { PoolClient } from 'pg';
import type { Environment } from '../domain/operator.ts';
import type { Signature } from '../domain/review/second-person.ts';
import {
  answerAlertRows,
  insertAlerts,
  type ListedAlert,
  listAlertRows,
  type NewAlert,
} from '../store/alerts.ts';
import type { Services } from './services.ts';

export type Finding = Omit<NewAlert, 'id' | 'opened_at'>;

/** Raises alerts in the caller's transaction; of a kind and subject the last finding of the batch is told. */
export async function raiseAlerts(
  services: Services,
  client: PoolClient,
  findings: readonly Finding[],
): Promise<void> {
  const opened_at = services.now();
  const last = new Map(findings.map((finding) => [`${finding.kind}/${finding.subject}`, finding]));
  await insertAlerts(
    client,
    [...last.values()].map((finding) => ({ ...finding, id: services.newId(), opened_at })),
  );
}

/** Closes in the caller's transaction what told staff of statements that have to be agreed to once more: people have decided about them. */
export async function answerUnagreed(
  client: PoolClient,
  decided: readonly (Signature & { statement_id: string })[],
  closed_at: Date,
): Promise<void> {
  await answerAlertRows(
    client,
    decided.map(({ statement_id: subject, actor: closed_by, note }) => ({
      kind: 'statement_unagreed' as const,
      subject,
      closed_at,
      closed_by,
      note,
    })),
  );
}

/** What asks somebody to look, the newest first. */
export function listAlerts(
  services: Services,
  { environment, open, limit }: { environment: Environment; open: boolean; limit: number },
): Promise<ListedAlert[]> {
  return listAlertRows(services.pool, { environment, open, limit });
}
