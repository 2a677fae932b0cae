import { type Anchored, anchorBook } from '../../domain/book/anchor.ts';
import type { Book, Gap, Kept, Proven } from '../../domain/book/book.ts';
import type { BookPolicy } from '../../domain/book/bound.ts';
import { isCleared, typedIn, withTries } from '../../domain/book/gap.ts';
import { goOn } from '../../domain/book/go-on.ts';
import { type Counted, guessesIn } from '../../domain/doubt/guesses.ts';
import { type Claim, isPast } from '../../domain/movement/claim.ts';
import { lookedBefore, OVERTAKEN_MS } from '../../domain/movement/clocks.ts';
import { boundsOf } from '../../domain/policy.ts';
import type { BookState } from '../../store/book/book-state.ts';
import type { Services } from '../services.ts';
import type { Anchor, BookChange, Message } from './change.ts';
import { toldAgain } from './heard.ts';
import { type Around, asReleased, readAt } from './lock.ts';
import { guessing } from './uncounted.ts';
import { bookAfter, witnessed } from './witness.ts';

/** A book under lock, and the messages of its number: those that wait and those that have come. */
type Look = Pick<BookChange, 'state' | 'messages'> & { around: Around };

/**
 * What its messages make of the book of one number, and a balance that a person read, where there is one. A reading to which
 * a second person has to agree first changes nothing.
 */
export function changeBook(
  services: Services,
  { state, around, messages }: Look,
  anchor: Anchor | undefined,
  now: Date,
): Omit<BookChange, 'strange' | 'suspicion'> {
  const open = messages.filter(({ known }) => known?.is_same !== true);
  const { released, heard, book } = toldAgain(state, around, messages, services.policy.book);
  if (anchor !== undefined) {
    const anchored = changeByReading(
      services,
      { state, around, messages, open, book },
      anchor.balance_xaf,
      now,
    );
    if (anchor.agrees(anchored.would))
      return { ...anchored.change, heard, released: [...released, ...anchored.change.released] };
  }
  const { kept, explained } = goOnByMessagesAndRows(services, state, book, open);
  const steps = numbered(services, kept.proven);
  return { state, messages, anchor: null, kept, steps, explained, released, heard };
}

/**
 * What a balance makes of a book. `would`: what people have to agree to, which is how much it settles or leaves unexplained,
 * and frees of the bound.
 */
function changeByReading(
  services: Services,
  { state, around, messages, open, book }: Look & { open: Message[]; book: Book },
  balance_xaf: number,
  now: Date,
): { change: Omit<BookChange, 'strange' | 'suspicion' | 'heard'>; would: Parameters<Anchor['agrees']>[0] } {
  const anchored = anchorBook(book, balance_xaf, open, boundsOf(services.policy));
  const step_id = services.newId();
  const { forgiven_before } = book;
  const read_at_ms = readAt(now).getTime();
  // A message that was overtaken may still go on from the reading, so it is a guess, and so is what came a moment ago.
  const isGuess = (claim: Message) =>
    claim.arrived_at_ms >= lookedBefore(now.getTime()) || !isPast(claim, read_at_ms - OVERTAKEN_MS);
  const placed = new Set(anchored.proven.map(({ claim }) => claim));
  const made = new Set([anchored.missing, ...anchored.proven].map((one) => one?.announced));
  const after: Book = {
    ...book,
    tip_xaf: anchored.tip_xaf,
    went_on_at_ms: read_at_ms,
    unanchored_xaf: anchored.unanchored_xaf,
    ...guessesAfter(state, open.filter(isGuess), placed),
    disowned: null,
    typed_xaf: [...book.typed_xaf, ...typedIn(anchored.proven)],
    // What the book has gone on by since the look, this reading doesn't vouch for.
    has_led: anchored.steps_since > 0 && state.has_led,
    is_suspected: anchored.is_short || book.is_suspected,
    gaps: [
      ...book.gaps,
      ...gapOf(
        anchored,
        { step_id, since_ms: lookedBefore(book.anchored_at_ms), forgiven_before },
        open,
        now,
      ),
    ],
    announced: book.announced.filter((one) => !made.has(one)),
  };
  const { kept, explained } = goOnByMessagesAndRows(
    services,
    state,
    after,
    open.filter((claim) => !placed.has(claim)),
  );
  const steps = numbered(services, [...anchored.proven, ...kept.proven]);
  const released = around.pending
    .filter(({ step_id: id }) => anchored.released.some((one) => one.step_id === id))
    .map(asReleased);
  const anchor = { balance_xaf, anchored, step_id };
  const change = { state, messages, anchor, kept, steps, explained, released };
  // What goes on from the balance that was read is settled by this reading all the same.
  const behind_xaf = kept.proven.reduce((sum_xaf, { move }) => sum_xaf + move.amount_xaf, 0);
  const freed_xaf = Math.max(0, book.unanchored_xaf - anchored.unanchored_xaf);
  const { is_crossed, is_short, missing, moved_xaf } = anchored;
  const short_xaf = is_short && missing !== null ? missing.before_xaf - missing.after_xaf : 0;
  const read_xaf = moved_xaf - short_xaf;
  return { change, would: { moved_xaf: moved_xaf + behind_xaf, read_xaf, freed_xaf, is_crossed } };
}

/**
 * The guesses after a reading, by messages that came just before it and may go on from it. The database counts them too,
 * since not every refuted text about airtime is loaded.
 */
function guessesAfter(
  { late_guesses, late_guesses_anywhere }: BookState,
  late: readonly Message[],
  placed: ReadonlySet<Claim>,
): Counted {
  const left = guessesIn(guessing(late.filter((claim) => !placed.has(claim))));
  const right = guessesIn(guessing(late.filter((claim) => placed.has(claim))));
  return {
    guesses: Math.max(left, late_guesses - right),
    guesses_anywhere: Math.max(left, late_guesses_anywhere - right),
  };
}

/**
 * Lets the book go on by messages first, then by rows of statements. Then by the messages that are left: they may go on from
 * a row, or settle once what a reading found short is explained.
 */
function goOnByMessagesAndRows(
  { newId, policy }: Services,
  { runs, last_step_at, is_disproven, covered_xaf }: BookState,
  book: Book,
  open: readonly Message[],
): { kept: Kept; explained: string[] } {
  const claims = open.filter((one) => !one.is_witness);
  const witnesses = open.filter((one) => one.is_witness);
  const bounds = boundsOf(policy);
  const first = goOn(book, claims, bounds);
  const past = { runs, last_step_at_ms: last_step_at?.getTime() ?? 0, newId };
  const { kept, explained } = witnessed(book, first, witnesses, past);
  const is_cleared =
    book.is_suspected && !is_disproven && isCleared(kept.proven, { ...book, covered_xaf }, explained);
  if (witnesses.length === 0 && !is_cleared) return { kept: first, explained };
  const gaps = book.gaps.filter(({ step_id }) => !explained.includes(step_id));
  const after = { ...book, gaps, is_suspected: book.is_suspected && !is_cleared };
  return { kept: goOnFrom(after, kept, claims, bounds), explained };
}

/** Lets the messages that are left go on from where the book stands by now. */
function goOnFrom(book: Book, kept: Kept, claims: readonly Message[], policy: BookPolicy): Kept {
  const done = new Set<Claim>([...kept.proven.map(({ claim }) => claim), ...kept.refuted]);
  const left = claims.filter((claim) => !done.has(claim));
  const more = goOn(bookAfter(book, kept), left, policy);
  return { ...more, proven: [...kept.proven, ...more.proven], refuted: [...kept.refuted, ...more.refuted] };
}

/** Gives each step its id: the credit of a row has one already. */
function numbered(services: Services, proven: readonly Proven[]): BookChange['steps'] {
  return proven.map((one) => {
    // The domain gives back the very claims that it was handed, and those were messages.
    const claim = one.claim as Message;
    const [read] = claim.is_witness ? claim.reads : [];
    return { ...one, claim, id: read?.credit?.id ?? services.newId() };
  });
}

/** What a reading found missing, and no announcement explains: a gap that messages may fill. */
function gapOf(
  { missing }: Anchored,
  found: Pick<Gap, 'step_id' | 'since_ms' | 'forgiven_before'>,
  open: readonly Message[],
  now: Date,
): Gap[] {
  if (missing === null || missing.announced !== null) return [];
  const { before_xaf, after_xaf, doubt } = missing;
  const gap = {
    ...{ ...found, before_xaf, after_xaf, until_ms: now.getTime(), doubt },
    ...{ guesses: 0, guesses_of_sum: 0, guesses_anywhere: 0, gone_on: [] },
  };
  const since = open.filter(({ arrived_at_ms }) => arrived_at_ms > found.since_ms);
  return [withTries(gap, guessing(since))];
}
