import type { Signature } from '../../domain/review/second-person.ts';
import type { Services } from '../services.ts';
import { signed } from './signed.ts';

export type IngestedSms = Signature & { notice_id: string };

/** Keeps on record who typed SMS in, and why: each is a claim like any message, with a person behind it. */
export async function recordIngest(services: Services, ingested: readonly IngestedSms[]): Promise<void> {
  await signed<null, never>(services, {
    lock: async () => null,
    decide: ({ record }) => {
      for (const one of ingested) record(one, { action: 'sms.ingest', subject_id: one.notice_id });
      return { outcomes: [] };
    },
  });
}
