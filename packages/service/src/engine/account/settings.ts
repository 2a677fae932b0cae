import type { Member } from '../../domain/account/person.ts';
import { findMerchants, type MerchantRow } from '../../store/merchants.ts';
import { type SetCheckoutOutcome, setCheckouts } from '../merchants.ts';
import { recordDone } from './actions.ts';
import type { SiteServices } from './services.ts';

export async function findMerchantOf(
  services: SiteServices,
  merchant_id: string,
): Promise<MerchantRow | null> {
  const [merchant] = await findMerchants(services.pool, [{ id: merchant_id }]);
  return merchant ?? null;
}

/** Sets what a merchant wants of its checkout pages, and puts on record who did. */
export async function recordSettings(
  services: SiteServices,
  { account, membership }: Member,
  change: { return_url: string | null; shows_description: boolean },
): Promise<SetCheckoutOutcome> {
  const { merchant_id } = membership;
  const allows_http = services.allow_private_webhooks;
  const [outcome] = await setCheckouts(services, [{ merchant_id, ...change }], { allows_http });
  if (outcome === undefined) throw new Error('one command has one outcome');
  if (outcome.kind === 'set')
    await recordDone(services, services.pool, { account_id: account.id, merchant_id }, [
      { action: 'settings.changed', detail: change },
    ]);
  return outcome;
}
