import type { PoolClient } from 'pg';
import { hasBalances, movesOf, type ToldFigures } from '../../domain/movement/move.ts';
import type { Reading } from '../../sms/reading.ts';
import { findMovesOfIds } from '../../store/book/find-steps.ts';
import type { Message } from './change.ts';

/**
 * Gives reversals that print no sum that of the transaction which they undo: by its step, by its row in a statement, or by its
 * own message, where that waits too. Such a message may be forged; but whoever forges could print any sum in a reversal as
 * well, and a step is asked first. Nothing is undone twice, so of several that undo what only a message tells of none has a sum.
 * Without such a reversal it asks nothing.
 */
export async function withUndoneSums(
  client: PoolClient,
  messages: readonly Message[],
): Promise<readonly Message[]> {
  const open = messages.flatMap((message) => {
    const undone = undoneUnsummed(message);
    return undone === null ? [] : [{ message, undone }];
  });
  if (open.length === 0) return messages;
  const found = await findMovesOfIds(
    client,
    open.map(({ message: { key, collection_number_id }, undone }) => ({
      ...{ key, collection_number_id, operator_transaction_id: undone },
    })),
  );
  const known = new Map(found.map(({ key, moved_xaf }) => [key, moved_xaf]));
  const same = Map.groupBy(open, ({ message, undone }) => `${message.collection_number_id}/${undone}`);
  const sums = new Map(
    [...same.values()].flatMap((those) =>
      those.map(({ message, undone }) => [
        message.key,
        known.get(message.key) ?? (isOne(those) ? toldOf(messages, message, undone) : undefined),
      ]),
    ),
  );
  return messages.map((message) => {
    const undone_xaf = sums.get(message.key);
    if (undone_xaf === undefined) return message;
    const readings = message.told.readings as ToldFigures[];
    const moves = movesOf(
      readings.map((one) => ({ ...one, undone_xaf })),
      null,
    );
    return { ...message, moves, told: { ...message.told, moves } };
  });
}

/** Whether these are one message, which several notices may tell: they print one balance. */
function isOne(those: readonly { message: Message }[]): boolean {
  const printed = those.map(
    ({ message: { told } }) =>
      (told.readings as Partial<Reading>[]).find((one) => one.kind === 'REVERSAL')?.balance_xaf,
  );
  return new Set(printed).size === 1;
}

/** What a message undoes, where it prints no sum and none is known yet. */
function undoneUnsummed({ is_witness, moves, told }: Message): string | null {
  if (is_witness || !moves.some(({ kind, amount_xaf }) => kind === 'REVERSAL' && amount_xaf === 0))
    return null;
  const readings = told.readings as Partial<Reading>[];
  return readings.find((one) => one.kind === 'REVERSAL')?.reversed_transaction_id ?? null;
}

/** What other messages of that number tell of the transaction, where they agree. */
function toldOf(messages: readonly Message[], of: Message, undone: string): number | undefined {
  const sums = messages
    .filter(
      ({ collection_number_id, operator_transaction_id }) =>
        collection_number_id === of.collection_number_id && operator_transaction_id === undone,
    )
    .flatMap(({ moves }) => moves.filter(hasBalances))
    .map(({ before_xaf, after_xaf }) => after_xaf - before_xaf);
  return new Set(sums).size === 1 ? sums[0] : undefined;
}
