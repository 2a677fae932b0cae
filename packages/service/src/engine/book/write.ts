import type { PoolClient } from 'pg';
import { FORGIVEN_GUESSES, guessesIn } from '../../domain/doubt/guesses.ts';
import { bringsMoney, isClaim, isCredit } from '../../domain/movement/move.ts';
import { closeAnnounced } from '../../store/book/announced.ts';
import { noteBooks } from '../../store/book/books.ts';
import { type ClaimRow, insertClaims, noteHeard, settleClaims } from '../../store/book/claims.ts';
import { insertContested, insertExplanations, insertPassed, insertSteps } from '../../store/book/steps.ts';
import { claimIdentities } from '../../store/credits/identities.ts';
import { postTransfers } from '../outcome/post-transfers.ts';
import type { BookChange, Message } from './change.ts';
import { readAt } from './lock.ts';
import { sentBy } from './moved-by.ts';
import {
  contestedRows,
  explanations,
  identities,
  metDebits,
  passedRows,
  stepRows,
  transfersOf,
} from './rows-of-change.ts';
import { wordsTold } from './says-otherwise.ts';

/**
 * Writes what became of books: steps, claims, what is explained, and what steps that are no credit move.
 * @param waited the notices that were claims before
 */
export async function writeBooks(
  client: PoolClient,
  changes: readonly BookChange[],
  waited: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const rows = changes.flatMap((change) => stepRows(change, now));
  // Issued together, steps first: they travel as one and run one after the other.
  await Promise.all([
    // The opening is a statement of its own: a new book counts from the balance that its first statement leaves.
    insertSteps(
      client,
      rows.filter(({ kind }) => kind === 'OPENING'),
    ),
    insertSteps(
      client,
      rows.filter(({ kind }) => kind !== 'OPENING'),
    ),
    insertClaims(
      client,
      changes.flatMap((change) => [...claimRows(change), ...change.strange]),
    ),
    noteHeard(
      client,
      changes.flatMap(({ heard }) => heard),
    ),
    settleClaims(client, settledClaims(changes, waited, now)),
    insertPassed(client, changes.flatMap(passedRows)),
    insertExplanations(
      client,
      changes.flatMap((change) => explanations(change, now)),
    ),
    insertContested(
      client,
      changes.flatMap((change) => contestedRows(change, now)),
    ),
    closeAnnounced(client, changes.flatMap(metDebits)),
    noteBooks(
      client,
      changes.map((change) => noteOf(change, now)),
    ),
    claimIdentities(client, changes.flatMap(identities)),
    postTransfers(
      client,
      changes.flatMap((change) => transfersOf(change, now)),
      now,
    ),
  ]);
}

/** What became of messages that waited. */
function settledClaims(changes: readonly BookChange[], waited: ReadonlySet<string>, now: Date) {
  // One that is read again may have been a claim so long ago that it was not looked at.
  const was_claim = ({ key, reads, is_stored }: Message) =>
    is_stored || waited.has(key) || reads.some(({ notice }) => notice.is_replay);
  const right = new Set(changes.flatMap(rightOnce).map(({ key }) => key));
  const proven = changes.flatMap(({ steps }) =>
    steps.filter(({ claim, is_pending }) => is_pending || right.has(claim.key) || was_claim(claim)),
  );
  const refuted = changes.flatMap((change) => [
    ...new Set([...change.kept.refuted, ...toldByAnother(change), ...idle(change)].map(({ key }) => key)),
    ...change.strange.flatMap(({ notice_id, told }) => (told.tried === undefined ? [] : notice_id)),
  ]);
  // One that is found to be the word of a row has no place of its own, and waits for none.
  const filed = changes.flatMap(({ messages }) =>
    messages.filter((one) => one.known?.is_same === true && one.is_stored && !one.is_witness),
  );
  // A step that waits is not seen again with what goes on from it. So its claim keeps by when its money had moved,
  // and its session waits by that.
  const sent_by = new Map(
    changes.flatMap(({ steps }) => (steps.some((one) => one.is_pending) ? [...sentBy(steps)] : [])),
  );
  return [
    ...proven.map((one) =>
      one.is_pending
        ? { ...settled(one.claim.key, 'PENDING', now), sent_by: dateOf(sent_by.get(one)) }
        : settled(one.claim.key, 'PROVEN', now),
    ),
    ...changes.flatMap(({ released }) => released.map(({ claim }) => settled(claim.key, 'PROVEN', now))),
    ...refuted.map((key) => settled(key, 'REFUTED', now)),
    ...filed.map(({ key }) => settled(key, 'VOIDED', now)),
  ];
}

const settled = (
  notice_id: string,
  state: 'PENDING' | 'PROVEN' | 'REFUTED' | 'VOIDED',
  settled_at: Date,
) => ({
  notice_id,
  state,
  settled_at,
});

const dateOf = (at_ms = Number.POSITIVE_INFINITY): Date | null =>
  at_ms === Number.POSITIVE_INFINITY ? null : new Date(at_ms);

/** Up to where the reading vouches: to the end of the path to it, or to the step before the look at the SIM. */
function anchoredOrdinal({ state: { last_ordinal, anchored_ordinal, tip_xaf }, anchor }: BookChange): number {
  if (anchor === null) return anchored_ordinal;
  const { missing, proven, steps_since } = anchor.anchored;
  const said = missing !== null || tip_xaf === null ? 1 : 0;
  return last_ordinal - steps_since + said + proven.length;
}

function noteOf(change: BookChange, now: Date) {
  const { state, anchor, kept, steps, released, suspicion } = change;
  const { collection_number_id, bound_since, anchored_at } = state;
  // What stays pending after a reading waits for people to say what has left, and not for the next reading.
  const settled_now = new Set(released.map(({ claim }) => claim.key));
  const is_pending =
    state.pending.some((key) => !settled_now.has(key)) ||
    steps.some((one) => one.is_pending && one.gap !== null);
  const is_bound = kept.is_bound || (anchor === null && is_pending);
  return {
    collection_number_id,
    unanchored_xaf: kept.unanchored_xaf,
    unvouched_xaf: anchor === null ? state.unvouched_xaf : anchor.anchored.unanchored_xaf,
    ...suspicion,
    bound_since: is_bound ? (bound_since ?? now) : null,
    anchored_at: anchor === null ? anchored_at : now,
    anchored_ordinal: anchoredOrdinal(change),
    went_on_at: new Date(Math.max(kept.went_on_at_ms, anchor === null ? 0 : readAt(now).getTime())),
  };
}

/**
 * Claims to keep: messages that wait from now on, were refuted as soon as they came, or were right at one
 * of several balances; and payments that wait already, of which the phone tells now and not only staff, who
 * had typed them in.
 */
function claimRows(change: BookChange): ClaimRow[] {
  const { messages, steps } = change;
  const proven = new Set(steps.filter(({ is_pending }) => !is_pending).map(({ claim }) => claim));
  const waiting = messages.filter(
    (one) =>
      (!one.is_stored || isHeard(one)) &&
      !one.is_witness &&
      !proven.has(one) &&
      one.known?.is_same !== true &&
      (isClaim(one.moves) || isIdle(one)),
  );
  return [...waiting, ...rightOnce(change)].map((one) => ({
    notice_id: one.key,
    collection_number_id: one.collection_number_id,
    told: {
      ...asHeard(one),
      ...wordsTold(one),
      ...(one.is_like_row && { is_like_row: true }),
      ...(one.is_typed && { is_typed: true }),
    },
    amounts_xaf: amountsOf(one),
    occurred_at: new Date(one.occurred_at_ms),
    precision_ms: one.precision_ms,
    arrived_at: new Date(one.arrived_at_ms),
  }));
}

const isHeard = ({ told, is_typed, moves }: Message): boolean =>
  told.is_typed === true && is_typed !== true && moves.some(isCredit);

/** What is told, and not that staff alone had typed it in. */
function asHeard({ told }: Message): Message['told'] {
  const { is_typed: _, ...rest } = told;
  return rest;
}

/**
 * Messages that have their place as they come, with the movements by which they would begin elsewhere: as many guesses were wrong, and are
 * counted though the message waits for nothing.
 */
function rightOnce({ steps }: BookChange): Message[] {
  return steps.flatMap(({ claim: message, move, is_pending }) => {
    if (message.is_stored || message.is_witness || is_pending) return [];
    // Such a text as tells of one sum and one balance is an everyday thing, and its one wrong guess is forgiven.
    if (guessesIn([message]) <= FORGIVEN_GUESSES) return [];
    const moves = message.moves.filter(
      ({ before_xaf }) => before_xaf !== null && before_xaf !== move.before_xaf,
    );
    return [{ ...message, moves, told: { ...message.told, moves } }];
  });
}

/**
 * An airtime text that doesn't fit holds nothing up, since most tell of no money. It is kept all the same: it counts as a
 * guess, because one that fits moves the tip, and it may go on from a message that comes late.
 */
function isIdle({ moves }: Message): boolean {
  return !isClaim(moves) && moves.some(({ before_xaf }) => before_xaf !== null);
}

function idle({ messages, steps }: BookChange): Message[] {
  const proven = new Set(steps.map(({ claim }) => claim));
  return messages.filter(
    (one) => !one.is_stored && !proven.has(one) && one.known?.is_same !== true && isIdle(one),
  );
}

const amountsOf = ({ moves }: Message): number[] => [
  ...new Set(moves.filter(bringsMoney).map((move) => move.amount_xaf)),
];

/**
 * Messages that were held for a sender who is not on the list, and whose movement is a step now: a listed sender has told
 * of it.
 */
function toldByAnother({ messages, steps, kept }: BookChange): Message[] {
  const proven = new Set(steps.map(({ before_xaf, after_xaf }) => `${before_xaf}>${after_xaf}`));
  const is_told = ({ told }: Message) =>
    told.held?.some(({ before_xaf, after_xaf }) => proven.has(`${before_xaf}>${after_xaf}`)) === true;
  return messages.filter((message) => is_told(message) && !kept.refuted.includes(message));
}
