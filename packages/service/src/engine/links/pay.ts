import { hash } from 'node:crypto';
import {
  type LinkRefusal,
  type LinkUse,
  linkRefusal,
  type PaymentLink,
  readSlug,
} from '../../domain/link/link.ts';
import { OPERATORS, type Operator } from '../../domain/operator.ts';
import type { CreateOutcome, CreateSession } from '../../domain/session/commands.ts';
import { loadPublicLinks, type PublicLinkRow } from '../../store/links.ts';
import { findReferences } from '../../store/sessions/references.ts';
import type { Database } from '../../store/statement.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';
import { withUse } from './links.ts';

/** Long enough to find a phone, a menu and a PIN; what is held of a link comes back soon if nobody pays. */
export const LINK_TTL_MINUTES = 15;

/** A link as its payers see it. */
export type PublicLink = PaymentLink & {
  use: LinkUse;
  merchant_name: string;
  is_merchant_verified: boolean;
  /** Those that its merchant collects with; in test all. */
  operators: Operator[];
  /** What its page speaks where the payer's browser asks for nothing of ours. */
  language: 'fr' | 'ar' | 'en';
};

/** However many look at a link, its row is read once a second. */
const linksOf = perOwner((_services: Pick<Services, 'pool' | 'now'>) =>
  freshly<string, PublicLink | null>((slug) => slug, loadBySlug),
);

async function loadBySlug(slugs: string[], database: Database): Promise<(PublicLink | null)[]> {
  const rows = await loadPublicLinks(
    database,
    slugs.map((slug) => ({ slug })),
  );
  const bySlug = new Map(rows.map((row) => [row.slug, publicLink(row)]));
  return slugs.map((slug) => bySlug.get(slug) ?? null);
}

function publicLink(row: PublicLinkRow): PublicLink {
  const is_test = row.environment === 'test';
  const operators = OPERATORS.filter((one) => is_test || row.operators.includes(one));
  return { ...withUse(row), operators };
}

/** The links of some addresses, at most a second old; null for what is none. */
export async function lookAtLinks(
  services: Pick<Services, 'pool' | 'now'>,
  texts: readonly string[],
): Promise<(PublicLink | null)[]> {
  const slugs = texts.map(readSlug);
  const wanted = slugs.filter((slug) => slug !== null);
  const links = await linksOf(services).get(wanted, services.now(), services.pool);
  return slugs.map((slug) => (slug === null ? null : (links.get(slug) ?? null)));
}

/** Forgets what was read of a link: whoever just changed it is shown what has become of it. */
export function forgetLink(services: Pick<Services, 'pool' | 'now'>, slug: string): void {
  linksOf(services).forget(slug);
}

/** What a payer chose, as `readPayerForm` of the domain reads it. */
export type PayLink = {
  link: PublicLink;
  amount_xaf: number;
  operator: Operator;
  customer_phone: string | null;
  /** Of the form: sent twice it makes one session. */
  token: string;
  /** Where it came from: what one subscriber is given, as `householdOf` says. */
  address: string;
};

export type PayOutcome =
  /** `is_new`: false when the same form had made it before. */
  | { kind: 'made'; session_id: string; is_new: boolean }
  | { kind: LinkRefusal }
  /** This form has made a session of another amount or operator. */
  | { kind: 'form_used' }
  /** The same form is being worked on at this moment. */
  | { kind: 'twice' }
  /** No number is free for this amount; with a phone declared one may be. */
  | { kind: 'no_number' }
  | { kind: 'not_ready' }
  | { kind: 'too_many_open'; retry_after_s: number };

/** The session that somebody who pays by a link asks for: an ordinary one, which names the link. */
export function sessionOfLink(asking: PayLink): CreateSession {
  const { link, amount_xaf, operator, customer_phone, token, address } = asking;
  const asked = [link.id, amount_xaf, operator, customer_phone].join('/');
  return {
    merchant_id: link.merchant_id,
    environment: link.environment,
    reference: referenceOf(link, token),
    amount_xaf,
    operator,
    customer_phone,
    description: link.title,
    metadata: JSON.stringify({ payment_link_id: link.id, payment_link_code: link.code }),
    ttl_minutes: LINK_TTL_MINUTES,
    idempotency: { key: `payment-link/${link.id}/${token}`, request_hash: hash('sha256', asked, 'hex') },
    by_link: { link_id: link.id, address_hash: addressHash(link, address) },
  };
}

/** The address itself goes no further: it says which places of the merchant are open to it, and nothing of it is kept. */
const addressHash = ({ merchant_id }: PublicLink, address: string): number =>
  Number.parseInt(hash('sha256', `${merchant_id}/${address}`, 'hex').slice(0, HASH_DIGITS), 16);
const HASH_DIGITS = 8;

const REFERENCE_DIGITS = 16;

/** `PL-7K3M9QXC-0f3a…`: the link by its code, then the form. The checkout shows it, so it tells neither slug nor token. */
function referenceOf({ id, code }: PublicLink, token: string): string {
  return `PL-${code}-${hash('sha256', `${id}/${token}`, 'hex').slice(0, REFERENCE_DIGITS)}`;
}

/** What came of the session that was asked for. */
export function payOutcome(
  services: Pick<Services, 'pool' | 'now'>,
  { link }: PayLink,
  outcome: CreateOutcome,
): PayOutcome {
  // Whoever looks next sees that its place is taken, or that it is not.
  forgetLink(services, link.slug);
  switch (outcome.kind) {
    case 'created':
      return { kind: 'made', session_id: outcome.session.id, is_new: !outcome.replayed };
    case 'reference_already_used':
      return { kind: 'made', session_id: outcome.existing_payment_session_id, is_new: false };
    case 'link_refused':
      return { kind: outcome.refusal };
    case 'idempotency_key_reused':
      return { kind: 'form_used' };
    case 'idempotency_key_in_use':
      return { kind: 'twice' };
    case 'no_collection_number':
      return { kind: 'no_number' };
    case 'rail_not_ready':
      return { kind: 'not_ready' };
    case 'too_many_open_sessions':
      return { kind: 'too_many_open', retry_after_s: outcome.retry_after_s };
  }
}

/** The session that a form made before, or null: a payer who comes back finds what is under way. */
export async function findSessionOfForm(
  services: Pick<Services, 'pool'>,
  link: PublicLink,
  token: string,
): Promise<string | null> {
  const { merchant_id, environment } = link;
  const reference = referenceOf(link, token);
  const [found] = await findReferences(services.pool, [{ merchant_id, environment, reference }]);
  return found?.id ?? null;
}

/** Whether a link takes a payment now, as far as is known without a lock. */
export function publicRefusal(link: PublicLink, now: Date): LinkRefusal | null {
  return linkRefusal(link, link.use, now);
}
