import { type SpeaksAgainst, speaksAgainst } from '../../domain/refund/judge.ts';
import { loadRefunds } from '../../store/rails/refunds.ts';
import { loadRefundable } from '../../store/refunds/refunds.ts';
import type { Database } from '../../store/statement.ts';

/**
 * What has come to speak against sending a transaction's money back since a rail was asked to, while it may still be sent: whoever takes it
 * out of a list to send it by hand has to see it there. Transactions of which nothing can be said are left out.
 */
export async function loadAgainst(
  client: Database,
  transaction_ids: readonly string[],
): Promise<Map<string, SpeaksAgainst>> {
  const refunds = await loadRefunds(client, transaction_ids);
  const open = refunds.filter(({ state }) => state === 'ASKED' || state === 'UNKNOWN');
  const payments = await loadRefundable(
    client,
    open.map(({ transaction_id }) => transaction_id),
  );
  return new Map(
    payments.flatMap((payment) => {
      const against = speaksAgainst(payment);
      return against === null ? [] : [[payment.payment_id, against] as const];
    }),
  );
}
