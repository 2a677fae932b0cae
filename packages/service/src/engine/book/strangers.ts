import { type Move, movesOf, timeOf } from '../../domain/book/move.ts';
import type { ClaimRow } from '../../store/book/claims.ts';
import type { Message } from './change.ts';
import { isLiveSms } from './messages.ts';
import type { ReadNotice } from './read.ts';

type Stranger = { read: ReadNotice; moves: Move[] };

/** Texts of live numbers that tell of money, from senders who are not on the number's list. */
export function strangersOf(read: readonly ReadNotice[]): Stranger[] {
  return read
    .filter((one) => one.outcome === 'UNTRUSTED_SENDER' && isLiveSms(one))
    .map((one) => ({ read: one, moves: movesOf(one.readings, one.figures) }));
}

/**
 * What strangers tell of a number. Those who know its balance are most likely the operator under a new name: nothing is
 * proven by them, but sessions that they would pay wait, until staff have listed the name or the day is over. One that goes
 * on from another is held too. The others are guesses at the balance like those of any sender: else somebody would learn it by
 * which of his sessions waits.
 * @param waiting the messages of that number, among them those that are held already
 */
export function strangeClaims(
  strangers: readonly Stranger[],
  waiting: readonly Message[],
  tip_xaf: number | null,
  now: Date,
): ClaimRow[] {
  if (tip_xaf === null) return [];
  const known = new Set([
    tip_xaf,
    ...waiting.flatMap(({ told }) => (told.held ?? []).map((move) => move.after_xaf)),
  ]);
  return strangers.flatMap(({ read: { notice, readings }, moves }) => {
    const tried = moves.filter((move) => move.before_xaf !== null);
    if (tried.length === 0) return [];
    const held = tried.filter((move) => known.has(move.before_xaf));
    for (const move of held) known.add(move.after_xaf);
    const printed = readings[0]?.occurred_at;
    const time = timeOf(printed === undefined ? null : Date.parse(printed), notice.received_at.getTime());
    return [
      {
        notice_id: notice.id,
        collection_number_id: notice.collection_number_id,
        told: {
          ...{ readings: [], moves: [], operator_transaction_id: null },
          ...(held.length > 0 ? { held } : { tried }),
        },
        amounts_xaf: held
          .filter((move) => move.after_xaf !== null && move.after_xaf > (move.before_xaf ?? 0))
          .map((move) => move.amount_xaf),
        occurred_at: new Date(time.occurred_at_ms),
        precision_ms: time.precision_ms,
        arrived_at: now,
      },
    ];
  });
}
