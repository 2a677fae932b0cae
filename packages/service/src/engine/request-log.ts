import { firstIdAt } from '../domain/event/event.ts';
import { isUuid } from '../domain/keys.ts';
import { type Rate, take } from '../domain/rate/gcra.ts';
import { type AnsweredRequest, daySlot, daysToEmpty, REQUESTS_KEPT_DAYS } from '../domain/request-log.ts';
import type { Caller } from '../domain/session/commands.ts';
import { DAY_MS, later, MINUTE_MS } from '../domain/time.ts';
import { emptyRequestLog, findRequests, insertRequests, noteKeyUse } from '../store/request-log.ts';
import { type ListPage, NEWEST } from './page.ts';
import type { Services } from './services.ts';

const QUEUE_MAX = 20_000;
const WRITTEN_AT_ONCE = 5_000;
const KEYS_REMEMBERED = 10_000;
/**
 * Of what is refused for its rate so many a key: enough to see that and when. A row of each would let whoever asks without end
 * fill the disk, and crowd out what others asked.
 */
const REFUSALS_KEPT: Rate = { interval_ms: 1_000, burst: 5 };

/** Gathers what requests were answered, beside them: nobody waits for it, and what it can't keep it counts. */
export type RequestLog = {
  /** @returns whether it is kept; of refusals for the rate, few a second and key are */
  note: (answered: AnsweredRequest) => boolean;
  /** Writes what has gathered, in one statement for every 5,000; never throws. */
  flush: () => Promise<void>;
  stats: () => { written: number; dropped: number; left_out: number; waiting: number };
};

/**
 * @param onFailure told when the database refused: what was to be written is dropped, for a log must not pile up
 */
export function createRequestLog(
  services: Pick<Services, 'pool'>,
  onFailure: (error: unknown) => void,
): RequestLog {
  let queue: AnsweredRequest[] = [];
  let flying: Promise<void> | null = null;
  let written = 0;
  let dropped = 0;
  let left_out = 0;
  const noted_ms = new Map<string, number>();
  const refused_ms = new Map<string, number>();

  const isLeftOut = ({ error_code, key_id, at }: AnsweredRequest): boolean => {
    if (error_code !== 'RATE_LIMITED') return false;
    const taken = take(refused_ms.get(key_id), at.getTime(), REFUSALS_KEPT);
    if (!taken.allowed) return true;
    if (refused_ms.size > KEYS_REMEMBERED) refused_ms.clear();
    refused_ms.set(key_id, taken.full_at_ms);
    return false;
  };

  const write = async (): Promise<void> => {
    const portion = queue.splice(0, WRITTEN_AT_ONCE);
    if (portion.length === 0) return;
    try {
      const rows = portion.map((one) => ({ ...one, day_slot: daySlot(one.at) }));
      const used = keysToNote(portion, noted_ms);
      await Promise.all([insertRequests(services.pool, rows), noteKeyUse(services.pool, used)]);
      written += portion.length;
    } catch (error) {
      dropped += portion.length;
      onFailure(error);
    }
    return write();
  };

  return {
    note: (answered) => {
      if (isLeftOut(answered)) {
        left_out += 1;
        return false;
      }
      if (queue.length >= QUEUE_MAX) {
        dropped += 1;
        return false;
      }
      queue.push(answered);
      return true;
    },
    flush: () => {
      flying ??= write().finally(() => {
        flying = null;
        if (queue.length === 0) queue = [];
      });
      return flying;
    },
    stats: () => ({ written, dropped, left_out, waiting: queue.length }),
  };
}

/** The keys among these requests whose last use was not noted for a minute. */
function keysToNote(
  portion: readonly AnsweredRequest[],
  noted_ms: Map<string, number>,
): { key_id: string; at: Date }[] {
  if (noted_ms.size > KEYS_REMEMBERED) noted_ms.clear();
  const latest = new Map(portion.map(({ key_id, at }) => [key_id, at]));
  const stale = [...latest].filter(([key_id, at]) => at.getTime() - (noted_ms.get(key_id) ?? 0) >= MINUTE_MS);
  for (const [key_id, at] of stale) noted_ms.set(key_id, at.getTime());
  return stale.map(([key_id, at]) => ({ key_id, at }));
}

/**
 * Makes room for today and tomorrow by emptying what their parts held sixteen days before.
 * @returns how many
 */
export async function emptyOldRequests(services: Pick<Services, 'pool' | 'now'>): Promise<number> {
  const emptied = await Promise.all(
    daysToEmpty(services.now()).map((day) => emptyRequestLog(services.pool, { day })),
  );
  return emptied.flat().filter((row) => row.emptied).length;
}

export type RequestQuery = Caller & {
  only_errors: boolean;
  key_id: string | null;
  method: string | null;
  cursor: string | null;
  limit: number;
};

/** A page of a filter looks at so many and no more: then it says where to go on. */
const SCANNED = 10_000;

/** A page of a merchant's requests of the last two weeks, newest first. */
export async function listRequests(
  services: Pick<Services, 'pool' | 'now'>,
  query: RequestQuery,
): Promise<ListPage<AnsweredRequest>> {
  const { cursor, limit, key_id, ...asked } = query;
  const is_filtered = asked.only_errors || key_id !== null || asked.method !== null;
  const scanned = is_filtered ? SCANNED : limit + 1;
  const found = await findRequests(services.pool, {
    ...asked,
    key_id: key_id !== null && isUuid(key_id) ? key_id : null,
    before: cursor !== null && isUuid(cursor) ? cursor : NEWEST,
    from: firstIdAt(later(services.now(), -REQUESTS_KEPT_DAYS * DAY_MS)),
    scanned,
    limit: limit + 1,
  });
  const rows = found.flatMap(({ scanned_count: _, last_id: __, ...row }) =>
    row.id === null ? [] : [row as AnsweredRequest],
  );
  if (rows.length > limit) return { rows: rows.slice(0, limit), next_cursor: rows[limit - 1]?.id ?? null };
  const [first] = found;
  return { rows, next_cursor: first?.scanned_count === scanned ? first.last_id : null };
}

/** The request with this id, as the answer's X-Request-Id said; null where this merchant has none such. */
export async function retrieveRequest(
  services: Pick<Services, 'pool' | 'now'>,
  { request_id, ...caller }: Caller & { request_id: string },
): Promise<AnsweredRequest | null> {
  const id = request_id.toLowerCase();
  if (!isUuid(id) || id === NEWEST) return null;
  const none = { only_errors: false, key_id: null, method: null };
  const asked = { ...caller, ...none, from: id, before: NEWEST, scanned: 1, limit: 1 };
  // The one whose id is the next below the id that follows this one.
  const [row] = await findRequests(services.pool, { ...asked, before: following(id) });
  return row?.id === id ? (row as AnsweredRequest) : null;
}

/** The least id above this one. */
function following(id: string): string {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(next) ?? [];
  return parts.join('-');
}
