import { payeeAnew, payeeOf } from '../../domain/refund/judge.ts';
import type { PaymentRow } from '../../store/refunds/refunds.ts';
import { readdressRefunds } from '../../store/refunds/sending.ts';
import type { Database } from '../../store/statement.ts';
import type { SaidAnew } from '../book/read-again.ts';

/** A refund as far as it says whether it waits, and for whom. */
type Addressed = { id: string; state: string; via: string; to_phone: string | null };

/**
 * To whom a refund of a payment goes as its words are read now: also back to whom they named first, once people stand by that wording
 * again. Where none that is confirmed reads them it waits, with the phone that it has.
 */
export function payeeNow(
  refund: Addressed,
  payment: PaymentRow | undefined,
  anew: ReadonlyMap<string, SaidAnew>,
): string | null {
  const is_waiting = refund.state === 'PENDING' && refund.via === 'sim';
  if (!is_waiting || payment === undefined || payment.credit_id === null) return refund.to_phone;
  const said = anew.get(payment.credit_id);
  if (said === undefined) return payeeOf(payment.to_phone, payment.declared_phone);
  return said.is_read ? payeeAnew(payment, said.payer) : refund.to_phone;
}

/**
 * Keeps to whom waiting refunds go now, before anybody can send them there: by the phone that is kept it is known that one has left.
 * @returns the phones of those that go to another by now
 */
export async function readdress(
  database: Database,
  refunds: readonly (Addressed & { to_phone_now: string | null })[],
): Promise<ReadonlyMap<string, string | null>> {
  const other = refunds.filter(({ to_phone, to_phone_now }) => to_phone !== to_phone_now);
  const kept = await readdressRefunds(
    database,
    other.map(({ id, to_phone_now: to_phone }) => ({ id, to_phone })),
  );
  return new Map(kept.map(({ id, to_phone }) => [id, to_phone]));
}
