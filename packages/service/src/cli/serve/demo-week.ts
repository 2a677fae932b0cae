import { type InjectedCredit, writeInjected } from '../../domain/credit.ts';
import type { Operator } from '../../domain/operator.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { showTicket } from '../../domain/ticket/ticket.ts';
import { DAY_MS, later, MINUTE_MS, SECOND_MS } from '../../domain/time.ts';
import { settleNotices } from '../../engine/book/settle.ts';
import { receiveNotices } from '../../engine/notices.ts';
import type { Services } from '../../engine/services.ts';
import { cancelSessions } from '../../engine/sessions/cancel.ts';
import { createSessions } from '../../engine/sessions/create.ts';
import { expireSessions } from '../../engine/sessions/expire.ts';
import { createIds } from '../services.ts';

const DAYS = 7;
/** A shop in N'Djamena is open from seven to eight; its clock is an hour ahead of UTC. */
const OPENS_MS = 6 * 60 * MINUTE_MS;
const OPEN_MS = 13 * 60 * MINUTE_MS;
const MOMENTS_A_DAY = 16;
const TTL_MINUTES = 15;
const PRICES_XAF = [500, 1000, 1500, 2000, 2500, 3500, 5000, 7500, 10_000, 12_500, 25_000];

/** What becomes of an order: of a hundred, so many. */
const FATES = [
  { fate: 'paid', weight: 84 },
  { fate: 'forgotten', weight: 8 },
  { fate: 'cancelled', weight: 3 },
  { fate: 'too_little', weight: 3 },
  { fate: 'late', weight: 2 },
] as const;
type Fate = (typeof FATES)[number]['fate'];

/** Customers of one moment: what they owe, and what they do. */
export type Moment = { at: Date; orders: Order[] };
type Order = {
  amount_xaf: number;
  operator: Operator;
  fate: Fate;
  /** How long after it was told where to pay. */
  after_ms: number;
  payer: string;
};

/** A week of a shop's trade that ends shortly before a moment: more on the last days, none at night. Pure. */
export function weekBefore(ends_at: Date, random: () => number): Moment[] {
  const midnight_ms = Math.floor(ends_at.getTime() / DAY_MS) * DAY_MS;
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)] as One;
  const moments = Array.from({ length: (DAYS + 1) * MOMENTS_A_DAY }, (_, n): Moment => {
    const day = Math.floor(n / MOMENTS_A_DAY) - DAYS;
    const place = ((n % MOMENTS_A_DAY) + random()) / MOMENTS_A_DAY;
    const at = new Date(midnight_ms + day * DAY_MS + OPENS_MS + place * OPEN_MS);
    const orders = Array.from({ length: 1 + Math.floor(random() * (4 + day / 2 + DAYS / 2)) }, () => ({
      amount_xaf: pick(PRICES_XAF),
      operator: random() < 0.6 ? ('AIRTEL' as const) : ('MOOV' as const),
      fate: fateOf(random() * 100),
      after_ms: 20 * SECOND_MS + random() * 4 * MINUTE_MS,
      payer: `+2356${String(Math.floor(random() * 10_000_000)).padStart(7, '0')}`,
    }));
    return { at, orders };
  });
  return moments.filter(({ at }) => later(at, (TTL_MINUTES + 45) * MINUTE_MS) < ends_at);
}

function fateOf(drawn: number): Fate {
  const upTo = FATES.map((_, n) => FATES.slice(0, n + 1).reduce((sum, { weight }) => sum + weight, 0));
  return FATES[upTo.findIndex((most) => drawn < most)]?.fate ?? 'paid';
}

/**
 * Plays a week of payments of the demo merchant through the pipeline, in test: sessions, credits of the sandbox, and
 * what time ends, each at its own moment, on a clock that runs ahead to now. Everything the dashboard shows of it is
 * what the service made of it.
 * @returns how many sessions were made
 */
export async function playWeek(services: Services, merchant_id: string): Promise<number> {
  const moments = weekBefore(services.now(), services.random);
  let now = moments[0]?.at ?? services.now();
  const playing: Services = { ...services, now: () => now, newId: createIds(() => now.getTime()) };
  let made = 0;
  for (const [place, moment] of moments.entries()) {
    now = moment.at;
    const ordered = await order(playing, merchant_id, moment, place);
    made += ordered.length;
    now = later(moment.at, 5 * MINUTE_MS);
    await pay(playing, ordered, ['paid', 'too_little'], ({ after_ms }) => later(moment.at, after_ms));
    await giveUp(playing, ordered);
    now = later(moment.at, (TTL_MINUTES + 10) * MINUTE_MS);
    await pay(playing, ordered, ['late'], () => now);
    now = later(moment.at, (TTL_MINUTES + 40) * MINUTE_MS);
    await expireSessions(playing, { limit: 500 });
  }
  return made;
}

type Ordered = { session: PaymentSession; order: Order };

async function order(
  services: Services,
  merchant_id: string,
  { orders }: Moment,
  place: number,
): Promise<Ordered[]> {
  const made = await createSessions(
    services,
    orders.map(({ amount_xaf, operator }, n) => ({
      ...{ merchant_id, environment: 'test' as const, amount_xaf, operator, ttl_minutes: TTL_MINUTES },
      reference: `ORDER-${1000 + place * 20 + n}`,
      ...{ customer_phone: null, description: null, metadata: null, idempotency: null },
    })),
  );
  return made.flatMap((outcome, n) => {
    const known = orders[n];
    return outcome.kind === 'created' && known !== undefined
      ? [{ session: outcome.session, order: known }]
      : [];
  });
}

/** Those pay whose fate is among these; each when it likes, or now. */
async function pay(
  services: Services,
  ordered: readonly Ordered[],
  fates: readonly Fate[],
  payAt: (order: Order) => Date,
): Promise<void> {
  const paying = ordered.filter(({ order: { fate } }) => fates.includes(fate));
  const kept = await receiveNotices(
    services,
    paying.map(({ session, order }) => {
      const { environment, merchant_id, operator, assigned_collection_number: collection_number } = session;
      const body = writeInjected(creditOf({ session, order }));
      const place = { environment, merchant_id, operator, collection_number };
      return { ...place, source: 'SANDBOX_CREDIT' as const, sender: null, body, received_at: payAt(order) };
    }),
  );
  const ids = kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : []));
  await settleNotices(services, ids);
}

function creditOf({ session, order: { fate, payer } }: Ordered): InjectedCredit {
  const paid: InjectedCredit = { amount: session.amount_xaf, payer_phone: payer };
  if (fate !== 'too_little') return paid;
  return { ...paid, amount: Math.floor(session.amount_xaf / 2), motif: showTicket(session.ticket) };
}

async function giveUp(services: Services, ordered: readonly Ordered[]): Promise<void> {
  await cancelSessions(
    services,
    ordered
      .filter(({ order: { fate } }) => fate === 'cancelled')
      .map(({ session: { id: session_id, merchant_id, environment } }) => ({
        ...{ session_id, merchant_id, environment, idempotency: null },
      })),
  );
}
