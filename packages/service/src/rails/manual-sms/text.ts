import type { RailOrder } from '../../domain/rail/order.ts';
import { formatLocalTime } from '../../domain/time/local.ts';

const OPERATOR_NAMES = { AIRTEL: 'Airtel Money', MOOV: 'Moov Money' } as const;

type Told = Pick<RailOrder, 'operator' | 'amount_xaf' | 'internal_ref' | 'expires_at'> & {
  collection_number: string;
};

/**
 * What a payer is told, in French and within one SMS: plain spaces and no accent outside GSM 7-bit, since one
 * such character more than halves what fits into a message.
 */
export function payerText({
  operator,
  amount_xaf,
  collection_number,
  expires_at,
  internal_ref,
}: Told): string {
  const amount = grouped(amount_xaf);
  const number = spaced(collection_number);
  return (
    `Envoyez exactement ${amount} FCFA par ${OPERATOR_NAMES[operator]} au ${number} ` +
    `avant ${formatLocalTime(expires_at)}. Ref ${internal_ref}. Si vous n'avez rien demande, ignorez ce message.`
  );
}

/** `5000` as `5 000`. */
function grouped(amount_xaf: number): string {
  const digits = String(amount_xaf);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(' ');
}

/** `+23566123456` as `66 12 34 56`: the payer is in Chad, and pays from a menu that wants 8 digits. */
function spaced(msisdn: string): string {
  const national = msisdn.slice('+235'.length);
  return [national.slice(0, 2), national.slice(2, 4), national.slice(4, 6), national.slice(6)].join(' ');
}
