import type { PoolClient } from 'pg';
import { type Gap, happenedBy } from '../../domain/book/book.ts';
import type { Contested } from '../../domain/book/contest.ts';
import { bringsMoney, isClaim, isCredit } from '../../domain/book/move.ts';
import { NOBODY } from '../../domain/credit.ts';
import { missingTransfers, stepTransfers } from '../../domain/ledger/book.ts';
import { AMOUNT_XAF_MAX } from '../../domain/money.ts';
import { closeAnnounced } from '../../store/book/announced.ts';
import { noteBooks } from '../../store/book/books.ts';
import { type ClaimRow, insertClaims, settleClaims } from '../../store/book/claims.ts';
import {
  type ContestedRow,
  insertContested,
  insertExplanations,
  insertPassed,
  insertSteps,
} from '../../store/book/steps.ts';
import { claimIdentities } from '../../store/credits/identities.ts';
import type { BookExplanationRow, BookStepRow, PassedStepRow } from '../../store/rows.generated.ts';
import { bookTransfers } from '../outcome/transfers.ts';
import type { BookChange, Message } from './change.ts';
import { readAt } from './standing.ts';

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
  const steps = changes.flatMap((change) => change.steps);
  // One that is read again may have been a claim so long ago that it was not looked at.
  const was_claim = ({ key, reads, is_stored }: Message) =>
    is_stored || waited.has(key) || reads.some(({ notice }) => notice.is_replay);
  const refuted = changes.flatMap((change) => [
    ...new Set([...change.kept.refuted, ...toldByAnother(change), ...idle(change)]),
  ]);
  const rows = changes.flatMap((change) => stepRows(change, now));
  // Issued together, steps first: they travel as one and run one after the other.
  await Promise.all([
    // A book opens by itself: the balance from which it counts is the one that this statement leaves.
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
      changes.flatMap((change) => [...claimRows(change), ...change.held]),
    ),
    settleClaims(client, [
      ...steps
        .filter(({ claim, is_pending }) => is_pending || was_claim(claim as Message))
        .map(({ claim, is_pending }) => settled(claim.key, is_pending ? 'PENDING' : 'PROVEN', now)),
      ...changes.flatMap(({ released }) => released.map(({ claim }) => settled(claim.key, 'PROVEN', now))),
      ...refuted.map(({ key }) => settled(key, 'REFUTED', now)),
    ]),
    insertPassed(client, changes.flatMap(passedRows)),
    insertExplanations(
      client,
      changes.flatMap((change) => explanations(change, now)),
    ),
    insertContested(
      client,
      changes.flatMap((change) => contestedRows(change, now)),
    ),
    closeAnnounced(client, changes.flatMap(announcedSteps)),
    noteBooks(
      client,
      changes.map((change) => noteOf(change, now)),
    ),
    claimIdentities(client, changes.flatMap(identities)),
    bookTransfers(
      client,
      changes.flatMap((change) => transfersOf(change, now)),
      now,
    ),
  ]);
}

const settled = (notice_id: string, state: 'PENDING' | 'PROVEN' | 'REFUTED', settled_at: Date) => ({
  notice_id,
  state,
  settled_at,
});

function stepRows({ state, anchor, steps }: BookChange, now: Date): BookStepRow[] {
  const { collection_number_id, tip_xaf, last_ordinal } = state;
  let ordinal = last_ordinal;
  const said = (
    id: string,
    kind: 'OPENING' | 'UNEXPLAINED',
    before_xaf: number,
    after_xaf: number,
  ): BookStepRow => {
    ordinal += 1;
    const place = {
      id,
      collection_number_id,
      ordinal,
      explains_id: null,
      notice_id: null,
      occurred_at: readAt(now),
    };
    return { ...place, kind, strength: 'ANCHORED', before_xaf, after_xaf, recipient: null };
  };
  const rows: BookStepRow[] = [];
  const missing = anchor?.anchored.missing ?? null;
  if (anchor !== null && tip_xaf === null)
    rows.push(said(anchor.step_id, 'OPENING', anchor.balance_xaf, anchor.balance_xaf));
  if (missing !== null)
    rows.push(said(anchor?.step_id ?? '', 'UNEXPLAINED', missing.before_xaf, missing.after_xaf));
  for (const { id, move, claim, gap, before_xaf, after_xaf, passed } of steps) {
    if (gap === null) ordinal += 1;
    rows.push({
      id,
      collection_number_id,
      ordinal: gap === null ? ordinal : null,
      explains_id: gap?.step_id ?? null,
      kind: move.kind,
      strength: (claim as Message).is_witness ? 'WITNESSED' : 'CHAINED',
      before_xaf,
      after_xaf,
      notice_id: claim.key,
      occurred_at: new Date(happenedBy(claim)),
      recipient: move.kind === 'DEBIT' ? (move.recipient ?? null) : null,
    });
    if (passed?.balance == null) continue;
    const { step_id, tip_xaf: stays_xaf } = passed.balance;
    const taken = said(step_id, 'UNEXPLAINED', after_xaf, stays_xaf);
    rows.push({ ...taken, strength: 'WITNESSED', occurred_at: new Date(happenedBy(claim)) });
  }
  return rows;
}

/** The steps of a time that the book had gone past, each with the step that takes the tip back behind its run. */
function passedRows({ state: { collection_number_id }, steps }: BookChange): PassedStepRow[] {
  let balanced_by: string | null = null;
  const rows: PassedStepRow[] = [];
  for (const { id: step_id, passed } of steps.toReversed()) {
    if (passed === undefined) continue;
    const { before_xaf, after_xaf, balance } = passed;
    const goes_on = rows.at(-1)?.before_xaf === after_xaf && balance === null;
    balanced_by = balance?.step_id ?? (goes_on ? balanced_by : null);
    rows.push({ step_id, collection_number_id, before_xaf, after_xaf, balanced_by });
  }
  return rows;
}

/** What waits from now on, or was refuted as soon as it came. */
function claimRows({ messages, steps }: BookChange): ClaimRow[] {
  const proven = new Set(steps.filter(({ is_pending }) => !is_pending).map(({ claim }) => claim));
  return messages
    .filter(
      (one) =>
        !one.is_stored &&
        !one.is_witness &&
        !proven.has(one) &&
        one.known?.is_same !== true &&
        (isClaim(one.moves) || isIdle(one)),
    )
    .map((one) => ({
      notice_id: one.key,
      collection_number_id: one.collection_number_id,
      told: one.told,
      amounts_xaf: amountsOf(one),
      occurred_at: new Date(one.occurred_at_ms),
      precision_ms: one.precision_ms,
      arrived_at: new Date(one.arrived_at_ms),
    }));
}

/** An airtime text that doesn't fit waits for nothing. It is kept as a guess: one that fits moves the tip as well. */
function isIdle({ moves }: Message): boolean {
  return !isClaim(moves) && moves.some(({ before_xaf }) => before_xaf !== null);
}

function idle({ messages, steps }: BookChange): Message[] {
  const proven = new Set(steps.map(({ claim }) => claim));
  return messages.filter((one) => !proven.has(one) && one.known?.is_same !== true && isIdle(one));
}

function amountsOf({ moves }: Message): number[] {
  return [...new Set(moves.filter(bringsMoney).map((move) => move.amount_xaf))].filter(
    (amount_xaf) => amount_xaf <= AMOUNT_XAF_MAX,
  );
}

/** What was held for a sender who is not on the list, and a listed one has told of it by now. */
function toldByAnother({ messages, steps, kept }: BookChange): Message[] {
  const proven = new Set(steps.map(({ before_xaf, after_xaf }) => `${before_xaf}>${after_xaf}`));
  const is_told = ({ told }: Message) =>
    told.held?.some(({ before_xaf, after_xaf }) => proven.has(`${before_xaf}>${after_xaf}`)) === true;
  return messages.filter((message) => is_told(message) && !kept.refuted.includes(message));
}

function explanations({ anchor, steps, explained }: BookChange, explained_at: Date): BookExplanationRow[] {
  const filled = new Set(steps.flatMap(({ gap }) => gap?.step_id ?? []));
  const missing = anchor?.anchored.missing?.announced ?? null;
  return [
    ...[...filled, ...explained].map((step_id) => ({ step_id, meaning: 'messages' as const, explained_at })),
    ...steps.flatMap(({ id, announced }) =>
      announced === null ? [] : [{ step_id: id, meaning: announced.kind, explained_at }],
    ),
    ...(missing === null ? [] : [{ step_id: anchor?.step_id ?? '', meaning: missing.kind, explained_at }]),
  ];
}

function announcedSteps({ anchor, steps }: BookChange): { id: string; step_id: string }[] {
  const missing = anchor?.anchored.missing?.announced ?? null;
  return [
    ...steps.flatMap(({ id, announced }) => (announced === null ? [] : [{ id: announced.id, step_id: id }])),
    ...(missing === null ? [] : [{ id: missing.id, step_id: anchor?.step_id ?? '' }]),
  ];
}

/** What the reading found contested; and what fills a gap of which it did, or past what other messages tell of. */
function contestedRows(
  { state: { collection_number_id }, anchor, steps }: BookChange,
  contested_at: Date,
): ContestedRow[] {
  const { contested = [], missing = null } = anchor?.anchored ?? {};
  const ids = new Map(steps.map(({ id, claim }) => [claim.key, id]));
  const row = (step_id: string, { is_whole, xaf, by }: Pick<Contested, 'is_whole' | 'xaf' | 'by'>) => ({
    ...{ step_id, collection_number_id, contested_at },
    ...{ part_xaf: is_whole ? null : xaf, by_notices: by },
  });
  const gap = missing?.announced === null ? missing.contested : null;
  return [
    ...contested.map((one) => row(ids.get(one.step_id) ?? one.step_id, one)),
    ...(anchor === null || gap === null ? [] : [row(anchor.step_id, gap)]),
    ...steps.flatMap(({ id, gap, is_pending, told = null }) => {
      if (gap?.is_contested && is_pending)
        return [row(id, { is_whole: true, xaf: 0, by: [...(gap.told?.by ?? [])] })];
      return told === null ? [] : [row(id, { is_whole: false, xaf: told.xaf, by: [...told.by] })];
    }),
  ];
}

/** Up to where the reading vouches: to the end of the path to it, or to the step before the look at the SIM. */
function anchoredOrdinal({ state: { last_ordinal, anchored_ordinal, tip_xaf }, anchor }: BookChange): number {
  if (anchor === null) return anchored_ordinal;
  const { missing, proven, steps_since } = anchor.anchored;
  const said = missing !== null || tip_xaf === null ? 1 : 0;
  return last_ordinal - steps_since + said + proven.length;
}

function noteOf(change: BookChange, now: Date) {
  const { state, anchor, kept, steps, released } = change;
  const { collection_number_id, suspected_at, bound_since, anchored_at } = state;
  // What stays pending after a reading waits for people to say what has left, and not for the next reading.
  const settled_now = new Set(released.map(({ claim }) => claim.key));
  const is_pending = anchor === null ? state.pending.some((key) => !settled_now.has(key)) : kept.is_bound;
  // Messages have explained what an anchor found short: nothing false is left.
  const is_told = ({ step_id }: Gap) => change.explained.includes(step_id);
  const is_cleared = [...steps.flatMap(({ gap }) => gap ?? []), ...state.gaps.filter(is_told)].some(
    (gap) => gap.after_xaf < gap.before_xaf,
  );
  return {
    collection_number_id,
    unanchored_xaf: kept.unanchored_xaf,
    unvouched_xaf: anchor === null ? state.unvouched_xaf : anchor.anchored.unanchored_xaf,
    suspected_at: anchor?.anchored.is_short ? now : is_cleared ? null : suspected_at,
    bound_since: kept.is_bound || is_pending ? (bound_since ?? now) : null,
    anchored_at: anchor === null ? anchored_at : now,
    anchored_ordinal: anchoredOrdinal(change),
    went_on_at: new Date(Math.max(kept.went_on_at_ms, anchor === null ? 0 : readAt(now).getTime())),
  };
}

/** Steps own their ids; a credit claims its own when it is settled. */
function identities({ state: { operator }, steps }: BookChange) {
  return steps.flatMap(({ id, move, is_pending, claim: { operator_transaction_id } }) => {
    const is_settled = isCredit(move) && !is_pending;
    if (is_settled || move.kind === 'UNREAD' || operator_transaction_id === null) return [];
    return [{ environment: 'live', scope_id: NOBODY, operator, operator_transaction_id, step_id: id }];
  });
}

function transfersOf({ state, anchor, steps }: BookChange, now: Date) {
  const { collection_number_id } = state;
  const missing = anchor?.anchored.missing ?? null;
  return [
    ...(missing === null
      ? []
      : missingTransfers({
          ...missing,
          id: anchor?.step_id ?? '',
          collection_number_id,
          occurred_at: readAt(now),
        })),
    ...steps.flatMap(({ passed, claim, after_xaf }) =>
      passed?.balance == null
        ? []
        : missingTransfers({
            ...{ id: passed.balance.step_id, before_xaf: after_xaf, after_xaf: passed.balance.tip_xaf },
            ...{ collection_number_id, announced: null, occurred_at: new Date(happenedBy(claim)) },
          }),
    ),
    ...steps.flatMap((step) =>
      stepTransfers({
        ...step,
        kind: step.move.kind,
        amount_xaf: step.move.amount_xaf,
        collection_number_id,
        occurred_at: new Date(happenedBy(step.claim)),
      }),
    ),
  ];
}
