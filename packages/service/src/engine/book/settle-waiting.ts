import type { Environment } from '../../domain/operator.ts';
import { later } from '../../domain/time.ts';
import { findGoOnDue, putGoOnOff, unmarkGoOn } from '../../store/book/books.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { isRetryable } from '../../store/connect/errors.ts';
import {
  findWaitingNotices,
  pageUnparsed,
  requeueNotices,
  setNoticesAside,
  type WaitingNotice,
} from '../../store/notices/inbox.ts';
import { eachApart } from '../apart.ts';
import type { Services } from '../services.ts';
import { setStuckAside } from '../stuck.ts';
import { loadTemplates } from '../templates/read.ts';
import { readNotice } from './read.ts';
import { type NoticeOutcome, settleBelieved, settleNotices } from './settle.ts';

/** What is this young is most likely being done by whoever kept or said it. */
const PATIENCE_MS = 2_000;

export type FailedNotice = { notice_id: string; error: unknown };

/** Settles notices; one that fails keeps none of the others from being settled. */
export async function settleApart(
  services: Services,
  ids: readonly string[],
): Promise<{ settled: NoticeOutcome[]; failed: FailedNotice[] }> {
  const results = await eachApart(ids, (some) => settleNotices(services, some));
  return {
    settled: results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    failed: results.flatMap((one, at) =>
      one.status === 'rejected' ? [{ notice_id: ids[at] ?? '', error: one.reason }] : [],
    ),
  };
}

export type FailedBook = { collection_number_id: string; error: unknown };

/**
 * Lets what waits on numbers go on by a word of people that is committed already. One number whose messages can't be decided keeps
 * neither that word nor another number back.
 * @returns the numbers where it failed: they stay due, and the sweeper tries them again
 */
export async function letGoOn(
  services: Services,
  collection_number_ids: Iterable<string>,
): Promise<FailedBook[]> {
  const now = services.now();
  const numbers = [...new Set(collection_number_ids)].sort();
  // A database that was busy is asked again at once; what has gone on already stays as it is.
  const results = await eachApart(
    numbers,
    (some) =>
      atomically(services.pool, async (client) => {
        const events = await settleBelieved(services, client, some, now);
        await unmarkGoOn(client, some);
        return some.map(() => events);
      }),
    'again',
  );
  if (results.some((one) => one.status === 'fulfilled' && one.value > 0)) services.onEvents();
  return results.flatMap((one, at) =>
    one.status === 'rejected' ? [{ collection_number_id: numbers[at] ?? '', error: one.reason }] : [],
  );
}

/** What failed is tried again after so long. */
const GO_ON_AGAIN_MS = 60_000;

/** Lets go on what people have spoken of and whose process died right behind that, or failed. Any number of processes may do it at once. */
export async function letDueGoOn(services: Services): Promise<{ gone_on: number; failed: FailedBook[] }> {
  const now = services.now();
  const due = await findGoOnDue(services.pool, { before: later(now, -PATIENCE_MS) });
  const numbers = due.map((one) => one.collection_number_id);
  const failed = await letGoOn(services, numbers);
  const broken = failed.filter(({ error }) => !isRetryable(error)).map((one) => one.collection_number_id);
  if (broken.length > 0)
    await putGoOnOff(services.pool, { collection_number_ids: broken, until: later(now, GO_ON_AGAIN_MS) });
  return { gone_on: numbers.length - failed.length, failed };
}

/**
 * Settles notices that were kept but whose reading never came: their process was killed in between, or a
 * batch failed. Any number of processes may do it at once. A notice that can't be settled holds up no other: it
 * stays in the inbox, is set aside for a while, is named in `failed`, and staff are told of its number.
 */
export async function settleWaitingNotices(
  services: Services,
  { limit, patience_ms = PATIENCE_MS }: { limit: number; patience_ms?: number },
): Promise<{ settled: number; failed: FailedNotice[] }> {
  const now = services.now();
  const kept_before = later(now, -patience_ms);
  const waiting = await findWaitingNotices(services.pool, { now, kept_before, limit });
  const { settled, failed } = await settleApart(
    services,
    waiting.map((row) => row.notice_id),
  );
  const known = new Map(waiting.map((row) => [row.notice_id, row]));
  await setStuckAside(
    services,
    'notice_stuck',
    failed.map(({ notice_id, error }) => {
      const { environment, collection_number_id: subject } = known.get(notice_id) as WaitingNotice;
      return { one: notice_id, environment, subject, notice_id, error };
    }),
    (client, notice_ids, at) => setNoticesAside(client, { notice_ids, now: at }),
  );
  return { settled: settled.length, failed };
}

export type ReplayedNotices = {
  /** How many were read again. */
  read: number;
  /** What became of those that are understood now. */
  understood: NoticeOutcome[];
  /** Those that could not be settled; they wait in the inbox for the sweeper. */
  failed: FailedNotice[];
  /** Where the next page begins; null when there is no more. */
  last: number | null;
};

/**
 * Reads notices again that no template had understood or whose sender was not on the list, as after a template
 * or a sender was added, and settles those that are taken now: a second reading beside the first, judged by when
 * the money moved. What stays unclear is left as it is. Any number may run beside each other and beside what
 * comes in.
 * @param after the `last` of the page before
 */
export async function replayNotices(
  services: Services,
  { environment = 'live', after, limit }: { environment?: Environment; after: number; limit: number },
): Promise<ReplayedNotices> {
  const templates = await loadTemplates(services);
  const page = await pageUnparsed(services.pool, { environment, after, limit });
  const ids = page
    .map((notice) => readNotice({ ...notice, is_replay: true }, templates, notice.id))
    .filter(({ outcome }) => outcome === 'CREDIT' || outcome === 'NOT_A_CREDIT')
    .map(({ notice }) => notice.id);
  await requeueNotices(services.pool, ids);
  const { settled, failed } = await settleApart(services, ids);
  return {
    read: page.length,
    understood: settled,
    failed,
    last: page.length < limit ? null : (page.at(-1)?.reading_id ?? null),
  };
}
