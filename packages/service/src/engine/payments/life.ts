import type { ShownDelivery } from '../../domain/delivery/delivery.ts';
import { type LifeStep, lifeOf, type PaymentFacts } from '../../domain/payment/life.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { loadDecisions } from '../../store/credits/explain.ts';
import {
  loadDeliveryTargets,
  loadLifeClaims,
  loadLifeCredits,
  loadLifeEvents,
  loadLifeProofs,
  loadLifeReviews,
  loadPayment,
} from '../../store/payments/life.ts';
import { selectDeliveriesOfEvents } from '../../store/webhooks/deliveries.ts';
import { ATTEMPTS_SHOWN, withAttempts } from '../deliveries/deliveries.ts';
import type { Services } from '../services.ts';

/** A delivery with where it went; `can_resend` is false where nothing is sent any more. */
export type SentDelivery = ShownDelivery & { url: string; can_resend: boolean };

export type PaymentLife = { payment: PaymentFacts; steps: LifeStep[]; deliveries: SentDelivery[] };

/** A payment alone; null for one that this merchant and environment doesn't have. */
export async function lookAtPayment(
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  { merchant_id, environment, payment_id }: Caller & { payment_id: string },
): Promise<PaymentFacts | null> {
  const [payment] = await loadPayment(pool, { payment_id, merchant_id, environment, now: now() });
  return payment ?? null;
}

/**
 * A payment with its life in order and what webhooks told of it; null for one that this merchant and environment
 * doesn't have. Ten statements, each on the keys of this payment alone.
 */
export async function readPaymentLife(
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  asked: Caller & { payment_id: string },
): Promise<PaymentLife | null> {
  const payment = await lookAtPayment({ pool, now }, asked);
  if (payment === null) return null;
  const { id } = payment;
  const { merchant_id, environment } = asked;
  const own = { merchant_id, environment };
  const [credits, events, proofs, reviews, claims] = await Promise.all([
    loadLifeCredits(pool, { payment_id: id }),
    loadLifeEvents(pool, { payment_id: id, ...own }),
    loadLifeProofs(pool, { payment_id: id }),
    loadLifeReviews(pool, { payment_id: id }),
    loadLifeClaims(pool, { payment_id: id }),
  ]);
  const [decisions, deliveries] = await Promise.all([
    loadDecisions(
      pool,
      credits.map(({ credit_id }) => ({ credit_id })),
    ),
    deliveriesOf(
      pool,
      events.map((event) => event.id),
      own,
    ),
  ]);
  const steps = lifeOf({ payment, credits, decisions, events, proofs, reviews, claims });
  return { payment, steps, deliveries };
}

async function deliveriesOf(
  pool: Services['pool'],
  event_ids: string[],
  own: Caller,
): Promise<SentDelivery[]> {
  const found = await selectDeliveriesOfEvents(pool, event_ids);
  const [shown, targets] = await Promise.all([
    withAttempts(pool, found, ATTEMPTS_SHOWN.in_list),
    loadDeliveryTargets(pool, { ids: [...new Set(found.map(({ endpoint_id }) => endpoint_id))], ...own }),
  ]);
  const target_of = new Map(targets.map((target) => [target.id, target]));
  return shown.map((delivery) => {
    const target = target_of.get(delivery.endpoint_id);
    const can_resend = target?.status === 'enabled' || target?.status === 'degraded';
    return { ...delivery, url: target?.url ?? '', can_resend };
  });
}
