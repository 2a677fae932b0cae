import { type Book, type Gap, type Kept, leftOpen } from '../../domain/book/book.ts';
import { typedIn } from '../../domain/book/gap.ts';
import { readInjected } from '../../domain/credit.ts';
import { type Announced, metByEach } from '../../domain/movement/announced.ts';
import { happenedBy, wentOnAt } from '../../domain/movement/claim.ts';
import { READING_MS } from '../../domain/movement/clocks.ts';
import { isCredit, type Move } from '../../domain/movement/move.ts';
import { fullNumber, printOf, samePhone } from '../../domain/msisdn.ts';
import { explainedBy, type PassedRun } from '../../domain/statement/passed.ts';
import { ticketsIn } from '../../domain/ticket/ticket.ts';
import type { Reading } from '../../sms/reading.ts';
import type { ClaimRow } from '../../store/book/claims.ts';
import type { Message } from './change.ts';
import { payerTold } from './credit-told.ts';
import { fillings, movedXaf } from './filling.ts';
import type { ReadNotice } from './read.ts';
import { TipLine } from './tip-line.ts';

/**
 * Whether a notice is an independent witness of a live number's money: a row of the operator's statement. A witness needs
 * no balance, so an answer of the operator's API to our own enquiry could be one too.
 */
export function isWitness({ notice, credit, outcome }: ReadNotice): boolean {
  return (
    notice.environment === 'live' && notice.source === 'WITNESS' && (credit !== null || outcome === 'STEP')
  );
}

/** A witness as a message of its number's book. */
export function witnessMessage(read: ReadNotice, now: Date): Message {
  const { notice, kind } = read;
  const {
    amount: amount_xaf,
    row,
    payer_phone,
    operator_transaction_id,
    occurred_at,
  } = readInjected(notice.body);
  const moved_xaf = row?.moved_xaf ?? amount_xaf;
  const after_xaf = row?.after_xaf ?? null;
  const move: Move = {
    kind: kind as Move['kind'],
    amount_xaf,
    fee_xaf: row?.fee_xaf ?? 0,
    before_xaf: after_xaf === null ? null : after_xaf - moved_xaf,
    after_xaf,
    hidden_fee_max_xaf: 0,
    // The other party of a row is whoever got what left.
    recipient: kind === 'DEBIT' ? printOf(payer_phone ?? null) : null,
    reading: null,
  };
  const id = operator_transaction_id ?? read.credit?.operator_transaction_id ?? null;
  return {
    key: notice.id,
    moves: [move],
    operator_transaction_id: id,
    occurred_at_ms: occurred_at === undefined ? notice.received_at.getTime() : Date.parse(occurred_at),
    precision_ms: 0,
    arrived_at_ms: now.getTime(),
    collection_number_id: notice.collection_number_id,
    told: { readings: [], moves: [], operator_transaction_id: id },
    reads: [read],
    is_stored: false,
    is_witness: true,
    moved_xaf,
    is_passed: row?.is_passed === true,
    known: null,
  };
}

/** A message that waits, and the movement by which it tells what a row does. */
type Telling = { claim: ClaimRow; told: Move };

/** The transactions that witnesses name. */
export function witnessedNames(arrived: readonly Message[]) {
  return arrived.flatMap(({ is_witness, collection_number_id, operator_transaction_id }) =>
    is_witness && operator_transaction_id !== null ? [{ collection_number_id, operator_transaction_id }] : [],
  );
}

/**
 * Has a row prove the waiting message that tells the same, since the message knows more of the payer and the reason. The
 * same transaction and sum are not enough, since whoever has seen the receipt knows both: of money that came the message
 * also has to name the row's balance or its payer, and may contradict neither. Any other message stays what it is.
 */
export function takeClaims(arrived: readonly Message[], named: readonly ClaimRow[]): void {
  for (const message of arrived) {
    const { is_witness, operator_transaction_id, collection_number_id, moves } = message;
    const [own] = moves;
    if (!is_witness || own === undefined) continue;
    const found = named
      .filter(
        ({ told, ...one }) =>
          one.collection_number_id === collection_number_id &&
          told.operator_transaction_id === operator_transaction_id,
      )
      .flatMap((claim) => claim.told.moves.map((told) => ({ claim, told })))
      .filter(({ claim, told }) => tellsTheSame(message, own, claim, told));
    // Where several tell of it, each in its own way, the payer says which of them is true.
    const [told_as, another] = found.length > 1 ? ofPayer(message, found) : found;
    if (told_as === undefined || another !== undefined) continue;
    const { claim, told } = told_as;
    message.key = claim.notice_id;
    message.told = claim.told;
    const recipient = own.recipient ?? told.recipient ?? null;
    message.moves = [{ ...own, kind: told.kind, reading: told.reading, recipient }];
    message.is_stored = true;
    message.heard_at_ms = claim.arrived_at.getTime();
  }
}

/** Of several messages those whose payer the row names, in full where one does. */
function ofPayer({ reads }: Message, found: readonly Telling[]): readonly Telling[] {
  const payer = reads[0]?.credit?.payer ?? null;
  const printed = ({ claim, told }: Telling) => payerTold(readingTold(claim, told));
  const full = payer === null ? null : fullNumber(payer);
  const whole = found.filter((one) => full !== null && fullNumber(printed(one) ?? '') === full);
  return whole.length > 0 ? whole : found.filter((one) => samePhone(payer, printed(one)) === 'same');
}

function readingTold({ told }: ClaimRow, { reading }: Move): Partial<Reading> {
  return reading === null ? {} : ((told.readings[reading] ?? {}) as Partial<Reading>);
}

function tellsTheSame({ moved_xaf = 0, reads }: Message, own: Move, claim: ClaimRow, told: Move): boolean {
  const is_kind = told.kind === own.kind || moved_xaf > 0 === isCredit(told);
  if (told.reading === null || !is_kind || told.amount_xaf !== own.amount_xaf) return false;
  if (moved_xaf <= 0) return true;
  const reading = readingTold(claim, told);
  const of_payers = samePhone(reads[0]?.credit?.payer, payerTold(reading));
  const of_balances =
    own.after_xaf === null || told.after_xaf === null
      ? 'unknown'
      : own.after_xaf === told.after_xaf
        ? 'same'
        : 'different';
  // Whoever has seen the receipt knows the payer too, and could say by a ticket whose the money is. So a message that
  // quotes one has to name the balance.
  if (of_balances !== 'same' && ticketsIn(reading.motif ?? '').length > 0) return false;
  return [of_payers, of_balances].includes('same') && ![of_payers, of_balances].includes('different');
}

/** What a book has gone past, and what of that waits to be explained. */
export type PastOf = { runs: readonly PassedRun[]; last_step_at_ms: number; newId: () => string };

/**
 * Puts rows into the gaps that they fill exactly, one after the other, and the others after what has gone on from the tip
 * by itself. Rows that the book has gone past are booked and leave the tip where it is. Does nothing in a book that is not
 * open.
 * @returns what is kept then, and the unexplained steps that rows explain now
 */
export function witnessed(
  book: Book,
  kept: Kept,
  witnesses: readonly Message[],
  { runs, last_step_at_ms, newId }: PastOf,
): { kept: Kept; explained: string[] } {
  if (kept.tip_xaf === null || witnesses.length === 0) return { kept, explained: [] };
  const proven = [...kept.proven];
  const open = leftOpen(book, proven);
  const filled = fillings(witnesses, open.gaps);
  const met = metByRows(witnesses, open.announced);
  const last_ms = proven.filter(({ gap }) => gap === null).map(({ claim }) => happenedBy(claim));
  const line = new TipLine(kept.tip_xaf, Math.max(last_step_at_ms, ...last_ms), newId);
  for (const claim of witnesses) {
    const [move] = claim.moves;
    if (move === undefined) continue;
    const { gap = null, before_xaf = 0 } = filled.get(claim) ?? {};
    const is_passed = isPassed(claim, move, book.anchored_at_ms, open.gaps);
    const placed = gap === null ? line.put(claim, move, is_passed) : { before_xaf };
    const after_xaf = placed.before_xaf + movedXaf(claim);
    const announced = met.get(claim) ?? null;
    proven.push({ claim, move, ...placed, after_xaf, gap, announced, is_pending: false });
  }
  const explained = explainedBy(leftOpen(book, proven).gaps, [...runs, ...line.end()]);
  // A row prints the time of its movement, so what seems older has no place behind it.
  const went_on_at_ms = proven
    .slice(kept.proven.length)
    .filter(({ gap, passed }) => gap === null && passed === undefined)
    .reduce((at_ms, { claim }) => wentOnAt(at_ms, claim), kept.went_on_at_ms);
  return { kept: { ...kept, proven, tip_xaf: line.tip_xaf, went_on_at_ms }, explained };
}

/** Which announcement each row meets. The operator prints its fee: what of it no tariff says is a fee all the same. */
function metByRows(rows: readonly Message[], announced: readonly Announced[]): Map<Message, Announced> {
  const debits = rows.flatMap((claim) =>
    claim.moves.slice(0, 1).flatMap((move) => (move.kind === 'DEBIT' ? { claim, move } : [])),
  );
  const met = metByEach(debits, announced, (one, { move }) => one.amount_xaf === move.amount_xaf);
  return new Map([...met].map(([{ claim }, one]) => [claim, one]));
}

/**
 * Whether the book has gone past a row: later rows of its statement are in the book, or it begins or ends at a balance of a
 * gap that a reading found later. (The step of a gap is dated by the look, minutes before the word of it, so dates alone
 * don't say.) A row without balances is past if the SIM was looked at since.
 */
function isPassed(
  { is_passed, occurred_at_ms }: Message,
  { before_xaf, after_xaf }: Move,
  anchored_at_ms: number,
  gaps: readonly Gap[],
): boolean {
  if (is_passed === true) return true;
  if (before_xaf === null) return occurred_at_ms <= anchored_at_ms - READING_MS;
  return gaps.some(
    (gap) => occurred_at_ms <= gap.until_ms && (before_xaf === gap.before_xaf || after_xaf === gap.after_xaf),
  );
}

/** The book as it stands after these steps. */
export function bookAfter(book: Book, { proven, tip_xaf, unanchored_xaf, went_on_at_ms }: Kept): Book {
  const typed_xaf = [...book.typed_xaf, ...typedIn(proven)];
  return { ...book, tip_xaf, unanchored_xaf, went_on_at_ms, typed_xaf, ...leftOpen(book, proven) };
}
