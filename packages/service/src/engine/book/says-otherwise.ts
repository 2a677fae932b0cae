import { createHash } from 'node:crypto';
import { isCredit } from '../../domain/movement/move.ts';
import { kept } from '../../domain/movement/ways.ts';
import { isSamePrint, type PayerPrint, samePhone } from '../../domain/msisdn.ts';
import { ticketsIn } from '../../domain/ticket/ticket.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { KnownStep } from '../../store/book/known-steps.ts';
import { type Message, readingOf } from './change.ts';

/** Whether a message says of a known step that its money is another's (`saysOtherwise`). A witness says nothing of that. */
export function isOthers(message: Message, { told_kind: kind, person, words, paid }: KnownStep): boolean {
  if (message.is_witness) return false;
  const first: Saying = {
    ...{ kind, person: paid?.payer ?? person, tickets: ticketsOf(paid?.motif ?? null) },
    letters: words === null ? null : lettersOf(words),
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
 * null: they were not kept. `minute` null: no time is printed.
 */
type Saying = {
  kind: string | null;
  person: PayerPrint | null;
  tickets: string;
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
  return !same_payer || now.tickets !== first.tickets || !may_be_copy;
}

function sayingOf(message: Message): Saying {
  const { told, moves, occurred_at_ms, precision_ms } = message;
  const [move] = moves;
  const reading = readingOf({ told }, move?.reading ?? null);
  const payer = reading?.payer_is_agent === true ? null : (reading?.payer ?? null);
  return {
    kind: move?.kind ?? null,
    person: move?.recipient ?? payer,
    tickets: ticketsOf(reading?.motif ?? null),
    letters: lettersTold(message),
    minute: precision_ms > MINUTE_MS ? null : minuteOf(occurred_at_ms),
  };
}

const minuteOf = (at_ms: number): number => Math.floor(at_ms / MINUTE_MS);

const ticketsOf = (motif: string | null): string =>
  ticketsIn(motif ?? '')
    .sort()
    .join(' ');

/**
 * The digest of the letters of a message that has come or waits; null for one that waits since before letters were kept.
 */
export function lettersTold({ told, is_stored, reads: [read] }: Message): string | null {
  return is_stored || read === undefined ? (told.letters ?? null) : lettersOf(read.notice.body);
}

/** A digest of a text's letters and digits: two ways from one phone may differ in blanks, in accents and in how they write a dash. */
function lettersOf(body: string): string {
  const letters = body.normalize('NFKD').replace(/[^\p{L}\p{N}•*]/gu, '');
  return createHash('sha256').update(letters.toLowerCase()).digest('base64url');
}
