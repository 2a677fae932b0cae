import type { PoolClient } from 'pg';
import { type ApiKey, isUuid } from '../../../domain/keys.ts';
import type { KycDocument } from '../../../domain/kyc/document.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { listApiKeyRows } from '../../../store/keys.ts';
import { findSubmittedDocuments, readSealedDocument } from '../../../store/kyc/documents.ts';
import { type AllowanceRow, listAllowances, type StoredMerchant } from '../../../store/merchants.ts';
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
  merchant: StoredMerchant;
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
 * Opens one document that a merchant has handed in. That it was opened, and by whom, is committed before its bytes leave here,
 * so a look counts whether or not they arrive. One that does not open is on record as such, and nobody has seen it.
 */
export async function lookAtDocument(services: KycServices, command: LookAtDocument): Promise<LookOutcome> {
  const { merchant_id, document_id } = command;
  if (!isUuid(merchant_id) || !isUuid(document_id)) return { kind: 'not_found' };
  const [outcome] = await signed<FoundDocument | null, LookOutcome>(services, {
    lock: (client) => findDocument(services, client, { merchant_id, document_id }),
    decide: ({ known, record }) => {
      if (known === null) return { outcomes: [{ kind: 'not_found' }] };
      const { document, version, bytes } = known;
      const { id, kind, sha256 } = document;
      const seen = { document_id: id, document: kind, sha256, version };
      const detail = { ...seen, ...(bytes === null && { is_unreadable: true }) };
      record(command, { action: 'kyc.look', subject_id: document.merchant_id, detail });
      return {
        outcomes: [bytes === null ? { kind: 'unreadable', document } : { kind: 'opened', document, bytes }],
      };
    },
  });
  return outcome ?? { kind: 'not_found' };
}

/** What was handed in, in the last submission that has it; `bytes`: null where it does not open. */
type FoundDocument = { document: KycDocument; version: number; bytes: Buffer | null };

async function findDocument(
  services: KycServices,
  client: PoolClient,
  asked: { merchant_id: string; document_id: string },
): Promise<FoundDocument | null> {
  const [found] = await findSubmittedDocuments(client, [asked]);
  const [row] = await readSealedDocument(client, [asked]);
  if (found === undefined || row === undefined) return null;
  const { version, ...document } = found;
  try {
    return { document, version, bytes: openDocument(services, document, row.sealed) };
  } catch {
    return { document, version, bytes: null };
  }
}
