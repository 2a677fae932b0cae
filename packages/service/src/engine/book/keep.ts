import type { PoolClient } from 'pg';
import { type Anchored, anchorBook, lookedBefore } from '../../domain/book/anchor.ts';
import type { Book, Gap, Kept, Proven } from '../../domain/book/book.ts';
import { isCleared, withTries } from '../../domain/book/gap.ts';
import { goOn } from '../../domain/book/go-on.ts';
import { endsIn, type Guesses, guessesIn } from '../../domain/book/guesses.ts';
import { type Claim, isPast } from '../../domain/book/path.ts';
import { type BookPolicy, OVERTAKEN_MS } from '../../domain/book/policy.ts';
import type { BookState } from '../../store/book/book-state.ts';
import { openIncidents } from '../feeds.ts';
import type { Services } from '../services.ts';
import type { Anchor, BookChange, Message } from './change.ts';
import { markLateWords } from './late-word.ts';
import { type Around, asReleased, bookOf, lockBooks, readAt } from './lock.ts';
import { merged, messagesOf, storedMessage } from './messages.ts';
import { sentElsewhere, toldElsewhere } from './misdirected.ts';
import { provenReads } from './proven.ts';
import type { ReadNotice } from './read.ts';
import { strangeClaims, strangersOf, triedBy } from './strangers.ts';
import { secondSteps } from './two-steps-one-id.ts';
import { bookAfter, witnessed } from './witness.ts';
import { writeBooks } from './write.ts';

/**
 * Lets the books of live numbers go on by what their phones tell, one transaction after the other under the books' locks,
 * before anything is decided. Test numbers have no books: their notices are returned as they are.
 * @param anchors balances that people have read on SIMs, by number
 * @param believed numbers that people believe again: what waits goes on without news
 * @returns the notices as they are to be settled; of live ones only those have a credit whose money settles now
 */
export async function keepBooks(
  services: Services,
  client: PoolClient,
  read: readonly ReadNotice[],
  anchors: ReadonlyMap<string, Anchor>,
  now: Date,
  believed: readonly string[] = [],
): Promise<{ read: ReadNotice[]; changes: BookChange[] }> {
  const arrived = messagesOf(read, now);
  const strangers = strangersOf(read);
  const numbers = [...new Set([...numbersOf(arrived, strangers), ...anchors.keys(), ...believed])].sort();
  if (numbers.length === 0) return { read: [...read], changes: [] };
  const { states, stored, aroundOf } = await lockBooks(client, numbers, arrived, anchors, now);
  const messages = gather(stored.map(storedMessage), arrived, services.now());
  const tries = await triedBy(client, strangers, now);
  const waited = new Set(stored.map(({ notice_id }) => notice_id));
  const changes = states.map((state) => {
    const isOwn = (one: { collection_number_id: string }) =>
      one.collection_number_id === state.collection_number_id;
    const own = markLateWords(messages.filter(isOwn), state.untold);
    // The database counted the guesses of the book before this batch came.
    const fresh = guessing(own.filter(({ key }) => !waited.has(key)));
    const change = changeOf(
      services,
      {
        state: {
          ...state,
          guesses: state.guesses + guessesIn(fresh),
          guesses_at_end: state.guesses_at_end + endsIn(fresh),
          guesses_anywhere: state.guesses_anywhere + guessesIn(fresh),
          gaps: state.gaps.map((gap) => withTries(gap, fresh)),
        },
        around: aroundOf(state.collection_number_id),
        messages: own,
      },
      anchors.get(state.collection_number_id),
      now,
    );
    const strange = strangers.filter((one) => isOwn(one.read.notice));
    const { tip_xaf } = change.kept;
    const tried = tries.get(state.collection_number_id) ?? 0;
    return { ...change, strange: strangeClaims(strange, { waiting: own, tip_xaf, tried }, now) };
  });
  const proven = await provenReads(services, client, changes);
  await writeBooks(client, changes, waited, now);
  await openIncidents(services, client, [
    ...secondSteps(changes),
    ...changes.flatMap(sentElsewhere),
    ...(await toldElsewhere(client, changes)),
  ]);
  const told = new Set(arrived.flatMap(({ reads }) => reads.map(({ notice }) => notice.id)));
  return { read: [...read.filter(({ notice }) => !told.has(notice.id)), ...proven], changes };
}

const numbersOf = (arrived: readonly Message[], strangers: ReturnType<typeof strangersOf>): string[] => [
  ...arrived.map((one) => one.collection_number_id),
  ...strangers.map((one) => one.read.notice.collection_number_id),
];

/**
 * Joins what has arrived to what waits. Notices of a message that waits already are its witnesses; a notice that is read
 * again takes the place of what it was. A message counts as arrived when the lock is held: what people said while it waited
 * for the lock, they said before it came.
 */
function gather(stored: Message[], arrived: readonly Message[], held_at: Date): Message[] {
  const again = new Set(arrived.map(({ key }) => key));
  const come = arrived.map((one) => ({ ...one, arrived_at_ms: held_at.getTime() }));
  return merged([...stored.filter(({ key }) => !again.has(key)), ...come]);
}

type Look = Pick<BookChange, 'state' | 'messages'> & { around: Around };

function changeOf(
  services: Services,
  { state, around, messages }: Look,
  anchor: Anchor | undefined,
  now: Date,
): Omit<BookChange, 'strange'> {
  const open = messages.filter(({ known }) => known?.is_same !== true);
  const told = new Set(
    messages.flatMap(({ is_witness, known }) => (is_witness && known?.is_same === true ? known.step_id : [])),
  );
  const released = around.pending.filter(({ step_id }) => told.has(step_id)).map(asReleased);
  const book = bookOf(state, {
    ...around,
    pending: around.pending.filter(({ step_id }) => !told.has(step_id)),
  });
  if (anchor !== undefined) {
    const anchored = anchoredChange(
      services,
      { state, around, messages, open, book },
      anchor.balance_xaf,
      now,
    );
    if (anchor.agrees(anchored.would))
      return { ...anchored.change, released: [...released, ...anchored.change.released] };
  }
  const { kept, explained } = goOnWith(services, state, book, open);
  const steps = numbered(services, kept.proven);
  return { state, messages, anchor: null, kept, steps, explained, released };
}

/**
 * What a balance makes of a book; and what it would do by that: how much it settles or leaves unexplained, and frees of the
 * bound.
 */
function anchoredChange(
  services: Services,
  { state, around, messages, open, book }: Look & { open: Message[]; book: Book },
  balance_xaf: number,
  now: Date,
): { change: Omit<BookChange, 'strange'>; would: Parameters<Anchor['agrees']>[0] } {
  const anchored = anchorBook(book, balance_xaf, open, services.policy.book);
  const step_id = services.newId();
  const read_at_ms = readAt(now).getTime();
  // A message that was overtaken may still go on from the reading, so it is a guess.
  const isGuess = (claim: Message) => !isPast(claim, read_at_ms - OVERTAKEN_MS);
  const placed = new Set(anchored.proven.map(({ claim }) => claim));
  const made = new Set([anchored.missing, ...anchored.proven].map((one) => one?.announced));
  const after: Book = {
    ...book,
    tip_xaf: anchored.tip_xaf,
    went_on_at_ms: read_at_ms,
    unanchored_xaf: anchored.unanchored_xaf,
    ...guessesAfter(state, open.filter(isGuess), placed),
    is_suspected: anchored.is_short || book.is_suspected,
    gaps: [
      ...book.gaps,
      ...gapOf(anchored, { step_id, since_ms: lookedBefore(book.anchored_at_ms) }, open, now),
    ],
    announced: book.announced.filter((one) => !made.has(one)),
  };
  const { kept, explained } = goOnWith(
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
  const { is_crossed, moved_xaf } = anchored;
  return { change, would: { moved_xaf: moved_xaf + behind_xaf, freed_xaf, is_crossed } };
}

/**
 * The guesses after a reading, by messages that came just before it and may go on from it. The database counts them too,
 * since not every refuted text about airtime is loaded.
 */
function guessesAfter(
  { late_guesses, late_guesses_anywhere }: BookState,
  late: readonly Message[],
  placed: ReadonlySet<Claim>,
): Pick<Guesses, 'guesses' | 'guesses_anywhere'> {
  const left = guessesIn(guessing(late.filter((claim) => !placed.has(claim))));
  const right = guessesIn(guessing(late.filter((claim) => placed.has(claim))));
  return {
    guesses: Math.max(left, late_guesses - right),
    guesses_anywhere: Math.max(left, late_guesses_anywhere - right),
  };
}

/** The messages that count as guesses: not witnesses, nor what tells again of a step. */
const guessing = (messages: readonly Message[]): Message[] =>
  messages.filter(({ is_witness, known }) => !is_witness && known?.is_same !== true);

/**
 * Lets the book go on by messages first, then by witnesses. Then by the messages that are left: they may go on from a row,
 * or settle once what a reading found short is explained.
 */
function goOnWith(
  { newId, policy }: Services,
  { runs, last_step_at, is_disproven, covered_xaf }: BookState,
  book: Book,
  open: readonly Message[],
): { kept: Kept; explained: string[] } {
  const claims = open.filter((one) => !one.is_witness);
  const witnesses = open.filter((one) => one.is_witness);
  const first = goOn(book, claims, policy.book);
  const past = { runs, last_step_at_ms: last_step_at?.getTime() ?? 0, newId };
  const { kept, explained } = witnessed(book, first, witnesses, past);
  const is_cleared =
    book.is_suspected && !is_disproven && isCleared(kept.proven, { ...book, covered_xaf }, explained);
  if (witnesses.length === 0 && !is_cleared) return { kept: first, explained };
  const gaps = book.gaps.filter(({ step_id }) => !explained.includes(step_id));
  const after = { ...book, gaps, is_suspected: book.is_suspected && !is_cleared };
  return { kept: goOnFrom(after, kept, claims, policy.book), explained };
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
    const [read] = (one.claim as Message).is_witness ? (one.claim as Message).reads : [];
    return { ...one, id: read?.credit?.id ?? services.newId() };
  });
}

function gapOf(
  { missing }: Anchored,
  found: { step_id: string; since_ms: number },
  open: readonly Message[],
  now: Date,
): Gap[] {
  if (missing === null || missing.announced !== null) return [];
  const { before_xaf, after_xaf, contested: told } = missing;
  const is_contested = told?.is_whole === true;
  const gap = { ...found, before_xaf, after_xaf, until_ms: now.getTime(), is_contested, told };
  const since = open.filter(({ arrived_at_ms }) => arrived_at_ms > found.since_ms);
  return [withTries(gap, guessing(since))];
}
