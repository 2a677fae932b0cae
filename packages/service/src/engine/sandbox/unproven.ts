import { readInjected } from '../../domain/credit/injected.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { insertClaims } from '../../store/book/claims.ts';
import type { Services } from '../services.ts';

/** Lets a played message wait for its proof, as the book of a live number does; virtual numbers have no book. */
export async function claimPlayed(
  services: Services,
  session: PaymentSession,
  played: { notice_id: string; body: string; occurred_at: Date },
): Promise<void> {
  const { amount } = readInjected(played.body);
  await insertClaims(services.pool, [
    {
      notice_id: played.notice_id,
      collection_number_id: session.collection_number_id,
      told: { readings: [], moves: [], operator_transaction_id: null },
      amounts_xaf: [amount],
      occurred_at: played.occurred_at,
      precision_ms: 0,
      arrived_at: services.now(),
    },
  ]);
}
