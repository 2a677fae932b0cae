import type { RailAnswer } from '../../domain/rail/order.ts';
import type { RailPaymentRow } from '../../store/rows.generated.ts';
import { claimRailPayments } from '../../store/transactions/proofs.ts';
import type { Services } from '../services.ts';
import type { AnsweredWork } from './claim.ts';

/** What an answer is worth that names the payment of another transaction: it decides nothing, and the rail is asked again. */
const OF_ANOTHER: RailAnswer = {
  kind: 'unknown',
  detail: 'enquiry: it names the payment of another transaction',
  sent: true,
  fault: false,
  paid_otherwise: 'payment',
};

/**
 * Believes no rail that proves two transactions by one payment: else both merchants would deliver, and what one gives back
 * would be the other's. Whoever was proven by it first keeps it. The sandbox makes up its payments, one for each transaction.
 */
export async function withoutOthersPayments(
  { pool }: Services,
  answered: readonly AnsweredWork[],
): Promise<AnsweredWork[]> {
  const named = answered.map((one) => ({ one, payment: paymentOf(one) }));
  const owners = await claimRailPayments(
    pool,
    named.flatMap(({ payment }) => payment ?? []),
  );
  const owned = new Set(owners.map(nameOf));
  return named.map(({ one, payment }) =>
    payment === null || owned.has(nameOf(payment)) ? one : { ...one, answer: OF_ANOTHER },
  );
}

function paymentOf({ work: { rail, transaction_id }, plan, answer }: AnsweredWork): RailPaymentRow | null {
  if (answer?.kind !== 'success' || plan === 'refund' || rail === 'sandbox') return null;
  const { rail_transaction_id } = answer;
  return rail_transaction_id === null ? null : { rail, rail_transaction_id, transaction_id };
}

const nameOf = ({ rail, rail_transaction_id, transaction_id }: RailPaymentRow): string =>
  `${rail}/${rail_transaction_id}/${transaction_id}`;
