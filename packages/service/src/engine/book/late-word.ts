import type { PoolClient } from 'pg';
import { fullNumber } from '../../domain/msisdn.ts';
import { ticketsIn } from '../../domain/ticket/ticket.ts';
import { ticketsTold } from '../../domain/ticket/told.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { Reading } from '../../sms/reading.ts';
import type { BookState } from '../../store/book/book-state.ts';
import type { KnownStep } from '../../store/book/known-steps.ts';
import { loadWordsOfRows, type WordsOfRow } from '../../store/book/words-of-rows.ts';
import type { Message } from './change.ts';
import { digestOf } from './messages.ts';
import {
  isLikeRow,
  mayBeWordOf,
  payersTold,
  rowOf,
  type UntoldRow,
  undoneByThese,
  untold,
} from './word-of-row.ts';

type UntoldOfBook = Pick<BookState, 'collection_number_id' | 'untold' | 'announced'>;

/** A message, the rows whose balances and time it has, and those without balances whose sum and time it has. */
type LateMessage = { message: Message; words: UntoldRow[]; like: UntoldRow[] };

/** A row of the book with what has been told of it. */
type Known = { row: UntoldRow; told: WordsOfRow };

/**
 * Finds the messages without an id of their own that may tell late of a row, one of the book or one of this batch. Where such a
 * message can be nothing else it is filed as one that tells of the row's step again: as a claim it would be taken for the next
 * payment that is lost. Where the balance has come back to where the row began, it would begin at the tip and move the money a
 * second time: it is marked, so that only a reading proves it. One that names another payer than the row, or undoes another
 * payment, is no word of it.
 *
 * A row that prints no balance may stand where another payment was lost. So a payment of its sum by its payer may move the tip,
 * since that much is there, but is marked as in doubt: a person says whether it is a second one.
 */
export async function markLateWords(
  client: PoolClient,
  messages: readonly Message[],
  states: readonly UntoldOfBook[],
): Promise<Message[]> {
  const undone = await undoneByThese(client, messages);
  const rows = new Map(
    states.map((state) => [
      state.collection_number_id,
      [...state.untold.map(rowOf), ...messages.filter(isOn(state)).flatMap(untold)],
    ]),
  );
  const candidates = messages.map((message): LateMessage => {
    const of_number = message.is_witness ? [] : (rows.get(message.collection_number_id) ?? []);
    const words = of_number.filter((row) => mayBeWordOf(message, row, undone.get(message.key)));
    const like = words.length > 0 ? [] : of_number.filter((row) => isLikeRow(message, row));
    return { message, words, like };
  });
  const told = await toldOfRows(client, candidates);
  return candidates.map((candidate) => {
    const { message, words } = candidate;
    const state = states.find((one) => isOn(one)(message));
    if (state === undefined || words.length + candidate.like.length === 0) return message;
    const like = candidate.like.flatMap((row) => knownRow(row, told));
    const own =
      ownByBalances(candidate, told, state, messages.filter(isOn(state))) ??
      like.find((one) => isOwnBySum(message, one));
    if (own !== undefined && message.known === null) return { ...message, known: again(own.told) };
    if (words.length > 0) return { ...message, is_of_row: true };
    return like.some((one) => isOfItsPayer(message, one)) ? { ...message, is_like_row: true } : message;
  });
}

const isOn =
  ({ collection_number_id }: UntoldOfBook) =>
  (message: Message): boolean =>
    message.collection_number_id === collection_number_id;

async function toldOfRows(
  client: PoolClient,
  candidates: readonly LateMessage[],
): Promise<ReadonlyMap<string, WordsOfRow>> {
  const ids = candidates.flatMap(({ words, like }) => [...words, ...like].map(({ step_id }) => step_id));
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  return new Map((await loadWordsOfRows(client, known)).map((one) => [one.step_id, one]));
}

function knownRow(row: UntoldRow, told: ReadonlyMap<string, WordsOfRow>): Known[] {
  const found = told.get(row.step_id ?? '');
  return found === undefined ? [] : [{ row, told: found }];
}

/**
 * The one row whose own message this must be. Undefined, and the message stays a claim, where
 * - several rows have its balances, or the SIM may have come back to where the row began, unseen;
 * - it may tell of something else (`mayTellOfAnother`), names somebody else than the row or the session
 *   that was paid, or may be another payment's (`isFree`);
 * - the row prints no balance, and the message doesn't name its payer;
 * - it is a reversal and the row doesn't say of what: then only the message keeps that payment from being
 *   sent back.
 */
function ownByBalances(
  { message, words: [row, another] }: LateMessage,
  told: ReadonlyMap<string, WordsOfRow>,
  { announced }: UntoldOfBook,
  around: readonly Message[],
): Known | undefined {
  if (row === undefined || another !== undefined) return undefined;
  const [known] = knownRow(row, told);
  if (known === undefined || known.told.is_back) return undefined;
  if (mayTellOfAnother(message, known.told)) return undefined;
  if (message.operator_transaction_id !== null && row.undoing === null) return undefined;
  if (!row.is_printed && payersTold(message, row.payer) !== 'same') return undefined;
  if (namesAnother(message, row, known.told)) return undefined;
  if (!isFree(message, row, known.told)) return undefined;
  const isBefore = (at_ms: number) => at_ms <= message.occurred_at_ms;
  const leadsBack = ({ moves, occurred_at_ms }: Message) =>
    isBefore(occurred_at_ms) && moves.some(({ after_xaf }) => after_xaf === row.balances?.before_xaf);
  const may_be_back =
    announced.some(({ announced_at_ms = 0 }) => isBefore(announced_at_ms)) ||
    around.some((one) => one !== message && leadsBack(one));
  return may_be_back ? undefined : known;
}

/**
 * Whether a message in words that nobody knows may tell of something else than a row whose figures it has: as
 * much that is undone behind the row leads to the balance at which it ended. Of a payment the words decide: that
 * money came, or that it left. Where they say neither, and of other rows, it may where the book has stood since at
 * the balance from which that would begin. What holds a payment asks the same of words that wait
 * (`MAY_BE_ITS_OWN` in `store/book/doubts.ts`).
 */
function mayTellOfAnother({ told }: Message, { is_credit, may_be_undone }: WordsOfRow): boolean {
  if (told.readings.length > 0) return false;
  if (!is_credit) return may_be_undone || told.is_receipt === true;
  return told.is_receipt === undefined ? may_be_undone : !told.is_receipt;
}

/**
 * Whether nothing says that a message is of another payment: no other words were taken for the row's, it quotes no ticket, and
 * somebody is known to have paid the row, or to have been asked for it.
 */
function isFree(message: Message, row: UntoldRow, { told_by, declared }: WordsOfRow): boolean {
  if (told_by.length > 0) return isCopy(message, told_by);
  // Of what waits no text is at hand: what it quotes was kept when it came.
  const quotes =
    (message.told.drawn ?? '') !== '' ||
    message.told.readings.some((one) => ticketsIn((one as Partial<Reading>).motif ?? '').length > 0) ||
    message.reads.some(
      ({ notice }) => ticketsTold(notice.body, [message.operator_transaction_id]).length > 0,
    );
  return !quotes && (row.payer !== null || declared !== null);
}

const isCopy = ({ told: { words } }: Message, told_by: WordsOfRow['told_by']): boolean =>
  words !== undefined && told_by.some((one) => digestOf(one) === words);

/** A printed time and a phone's clock are apart by no more, where the message came in time. */
const IN_TIME_MS = 2 * MINUTE_MS;

/**
 * Whether a message tells of a row that prints no balance, though its own balances are others: it had come before the row did, at
 * the very time of the row and by its payer, and none else was taken for it; or it is a copy of the one that was.
 */
function isOwnBySum(
  message: Message,
  { row, told: { booked_at, told_by, is_back, declared } }: Known,
): boolean {
  if (told_by.length > 0) return !is_back && isCopy(message, told_by);
  return (
    message.arrived_at_ms <= booked_at.getTime() &&
    Math.abs(message.occurred_at_ms - row.at_ms) <= IN_TIME_MS &&
    payersTold(message, row.payer) === 'same' &&
    !namesAnother(message, row, { declared })
  );
}

/** Whether a message names somebody else than was asked for the money of a row, where the row hides digits of its payer, or all. */
const namesAnother = (message: Message, { payer }: UntoldRow, { declared }: Pick<WordsOfRow, 'declared'>) =>
  (payer === null || fullNumber(payer) === null) && payersTold(message, declared) === 'different';

/** Whether a message that no other was taken for names the payer of a row, or him who was asked for its money. */
function isOfItsPayer(message: Message, { row, told: { told_by, declared } }: Known): boolean {
  if (told_by.length > 0 || payersTold(message, declared) === 'different') return false;
  return payersTold(message, row.payer) === 'same' || payersTold(message, declared) === 'same';
}

/** The step of a row, as one that a message tells of again. */
const again = ({ step_id, is_credit }: WordsOfRow): KnownStep => ({
  ...{ position: 0, step_id, is_same: true, is_credit, told_kind: null, moved_xaf: null },
  ...{ elsewhere_xaf: null, person: null, words: null, paid: null },
});
