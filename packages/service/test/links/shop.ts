import { randomBytes } from 'node:crypto';
import type { LinkTerms } from '../../src/domain/link/forms.ts';
import type { PaymentLink } from '../../src/domain/link/link.ts';
import { createLinks } from '../../src/engine/links/links.ts';
import { lookAtLinks, type PublicLink, sessionOfLink } from '../../src/engine/links/pay.ts';
import type { World } from '../collection/world.ts';

export const TERMS: LinkTerms = {
  title: 'Cotisation',
  description: null,
  amount_xaf: 5000,
  min_xaf: null,
  max_xaf: null,
  max_payments: null,
  max_total_xaf: null,
  expires_at: null,
};
export const OPEN_AMOUNT = { amount_xaf: null, min_xaf: 500, max_xaf: 20_000 } as const;

export const linkServices = (world: World) => ({
  ...world.services,
  randomBytes: (count: number) => randomBytes(count),
});

/** A link that must be created. */
export async function newLink(
  world: World,
  merchant_id: string,
  terms: Partial<LinkTerms> = {},
  environment: 'test' | 'live' = 'test',
): Promise<PaymentLink> {
  const command = { merchant_id, environment, terms: { ...TERMS, ...terms }, created_by: null };
  const [outcome] = await createLinks(linkServices(world), [command]);
  if (outcome?.kind !== 'created') throw new Error(`not created: ${JSON.stringify(outcome)}`);
  return outcome.link;
}

export async function publicLink(world: World, { slug }: { slug: string }): Promise<PublicLink> {
  const [link] = await lookAtLinks(world.services, [slug]);
  if (!link) throw new Error('no such link');
  return link;
}

export const newToken = (): string => randomBytes(16).toString('base64url');

let payers = 0;
/** Each payer has an address of his own. */
const newAddress = (): string => {
  payers += 1;
  return `41.${(payers >> 16) & 255}.${(payers >> 8) & 255}.${payers & 255}`;
};

/** What a payer of this link asks the engine for, with a form of its own. */
export const asking = (
  link: PublicLink,
  fields: { amount_xaf?: number; token?: string; address?: string } = {},
) =>
  sessionOfLink({
    link,
    amount_xaf: link.amount_xaf ?? 1000,
    operator: 'AIRTEL',
    customer_phone: null,
    token: newToken(),
    address: newAddress(),
    ...fields,
  });
