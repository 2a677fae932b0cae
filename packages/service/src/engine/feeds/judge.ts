import type { PoolClient } from 'pg';
import {
  type Continuity,
  type Judged,
  judgeContinuity,
  type LooseEdge,
  type Outstanding,
  type Placement,
} from '../../domain/feed/continuity.ts';
import { type LooseRow, loadLooseEdges, loadOutstanding } from '../../store/feeds/edges.ts';
import type { LockedTip } from '../../store/feeds/tips.ts';
import type { Services } from '../services.ts';
import type { Message } from './messages.ts';

/** A message with its place. */
export type Weighing = { message: Message; placement: Placement; rank: number; number: JudgedNumber };

export type JudgedNumber = { tip: LockedTip; judged: Judged; loose: LooseRow[] };

/** The numbers that were judged, each once. */
export function numbersOf(weighing: readonly Weighing[]): JudgedNumber[] {
  return [...new Set(weighing.map((one) => one.number))];
}

/** After everything that follows. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Judges messages number by number. The sessions that wait for money are looked at only where something does
 * not follow. Numbers without a trusted balance are left out: nothing follows there.
 */
export async function judgeNumbers(
  services: Services,
  client: PoolClient,
  messages: readonly Message[],
  tips: Map<string, LockedTip>,
  now: Date,
): Promise<Weighing[]> {
  const groups = Map.groupBy(
    messages.filter((one) => tips.get(one.collection_number_id)?.balance_xaf != null),
    (message) => message.collection_number_id,
  );
  const numbers = [...groups.keys()];
  const rows = await loadLooseEdges(
    client,
    numbers.map((collection_number_id) => ({ collection_number_id, now })),
  );
  const loose = Map.groupBy(rows, (row) => row.collection_number_id);
  const judgeOne = (id: string, outstanding: Outstanding[]): JudgedNumber => {
    const tip = tips.get(id) as LockedTip;
    const own = loose.get(id) ?? [];
    const feed = feedOf(tip, own, groups.get(id) ?? [], outstanding, now);
    return { tip, loose: own, judged: judgeContinuity(feed, services.policy.feed) };
  };
  const first = new Map(numbers.map((id) => [id, judgeOne(id, [])]));
  const puzzling = numbers.filter((id) => hasPuzzle(first.get(id)?.judged));
  const holds = Map.groupBy(await loadOutstanding(client, puzzling), (row) => row.collection_number_id);
  for (const id of puzzling) first.set(id, judgeOne(id, holds.get(id) ?? []));
  return [...groups].flatMap(([id, own]) => weighings(own, first.get(id) as JudgedNumber));
}

function hasPuzzle(judged: Judged | undefined): boolean {
  return [...(judged?.placements.values() ?? [])].some(
    ({ kind }) => kind === 'waits' || kind === 'unexplained',
  );
}

export function feedOf(
  tip: LockedTip,
  loose: readonly LooseRow[],
  arrived: readonly Message[],
  outstanding: Outstanding[],
  now: Date,
): Continuity {
  return {
    tip_xaf: tip.balance_xaf as number,
    chained_until_ms: tip.chained_until?.getTime() ?? 0,
    holes: loose
      .filter(({ state }) => state === 'HOLE')
      .map((row) => ({
        key: holeKey(row),
        before_xaf: row.before_xaf,
        after_xaf: row.after_xaf,
        until_ms: row.occurred_at.getTime(),
        is_whole: row.session_ids.length > 0,
      })),
    loose: loose.flatMap((row): LooseEdge[] =>
      row.state === 'HOLE' || row.notice_id === null
        ? []
        : [
            {
              key: row.notice_id,
              before_xaf: row.before_xaf,
              after_xaf: row.after_xaf,
              occurred_at_ms: row.occurred_at.getTime(),
              precision_ms: row.precision_ms,
              arrived_at_ms: row.arrived_at.getTime(),
              state: row.state,
            },
          ],
    ),
    arrived,
    outstanding,
    now_ms: now.getTime(),
  };
}

/** A hole is named by its row, a new one by the message after it. */
export function holeKey(row: { id: number | string }): string {
  return `hole ${row.id}`;
}

function weighings(messages: readonly Message[], number: JudgedNumber): Weighing[] {
  const order = new Map(number.judged.chained.map((key, place) => [key, place]));
  return messages.map((message) => {
    const placement = number.judged.placements.get(message.key);
    if (placement === undefined) throw new Error(`bug: message ${message.key} was not judged`);
    return { message, placement, rank: order.get(message.key) ?? LAST, number };
  });
}
