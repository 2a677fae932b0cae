import { easilyMistaken } from '../../src/domain/matching/narrow.ts';
import type { Days, Payment } from '../honest-days/days.ts';
import { balances } from '../honest-days/judge.ts';
import { isForgedOf, isForgedUnder } from './forged.ts';
import { judgeElsewhere } from './judge-elsewhere.ts';
import { judgeReturns } from './judge-returns.ts';
import { usedTwice } from './judge-uses.ts';
import { type Asked, askedOf, NOTHING, placesOf } from './paid.ts';

/**
 * What may not be, whoever lies, whatever is lost and whatever people decide: the book stands elsewhere than a SIM that was just
 * read, somebody is paid by another's money, or ends unpaid whose payment was told in time; or money is used twice.
 */
export async function judgeHardDays(days: Days): Promise<string[]> {
  const found = new Map((await askedOf(days)).map((row) => [row.name, row]));
  // What people have done with it is not the service's fault.
  const given = new Set([...days.decided].flatMap((name) => placesOf(days, found.get(name) ?? NOTHING)));
  const wrong = [...days.asked.keys()].flatMap((name) => {
    const asked = found.get(name);
    if (asked?.on_sim !== true || days.decided.has(name)) return [];
    if (asked.status === 'SUCCESS') return paidByAnother(days, asked, found);
    return mayNotEnd(days, asked) && hasPaid(days, asked, given)
      ? [`${name} has expired, though its message came in time`]
      : [];
  });
  return [
    ...(await balances(days)),
    ...(await days.stage.world.ledgerProblems()),
    ...wrong,
    ...(await usedTwice(days)),
    ...(await judgeReturns(days)),
    ...(await judgeElsewhere(days, [...found.values()], (one) => mayNotEnd(days, one))),
  ];
}

/** How long one whose payment waits is kept open. */
const KEPT_MS = 24 * 3_600_000;

/** A transaction is never under review itself: it ends beside a payment that people look at, or once a day has passed. */
function mayNotEnd(days: Days, { name, status, is_looked_at }: Asked): boolean {
  if (is_looked_at) return false;
  const expires_ms = days.asked.get(name)?.expires_ms ?? 0;
  return status === 'EXPIRED' || (status === 'TIMEOUT' && days.now_ms < expires_ms + KEPT_MS);
}

/** Its exact payment was told in time, and neither the operator nor people have done anything else with it. */
function hasPaid(days: Days, { name }: Asked, given: ReadonlySet<number>): boolean {
  const { amount_xaf, expires_ms } = days.asked.get(name) ?? { amount_xaf: 0, expires_ms: 0 };
  return days.payments.some(
    (one) =>
      one.session === name &&
      one.heard_ms <= expires_ms &&
      days.sim.movements[one.place]?.delta_xaf === amount_xaf &&
      !given.has(one.place) &&
      !days.put_away.has(one.message) &&
      !isTakenBack(days, one) &&
      !isForged(days, one) &&
      !isLeftBelow(days, one) &&
      !isMistyped(days, one) &&
      !isSweptUnsaid(days, one),
  );
}

/**
 * Somebody who knew the balance had told of the same movement before: a reading between the two vouches for his
 * (docs/decisions/book.md).
 */
function isForged({ stage, sim }: Days, { place }: Payment): boolean {
  const { delta_xaf, balance_xaf } = sim.movements[place] ?? { delta_xaf: 0, balance_xaf: 0 };
  return isForgedOf(stage, delta_xaf, balance_xaf);
}

/** Every balance of the SIM up to that movement. */
const stoodBefore = ({ opening_xaf, movements }: Days['sim'], place: number): number[] => [
  opening_xaf,
  ...movements.slice(0, place).map(({ balance_xaf }) => balance_xaf),
];

/** Or of one of which no message came, as if it had been before this one: every balance is right behind the two. */
function isLeftBelow({ stage, sim }: Days, { place }: Payment): boolean {
  return sim.movements.some(
    ({ told, delta_xaf }) =>
      !told && stoodBefore(sim, place).some((xaf) => isForgedOf(stage, delta_xaf, xaf + delta_xaf)),
  );
}

/**
 * Something before it was missing, and the SIM came back to where the book stood by a debit that nobody had announced: a reading
 * finds nothing missing there, and what begins there goes on from the book (docs/decisions/book.md).
 */
function isSweptUnsaid(days: Days, { place, told_ms }: Payment): boolean {
  if (told_ms < Number.POSITIVE_INFINITY) return false;
  const stood = stoodBefore(days.sim, place);
  const behind = [...days.sim.movements.entries()].slice(place + 1);
  const unsaid = behind.findIndex(([at, { delta_xaf }]) => delta_xaf < 0 && !days.announced.has(at));
  return unsaid >= 0 && behind.slice(unsaid).some(([, { balance_xaf }]) => stood.includes(balance_xaf));
}

/** A mistyped balance said that it hadn't come, or that something else had, before the SIM was read as it is. */
function isMistyped({ mistyped, readings, asked }: Days, { session, paid_ms }: Payment): boolean {
  const read_ms = Math.max(0, ...readings.flatMap(({ at_ms }) => (at_ms <= paid_ms ? at_ms : [])));
  const { expires_ms = 0 } = asked.get(session) ?? {};
  return mistyped.some(({ at_ms }) => at_ms > read_ms && at_ms < expires_ms);
}

const isTakenBack = ({ taken_back, stage }: Days, { message }: Payment): boolean =>
  [...taken_back.values()].includes(stage.messages.get(message)?.sms.id ?? '');

function paidByAnother(
  days: Days,
  { name, customer_phone, payer, strength, ...money }: Asked,
  found: ReadonlyMap<string, Asked>,
): string[] {
  const places = placesOf(days, money);
  // By words alone a forger takes up to the bound, also under the id of a true payment; by a list he takes nothing.
  const { transaction, amount_xaf } = money;
  if (strength !== 'WITNESSED' && isForgedUnder(days.stage, transaction, amount_xaf ?? 0)) return [];
  // Where neither SIM was told and a list names nobody, nothing tells it from a customer's.
  const is_ours = places.some((place) => days.own.has(place));
  if (is_ours && payer !== null) return [`${name} is paid by our own money`];
  const is_own = (place: number) =>
    days.payments.some((one) => one.session === name && one.place === place) ||
    isDeclared(days, place, customer_phone);
  // A forger takes no more than the bound, and so much is his who pays for himself on the other SIM.
  if (places.length === 0 || places.some(is_own)) return [];
  const other = days.payments.find(({ place }) => places.includes(place));
  // It is any payment of that sum, where no payer is declared, or none is told.
  const is_told_apart = customer_phone !== null && payer !== null;
  if (!is_told_apart && !isExpected(days, other, found.get(other?.session ?? ''))) return [];
  return [`${name} is paid by what was paid for ${other?.session ?? 'nothing'}`];
}

/**
 * Somebody was expected to pay it when it moved: he had been asked for just this, and not given up; or for what may be mistaken for
 * it, unless he had declared a phone and no message told of that.
 */
function isExpected(
  { asked, sim, stage }: Days,
  payment: Payment | undefined,
  of: Asked | undefined,
): boolean {
  const { amount_xaf, expires_ms } = asked.get(of?.name ?? '') ?? { amount_xaf: 0, expires_ms: 0 };
  if (payment === undefined || of === undefined || payment.paid_ms > expires_ms) return false;
  if (of.cancelled_at !== null && of.cancelled_at.getTime() <= payment.paid_ms) return false;
  const paid_xaf = sim.movements[payment.place]?.delta_xaf ?? 0;
  const text = stage.messages.get(payment.message)?.sms.text ?? '';
  const is_told = of.customer_phone === null || text.includes(of.customer_phone.slice(-8));
  return paid_xaf === amount_xaf || (is_told && easilyMistaken(paid_xaf).includes(amount_xaf));
}

/** Nothing tells somebody's money from that of whom a session declares by his whole phone, or by all that is seen of it. */
function isDeclared({ stage }: Days, place: number, customer_phone: string | null): boolean {
  const text = [...stage.messages.values()].find(({ sms }) => sms.place === place)?.sms.text ?? '';
  const phone = customer_phone?.slice(-8) ?? '';
  return (
    phone !== '' && (text.includes(phone) || text.includes(`${phone.slice(0, 2)} •• •• ${phone.slice(-2)}`))
  );
}
