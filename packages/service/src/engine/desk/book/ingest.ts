import type { Signature } from '../../../domain/review/second-person.ts';
import { keepNotices, type RawNotice, type ReceiveOutcome } from '../../notices.ts';
import type { Services } from '../../services.ts';
import { recorded } from '../recorded.ts';

export type IngestSms = Signature & { notice: RawNotice };

/**
 * Keeps SMS that staff type in, each a claim like any message, with who did and why. Both are one transaction: a message that
 * is kept is settled by whoever comes to it, so none may be kept without the person who stands behind it.
 * @returns an outcome per command, in order; what is kept is for the caller to settle
 */
export function ingestSms(services: Services, commands: readonly IngestSms[]): Promise<ReceiveOutcome[]> {
  const notices = commands.map(({ notice }) => notice);
  return recorded<IngestSms, ReceiveOutcome>(
    services,
    commands,
    (client) => keepNotices(services, client, notices),
    (outcome) => (outcome.kind === 'kept' ? { action: 'sms.ingest', subject_id: outcome.notice_id } : null),
  );
}
