import {
  deadlineOf,
  FIRST_PLACE,
  WAITING_KINDS,
  type WaitingKind,
  type WaitingPlace,
} from '../../domain/desk/waiting.ts';
import { claimsSince } from '../../domain/movement/clocks.ts';
import type { Environment } from '../../domain/operator.ts';
import { DAY_MS, dayBegins, later, localDay } from '../../domain/time.ts';
import {
  type Collected,
  countWaiting,
  listUnsent,
  listWaiting,
  loadCollected,
  type UnsentReason,
  type WaitingRow,
} from '../../store/desk/waiting.ts';
import { loadAgainst } from '../refunds/against.ts';
import type { Services } from '../services.ts';

/** Something that waits for a person, and by when somebody should have looked. */
export type Waiting = WaitingRow & { due_at: Date };

export type Queue = {
  rows: Waiting[];
  /** Where the next page begins; null on the last. */
  next: WaitingPlace | null;
};

export type AskedQueue = {
  environment: Environment;
  /** Null: all of it. */
  kind: WaitingKind | null;
  after: WaitingPlace | null;
  limit: number;
};

const bounds = ({ now }: Services) => ({
  claims_since: claimsSince(now()),
  unsent_before: later(now(), -DAY_MS),
});

/** What waits for a person, the oldest first: a page of it, whatever it is. */
export async function listQueue(services: Services, asked: AskedQueue): Promise<Queue> {
  const { environment, kind, limit } = asked;
  const { since, id } = asked.after ?? FIRST_PLACE;
  const kinds = kind === null ? WAITING_KINDS : [kind];
  const found = await listWaiting(services.pool, {
    environment,
    kinds,
    since,
    id,
    limit: limit + 1,
    ...bounds(services),
  });
  const page = await withDoubts(services, found.slice(0, limit));
  const rows = page.map((row) => ({ ...row, due_at: deadlineOf(row.kind, row.since) }));
  const last = rows.at(-1);
  return {
    rows,
    next: found.length > limit && last !== undefined ? { since: last.since, id: last.id } : null,
  };
}

/** A credit that staff marked as sent back a day ago or more, and that no SIM has told of since. */
export type MarkedUnsent = {
  credit_id: string;
  msisdn: string;
  amount_xaf: number;
  /** To which phone it goes, as its message shows it or as it was typed; null where nobody was asked. */
  to_phone: string | null;
  marked_at: Date;
  reason: UnsentReason;
  /** Who has proposed to take the mark back; null: nobody. */
  proposed_by: string | null;
};

/** Money in suspense that staff said they sent back, and that was not seen leaving within a day, the oldest first. */
export async function listMarkedUnsent(
  services: Services,
  { environment, limit }: Pick<AskedQueue, 'environment' | 'limit'>,
): Promise<MarkedUnsent[]> {
  const { unsent_before } = bounds(services);
  const asked = { environment, kinds: ['suspense'] as const, ...FIRST_PLACE, limit, unsent_before };
  const rows = await listUnsent(services.pool, asked);
  return rows.map(({ subject_id, msisdn, amount_xaf, to_phone, since, reason, proposed_by }) => ({
    credit_id: subject_id,
    msisdn: msisdn ?? '',
    amount_xaf: amount_xaf ?? 0,
    to_phone,
    marked_at: since,
    reason: reason as UnsentReason,
    proposed_by,
  }));
}

/** These with what speaks against sending them for a reason, where something has come to. */
async function withDoubts({ pool }: Services, rows: readonly WaitingRow[]): Promise<WaitingRow[]> {
  const ids = rows.flatMap(({ kind, subject_id }) => (kind === 'refund' ? [subject_id] : []));
  const against = await loadAgainst(pool, ids);
  return rows.map((row) => {
    const reason = row.kind === 'refund' ? against.get(row.subject_id) : undefined;
    return reason === undefined ? row : { ...row, reason };
  });
}

/** A number beyond this is shown as “more than”. */
export const QUEUE_COUNTED_MAX = 1000;

/** How many of each kind wait, counted as far as `QUEUE_COUNTED_MAX` + 1. */
export async function countQueue(
  services: Services,
  environment: Environment,
): Promise<Record<WaitingKind, number>> {
  const rows = await countWaiting(services.pool, {
    environment,
    limit: QUEUE_COUNTED_MAX + 1,
    ...bounds(services),
  });
  const found = new Map(rows.map((row) => [row.kind, row.waiting]));
  return Object.fromEntries(WAITING_KINDS.map((kind) => [kind, found.get(kind) ?? 0])) as Record<
    WaitingKind,
    number
  >;
}

const DAYS = 7;

export type Day = {
  /** What live payments settled on each of the last days, the newest first, by operator. */
  collected: Collected[];
  waiting: Awaited<ReturnType<typeof countQueue>>;
};

/** What the live service has collected these days, and what waits. */
export async function showDeskDay(services: Services): Promise<Day> {
  const now = services.now();
  const today = dayBegins(localDay(now)) ?? now;
  const [collected, waiting] = await Promise.all([
    loadCollected(services.pool, { since: later(today, -(DAYS - 1) * DAY_MS) }),
    countQueue(services, 'live'),
  ]);
  return { collected, waiting };
}
