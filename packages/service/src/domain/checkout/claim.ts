import { westernDigits } from '../money.ts';
import { type Msisdn, normaliseMsisdn } from '../msisdn.ts';

/** What a payer typed into the form, as it came. */
export type ClaimFields = { transaction: string; phone: string };

export type ReadClaim =
  | { ok: true; operator_transaction_id: string; payer_phone: Msisdn }
  | { ok: false; wrong: { transaction: boolean; phone: boolean } };

const TYPED_MAX = 60;
/** As the column of `payer_claims` has it. */
const TRANSACTION = /^[A-Z0-9.]{6,30}$/;

/** Reads a payer's words: an id in capitals without what people put between its signs, and a number of Chad. */
export function readClaim({ transaction, phone }: ClaimFields): ReadClaim {
  const id = westernDigits(transaction.slice(0, TYPED_MAX))
    .toUpperCase()
    .replaceAll(/[\s\-_]/g, '');
  const operator_transaction_id = id.replace(/\.+$/, '');
  const payer_phone = normaliseMsisdn(westernDigits(phone));
  const is_id =
    transaction.length <= TYPED_MAX && TRANSACTION.test(operator_transaction_id) && /[0-9]/.test(id);
  if (is_id && payer_phone !== null) return { ok: true, operator_transaction_id, payer_phone };
  return { ok: false, wrong: { transaction: !is_id, phone: payer_phone === null } };
}
