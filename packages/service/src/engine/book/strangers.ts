import type { PoolClient } from 'pg';
import { FORGIVEN_GUESSES } from '../../domain/doubt/guesses.ts';
import { type Move, movesOf, timeOf } from '../../domain/movement/move.ts';
import { type ClaimRow, countTried } from '../../store/book/claims.ts';
import type { Message } from './change.ts';
import { isLiveSms } from './messages.ts';
import type { ReadNotice } from './read.ts';

type Stranger = { read: ReadNotice; moves: Move[] };

/** A text by the number of a phone is no operator's under a new name, which is a word or a short code. Any phone can send it. */
const PHONE_DIGITS = 8;
const isOfPhone = ({ notice: { sender } }: ReadNotice): boolean =>
  sender !== null && /^[+\d\s().-]+$/.test(sender) && sender.replace(/\D/g, '').length >= PHONE_DIGITS;

/** Texts of live numbers that tell of money, from senders who are not on the number's list and may be the operator. */
export function strangersOf(read: readonly ReadNotice[]): Stranger[] {
  return read
    .filter((one) => one.outcome === 'UNTRUSTED_SENDER' && isLiveSms(one) && !isOfPhone(one))
    .map((one) => ({ read: one, moves: movesOf(one.readings, one.figures) }));
}

/** At how many balances texts of strangers in the last day would have begun that didn't fit, by number. */
export async function triedByStrangers(
  client: PoolClient,
  strangers: readonly Stranger[],
  now: Date,
): Promise<Map<string, number>> {
  if (strangers.length === 0) return new Map();
  const collection_number_ids = [...new Set(strangers.map(({ read }) => read.notice.collection_number_id))];
  const rows = await countTried(client, { collection_number_ids, now });
  return new Map(rows.map(({ collection_number_id, tried }) => [collection_number_id, tried]));
}

/**
 * The claims of strangers, senders who are not on a number's list. One who knows its balance is most likely the operator
 * under a new name: his message proves nothing, but it is held, so that a session which it would pay waits until staff have
 * listed the name or the day is over. A message that goes on from a held one is held too. Once several balances did not fit, none is
 * held: else somebody would learn the balance by which of his sessions waits. They are no guesses at what settles, since
 * nothing settles by them and any phone can send such texts.
 * @param waiting the messages of that number, among them those that are held already
 * @param tried at how many balances those of the last day would have begun that did not fit
 */
export function strangeClaims(
  strangers: readonly Stranger[],
  { waiting, tip_xaf, tried }: { waiting: readonly Message[]; tip_xaf: number | null; tried: number },
  now: Date,
): ClaimRow[] {
  if (tip_xaf === null) return [];
  const known = new Set([
    tip_xaf,
    ...waiting.flatMap(({ told }) => (told.held ?? []).map((move) => move.after_xaf)),
  ]);
  let wrong = tried;
  return strangers.flatMap(({ read, moves }) => {
    const told = moves.filter((move) => move.before_xaf !== null);
    if (told.length === 0) return [];
    const begins = new Set(told.map((move) => move.before_xaf)).size;
    // A text of several balances would tell by one session which of them is right, whatever becomes of the others.
    const is_one_guess = begins <= FORGIVEN_GUESSES;
    const held =
      wrong > FORGIVEN_GUESSES || !is_one_guess ? [] : told.filter((move) => known.has(move.before_xaf));
    if (held.length === 0) wrong += begins;
    for (const move of held) known.add(move.after_xaf);
    return [claimOf(read, held.length > 0 ? { held } : { tried: told }, now)];
  });
}

function claimOf(
  { notice, readings }: ReadNotice,
  told: { held?: Move[]; tried?: Move[] },
  arrived_at: Date,
): ClaimRow {
  const printed = readings[0]?.occurred_at;
  const time = timeOf(printed === undefined ? null : Date.parse(printed), notice.received_at.getTime());
  return {
    notice_id: notice.id,
    collection_number_id: notice.collection_number_id,
    told: { readings: [], moves: [], operator_transaction_id: null, ...told },
    amounts_xaf: (told.held ?? [])
      .filter((move) => move.after_xaf !== null && move.after_xaf > (move.before_xaf ?? 0))
      .map((move) => move.amount_xaf),
    occurred_at: new Date(time.occurred_at_ms),
    precision_ms: time.precision_ms,
    arrived_at,
  };
}
