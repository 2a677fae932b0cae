import { lookedBefore } from '../../domain/book/anchor.ts';
import type { Contested } from '../../domain/book/contest.ts';
import { isCredit } from '../../domain/book/move.ts';
import { happenedBy } from '../../domain/book/path.ts';
import { NOBODY } from '../../domain/credit.ts';
import { missingTransfers, stepTransfers } from '../../domain/ledger/book.ts';
import type { ContestedRow } from '../../store/book/steps.ts';
import type { BookExplanationRow, BookStepRow, PassedStepRow } from '../../store/rows.generated.ts';
import type { BookChange, Message } from './change.ts';
import { readAt } from './lock.ts';
import { idsTold } from './messages.ts';

/** The steps of a change in the order of the book, those that a reading says among them. */
export function stepRows({ state, anchor, steps }: BookChange, now: Date): BookStepRow[] {
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
    return {
      ...place,
      kind,
      strength: 'ANCHORED',
      before_xaf,
      after_xaf,
      recipient: null,
      missing_since: null,
    };
  };
  const rows: BookStepRow[] = [];
  const missing = anchor?.anchored.missing ?? null;
  if (anchor !== null && tip_xaf === null)
    rows.push(said(anchor.step_id, 'OPENING', anchor.balance_xaf, anchor.balance_xaf));
  if (missing !== null)
    rows.push({
      ...said(anchor?.step_id ?? '', 'UNEXPLAINED', missing.before_xaf, missing.after_xaf),
      missing_since: state.anchored_at === null ? null : new Date(lookedBefore(state.anchored_at)),
    });
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
      missing_since: null,
    });
    if (passed?.balance == null) continue;
    const { step_id, tip_xaf: stays_xaf } = passed.balance;
    const taken = said(step_id, 'UNEXPLAINED', after_xaf, stays_xaf);
    rows.push({ ...taken, strength: 'WITNESSED', occurred_at: new Date(happenedBy(claim)) });
  }
  return rows;
}

/** The steps of a time that the book had gone past, each with the step that takes the tip back behind its run. */
export function passedRows({ state: { collection_number_id }, steps }: BookChange): PassedStepRow[] {
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

export function explanations(
  { anchor, steps, explained }: BookChange,
  explained_at: Date,
): BookExplanationRow[] {
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

export function announcedSteps({ anchor, steps }: BookChange): { id: string; step_id: string }[] {
  const missing = anchor?.anchored.missing?.announced ?? null;
  return [
    ...steps.flatMap(({ id, announced }) => (announced === null ? [] : [{ id: announced.id, step_id: id }])),
    ...(missing === null ? [] : [{ id: missing.id, step_id: anchor?.step_id ?? '' }]),
  ];
}

/** What the reading found contested; and what fills a gap of which it did, or past what other messages tell of. */
export function contestedRows(
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

/** Steps own their ids; a credit claims its own when it is settled. */
export function identities({ state: { operator }, steps }: BookChange) {
  return steps.flatMap(({ id: step_id, move, is_pending, claim }) => {
    const is_settled = isCredit(move) && !is_pending;
    if (is_settled || move.kind === 'UNREAD') return [];
    return idsTold(claim as Message).map((operator_transaction_id) => ({
      ...{ environment: 'live', scope_id: NOBODY, operator, operator_transaction_id, step_id },
    }));
  });
}

export function transfersOf({ state, anchor, steps }: BookChange, now: Date) {
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
