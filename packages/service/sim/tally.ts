import type { Pool } from 'pg';
import type { History } from './history.ts';
import { creditsOf, type Ending, endings, endingsOf, listedFor } from './judge.ts';
import type { Finding, HonestSession, Payment, Truth } from './truth.ts';

/** What a run came to. Shares are of the payments that honest customers really made. */
export type Counts = {
  sessions: number;
  /** Honest sales that were refused, since no number was free. */
  refused: number;
  hostile_sessions: number;
  hostile_refused: number;
  payments: number;
  forged: number;
  hostile_payments: number;
  /** Sessions, messages and payments of each adversary. */
  acts: Record<string, number>;
  automatic: number;
  within_a_minute: number;
  /** Paid well and confirmed, and more than a minute after the payment; how long half of those took. */
  waited: number;
  median_wait_ms: number;
  /** By why: the customer's or the network's doing, and where the money was found. */
  by_person: Record<string, number>;
  /** By adversary; `customer` and `nobody` among them. */
  wrong: Record<string, number>;
  undecidable: number;
  /** Of insiders: how much one number gave between two anchors, at most; and all of it. */
  taken_most_xaf: number;
  taken_xaf: number;
  /** Forgeries that were written down as money, and confirmed nothing. */
  forged_booked: number;
  /** Honest sessions that went to review or expired though their customer did everything right, by cause. */
  harmed: Record<string, number>;
  delayed: number;
  digest: number;
};

const TWO_MINUTES_MS = 120_000;
const MINUTE_MS = 60_000;
/** Sessions are looked at when nothing more can happen to nearly all of them. */
const SETTLES_IN_MS = 30 * 3_600_000;
const FORGOTTEN_IN_MS = 72 * 3_600_000;
const BEFORE_MS = 3_600_000;
const EXAMPLES_MAX = 50;

export type Tally = {
  counts: Counts;
  /** What was wrong, in words, the first of them. */
  examples: string[];
  noted: (found: readonly Finding[]) => void;
  /** Counts what has settled by now; with `is_end`, everything. What it finds broken comes back. */
  close: (now_ms: number, is_end: boolean) => Promise<string[]>;
};

/** @param tick_ms a step; what is heard in it counts as settled when it was heard, if in the same step */
export function createTally(pool: Pool, truth: Truth, history: History, tick_ms: number): Tally {
  const counts = emptyCounts();
  const examples: string[] = [];
  const taken = new Map<string, number>();
  let after = '00000000-0000-0000-0000-000000000000';
  let unended: string[] = [];
  const waits_ms: number[] = [];

  const noted = (found: readonly Finding[]): void => {
    for (const { kind, by, says } of found) {
      if (kind === 'forged') counts.forged_booked += 1;
      if (kind === 'undecidable') counts.undecidable += 1;
      if (kind === 'wrong') count(counts.wrong, by);
      if (kind === 'wrong' && examples.length < EXAMPLES_MAX) examples.push(says);
    }
  };

  const judge = (ending: Ending): void => {
    const { operator_transaction_id, amount_xaf, msisdn, succeeded_at } = ending;
    if (msisdn === null || amount_xaf === null) return;
    const found = truth.judge({ operator_transaction_id, amount_xaf, msisdn, matched_session_id: ending.id });
    if (found === null) return;
    noted([found]);
    if (found.kind !== 'taken') return;
    const stretch = history.stretchOf(msisdn, succeeded_at?.getTime() ?? 0);
    const sum_xaf = (taken.get(stretch) ?? 0) + amount_xaf;
    taken.set(stretch, sum_xaf);
    counts.taken_xaf += amount_xaf;
    counts.taken_most_xaf = Math.max(counts.taken_most_xaf, sum_xaf);
  };

  /** Counts one honest session; its payment when a person is needed to say where the money is. */
  const weigh = (ending: Ending, honest: HonestSession): Payment | null => {
    const { payment } = honest;
    if (payment === null) return null;
    counts.payments += 1;
    const is_paid = ending.operator_transaction_id === payment.operator_transaction_id;
    const settled_ms = is_paid ? settledAt(ending, payment, tick_ms) : null;
    if (honest.behaviour === 'pays' && payment.fate === 'sent') {
      const cause = causeOf(history, ending, honest, payment);
      if (ending.was_reviewed || ending.status !== 'SUCCESS') {
        count(counts.harmed, cause);
        if (cause !== FAULT && examples.length < EXAMPLES_MAX)
          examples.push(
            `harmed by ${cause}: session ${ending.id}, paid by ${payment.operator_transaction_id}`,
          );
      } else if (
        settled_ms !== null &&
        settled_ms - (payment.heard_ms ?? 0) > TWO_MINUTES_MS &&
        isHostile(cause)
      )
        counts.delayed += 1;
    }
    if (settled_ms !== null && settled_ms - payment.at_ms > MINUTE_MS)
      waits_ms.push(settled_ms - payment.at_ms);
    if (settled_ms === null || !ending.is_automatic) return payment;
    counts.automatic += 1;
    if (settled_ms - payment.at_ms <= MINUTE_MS) counts.within_a_minute += 1;
    return null;
  };

  const closeThose = async (page: readonly Ending[], now_ms: number): Promise<string[]> => {
    const by_hand: { payment: Payment; honest: HonestSession; is_confirmed: boolean }[] = [];
    for (const ending of page) {
      judge(ending);
      const honest = truth.honest(ending.id);
      const payment = honest === undefined ? null : weigh(ending, honest);
      counts.digest = mixed(
        counts.digest,
        `${ending.reference} ${ending.status} ${ending.operator_transaction_id}`,
      );
      if (honest !== undefined && payment !== null)
        by_hand.push({
          payment,
          honest,
          is_confirmed: ending.operator_transaction_id === payment.operator_transaction_id,
        });
    }
    truth.forget(
      page.map(({ id }) => id),
      now_ms - FORGOTTEN_IN_MS,
    );
    const ids = by_hand.map(({ payment }) => payment.operator_transaction_id);
    const seen = await creditsOf(pool, ids);
    for (const { payment, honest, is_confirmed } of by_hand) {
      const credit = is_confirmed ? 'matched: staff_confirmed' : seen.get(payment.operator_transaction_id);
      count(counts.by_person, whyPerson(payment, honest, credit));
    }
    const lost = by_hand.filter(
      ({ payment: one }) => one.heard_ms !== null && !seen.has(one.operator_transaction_id),
    );
    const missing = lost.map(({ payment }) => payment.operator_transaction_id);
    const listed = await listedFor(pool, missing, now_ms - FORGOTTEN_IN_MS);
    return missing.filter((id) => !listed.has(id)).map((id) => `the message of ${id} came and is nowhere`);
  };

  return {
    counts,
    examples,
    noted,
    async close(now_ms, is_end) {
      const broken: string[] = [];
      const again = await endingsOf(pool, unended);
      unended = [];
      const settle = async (page: readonly Ending[]): Promise<void> => {
        const open = is_end ? [] : page.filter(isOpen);
        unended.push(...open.map(({ id }) => id));
        broken.push(...(await closeThose(is_end ? page : page.filter((one) => !isOpen(one)), now_ms)));
        after = page.reduce((last, { id }) => (id > last ? id : last), after);
      };
      await settle(again);
      // Page after page on purpose: a run has a million sessions.
      for await (const page of endings(pool, after, is_end ? now_ms + 1 : now_ms - SETTLES_IN_MS))
        await settle(page);
      counts.waited = waits_ms.length;
      counts.median_wait_ms = waits_ms.toSorted((a, b) => a - b)[waits_ms.length >> 1] ?? 0;
      history.forget(now_ms - FORGOTTEN_IN_MS);
      return broken;
    },
  };
}

export const FAULT = 'a message that was missing on that SIM';
export const OTHERS = 'nobody but the service';
const isHostile = (cause: string): boolean => cause !== FAULT && cause !== OTHERS;
const isOpen = ({ status }: Ending): boolean => status === 'AWAITING_PAYMENT' || status === 'UNDER_REVIEW';

/** Why a customer who did everything right was made to wait: the network, whoever touched that SIM last, or nobody. */
function causeOf(
  history: History,
  { succeeded_at }: Ending,
  honest: HonestSession,
  payment: Payment,
): string {
  const from_ms = honest.opened_ms - BEFORE_MS;
  const until_ms = succeeded_at?.getTime() ?? payment.at_ms + BEFORE_MS;
  if (
    payment.heard_ms === null ||
    payment.heard_ms - payment.at_ms > TWO_MINUTES_MS ||
    payment.reversed_ms !== null
  )
    return FAULT;
  if (history.isShadowed(honest.msisdn, payment.at_ms, until_ms)) return FAULT;
  return history.lastTouch(honest.msisdn, from_ms, until_ms) ?? OTHERS;
}

/** What was heard and settled in one step was settled at once; the step is only as fine as we look. */
function settledAt({ succeeded_at }: Ending, { heard_ms }: Payment, tick_ms: number): number | null {
  if (succeeded_at === null) return null;
  const at_ms = succeeded_at.getTime();
  return heard_ms !== null && at_ms - heard_ms <= tick_ms ? heard_ms : at_ms;
}

function whyPerson(payment: Payment, { behaviour }: HonestSession, credit: string | undefined): string {
  if (payment.fate === 'lost') return 'its message was lost by the network';
  if (payment.fate === 'reworded') return 'its message was in unknown words';
  if (behaviour === 'pays_late') return 'the customer paid late';
  if (behaviour === 'pays_wrong_amount') return 'the customer sent another amount';
  if (payment.fate === 'in_inbox') return 'the phone kept its message';
  if (payment.fate === 'delayed') return 'its message was late';
  return credit === undefined ? 'paid well, and no money was seen' : `paid well, but ${credit}`;
}

export function count(kinds: Record<string, number>, kind: string): void {
  kinds[kind] = (kinds[kind] ?? 0) + 1;
}

function emptyCounts(): Counts {
  return {
    sessions: 0,
    refused: 0,
    hostile_sessions: 0,
    hostile_refused: 0,
    payments: 0,
    forged: 0,
    hostile_payments: 0,
    acts: {},
    automatic: 0,
    within_a_minute: 0,
    waited: 0,
    median_wait_ms: 0,
    by_person: {},
    wrong: {},
    undecidable: 0,
    taken_most_xaf: 0,
    taken_xaf: 0,
    forged_booked: 0,
    harmed: {},
    delayed: 0,
    digest: 0,
  };
}

/** FNV-1a: two runs of a seed must end in the same number. */
function mixed(digest: number, text: string): number {
  let hash = digest ^ 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash >>> 0;
}
