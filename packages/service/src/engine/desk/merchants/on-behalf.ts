import type { PaymentLink } from '../../../domain/link/link.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import {
  type CreateLink,
  type CreateLinkOutcome,
  createLinks,
  type LinkAsked,
  type LinkServices,
  setLinks,
} from '../../links/links.ts';
import { type SetCheckout, type SetCheckoutOutcome, setCheckoutsIn } from '../../merchants.ts';
import type { Services } from '../../services.ts';
import { type ReleaseOutcome, releaseEndpoint } from '../../webhook-endpoints/receivers.ts';
import { signed } from '../signed.ts';

// What staff do in a merchant's place, on record as its own team's doings are: payers are led, and money is asked for, by it.

/** Makes a link for a merchant. */
export async function createLinkFor(
  services: Services & Pick<LinkServices, 'randomBytes'>,
  by: Signature,
  command: Omit<CreateLink, 'created_by'>,
): Promise<CreateLinkOutcome> {
  const [made] = await signed<null, CreateLinkOutcome>(services, {
    lock: async () => null,
    decide: async ({ client, record }) => {
      const outcomes = await createLinks({ ...services, pool: client }, [{ ...command, created_by: null }]);
      for (const outcome of outcomes)
        if (outcome.kind === 'created') {
          const { id: subject_id, merchant_id, environment, code } = outcome.link;
          record(by, { action: 'link.create', subject_id, detail: { merchant_id, environment, code } });
        }
      return { outcomes };
    },
  });
  return made ?? { kind: 'merchant_not_found' };
}

/** Closes a link of a merchant; null: it has none such. */
export async function closeLinkFor(
  services: Services,
  by: Signature,
  asked: LinkAsked,
): Promise<PaymentLink | null> {
  const [closed = null] = await signed<null, PaymentLink | null>(services, {
    lock: async () => null,
    decide: async ({ client, record }) => {
      const outcomes = await setLinks({ ...services, pool: client }, [{ ...asked, is_closed: true }]);
      for (const link of outcomes)
        if (link !== null) {
          const { id: subject_id, merchant_id, environment, code } = link;
          record(by, { action: 'link.close', subject_id, detail: { merchant_id, environment, code } });
        }
      return { outcomes };
    },
  });
  return closed;
}

/** Says where the checkout page of a merchant leads back to, and what it shows. */
export async function setCheckoutFor(
  services: Services,
  by: Signature,
  command: SetCheckout,
  rules: { allows_http: boolean },
): Promise<SetCheckoutOutcome> {
  const [set] = await signed<null, SetCheckoutOutcome>(services, {
    lock: async () => null,
    decide: async ({ client, record }) => {
      const outcomes = await setCheckoutsIn(services, client, [command], rules);
      for (const outcome of outcomes)
        if (outcome.kind === 'set') {
          const { id: subject_id, return_url, shows_description } = outcome.merchant;
          record(by, {
            action: 'merchant.checkout',
            subject_id,
            detail: { return_url, shows_description },
          });
        }
      return { outcomes };
    },
  });
  return set ?? { kind: 'not_found' };
}

/** Enables a disabled endpoint; what is held for it follows. */
export async function releaseEndpointFor(
  services: Services,
  by: Signature,
  endpoint_id: string,
): Promise<ReleaseOutcome> {
  const [released] = await signed<null, ReleaseOutcome>(services, {
    lock: async () => null,
    decide: async ({ client, record }) => {
      const outcome = await releaseEndpoint({ ...services, pool: client }, endpoint_id);
      if (outcome.kind === 'released') {
        const { endpoint_id: subject_id, merchant_id, environment, held, url } = outcome.endpoint;
        const detail = { merchant_id, environment, held, url };
        record(by, { action: 'webhook.release', subject_id, detail });
      }
      return { outcomes: [outcome] };
    },
  });
  return released ?? { kind: 'not_found' };
}
