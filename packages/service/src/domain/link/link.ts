import { AMOUNT_XAF_MAX } from '../money.ts';
import type { Environment } from '../operator.ts';

/** A link that anyone can pay. What payers were told of it never changes; it is closed and opened again. */
export type PaymentLink = {
  id: string;
  merchant_id: string;
  environment: Environment;
  /** What its address ends in: whoever knows it may pay. */
  slug: string;
  /** What the references of its payments begin with; no secret. */
  code: string;
  title: string;
  description: string | null;
  /** Null: the payer says how much, from `min_xaf` to `max_xaf`. */
  amount_xaf: number | null;
  min_xaf: number | null;
  max_xaf: number | null;
  /** Null: any number of times. */
  max_payments: number | null;
  /** Never without `max_payments`. */
  max_total_xaf: number | null;
  expires_at: Date | null;
  closed_at: Date | null;
  /** The account of whoever made it; null: staff. */
  created_by: string | null;
  created_at: Date;
};

/** What has been paid by a link, and what else is held because it may still be paid. Of a link without limits: nothing. */
export type LinkUse = { paid_count: number; paid_xaf: number; held_count: number; held_xaf: number };

/** Of a link without limits no more payments than these are counted, whichever they are. */
export const LINK_COUNTED_MAX = 10_001;

/** Whether more may have come by a link than its use says: each of its figures is then the least that it can be. */
export const isCountedInPart = ({ paid_count, held_count }: LinkUse): boolean =>
  paid_count + held_count >= LINK_COUNTED_MAX;

export const NO_USE: LinkUse = { paid_count: 0, paid_xaf: 0, held_count: 0, held_xaf: 0 };

/** Why a link takes no payment. `busy`: what is left of it is held by others who may still pay, or not. */
export type LinkRefusal = 'closed' | 'expired' | 'used_up' | 'busy';

type LinkBounds = Pick<
  PaymentLink,
  'amount_xaf' | 'min_xaf' | 'max_xaf' | 'max_payments' | 'max_total_xaf' | 'expires_at' | 'closed_at'
>;

/** The least and the most that one payment by a link may be. */
export function boundsOf(link: Pick<LinkBounds, 'amount_xaf' | 'min_xaf' | 'max_xaf'>): {
  min: number;
  max: number;
} {
  return {
    min: link.amount_xaf ?? link.min_xaf ?? 1,
    max: link.amount_xaf ?? link.max_xaf ?? AMOUNT_XAF_MAX,
  };
}

/** The most that the next payment may be, by what is paid and held; 0 when there is none. */
export function roomOf(link: LinkBounds, use: LinkUse): number {
  const { max } = boundsOf(link);
  const { max_payments, max_total_xaf } = link;
  if (max_payments !== null && use.paid_count + use.held_count >= max_payments) return 0;
  return max_total_xaf === null
    ? max
    : Math.min(max, Math.max(0, max_total_xaf - use.paid_xaf - use.held_xaf));
}

/**
 * Whether a link takes a payment now. A payment that is under way holds its place until it is over: what is used up is
 * what was paid.
 * @param amount_xaf what the payer would pay; null: anything that the link allows
 */
export function linkRefusal(
  link: LinkBounds,
  use: LinkUse,
  now: Date,
  amount_xaf: number | null = null,
): LinkRefusal | null {
  if (link.closed_at !== null) return 'closed';
  if (link.expires_at !== null && link.expires_at <= now) return 'expired';
  const wanted = amount_xaf ?? boundsOf(link).min;
  if (roomOf(link, use) >= wanted) return null;
  const without_held = { ...use, held_count: 0, held_xaf: 0 };
  return roomOf(link, without_held) >= wanted ? 'busy' : 'used_up';
}

// Crockford's letters: read aloud and typed again, none is taken for another. Small, as addresses are.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SLUG_LENGTH = 26;
const CODE_LENGTH = 8;

/** Bytes of chance that a slug is made of; 130 bits of them are used. */
export const SLUG_BYTES = 17;
export const CODE_BYTES = 5;

/** 26 letters and digits, which nobody guesses. */
export const slugOf = (bytes: Uint8Array): string => write(bytes, SLUG_LENGTH);

/** 8 letters and digits in capitals, for the references of a link's payments. */
export const linkCodeOf = (bytes: Uint8Array): string => write(bytes, CODE_LENGTH).toUpperCase();

function write(bytes: Uint8Array, length: number): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = `${ALPHABET[Number(value % 32n)]}${text}`;
    value /= 32n;
  }
  return text;
}

/** A slug as somebody typed it: capitals, O for 0, I and L for 1, and dashes between are no mistakes. Null: it is none. */
export function readSlug(text: string): string | null {
  if (text.length > 2 * SLUG_LENGTH) return null;
  const slug = text.toLowerCase().replaceAll('-', '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{26}$/.test(slug) ? slug : null;
}
