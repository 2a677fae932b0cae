import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { OF_UNDONE, scopeOf } from '../../domain/credit.ts';
import { SAID_AGAIN_HOURS } from '../../domain/movement/clocks.ts';
import { hasBalances, isCredit, movesOf, timeOf } from '../../domain/movement/move.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Reading } from '../../sms/reading.ts';
import type { ClaimRow } from '../../store/book/claims.ts';
import { findKnownSteps, type KnownStep } from '../../store/book/known-steps.ts';
import { type Message, readingOf } from './change.ts';
import type { ReadNotice } from './read.ts';
import { contradictsTwin, isOthers, lettersTold } from './says-otherwise.ts';
import { isWitness, witnessMessage } from './witness.ts';

const SMS_SOURCES: ReadonlySet<string> = new Set(['MANUAL_SMS', 'GATEWAY_SMS']);

export function isLiveSms({ notice }: ReadNotice): boolean {
  return notice.environment === 'live' && SMS_SOURCES.has(notice.source);
}

/** Gathers what listed senders tell of live numbers' money; notices of one message become one. */
export function messagesOf(read: readonly ReadNotice[], now: Date): Message[] {
  return merged(
    read.flatMap((one) => (isWitness(one) ? witnessMessage(one, now) : (messageOf(one, now) ?? []))),
  );
}

/** Finds the steps that messages tell of again. The books are locked: what others proved meanwhile is seen. */
export async function recogniseSteps(client: PoolClient, messages: readonly Message[]): Promise<void> {
  for (const row of await findKnownSteps(client, messages.flatMap(toldOf))) {
    const message = messages[row.position];
    if (message === undefined) continue;
    const is_same = row.is_same && !isOtherSum(message, row) && !isOthers(message, row);
    if (message.known === null || is_same) message.known = { ...row, is_same };
  }
}

/**
 * Whether a witness, or a payment that prints no balance, tells another sum than the step that has its id: then the two are not
 * the same. Told with the same sum they are, whatever balances a witness prints. Where a witness has told of the step, it is
 * the operator who says what it moved.
 */
function isOtherSum(message: Message, { told_kind, moved_xaf: known_xaf }: KnownStep): boolean {
  const { is_witness, moved_xaf = 0, moves } = message;
  if (known_xaf === null) return false;
  if (is_witness) return known_xaf !== Math.abs(moved_xaf);
  const are_payments = moves.some(isCredit) && isCredit({ kind: told_kind ?? '' });
  return are_payments && moves.every((one) => !hasBalances(one) && one.amount_xaf !== known_xaf);
}

function messageOf(read: ReadNotice, now: Date): Message | null {
  const { notice, outcome, readings, figures } = read;
  if (!isLiveSms(read) || outcome === 'UNTRUSTED_SENDER') return null;
  const moves = movesOf(readings, figures);
  if (moves.length === 0) return null;
  const first = readings[moves[0]?.reading ?? 0];
  const operator_transaction_id = first?.operator_transaction_id ?? undoingOf(first);
  const { is_receipt } = figures ?? {};
  const printed_ms = first?.occurred_at === undefined ? null : Date.parse(first.occurred_at);
  return {
    ...timeOf(printed_ms, notice.received_at.getTime()),
    key: notice.id,
    moves,
    operator_transaction_id,
    arrived_at_ms: now.getTime(),
    collection_number_id: notice.collection_number_id,
    told: {
      ...{ readings: [...readings], moves, operator_transaction_id },
      ...(operator_transaction_id === null && { words: digestOf(notice) }),
      ...(readings.length === 0 && is_receipt !== undefined && { is_receipt }),
    },
    reads: [read],
    is_stored: false,
    is_typed: notice.source === 'MANUAL_SMS',
    is_witness: false,
    known: null,
  };
}

/**
 * The id of a reversal that prints none of its own: it is made of what the reversal undoes, since nothing is undone twice.
 */
function undoingOf(reading: Reading | undefined): string | null {
  const undone = reading?.reversed_transaction_id;
  return undone === undefined ? null : `${OF_UNDONE}${undone}`;
}

/** What a reversal undoes that prints no id of its own, by the id that it has here; null for any other id. */
export const undoneBy = (id: string): string | null =>
  id.startsWith(OF_UNDONE) ? id.slice(OF_UNDONE.length) : null;

/** A message that waits already, as it was kept. */
export function storedMessage(row: ClaimRow): Message {
  return {
    key: row.notice_id,
    moves: row.told.moves,
    held: row.told.held,
    operator_transaction_id: row.told.operator_transaction_id,
    occurred_at_ms: row.occurred_at.getTime(),
    precision_ms: row.precision_ms,
    arrived_at_ms: row.arrived_at.getTime(),
    collection_number_id: row.collection_number_id,
    told: row.told,
    reads: [],
    is_stored: true,
    is_idle: row.is_idle === true,
    is_like_row: row.told.is_like_row === true,
    is_typed: row.told.is_typed === true,
    is_witness: false,
    known: null,
  };
}

/** Among so many messages of one id and the same balances that are no copies of each other somebody floods: the next is one of its own. */
const TWINS_MAX = 30;

const SAID_AGAIN_MS = SAID_AGAIN_HOURS * HOUR_MS;

/**
 * Joins notices of one message to the first of them: the same transaction, or the same words, with the same balances. Where
 * they say otherwise whose money it is, or when it came, they are two messages, and one of them is forged.
 */
export function merged(messages: readonly Message[]): Message[] {
  const known = new Map<string, Message[]>();
  const contradicts = contradictsTwin();
  return messages.filter((message) => {
    const name = nameOf(message);
    const twins = known.get(name) ?? [];
    const twin = twins.find(
      (one) =>
        !contradicts(message, one) &&
        (message.operator_transaction_id !== null ||
          Math.abs(one.occurred_at_ms - message.occurred_at_ms) < SAID_AGAIN_MS),
    );
    if (twin === undefined) known.set(name, [...twins, message].slice(0, TWINS_MAX));
    else {
      twin.reads.push(...message.reads);
      twin.is_typed = twin.is_typed === true && message.is_typed === true;
    }
    return twin === undefined;
  });
}

function nameOf(message: Message): string {
  const { collection_number_id, operator_transaction_id, moves, told, is_witness, key } = message;
  if (is_witness) return [collection_number_id, operator_transaction_id ?? key, 'witness'].join('/');
  if (told.held !== undefined || told.tried !== undefined) return key;
  // A reversal whose sum nobody knows yet prints a balance all the same: with another one it is another message.
  const printed = (reading: number | null) => readingOf({ told }, reading)?.balance_xaf;
  // Between two balances lies one sum. Without them nothing else tells a payment from another one under its id.
  const places = moves.map(({ before_xaf, after_xaf, reading, amount_xaf }) =>
    after_xaf === null ? `${printed(reading)}?${amount_xaf}` : `${before_xaf}>${after_xaf}`,
  );
  return [collection_number_id, operator_transaction_id ?? wordsOf(message), ...places].join('/');
}

/**
 * The words of a message without an id, as it is known by them. Without a balance the same words may be another payment of the
 * same customer, unless they tell of one moment; and others of that moment are another message.
 */
function wordsOf(message: Message): string {
  const { moves, told, occurred_at_ms } = message;
  const { words } = told;
  if (words !== undefined && moves.some(({ after_xaf }) => after_xaf !== null)) return words;
  return [occurred_at_ms, lettersTold(message) ?? words].join('/');
}

/** A digest of sender and words, whatever blanks stand in them: two ways from one phone may differ in these. */
export function digestOf({ sender, body }: Pick<ReadNotice['notice'], 'sender' | 'body'>): string {
  return createHash('sha256')
    .update(JSON.stringify([sender, body.trim().replace(/\s+/g, ' ')]))
    .digest('base64url');
}

/** The ids by which a message is known again: its own, and of a reversal the one that it undoes, whichever it prints. */
export function idsTold({ operator_transaction_id, told, moves }: Message): string[] {
  const undoing = undoingOf(readingOf({ told }, moves[0]?.reading ?? null) ?? undefined);
  return [...new Set([operator_transaction_id, undoing])].filter((id) => id !== null);
}

/** What stands in the place of the id of a payment without one (`stated_ids`). */
export function idsStated({ operator_transaction_id, told }: Message): string[] {
  if (operator_transaction_id !== null) return [];
  return [...new Set((told.readings as Partial<Reading>[]).flatMap(({ stated_ids = [] }) => stated_ids))];
}

function toldOf(message: Message, position: number) {
  const { collection_number_id, occurred_at_ms, reads, is_witness } = message;
  const notice = (reads[0] as ReadNotice).notice;
  const moves = is_witness ? [] : message.moves;
  const ids = idsTold(message);
  return (ids.length === 0 ? [null] : ids).map((operator_transaction_id) => ({
    position,
    environment: notice.environment,
    scope_id: scopeOf(notice),
    operator: notice.operator,
    operator_transaction_id,
    collection_number_id,
    moves: moves.filter(hasBalances).map(({ before_xaf, after_xaf, hidden_fee_max_xaf }) => ({
      ...{ before_xaf, until_xaf: before_xaf + hidden_fee_max_xaf, after_xaf },
    })),
    notice_id: notice.id,
    occurred_at: new Date(occurred_at_ms),
  }));
}
