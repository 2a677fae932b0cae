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
import { recorded } from '../recorded.ts';

// What staff do in a merchant's place, on record as its own team's doings are: payers are led, and money is asked for, by it.

/** Makes a link for a merchant. */
export async function createLinkFor(
  services: Services & Pick<LinkServices, 'randomBytes'>,
  by: Signature,
  command: Omit<CreateLink, 'created_by'>,
): Promise<CreateLinkOutcome> {
  const [made] = await recorded<Signature, CreateLinkOutcome>(
    services,
    [by],
    (client) => createLinks({ ...services, pool: client }, [{ ...command, created_by: null }]),
    (outcome) => (outcome.kind === 'created' ? linkAct('link.create', outcome.link) : null),
  );
  return made ?? { kind: 'merchant_not_found' };
}

/** Closes a link of a merchant; null: it has none such. */
export async function closeLinkFor(
  services: Services,
  by: Signature,
  asked: LinkAsked,
): Promise<PaymentLink | null> {
  const [closed = null] = await recorded<Signature, PaymentLink | null>(
    services,
    [by],
    (client) => setLinks({ ...services, pool: client }, [{ ...asked, is_closed: true }]),
    (link) => (link === null ? null : linkAct('link.close', link)),
  );
  return closed;
}

function linkAct(action: 'link.create' | 'link.close', link: PaymentLink) {
  const { id: subject_id, merchant_id, environment, code } = link;
  return { action, subject_id, detail: { merchant_id, environment, code } };
}

/** Says where the checkout page of a merchant leads back to, and what it shows. */
export async function setCheckoutFor(
  services: Services,
  by: Signature,
  command: SetCheckout,
  rules: { allows_http: boolean },
): Promise<SetCheckoutOutcome> {
  const [set] = await recorded<Signature, SetCheckoutOutcome>(
    services,
    [by],
    (client) => setCheckoutsIn(services, client, [command], rules),
    (outcome) => {
      if (outcome.kind !== 'set') return null;
      const { id: subject_id, return_url, shows_description } = outcome.merchant;
      return { action: 'merchant.checkout', subject_id, detail: { return_url, shows_description } };
    },
  );
  return set ?? { kind: 'not_found' };
}

/** Enables a disabled endpoint; what is held for it follows. */
export async function releaseEndpointFor(
  services: Services,
  by: Signature,
  endpoint_id: string,
): Promise<ReleaseOutcome> {
  const [released] = await recorded<Signature, ReleaseOutcome>(
    services,
    [by],
    async (client) => [await releaseEndpoint({ ...services, pool: client }, endpoint_id)],
    (outcome) => {
      if (outcome.kind !== 'released') return null;
      const { endpoint_id: subject_id, merchant_id, environment, held, url } = outcome.endpoint;
      return { action: 'webhook.release', subject_id, detail: { merchant_id, environment, held, url } };
    },
  );
  return released ?? { kind: 'not_found' };
}
