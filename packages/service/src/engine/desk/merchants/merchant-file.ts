import { type ApiKey, isUuid } from '../../../domain/keys.ts';
import type { KycDocument } from '../../../domain/kyc/document.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { listApiKeyRows } from '../../../store/keys.ts';
import { findSubmittedDocuments, readSealedDocument } from '../../../store/kyc/documents.ts';
import { type AllowanceRow, listAllowances, type MerchantRow } from '../../../store/merchants.ts';
import { listNewestActions, type ShownAction } from '../../../store/staff/record.ts';
import { type KycServices, openDocument } from '../../kyc/documents.ts';
import { type Kyc, showKyc } from '../../kyc/show.ts';
import { findMerchant } from '../../merchants.ts';
import type { Services } from '../../services.ts';
import { signed } from '../signed.ts';

// Active ones come first; members make fifty of them in each environment, and staff more.
const KEYS_MAX = 200;
const ACTIONS_MAX = 100;
const LOOKS_MAX = 300;

/** Everything that staff see of a merchant on its page. */
export type MerchantFile = {
  merchant: MerchantRow;
  kyc: Kyc;
  allowances: AllowanceRow[];
  /** Two hundred: the active ones from the newest, then revoked ones. */
  keys: ApiKey[];
  /** What staff did about it, looks at documents included; the newest hundred. */
  actions: ShownAction[];
  /** Who has opened its documents; the newest three hundred. */
  looks: ShownAction[];
};

/** A merchant's file; null when there is no such merchant. A fixed number of statements. */
export async function openMerchantFile(services: Services, id: string): Promise<MerchantFile | null> {
  const merchant = await findMerchant(services, id);
  if (merchant === null) return null;
  const [kyc] = await showKyc(services, [merchant.id]);
  if (!kyc) return null;
  return {
    merchant,
    kyc,
    allowances: await listAllowances(services.pool, [merchant.id]),
    keys: await listApiKeyRows(services.pool, { merchant_id: merchant.id, limit: KEYS_MAX }),
    actions: await listNewestActions(services.pool, {
      merchant_id: merchant.id,
      action: null,
      limit: ACTIONS_MAX,
    }),
    looks: await listNewestActions(services.pool, {
      merchant_id: merchant.id,
      action: 'kyc.look',
      limit: LOOKS_MAX,
    }),
  };
}

export type LookAtDocument = Signature & { merchant_id: string; document_id: string };

export type LookOutcome =
  | { kind: 'opened'; document: KycDocument; bytes: Buffer }
  /** The row was changed or moved, or the secret key is another. */
  | { kind: 'unreadable'; document: KycDocument }
  | { kind: 'not_found' };

/**
 * Opens one document that a merchant has handed in. That it was opened, and by whom, is committed before it is read,
 * so a look counts whether or not its bytes arrive.
 */
export async function lookAtDocument(services: KycServices, command: LookAtDocument): Promise<LookOutcome> {
  const { merchant_id, document_id } = command;
  if (!isUuid(merchant_id) || !isUuid(document_id)) return { kind: 'not_found' };
  const asked = [{ merchant_id, document_id }];
  const [document] = await signed<(KycDocument & { version: number }) | undefined, KycDocument | null>(
    services,
    {
      lock: async (client) => (await findSubmittedDocuments(client, asked))[0],
      decide: ({ known, record }) => {
        if (known === undefined) return { outcomes: [null] };
        const { version, ...found } = known;
        const detail = { document_id: found.id, document: found.kind, sha256: found.sha256, version };
        record(command, { action: 'kyc.look', subject_id: found.merchant_id, detail });
        return { outcomes: [found] };
      },
    },
  );
  if (document === null || document === undefined) return { kind: 'not_found' };
  const [row] = await readSealedDocument(services.pool, asked);
  try {
    if (row !== undefined)
      return { kind: 'opened', document, bytes: openDocument(services, document, row.sealed) };
  } catch {
    // The look is on record all the same.
  }
  return { kind: 'unreadable', document };
}
