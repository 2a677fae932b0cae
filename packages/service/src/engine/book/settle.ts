import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import { idsOf } from '../../domain/matching/case.ts';
import { readsLive, type Template, templateKey } from '../../sms/templates/template.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { emptyInbox, type UnreadNotice } from '../../store/notices/inbox.ts';
import {
  insertReadings,
  loadSettled,
  type ReadingOutcome,
  type SettledNotice,
} from '../../store/notices/readings.ts';
import { decideCredits } from '../credits/decide.ts';
import { lookForClaimants } from '../credits/look-for-claimants.ts';
import { openIncidents } from '../feeds.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { writeOutcome } from '../outcome/write.ts';
import type { Services } from '../services.ts';
import { loadTemplates } from '../templates/read.ts';
import { claimCredits } from './claim-credits.ts';
import { watchNotices } from './findings.ts';
import { keepBooks, type TrustedOn } from './keep.ts';
import { asWitness, type ReadNotice, readNotice } from './read.ts';
import { readingRow } from './reading-row.ts';
import { keepReversals } from './reversals.ts';
import { stillUnread, takeUnread } from './still-unread.ts';
import { secondCredits } from './two-steps-one-id.ts';

export type NoticeOutcome = {
  notice_id: string;
  outcome: ReadingOutcome;
  credit_id: string | null;
  /** The engine's first decision on the credit; null without a credit. */
  verdict: {
    verdict: 'SETTLE' | 'REVIEW' | 'SUSPENSE';
    rule: string;
    reason: string;
    session_ids: string[];
  } | null;
};

/**
 * Reads notices, merges the witnesses of one credit, decides each new credit and writes all that follows, in
 * one transaction. A notice that another process has read meanwhile is answered with what that one found.
 * @returns what became of each notice, in order
 */
export async function settleNotices(services: Services, notice_ids: string[]): Promise<NoticeOutcome[]> {
  if (notice_ids.length === 0) return [];
  const now = services.now();
  const templates = await loadTemplates(services);
  const ids = [...new Set(notice_ids)];
  const { outcomes, events } = await atomically(services.pool, (client) =>
    settleIn(services, client, ids, templates, now),
  );
  if (events > 0) services.onEvents();
  return notice_ids.map((id) => {
    const outcome = outcomes.get(id);
    if (outcome === undefined) throw new Error(`bug: notice ${id} was neither read nor waiting`);
    return outcome;
  });
}

/** The same in the caller's transaction. */
export async function settleIn(
  services: Services,
  client: PoolClient,
  ids: readonly string[],
  templates: readonly Template[],
  now: Date,
): Promise<{ outcomes: Map<string, NoticeOutcome>; events: number }> {
  const { unread, stale, copies } = await takeUnread(client, ids);
  const readBy = (words: readonly Template[], notices: readonly UnreadNotice[]) =>
    notices.map((notice) => readNotice(notice, words, services.newId()));
  // Who waited for a book is read by the words and senders that count when it is held: nothing reads money in
  // suspense again by itself, nor takes back what the word of a sender has paid who was struck off meanwhile.
  const readAgain = async (books: readonly TrustedOn[]) => {
    const latest = await loadTemplates(services, client);
    const notices = asTrusted((await stillUnread(client, unread)).unread, books);
    const is_same = notices === unread && isDeepStrictEqual(liveKeys(latest), liveKeys(templates));
    return is_same ? null : readBy(latest, notices);
  };
  const [{ read }] = await Promise.all([
    keepBooks(services, client, now, { read: readBy(templates, unread), readAgain }),
    emptyInbox(client, [...unread.map((notice) => notice.id), ...stale]),
    insertReadings(
      client,
      readBy(templates, copies).map((one) => readingRow(asWitness(one, null), new Map())),
      now,
    ),
  ]);
  const { outcomes, settled } = await settleRead(services, client, read, now);
  const missing = ids.filter((id) => !outcomes.has(id));
  for (const row of await loadSettled(client, missing)) outcomes.set(row.notice_id, storedOutcome(row));
  return { outcomes, events: settled.events.length };
}

/** What decides how a live text is read, and whether it counts. */
const liveKeys = (templates: readonly Template[]): string[] =>
  templates.filter(readsLive).map((one) => `${templateKey(one)} ${one.status}`);

/** Notices with the senders who count on their numbers by now; the same array where nobody has said otherwise. */
function asTrusted(notices: readonly UnreadNotice[], books: readonly TrustedOn[]): readonly UnreadNotice[] {
  const lists = new Map(books.map((one) => [one.collection_number_id, one.sender_allow_list]));
  const listOf = ({ collection_number_id, sender_allow_list }: UnreadNotice) =>
    lists.get(collection_number_id) ?? sender_allow_list;
  if (notices.every((one) => isDeepStrictEqual(listOf(one), one.sender_allow_list))) return notices;
  return notices.map((one) => ({ ...one, sender_allow_list: listOf(one) }));
}

/**
 * Lets what waits on numbers go on by what people or a list have said, without a message, in the caller's transaction.
 * @param released credits that wait no longer by the same word
 * @returns how many events that wrote
 */
export async function settleBelieved(
  services: Services,
  client: PoolClient,
  believed: readonly string[],
  now: Date,
  released: readonly ReadNotice[] = [],
): Promise<number> {
  const { read } = await keepBooks(services, client, now, { believed });
  const { settled } = await settleRead(services, client, [...released, ...read], now);
  return settled.events.length;
}

/**
 * Decides the credits among notices whose books have gone on, and writes all that follows with the readings, in
 * the caller's transaction.
 */
export async function settleRead(
  services: Services,
  client: PoolClient,
  read: readonly ReadNotice[],
  now: Date,
): Promise<{ outcomes: Map<string, NoticeOutcome>; settled: Outcome }> {
  const undone = await keepReversals(client, read);
  // In live each credit that comes here is decided, whoever has its id, so both questions travel together.
  const live = read.flatMap(({ credit }) => (credit?.environment === 'live' ? [credit] : []));
  const [claimed, looked] = await Promise.all([
    claimCredits(client, read),
    lookForClaimants(services, client, live),
  ]);
  const { credit_ids } = claimed;
  await openIncidents(services, client, secondCredits(claimed.seconds));
  const settled = await decideCredits(services, client, claimed.fresh, now, looked);
  const isKnown = ({ outcome, credit, notice }: ReadNotice) =>
    outcome === 'DUPLICATE' || (credit !== null && credit_ids.get(notice.id) !== credit.id);
  const outcomes = new Map(
    read.filter((one) => !isKnown(one)).map((one) => [one.notice.id, freshOutcome(one, settled)]),
  );
  await Promise.all([
    writeOutcome(services, client, settled, now),
    insertReadings(
      client,
      read.map((one) => readingRow(one, credit_ids)),
      now,
    ),
  ]);
  await watchNotices(services, client, read, claimed, undone);
  return { outcomes, settled };
}

/** What became of a notice that this batch has read: known without asking the database again. */
function freshOutcome({ notice, outcome, credit }: ReadNotice, settled: Outcome): NoticeOutcome {
  const decision = settled.decided.get(credit?.id ?? '')?.decision;
  if (credit === null || decision === undefined)
    return { notice_id: notice.id, outcome, credit_id: null, verdict: null };
  const { verdict, rule, reason, claimants } = decision;
  return {
    notice_id: notice.id,
    outcome,
    credit_id: credit.id,
    verdict: { verdict, rule, reason, session_ids: idsOf(claimants, 'session') },
  };
}

/** What another batch found, or what was decided about the credit that this notice tells of again. */
function storedOutcome(row: SettledNotice): NoticeOutcome {
  const { notice_id, outcome, credit_id, verdict, rule, reason, session_ids } = row;
  const decided = verdict !== null && rule !== null && reason !== null && session_ids !== null;
  return { notice_id, outcome, credit_id, verdict: decided ? { verdict, rule, reason, session_ids } : null };
}
