import type { ApiKey } from '../../domain/keys.ts';
import { listApiKeyRows } from '../../store/keys.ts';
import { type AllowanceRow, listAllowances, type MerchantRow } from '../../store/merchants.ts';
import { listNewestActions, type StaffAction } from '../../store/staff/record.ts';
import { type Kyc, showKyc } from '../kyc/show.ts';
import { findMerchant } from '../merchants.ts';
import type { Services } from '../services.ts';

const KEYS_MAX = 100;
const ACTIONS_MAX = 100;
const LOOKS_MAX = 300;

/** Everything that staff see of a merchant on its page. */
export type MerchantFile = {
  merchant: MerchantRow;
  kyc: Kyc;
  allowances: AllowanceRow[];
  /** The newest hundred, revoked ones included. */
  keys: ApiKey[];
  /** What staff did about it, looks at documents included; the newest hundred. */
  actions: StaffAction[];
  /** Who has opened its documents; the newest three hundred. */
  looks: StaffAction[];
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
    keys: await listApiKeyRows(services.pool, merchant.id, KEYS_MAX),
    actions: await listNewestActions(services.pool, merchant.id, null, ACTIONS_MAX),
    looks: await listNewestActions(services.pool, merchant.id, 'kyc.look', LOOKS_MAX),
  };
}
