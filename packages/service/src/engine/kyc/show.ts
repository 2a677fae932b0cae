import { isUuid } from '../../domain/keys.ts';
import type { KycDocument } from '../../domain/kyc/document.ts';
import { snapshot } from '../../store/connect/atomically.ts';
import { listDocuments } from '../../store/kyc/documents.ts';
import {
  listSubmissions,
  type ShownKyc,
  type ShownSubmission,
  showProfiles,
} from '../../store/kyc/profiles.ts';
import type { Services } from '../services.ts';

/** A merchant's profile as it stands, and what became of what it handed in. */
export type Kyc = ShownKyc & {
  /** What is being written has these; without their bytes. */
  documents: KycDocument[];
  /** The newest first. */
  submissions: (ShownSubmission & { documents: KycDocument[] })[];
};

/** The profiles of merchants, in order; null where there is no such merchant. */
export async function showKyc(services: Services, merchant_ids: readonly string[]): Promise<(Kyc | null)[]> {
  const ids = merchant_ids.map((id) => id.toLowerCase()).filter(isUuid);
  if (ids.length === 0) return merchant_ids.map(() => null);
  return snapshot(services.pool, async (client) => {
    const profiles = new Map((await showProfiles(client, ids)).map((row) => [row.merchant_id, row]));
    const documents = await listDocuments(client, ids);
    const submissions = await listSubmissions(client, ids);
    return merchant_ids.map((id) => {
      const profile = profiles.get(id.toLowerCase());
      if (profile === undefined) return null;
      const own = documents.filter((one) => one.merchant_id === profile.merchant_id);
      return {
        ...profile,
        documents: own.filter((one) => !one.is_removed),
        submissions: submissions
          .filter((one) => one.merchant_id === profile.merchant_id)
          .map((one) => ({ ...one, documents: own.filter(({ id }) => one.document_ids.includes(id)) })),
      };
    });
  });
}
