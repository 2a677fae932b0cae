import { type ReturnAddressProblem, returnAddressProblem } from '../../domain/checkout/return-address.ts';
import { isUuid } from '../../domain/keys/uuid.ts';
import { updateCheckouts } from '../../store/merchants/checkout.ts';
import type { MerchantRow } from '../../store/merchants/row.ts';
import type { Services } from '../services.ts';

export type SetCheckout = {
  merchant_id: string;
  /** Where the page leads back to; null: nowhere. Absent: as before. */
  return_url?: string | null;
  /** Whether it shows a session's description. Absent: as before. */
  shows_description?: boolean;
};

export type SetCheckoutOutcome =
  | { kind: 'set'; merchant: MerchantRow }
  | { kind: 'not_found' }
  | { kind: 'address_unusable'; problem: ReturnAddressProblem };

/** Sets what merchants want of their checkout pages. An outcome per command, in order. */
export async function setCheckouts(
  services: Services,
  commands: readonly SetCheckout[],
  { allows_http }: { allows_http: boolean },
): Promise<SetCheckoutOutcome[]> {
  const problems = commands.map(({ return_url }) =>
    typeof return_url === 'string' ? returnAddressProblem(return_url, allows_http) : null,
  );
  const changes = commands
    .filter(({ merchant_id }, at) => problems[at] === null && isUuid(merchant_id))
    .map(({ merchant_id: id, return_url, shows_description }) => ({
      id,
      sets_return_url: return_url !== undefined,
      return_url: typeof return_url === 'string' ? new URL(return_url).href : null,
      sets_description: shows_description !== undefined,
      shows_description: shows_description === true,
    }));
  const merchants = new Map((await updateCheckouts(services.pool, changes)).map((row) => [row.id, row]));
  return commands.map(({ merchant_id }, at) => {
    const problem = problems[at] ?? null;
    if (problem !== null) return { kind: 'address_unusable', problem };
    const merchant = merchants.get(merchant_id.toLowerCase());
    return merchant === undefined ? { kind: 'not_found' } : { kind: 'set', merchant };
  });
}
