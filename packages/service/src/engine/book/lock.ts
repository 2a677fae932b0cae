import type { PoolClient } from 'pg';
import type { Book, Stood } from '../../domain/book/book.ts';
import type { WeighedStep } from '../../domain/doubt/contesting.ts';
import { READING_MS } from '../../domain/movement/clocks.ts';
import { bringsMoney, isCredit } from '../../domain/movement/move.ts';
import { later, MINUTE_MS } from '../../domain/time.ts';
import { type BookState, lockBookStates } from '../../store/book/book-state.ts';
import type { ClaimRow } from '../../store/book/claims.ts';
import {
  loadNamedClaims,
  loadOtherwise,
  loadPending,
  loadWaiting,
  type PendingRow,
} from '../../store/book/find-claims.ts';
import { loadUnvouched } from '../../store/book/look.ts';
import { loadPastSteps, type PastStep } from '../../store/book/steps.ts';
import type { Anchor, BookedStep, Message } from './change.ts';
import { recogniseSteps, storedMessage } from './messages.ts';
import { takeClaims, witnessedNames } from './witness.ts';

/** The look at the SIM, at the earliest, for a balance that is typed in now: what had moved by then is in that balance. */
export const readAt = (now: Date): Date => later(now, -READING_MS);

/** What is known of a book beside its state when a reading or a witness is judged. */
export type Around = Pick<Book, 'outflow_xaf' | 'contested_xaf' | 'stood' | 'past' | 'otherwise'> & {
  pending: PendingRow[];
};

/**
 * Locks the books of numbers, recognises what has arrived, and reads what lies around the books. Issued together, the
 * locks first: the statements travel as one and run one after the other.
 * @param anchors balances that people have read on SIMs, by number
 */
export async function openBooks(
  client: PoolClient,
  numbers: readonly string[],
  arrived: readonly Message[],
  anchors: ReadonlyMap<string, Anchor>,
  now: Date,
): Promise<{ states: BookState[]; stored: ClaimRow[]; aroundOf: (number_id: string) => Around }> {
  const read = [...anchors.keys()];
  // A reading or a witness may settle credits that are booked already.
  const judged = new Set([...read, ...witnessedNumbers(arrived)]);
  // A minute more than a look should take: a person who is that slow is not told that money is missing.
  const since = later(readAt(now), -MINUTE_MS);
  const [states, unvouched, pending, steps, otherwise, , named, stored] = await Promise.all([
    lockBookStates(client, numbers, { now, read_at: read.length === 0 ? null : readAt(now) }),
    loadUnvouched(client, [...judged]),
    loadPending(client, [...judged]),
    loadPastSteps(
      client,
      read.map((collection_number_id) => ({ collection_number_id, since })),
    ),
    loadOtherwise(client, read),
    recogniseSteps(client, arrived),
    loadNamedClaims(client, witnessedNames(arrived)),
    loadWaiting(
      client,
      numbers.map((collection_number_id) => ({
        collection_number_id,
        from_xaf: balancesAfter(arrived, collection_number_id),
        to_xaf: [anchors.get(collection_number_id)?.balance_xaf].filter((one) => one !== undefined),
        now,
      })),
    ),
  ]);
  takeClaims(arrived, named);
  const [waiting, left] = await loadHeard(client, heardNumbers(arrived, judged));
  const aroundOf = (number_id: string): Around => {
    const isOwn = (one: { collection_number_id: string }) => one.collection_number_id === number_id;
    const own = steps.filter(isOwn);
    return {
      outflow_xaf: ([...unvouched, ...left].find(isOwn) ?? states.find(isOwn))?.outflow_xaf ?? 0,
      contested_xaf: [...unvouched, ...left].find(isOwn)?.contested_xaf ?? 0,
      pending: [...pending, ...waiting].filter(isOwn),
      stood: stoodAt(own.filter(({ is_recent }) => is_recent)),
      past: pastOf(own.filter(({ is_unread }) => is_unread)),
      otherwise: otherwise.filter(isOwn).map(storedMessage),
    };
  };
  return { states, stored, aroundOf };
}

/** Where the book of a number may stand once these messages have their place. */
const balancesAfter = (arrived: readonly Message[], collection_number_id: string): number[] =>
  arrived
    .filter((one) => one.collection_number_id === collection_number_id)
    .flatMap(({ moves }) => moves.flatMap(({ after_xaf }) => after_xaf ?? []));

const witnessedNumbers = (arrived: readonly Message[]): string[] =>
  arrived.filter(({ is_witness }) => is_witness).map((one) => one.collection_number_id);

/**
 * Other numbers whose phones tell again of a payment that has no credit yet: it may be one that staff had
 * typed in.
 */
const heardNumbers = (arrived: readonly Message[], judged: ReadonlySet<string>): string[] => [
  ...new Set(
    arrived
      .filter(({ is_witness, is_typed, known }) => !is_witness && is_typed !== true && isUnpaid(known))
      .map((one) => one.collection_number_id)
      .filter((one) => !judged.has(one)),
  ),
];

const isUnpaid = (known: Message['known']): boolean =>
  known?.is_same === true && !known.is_credit && isCredit({ kind: known.told_kind ?? '' });

/**
 * What waits on these numbers, and what has left them: asked once it is known that it matters, which is
 * rare.
 */
const loadHeard = async (client: PoolClient, numbers: readonly string[]) =>
  numbers.length === 0
    ? ([[], []] as const)
    : Promise.all([loadPending(client, numbers), loadUnvouched(client, numbers)]);

/** Where the book stood before each of its latest steps, the latest first. */
function stoodAt(recent: readonly PastStep[]): Stood[] {
  const step_ids: string[] = [];
  let settled_xaf = 0;
  let is_behind_reading = false;
  return recent.map(({ id, kind, strength, before_xaf, after_xaf, is_pending }) => {
    step_ids.push(id);
    is_behind_reading ||= kind === 'UNEXPLAINED' && strength === 'ANCHORED';
    if (isCredit({ kind }) && !is_pending) settled_xaf += after_xaf - before_xaf;
    return { balance_xaf: before_xaf, settled_xaf, step_ids: [...step_ids], is_behind_reading };
  });
}

/** The way of the book since its last reading, in order. */
function pastOf(steps: readonly PastStep[]): WeighedStep[] {
  return steps
    .toReversed()
    .map(({ id, kind, strength, before_xaf, after_xaf, is_pending, is_contested }) => ({
      ...{ step_id: id, before_xaf, after_xaf },
      // Money in words that nobody knows settles nothing by itself, so it counts as waiting.
      is_pending: is_pending || !isCredit({ kind }),
      is_weighed: bringsMoney({ kind, before_xaf, after_xaf }) && strength === 'CHAINED' && !is_contested,
    }));
}

/** A credit of the book that settles now, as it was proven. */
export function asReleased(row: PendingRow): BookedStep {
  const { step_id: id, before_xaf, after_xaf, gone_on } = row;
  const claim = storedMessage(row);
  const move = claim.moves.find(
    (one) => isCredit(one) && one.before_xaf === before_xaf && one.after_xaf === after_xaf,
  );
  if (move === undefined) throw new Error(`bug: step ${id} is no credit of its message`);
  return { id, claim, move, before_xaf, after_xaf, gap: null, announced: null, is_pending: true, gone_on };
}

/** The book of a number as the domain judges it. */
export function bookOf(state: BookState, { pending, ...around }: Around): Book {
  const { went_on_at, anchored_at, suspected_at, is_disproven } = state;
  return {
    ...state,
    ...around,
    pending: pending.map(({ step_id, before_xaf, after_xaf, is_contested, told }) => ({
      ...{ step_id, amount_xaf: after_xaf - before_xaf, is_contested, is_typed: told.is_typed === true },
    })),
    typed_xaf: state.typed.map(({ amount_xaf }) => amount_xaf),
    went_on_at_ms: went_on_at?.getTime() ?? 0,
    anchored_at_ms: anchored_at?.getTime() ?? 0,
    is_suspected: suspected_at !== null,
    is_disproven: suspected_at !== null && is_disproven,
  };
}
