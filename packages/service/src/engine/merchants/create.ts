import { insertMerchants } from '../../store/merchants/insert.ts';
import type { MerchantRow } from '../../store/merchants/row.ts';
import type { Services } from '../services.ts';

export type CreateMerchant = {
  /** 1 to 200 characters once trimmed. */
  name: string;
  /** Our fee in hundredths of a percent of the gross, 0 to 10000. */
  fee_basis_points: number;
};

export type CreateMerchantOutcome =
  | { kind: 'created'; merchant: MerchantRow }
  | { kind: 'name_unusable' }
  | { kind: 'fee_unusable' };

const NAME_LENGTH_MAX = 200;
const FEE_BASIS_POINTS_MAX = 10_000;

/** Opens merchants, KYC pending. An outcome per command, in order; two merchants may share a name. */
export async function createMerchants(
  services: Services,
  commands: readonly CreateMerchant[],
): Promise<CreateMerchantOutcome[]> {
  const created_at = services.now();
  const drafts = commands.map((command) => ({
    id: services.newId(),
    name: command.name.trim(),
    fee_basis_points: command.fee_basis_points,
    created_at,
    refusal: refusalOf(command),
  }));
  const accepted = drafts.filter((draft) => draft.refusal === null);
  const rows = await insertMerchants(services.pool, accepted);
  const merchants = new Map(rows.map((row) => [row.id, row]));
  return drafts.map((draft) => {
    const merchant = merchants.get(draft.id);
    if (merchant !== undefined) return { kind: 'created', merchant };
    if (draft.refusal === null) throw new Error('a merchant was written and did not come back');
    return { kind: draft.refusal };
  });
}

function refusalOf(command: CreateMerchant): 'name_unusable' | 'fee_unusable' | null {
  const name_length = [...command.name.trim()].length;
  // PostgreSQL's text can't hold the character NUL.
  if (name_length < 1 || name_length > NAME_LENGTH_MAX || command.name.includes('\0')) return 'name_unusable';
  const fee = command.fee_basis_points;
  return Number.isInteger(fee) && fee >= 0 && fee <= FEE_BASIS_POINTS_MAX ? null : 'fee_unusable';
}
