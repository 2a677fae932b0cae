import { NOBODY } from '../../domain/credit.ts';
import type { Doubt } from '../../domain/doubt/contesting.ts';
import { missingTransfers, stepTransfers } from '../../domain/ledger/step.ts';
import type { Announced } from '../../domain/movement/announced.ts';
import { happenedBy } from '../../domain/movement/claim.ts';
import { lookedBefore } from '../../domain/movement/clocks.ts';
import { isCredit } from '../../domain/movement/move.ts';
import type { StepExplanation } from '../../store/book/steps.ts';
import type { BookStepRow, ContestedStepRow, PassedStepRow } from '../../store/rows.generated.ts';
import type { BookChange } from './change.ts';
import { statedRow } from './claim-credits.ts';
import { readAt } from './lock.ts';
import { idsStated, idsTold } from './messages.ts';

/** The step that stands for what a reading found missing; null where nothing is. */
function missingStep({ anchor }: BookChange) {
  const missing = anchor?.anchored.missing ?? null;
  return anchor === null || missing === null ? null : { ...missing, id: anchor.step_id };
}

/** The announcements that are met now, each with the step that meets it. */
export function metDebits(change: BookChange): (Pick<Announced, 'id' | 'kind'> & { step_id: string })[] {
  return [...change.steps, missingStep(change)].flatMap((step) =>
    step?.announced == null ? [] : [{ id: step.announced.id, kind: step.announced.kind, step_id: step.id }],
  );
}

/** The steps of a change in the order of the book, those that a reading says among them. */
export function stepRows(change: BookChange, now: Date): BookStepRow[] {
  const { state, anchor, steps } = change;
  const { collection_number_id, tip_xaf, last_ordinal, anchored_at } = state;
  let ordinal = last_ordinal;
  const said = (step: Pick<BookStepRow, 'id' | 'kind' | 'before_xaf' | 'after_xaf'>): BookStepRow => {
    ordinal += 1;
    return {
      ...step,
      ...{ collection_number_id, ordinal, strength: 'ANCHORED', occurred_at: readAt(now) },
      ...{ explains_id: null, notice_id: null, recipient: null, missing_since: null },
    };
  };
  const rows: BookStepRow[] = [];
  const missing = missingStep(change);
  if (anchor !== null && tip_xaf === null) {
    const { step_id: id, balance_xaf } = anchor;
    rows.push(said({ id, kind: 'OPENING', before_xaf: balance_xaf, after_xaf: balance_xaf }));
  }
  if (missing !== null) {
    const { id, before_xaf, after_xaf } = missing;
    const missing_since = anchored_at === null ? null : new Date(lookedBefore(anchored_at.getTime()));
    rows.push({ ...said({ id, kind: 'UNEXPLAINED', before_xaf, after_xaf }), missing_since });
  }
  for (const { id, move, claim, gap, before_xaf, after_xaf, passed } of steps) {
    if (gap === null) ordinal += 1;
    rows.push({
      id,
      collection_number_id,
      ordinal: gap === null ? ordinal : null,
      explains_id: gap?.step_id ?? null,
      kind: move.kind,
      strength: claim.is_witness ? 'WITNESSED' : 'CHAINED',
      before_xaf,
      after_xaf,
      notice_id: claim.key,
      occurred_at: new Date(happenedBy(claim)),
      recipient: move.kind === 'DEBIT' ? (move.recipient ?? null) : null,
      missing_since: null,
    });
    if (passed?.balance == null) continue;
    const back = { before_xaf: after_xaf, after_xaf: passed.balance.tip_xaf };
    rows.push({
      ...said({ id: passed.balance.step_id, kind: 'UNEXPLAINED', ...back }),
      ...{ strength: 'WITNESSED', occurred_at: new Date(happenedBy(claim)) },
    });
  }
  return rows;
}

/**
 * The steps of a time that the book had gone past, each with the unexplained step behind its run that takes the tip back.
 */
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

export function explanations(change: BookChange, explained_at: Date): StepExplanation[] {
  const filled = new Set(change.steps.flatMap(({ gap }) => gap?.step_id ?? []));
  return [
    ...[...filled, ...change.explained].map((step_id) => ({
      ...{ step_id, meaning: 'messages' as const, explained_at },
    })),
    ...metDebits(change).map(({ step_id, kind: meaning }) => ({ step_id, meaning, explained_at })),
  ];
}

/**
 * What the reading found contested; and credits that fill a contested gap, or a gap in which other messages tell of money.
 */
export function contestedRows(change: BookChange, contested_at: Date): ContestedStepRow[] {
  const { state, anchor, steps } = change;
  const { collection_number_id } = state;
  const missing = missingStep(change);
  const ids = new Map(steps.map(({ id, claim }) => [claim.key, id]));
  const row = (step_id: string, { is_whole, xaf, by }: Doubt) => ({
    ...{ step_id, collection_number_id, contested_at },
    ...{ part_xaf: is_whole ? null : xaf, by_notices: [...by] },
  });
  return [
    ...[...(anchor?.anchored.contested ?? [])].map(([step_id, doubt]) =>
      row(ids.get(step_id) ?? step_id, doubt),
    ),
    ...(missing?.announced === null && missing.doubt !== null ? [row(missing.id, missing.doubt)] : []),
    ...steps.flatMap(({ id, doubt = null }) => (doubt === null ? [] : [row(id, doubt)])),
  ];
}

/** A step owns its ids from when it is booked: its credit finds them claimed when it settles. What a payment only states is under its own name. */
export function identities({ state: { operator }, steps }: BookChange) {
  return steps.flatMap(({ id: step_id, move, claim }) => {
    if (move.kind === 'UNREAD') return [];
    const owned = idsTold(claim).map((operator_transaction_id) => ({
      ...{ environment: 'live', scope_id: NOBODY, operator, operator_transaction_id, step_id },
    }));
    const stated = isCredit(move) ? idsStated(claim) : [];
    return [...owned, ...stated.map((id) => statedRow({ operator, id: step_id }, id))];
  });
}

export function transfersOf(change: BookChange, now: Date) {
  const { state, steps } = change;
  const { collection_number_id } = state;
  const missing = missingStep(change);
  return [
    ...(missing === null
      ? []
      : missingTransfers({ ...missing, collection_number_id, occurred_at: readAt(now) })),
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
