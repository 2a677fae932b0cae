import type { PoolClient } from 'pg';
import { withTries } from '../../domain/book/gap.ts';
import { endsIn, guessesIn } from '../../domain/doubt/guesses.ts';
import type { BookState } from '../../store/book/book-state.ts';
import { countBegins } from '../../store/book/claims.ts';
import { openIncidents } from '../feeds.ts';
import type { Services } from '../services.ts';
import { type Anchor, type BookChange, type Message, suspicionAfter } from './change.ts';
import { changeBook } from './change-book.ts';
import { doubtGivenBack } from './given-back.ts';
import { markLateWords } from './late-word.ts';
import { openBooks } from './lock.ts';
import { merged, messagesOf, storedMessage } from './messages.ts';
import { misdirectedClaims, sentElsewhere } from './misdirected.ts';
import { provenReads } from './proven.ts';
import type { ReadNotice } from './read.ts';
import { strangeClaims, strangersOf, triedByStrangers } from './strangers.ts';
import { secondSteps } from './two-steps-one-id.ts';
import { guessing, retold, uncounted } from './uncounted.ts';
import { withUndoneSums } from './undone-sums.ts';
import { writeBooks } from './write.ts';

/** Whose SMS count on a number, once its book is locked. */
export type TrustedOn = Pick<BookState, 'collection_number_id' | 'sender_allow_list'>;

/** What makes books go on. */
export type BookNews = {
  /** What phones have told, with its readings. */
  read?: readonly ReadNotice[];
  /** Asked once their books are locked: the same anew, where people have said meanwhile what counts; else null. */
  readAgain?: (books: readonly TrustedOn[]) => Promise<readonly ReadNotice[] | null>;
  /** Balances that people have read on SIMs, by number. */
  anchors?: ReadonlyMap<string, Anchor>;
  /** Numbers that people believe again: what waits goes on without news. */
  believed?: readonly string[];
};

/**
 * Lets the books of live numbers go on by what their phones tell, one transaction after the other under the books' locks,
 * before anything is decided. Test numbers have no books: their notices are returned as they are.
 * @returns the notices as they are to be settled; of live ones only those have a credit whose money settles now
 */
export async function keepBooks(
  services: Services,
  client: PoolClient,
  now: Date,
  { read = [], readAgain, anchors = new Map(), believed = [] }: BookNews,
): Promise<{ read: ReadNotice[]; changes: BookChange[] }> {
  const arrived = await withUndoneSums(client, messagesOf(read, now));
  const strangers = strangersOf(read);
  const numbers = [...new Set([...numbersOf(arrived, strangers), ...anchors.keys(), ...believed])].sort();
  if (numbers.length === 0) return { read: [...read], changes: [] };
  const { states, stored, aroundOf } = await openBooks(client, numbers, arrived, anchors, now);
  const again = (await readAgain?.(states)) ?? null;
  if (again !== null) return keepBooks(services, client, now, { read: again, anchors, believed });
  const kept = stored.map(storedMessage);
  const known = await withUndoneSums(client, [...kept, ...arrived]);
  const [waiting, come] = [known.slice(0, kept.length), known.slice(kept.length)];
  const [tries, messages] = await Promise.all([
    triedByStrangers(client, strangers, now),
    markLateWords(client, gather(waiting, come, services.now()), states),
  ]);
  const waited = new Map(stored.map(({ notice_id, begins_xaf = [] }) => [notice_id, begins_xaf]));
  const changes = states.map((state) => {
    const isOwn = (one: { collection_number_id: string }) =>
      one.collection_number_id === state.collection_number_id;
    const own = messages.filter(isOwn);
    const fresh = uncounted(guessing(own), waited);
    const change = changeBook(
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
    const suspicion = suspicionAfter(change, now);
    return { ...change, strange: strangeClaims(strange, { waiting: own, tip_xaf, tried }, now), suspicion };
  });
  const proven = await doubtGivenBack(client, changes, await provenReads(services, client, changes));
  await writeBooks(client, changes, new Set(waited.keys()), now);
  await countBegins(client, retold(known, waited));
  await openIncidents(services, client, [
    ...secondSteps(changes),
    ...changes.flatMap(sentElsewhere),
    ...(await misdirectedClaims(client, changes)),
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
 * for the lock, they said before it came. One that is read again counts as arrived when it came: as of now, what prints a time
 * to come would go on from a reading that had refuted it.
 */
function gather(stored: readonly Message[], arrived: readonly Message[], held_at: Date): Message[] {
  const again = new Set(arrived.map(({ key }) => key));
  // What staff had typed in, and a phone has told of since, is known by both.
  const heard = new Set(stored.filter(({ is_typed }) => is_typed !== true).map(({ key }) => key));
  const come = arrived.map((one) => ({
    ...{ ...one, arrived_at_ms: cameAt(one, held_at) },
    is_typed: one.is_typed === true && !heard.has(one.key),
  }));
  return merged([...stored.filter(({ key }) => !again.has(key)), ...come]);
}

const cameAt = ({ reads }: Message, held_at: Date): number =>
  Math.min(
    held_at.getTime(),
    ...reads.flatMap(({ notice }) => (notice.is_replay ? notice.created_at.getTime() : [])),
  );
