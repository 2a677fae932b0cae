import type { Signature } from '../../../domain/review/second-person.ts';
import { keepNotices, type RawNotice, type ReceiveOutcome } from '../../notices.ts';
import type { Services } from '../../services.ts';
import { signed } from '../signed.ts';

export type IngestSms = Signature & { notice: RawNotice };

/**
 * Keeps SMS that staff type in, each a claim like any message, with who did and why. Both are one transaction: a message that
 * is kept is settled by whoever comes to it, so none may be kept without the person who stands behind it.
 * @returns an outcome per command, in order; what is kept is for the caller to settle
 */
export function ingestSms(services: Services, commands: readonly IngestSms[]): Promise<ReceiveOutcome[]> {
  return signed<null, ReceiveOutcome>(services, {
    lock: async () => null,
    decide: async ({ client, record }) => {
      const outcomes = await keepNotices(
        services,
        client,
        commands.map(({ notice }) => notice),
      );
      for (const [at, outcome] of outcomes.entries()) {
        const by = commands[at];
        if (by === undefined || outcome.kind !== 'kept') continue;
        record(by, { action: 'sms.ingest', subject_id: outcome.notice_id });
      }
      return { outcomes };
    },
  });
}
