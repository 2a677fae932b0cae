import type { Move } from '../../domain/movement/move.ts';
import type { Message } from './change.ts';

/**
 * The messages as far as the database has not counted them as guesses, which it did before this batch came: what has just come, and of
 * what waited the movements that it tells only now, since a wording was taught, or since a reversal that prints no sum has got one.
 * @param counted where each message that waited would begin, as it is counted
 */
export function uncounted(
  messages: readonly Message[],
  counted: ReadonlyMap<string, readonly number[]>,
): Message[] {
  return messages.flatMap((message) => {
    const was = counted.get(message.key);
    if (was === undefined) return message;
    const moves = newMoves(message, was);
    return moves.length === 0 ? [] : { ...message, moves };
  });
}

/** Of what waits the balances at which it begins and ends, where it would begin at others than are counted. */
export function retold(
  messages: readonly Message[],
  counted: ReadonlyMap<string, readonly number[]>,
): { notice_id: string; begins_xaf: number[]; ends_xaf: number[] }[] {
  return messages.flatMap((message) => {
    const was = counted.get(message.key);
    if (was === undefined || newMoves(message, was).length === 0) return [];
    const of = (at: 'before_xaf' | 'after_xaf') => [
      ...new Set(message.moves.flatMap((one) => one[at] ?? [])),
    ];
    return { notice_id: message.key, begins_xaf: of('before_xaf'), ends_xaf: of('after_xaf') };
  });
}

const newMoves = ({ moves }: Message, counted: readonly number[]): Move[] =>
  moves.filter(({ before_xaf }) => before_xaf !== null && !counted.includes(before_xaf));

/** The messages that count as guesses: not witnesses, nor what tells again of a step. */
export const guessing = (messages: readonly Message[]): Message[] =>
  messages.filter(({ is_witness, known }) => !is_witness && known?.is_same !== true);
