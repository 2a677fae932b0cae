import type { Pool } from 'pg';
import {
  causeOf,
  FAULT,
  isHostile,
  isOpen,
  OTHERS,
  settledAt,
  suspectOf,
  TWO_MINUTES_MS,
  whyPerson,
  whyWaited,
} from './blame.ts';
import { type Counts, count, emptyCounts, mixed, sum } from './counts.ts';
import type { History } from './history.ts';
import {
  creditsOf,
  type Ending,
  endings,
  endingsOf,
  listedFor,
  openedAt,
  type Suspicion,
  suspicionsOf,
} from './judge.ts';
import type { Finding, HonestSession, Payment, Truth } from './truth.ts';

const MINUTE_MS = 60_000;
/** Sessions are looked at when nothing more can happen to nearly all of them. */
const SETTLES_IN_MS = 30 * 3_600_000;
const FORGOTTEN_IN_MS = 72 * 3_600_000;
const EXAMPLES_MAX = 50;

export type Tally = {
  counts: Counts;
  /** What was wrong, in words, the first of them. */
  examples: string[];
  noted: (found: readonly Finding[]) => void;
  /** An insider has forged a message about so much money. */
  tried: (msisdn: string, at_ms: number, amount_xaf: number) => void;
  /** An insider has got so much from a number in another way than by a confirmed session. */
  took: (msisdn: string, at_ms: number, amount_xaf: number) => void;
  /** Counts what has settled by now; with `is_end`, everything. What it finds broken comes back. */
  close: (now_ms: number, is_end: boolean) => Promise<string[]>;
};

type Books = {
  pool: Pool;
  truth: Truth;
  history: History;
  tick_ms: number;
  counts: Counts;
  examples: string[];
  /** By number and the time between two of its anchors. */
  taken_xaf: Map<string, number>;
  tried_xaf: Map<string, number>;
  waits_ms: number[];
  /** The id of the newest session looked at, and those before it that had no end yet. */
  after: string;
  unended: string[];
};

/** @param tick_ms a step; what is heard in it counts as settled when it was heard, if in the same step */
export function createTally(pool: Pool, truth: Truth, history: History, tick_ms: number): Tally {
  const books: Books = {
    pool,
    truth,
    history,
    tick_ms,
    counts: emptyCounts(),
    examples: [],
    taken_xaf: new Map(),
    tried_xaf: new Map(),
    waits_ms: [],
    after: '00000000-0000-0000-0000-000000000000',
    unended: [],
  };
  return {
    counts: books.counts,
    examples: books.examples,
    noted: (found) => note(books, found),
    took: (msisdn, at_ms, amount_xaf) => take(books, msisdn, at_ms, amount_xaf),
    tried(msisdn, at_ms, amount_xaf) {
      const sum_xaf = added(books.tried_xaf, history.stretchOf(msisdn, at_ms), amount_xaf);
      books.counts.tried_most_xaf = Math.max(books.counts.tried_most_xaf, sum_xaf);
    },
    close: (now_ms, is_end) => close(books, now_ms, is_end),
  };
}

function added(sums_xaf: Map<string, number>, stretch: string, amount_xaf: number): number {
  const sum_xaf = (sums_xaf.get(stretch) ?? 0) + amount_xaf;
  sums_xaf.set(stretch, sum_xaf);
  return sum_xaf;
}

function note({ counts, examples }: Books, found: readonly Finding[]): void {
  for (const { kind, by, says } of found) {
    if (kind === 'forged') counts.forged_booked += 1;
    if (kind === 'undecidable') counts.undecidable += 1;
    if (kind === 'wrong') count(counts.wrong, by);
    // Before all harm, of which a long run has more than is shown.
    if (kind === 'wrong' && sum(counts.wrong) <= EXAMPLES_MAX) examples.unshift(says);
  }
}

async function close(books: Books, now_ms: number, is_end: boolean): Promise<string[]> {
  const { pool, truth, counts, waits_ms } = books;
  const broken: string[] = [];
  const ended: string[] = [];
  const settle = async (page: readonly Ending[]): Promise<void> => {
    const over = is_end ? page : page.filter((one) => !isOpen(one));
    books.unended.push(...page.filter((one) => !over.includes(one)).map(({ id }) => id));
    books.after = page.reduce((last, { id }) => (id > last ? id : last), books.after);
    broken.push(...(await closeThose(books, over, now_ms)));
    ended.push(...over.map(({ id }) => id));
  };
  const again = await endingsOf(pool, books.unended);
  books.unended = [];
  await settle(again);
  // Page after page on purpose: a run has a million sessions.
  for await (const page of endings(pool, books.after, is_end ? now_ms + 1 : now_ms - SETTLES_IN_MS))
    await settle(page);
  counts.waited = waits_ms.length;
  counts.median_wait_ms = waits_ms.toSorted((a, b) => a - b)[waits_ms.length >> 1] ?? 0;
  truth.forget(ended, forgottenBefore(books, now_ms));
  books.history.forget(now_ms - FORGOTTEN_IN_MS);
  return broken;
}

async function closeThose(books: Books, page: readonly Ending[], now_ms: number): Promise<string[]> {
  const { pool, truth, counts } = books;
  const broken: string[] = [];
  const by_hand: { payment: Payment; honest: HonestSession; is_confirmed: boolean }[] = [];
  const reviewed = page.filter(({ was_reviewed }) => was_reviewed).map(({ id }) => id);
  const suspicions = Map.groupBy(await suspicionsOf(pool, reviewed), ({ session_id }) => session_id);
  for (const ending of page) {
    broken.push(...judgeMoney(books, ending));
    const { id, reference, status, operator_transaction_id } = ending;
    counts.digest = mixed(counts.digest, `${reference} ${status} ${operator_transaction_id}`);
    const honest = truth.honest(id);
    const payment = honest === undefined ? null : weigh(books, ending, honest, suspicions.get(id) ?? []);
    if (honest === undefined || payment === null) continue;
    const is_confirmed = operator_transaction_id === payment.operator_transaction_id;
    by_hand.push({ payment, honest, is_confirmed });
  }
  const seen = await creditsOf(
    pool,
    by_hand.map(({ payment }) => payment.operator_transaction_id),
  );
  for (const { payment, honest, is_confirmed } of by_hand) {
    const credit = is_confirmed ? 'matched: staff_confirmed' : seen.get(payment.operator_transaction_id);
    count(counts.by_person, whyPerson(payment, honest, credit));
  }
  const missing = by_hand
    .filter(({ payment }) => payment.heard_ms !== null && !seen.has(payment.operator_transaction_id))
    .map(({ payment }) => payment.operator_transaction_id);
  const listed = await listedFor(pool, missing, now_ms - FORGOTTEN_IN_MS);
  const nowhere = missing.filter((id) => !listed.has(id));
  return [...broken, ...nowhere.map((id) => `the message of ${id} came and is nowhere`)];
}

/** Whatever came before is forgotten; not what may still confirm a session that has no end yet, however long that takes. */
function forgottenBefore({ unended }: Books, now_ms: number): number {
  return Math.min(now_ms, ...unended.map(openedAt)) - FORGOTTEN_IN_MS;
}

/** Whether the money that confirmed a session was sent for it. What nobody sent and nobody forged comes back. */
function judgeMoney(books: Books, ending: Ending): string[] {
  const { operator_transaction_id, amount_xaf, msisdn, succeeded_at } = ending;
  if (msisdn === null || amount_xaf === null) return [];
  const seen = { operator_transaction_id, amount_xaf, msisdn, matched_session_id: ending.id };
  const found = books.truth.judge(seen);
  if (found === null) return [];
  if (found.kind === 'unheard') return [`session ${ending.id} was confirmed: ${found.says}`];
  note(books, [found]);
  if (found.kind === 'taken') take(books, msisdn, succeeded_at?.getTime() ?? 0, amount_xaf);
  return [];
}

function take(
  { counts, taken_xaf, history }: Books,
  msisdn: string,
  at_ms: number,
  amount_xaf: number,
): void {
  const sum_xaf = added(taken_xaf, history.stretchOf(msisdn, at_ms), amount_xaf);
  counts.taken_xaf += amount_xaf;
  counts.taken_most_xaf = Math.max(counts.taken_most_xaf, sum_xaf);
}

/** Counts one honest session. Its payment comes back when the engine didn't confirm the session by it. */
function weigh(
  books: Books,
  ending: Ending,
  honest: HonestSession,
  suspicions: readonly Suspicion[],
): Payment | null {
  const { counts, waits_ms, tick_ms, examples } = books;
  const { payment, behaviour } = honest;
  if (payment === null) return null;
  counts.payments += 1;
  const is_paid = ending.operator_transaction_id === payment.operator_transaction_id;
  const settled_ms = is_paid ? settledAt(ending, payment, tick_ms) : null;
  if (behaviour === 'pays' && payment.fate === 'sent') {
    const cause =
      suspectOf(books.truth, suspicions, payment) ?? causeOf(books.history, ending, honest, payment);
    blame(books, ending, payment, settled_ms, cause);
  }
  const wait_ms = settled_ms === null ? 0 : settled_ms - payment.at_ms;
  if (wait_ms > MINUTE_MS) waits_ms.push(wait_ms);
  if (settled_ms === null || !ending.is_automatic) return payment;
  counts.automatic += 1;
  if (wait_ms <= MINUTE_MS) counts.within_a_minute += 1;
  else {
    const why = whyWaited(books.history, ending, honest, payment);
    count(counts.late_by, why);
    if (why === OTHERS && examples.length < EXAMPLES_MAX)
      examples.push(
        `waited ${Math.round(wait_ms / 1000)} s: session ${ending.id}, paid by ${payment.operator_transaction_id}`,
      );
  }
  return null;
}

/** Of a customer who did everything right, and a message that came: whether somebody made them wait. */
function blame(
  { counts, examples }: Books,
  ending: Ending,
  payment: Payment,
  settled_ms: number | null,
  cause: string,
): void {
  if (ending.was_reviewed || ending.status !== 'SUCCESS') {
    count(counts.harmed, cause);
    if (cause !== FAULT && examples.length < EXAMPLES_MAX)
      examples.push(`harmed by ${cause}: session ${ending.id}, paid by ${payment.operator_transaction_id}`);
    return;
  }
  const wait_ms = settled_ms === null ? 0 : settled_ms - (payment.heard_ms ?? settled_ms);
  if (wait_ms > TWO_MINUTES_MS && isHostile(cause)) counts.delayed += 1;
}
