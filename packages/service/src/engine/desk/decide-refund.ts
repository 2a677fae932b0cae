import { settleRefunds } from '../../store/rails/refunds.ts';
import type { Services } from '../services.ts';
import { concludeTransactions } from '../transactions/conclude.ts';
import { type AskRefund, type AskRefundOutcome, refundTransactions } from './refund-transaction.ts';

/**
 * Refunds as staff ask for them; one that a person confirms makes its transaction REFUNDED. Until that is
 * written the refund is UNKNOWN, so that a crash in between only means to say it again.
 */
export async function decideRefunds(
  services: Services,
  commands: readonly AskRefund[],
): Promise<AskRefundOutcome[]> {
  const outcomes = await refundTransactions(services, commands);
  const confirmed = commands.filter((_, i) => outcomes[i]?.kind === 'confirmed');
  if (confirmed.length === 0) return outcomes;
  const now = services.now();
  await concludeTransactions(
    services,
    confirmed.map(({ transaction_id, actor, note }) => ({
      transaction_id,
      kind: 'refunded',
      at: now,
      proof: { source: 'staff', detail: { actor, note } },
    })),
  );
  await settleRefunds(
    services.pool,
    confirmed.map(({ transaction_id }) => ({ transaction_id, state: 'DONE', detail: null, changed_at: now })),
  );
  return outcomes;
}
