import type { PaymentFacts } from '../../domain/payment/life.ts';
import { standingOf } from '../../domain/payment/payment.ts';
import { type AfterEnd, sessionTill, type TillSight, transactionTill } from '../../domain/payment/till.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { loadLifeCredits, loadLifeReviews } from '../../store/payments/life.ts';
import { readCheckout } from '../checkout.ts';
import type { Services } from '../services.ts';
import { lookAtPayment } from './life.ts';

export type SeenAtTill = TillSight & { payment: PaymentFacts };

/** A payment as its till shows it now; null for one that this merchant and environment doesn't have. */
export async function lookAtTill(
  services: Services,
  asked: Caller & { payment_id: string },
): Promise<SeenAtTill | null> {
  const payment = await lookAtPayment(services, asked);
  if (payment === null) return null;
  const { id, kind } = payment;
  if (kind === 'transaction') {
    const after = await afterEnd(services, payment);
    return { payment, ...transactionTill(payment, after, services.now()) };
  }
  const view = await readCheckout(services, id);
  return view === null ? null : { payment, ...sessionTill(view, services.now()) };
}

async function afterEnd({ pool }: Services, { id, status }: PaymentFacts): Promise<AfterEnd> {
  if (standingOf(status) !== 'not_paid') return { reviews: [], credits: [] };
  const [reviews, credits] = await Promise.all([
    loadLifeReviews(pool, { payment_id: id }),
    loadLifeCredits(pool, { payment_id: id }),
  ]);
  return { reviews, credits };
}
