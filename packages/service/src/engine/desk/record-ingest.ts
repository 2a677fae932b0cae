import { transaction } from '../../store/connect/transaction.ts';
import type { Services } from '../services.ts';
import { recordActions } from './record.ts';

/** Keeps on record who typed an SMS in, and why: it is a claim like any message, with a person behind it. */
export function recordIngest(
  services: Services,
  { notice_id, actor, note }: { notice_id: string; actor: string; note: string },
): Promise<void> {
  return transaction(services.pool, (client) =>
    recordActions(services, client, [{ actor, action: 'sms.ingest', subject_id: notice_id, note }]),
  );
}
