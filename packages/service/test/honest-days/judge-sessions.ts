import type { Asked, Days, Payment } from './days.ts';

const HOUR_MS = 3_600_000;
/** One that waits for a reading has waited at least as long as messages may be on their way. */
const AT_REST_MS = 180_000;
/** More than this is not settled by a message alone. */
const LARGE_XAF = 100_000;

type Session = { status: string; review_reason: string | null; paid_by: string | null };

/** Whoever paid exactly, alone and in time is served, and nobody is by what another paid. */
export async function judgeSessions(days: Days): Promise<string[]> {
  const found = await sessionsOf(days);
  const { sessions, messages } = days.stage;
  return [...days.asked.keys()].flatMap((name) => {
    const session = found.get(sessions.get(name)?.id ?? '');
    if (session === undefined) return [`no session ${name}`];
    const own = days.payments.filter((one) => one.session === name);
    const ids = own.map(({ message }) => messages.get(message)?.sms.id);
    const { status, review_reason, paid_by } = session;
    if (status === 'SUCCESS')
      return own.length === 0 || (paid_by !== null && !ids.includes(paid_by))
        ? [`${name} is paid by what another paid, ${paid_by}`]
        : [];
    const [payment] = own;
    return own.length === 1 && payment !== undefined && mustBePaid(days, payment)
      ? [`${name} was paid exactly and in time, and is ${status} ${review_reason ?? ''}`]
      : [];
  });
}

async function sessionsOf({ stage }: Days): Promise<Map<string, Session>> {
  const rows = await stage.world.service.rows<Session & { id: string }>(
    `select s.id, s.status, s.review_reason, c.operator_transaction_id as paid_by
    from payment_sessions s left join credits c on c.matched_session_id = s.id where s.id = any ($1::uuid[])`,
    [[...stage.sessions.values()].map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Nothing speaks against the one payment of a session, and it was proven while the session was open. */
function mustBePaid(days: Days, payment: Payment): boolean {
  const asked = days.asked.get(payment.session);
  const { id = '', text = '' } = days.stage.messages.get(payment.message)?.sms ?? {};
  if (asked === undefined || [...days.taken_back.values()].includes(id)) return false;
  // Words without an id print no time: the payment may be for whoever asked for that sum within the day before.
  const isOfThatDay = (other: Asked) =>
    other !== asked &&
    other.amount_xaf === asked.amount_xaf &&
    other.expires_ms > payment.paid_ms - 24 * HOUR_MS;
  if (!text.includes(id) && [...days.asked.values()].some(isOfThatDay)) return false;
  // Later than this it may have been closed for good.
  if (days.now_ms >= asked.expires_ms + 23 * HOUR_MS) return false;
  const is_alone = days.payments.every(
    (other) =>
      other === payment ||
      days.asked.get(other.session)?.amount_xaf !== asked.amount_xaf ||
      other.paid_ms < asked.asked_ms - HOUR_MS ||
      other.paid_ms > asked.expires_ms + HOUR_MS,
  );
  return is_alone && payment.paid_ms <= asked.expires_ms && proven(days, payment) <= asked.expires_ms;
}

/**
 * When its message came and went on from what was known, or a list of it was agreed to. What is large waits for a reading, and so
 * does whatever comes behind it.
 */
function proven(days: Days, { told_ms, place }: Payment): number {
  const waits = [...days.asked.values()].some(({ amount_xaf }) => amount_xaf > LARGE_XAF);
  const read_ms = days.readings.find(({ at_ms }) => at_ms >= told_ms + AT_REST_MS)?.at_ms;
  const by_message = waits ? (read_ms ?? Number.POSITIVE_INFINITY) : told_ms;
  return Math.min(by_message, days.listed.get(place) ?? Number.POSITIVE_INFINITY);
}
