import { createHash } from 'node:crypto';
import { isCredit } from '../../domain/movement/move.ts';
import { kept } from '../../domain/movement/ways.ts';
import { isSamePrint, type PayerPrint, samePhone } from '../../domain/msisdn.ts';
import { mayBeDrawn, ticketsIn } from '../../domain/ticket/ticket.ts';
import { ticketsTold } from '../../domain/ticket/told.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { KnownStep } from '../../store/book/known-steps.ts';
import { type Message, readingOf } from './change.ts';
import { payerTold } from './credit-told.ts';

/** Whether a message says of a known step that its money is another's (`saysOtherwise`). A witness says nothing of that. */
export function isOthers(message: Message, { told_kind: kind, person, words, paid }: KnownStep): boolean {
  if (message.is_witness) return false;
  // The very text of the step says what the step says, whoever a row has named as its payer since. Sign by sign: a forgery may differ in
  // one that nobody sees.
  const bodies = message.reads.map(({ notice }) => notice.body);
  if (kind !== null && bodies.length > 0 && bodies.every((body) => body === words)) return false;
  const first: Saying = {
    ...{ kind, person: paid?.payer ?? person, tickets: ticketsOf(paid?.motif ?? null) },
    ...(words === null ? NO_WORDS : wordsIn(words, message.operator_transaction_id)),
    minute: paid?.occurred_at === undefined ? null : minuteOf(Date.parse(paid.occurred_at)),
  };
  return saysOtherwise(sayingOf(message), first);
}

/**
 * Whether a message says otherwise than another one with the same id and balances whose money it is, or when it came; for a set of them,
 * each of which is read once.
 */
export function contradictsTwin(): (message: Message, twin: Message) => boolean {
  const of = kept(sayingOf);
  return (message, twin) => saysOtherwise(of(message), of(twin));
}

/**
 * What a message says of a movement, beside its id and balances. `kind` null: only a witness has told of it. `letters`
 * or `drawn` null: they were not kept. `minute` null: no time is printed.
 */
type Saying = {
  kind: string | null;
  person: PayerPrint | null;
  /** Those that its motif quotes. */
  tickets: string;
  /** Those anywhere in its text that a session may have. */
  drawn: string | null;
  letters: string | null;
  minute: number | null;
};

/**
 * Whether a message with the same id and balances as an earlier one says that the money is another's: then it is no copy,
 * and the two stand against each other.
 */
function saysOtherwise(now: Saying, first: Saying): boolean {
  const [pays, paid] = [now, first].map(({ kind }) => isCredit({ kind: kind ?? '' }));
  if (first.kind === null || (!pays && !paid)) return debitSaysOtherwise(now, first);
  if (now.letters === null || first.letters === null) return false;
  // One of the two was read before its words were taught: only the letters can tell then.
  return pays === paid ? paymentSaysOtherwise(now, first) : now.letters !== first.letters;
}

/** Of money that left, or that only a witness has told of: another phone, or one of the two takes a payment back. */
function debitSaysOtherwise(now: Saying, first: Saying): boolean {
  if (samePhone(now.person, first.person) === 'different') return true;
  const same_kind = first.kind === null || (now.kind === 'REVERSAL') === (first.kind === 'REVERSAL');
  return !same_kind && now.letters !== first.letters;
}

/**
 * The attack: somebody reads the message of a customer's payment before we do, and sends it first with another payer,
 * ticket or time, or with these left out or hidden (an invisible character in the number is enough). So a copy has to say the
 * same payer, tickets and minute; where it names no payer, the letters have to be the same.
 */
function paymentSaysOtherwise(now: Saying, first: Saying): boolean {
  const same_payer = now.person === null ? first.person === null : isSamePrint(now.person, first.person);
  // An earlier message that printed no time is known by the minute in which it came, which may be the next one.
  const same_minute =
    now.minute === null || first.minute === null || Math.abs(now.minute - first.minute) <= 1;
  const may_be_copy = now.letters === first.letters || (now.person !== null && same_minute);
  return !same_payer || !quoteTheSame(now, first) || !may_be_copy;
}

/** No template may take the place where the operator prints what the payer wrote. */
function quoteTheSame(now: Saying, first: Saying): boolean {
  const is_known = now.drawn !== null && first.drawn !== null;
  return now.tickets === first.tickets && (!is_known || now.drawn === first.drawn);
}

function sayingOf(message: Message): Saying {
  const { told, moves, occurred_at_ms, precision_ms } = message;
  const [move] = moves;
  const reading = readingOf({ told }, move?.reading ?? null);
  return {
    kind: move?.kind ?? null,
    person: move?.recipient ?? payerTold(reading ?? {}),
    tickets: ticketsOf(reading?.motif ?? null),
    ...wordsTold(message),
    minute: precision_ms > MINUTE_MS ? null : minuteOf(occurred_at_ms),
  };
}

const minuteOf = (at_ms: number): number => Math.floor(at_ms / MINUTE_MS);

const ticketsOf = (motif: string | null): string =>
  ticketsIn(motif ?? '')
    .sort()
    .join(' ');

/** What is kept of a text, beside what is read in it; null for what waits since before it was kept. */
type Words = Pick<Saying, 'letters' | 'drawn'>;

const NO_WORDS: Words = { letters: null, drawn: null };

/** The words of a message that has come or waits. */
export function wordsTold({ told, is_stored, reads: [read], operator_transaction_id }: Message): Words {
  const { letters = null, drawn = null } = told;
  return is_stored || read === undefined
    ? { letters, drawn }
    : wordsIn(read.notice.body, operator_transaction_id);
}

/** Of these its letters alone. */
export const lettersTold = ({ told, is_stored, reads: [read] }: Message): string | null =>
  is_stored || read === undefined ? (told.letters ?? null) : lettersOf(read.notice.body);

const wordsIn = (body: string, id: string | null): Words => ({
  letters: lettersOf(body),
  drawn: ticketsTold(body, [id]).filter(mayBeDrawn).sort().join(' '),
});

/** A digest of a text's letters and digits: two ways from one phone may differ in blanks, in accents and in how they write a dash. */
function lettersOf(body: string): string {
  const letters = body.normalize('NFKD').replace(/[^\p{L}\p{N}•*]/gu, '');
  return createHash('sha256').update(letters.toLowerCase()).digest('base64url');
}
