import type { PoolClient } from 'pg';
import type { Placement } from '../../domain/feed/continuity.ts';
import type { Template } from '../../sms/templates/template.ts';
import { findKnownEdges } from '../../store/feeds/edges.ts';
import { parkNotices, takeParked } from '../../store/feeds/parked.ts';
import { type LockedTip, lockTips, makeTips } from '../../store/feeds/tips.ts';
import { type ReadNotice, readNotice } from '../notices/read.ts';
import type { Services } from '../services.ts';
import { judgeNumbers, numbersOf, type Weighing } from './judge.ts';
import { isWatched, type Message, messagesOf, withDoubt } from './messages.ts';
import { judgeOverlooked, overlookedOf } from './overlook.ts';
import { writeJudged } from './write.ts';

export type Weighed = {
  /** What is to be settled now, each with its doubts, those that follow one another in their order. */
  read: ReadNotice[];
  /** Ids of notices that stay in the inbox, waiting for a message before them. */
  parked: Set<string>;
};

/**
 * Weighs what the phones of live numbers tell, before anything is decided: balances that follow the trusted
 * one, one number after the other under its lock. What may have overtaken another waits for it; parked
 * messages whose turn has come are settled with these. Test costs nothing: no statement is sent.
 */
export async function weighFeeds(
  services: Services,
  client: PoolClient,
  read: readonly ReadNotice[],
  templates: readonly Template[],
): Promise<Weighed> {
  const overlooked = read.flatMap(overlookedOf);
  const numbers = [
    ...new Set([
      ...read.filter(isWatched).map(({ notice }) => notice.collection_number_id),
      ...overlooked.map((one) => one.collection_number_id),
    ]),
  ];
  if (numbers.length === 0) return { read: [...read], parked: new Set() };
  const now = services.now();
  const tips = await lockedTips(client, numbers);
  const asked = new Set(read.map(({ notice }) => notice.id));
  const waiting = (await takeParked(client, numbers)).filter(({ id }) => !asked.has(id));
  const all = [...read, ...waiting.map((notice) => readNotice(notice, templates, services.newId()))];
  const { fresh, strangers } = await withoutKnown(client, messagesOf(all.filter(isWatched), now));
  const weighing = await judgeNumbers(services, client, fresh, tips, now);
  const parked = await park(client, weighing, now);
  const changes = judgeOverlooked(overlooked, tips, numbersOf(weighing));
  await writeJudged(services, client, weighing, changes, now);
  return {
    read: ordered(all, weighing, strangers, tips).filter(({ notice }) => !parked.has(notice.id)),
    parked,
  };
}

async function lockedTips(client: PoolClient, numbers: string[]): Promise<Map<string, LockedTip>> {
  const locked = await lockTips(client, numbers);
  if (locked.length < numbers.length) {
    await makeTips(client, numbers);
    locked.push(...(await lockTips(client, numbers)));
  }
  return new Map(locked.map((tip) => [tip.collection_number_id, tip]));
}

/**
 * A message told of before has its place already; its notices go on as witnesses. `strangers` are notices of
 * one that was told of before and has no place in the chain.
 */
async function withoutKnown(
  client: PoolClient,
  messages: Message[],
): Promise<{ fresh: Message[]; strangers: Set<string> }> {
  const known = await findKnownEdges(
    client,
    messages.map((one, position) => ({
      position,
      collection_number_id: one.collection_number_id,
      operator_transaction_id: one.operator_transaction_id,
      before_xaf: one.before_xaf,
      after_xaf: one.after_xaf,
      occurred_at: new Date(one.occurred_at_ms),
    })),
  );
  const places = new Map(known.map((row) => [row.position, row.is_chained]));
  const strangers = messages.filter((_, position) => places.get(position) === false);
  return {
    fresh: messages.filter((_, position) => !places.has(position)),
    strangers: new Set(strangers.flatMap(({ told }) => told.map(({ notice }) => notice.id))),
  };
}

async function park(client: PoolClient, weighing: Weighing[], now: Date): Promise<Set<string>> {
  const rows = weighing.flatMap(({ message, placement }) =>
    placement.kind !== 'waits'
      ? []
      : message.told.map(({ notice }) => ({
          notice_id: notice.id,
          parked_number_id: message.collection_number_id,
          parked_at: notice.parked_at ?? now,
          waits_until: new Date(placement.until_ms),
        })),
  );
  await parkNotices(client, rows);
  return new Set(rows.map((row) => row.notice_id));
}

/**
 * The notices with their doubts. Those in the chain come first: when a stranger's notice names the same
 * transaction, the true one is the credit and the other only its witness.
 */
function ordered(
  all: ReadNotice[],
  weighing: Weighing[],
  strangers: Set<string>,
  tips: Map<string, LockedTip>,
): ReadNotice[] {
  const places = new Map<string, Weighing>();
  for (const one of weighing) for (const { notice } of one.message.told) places.set(notice.id, one);
  const kindOf = ({ notice: { id } }: ReadNotice) =>
    strangers.has(id) ? 'unexplained' : (places.get(id)?.placement.kind ?? 'follows');
  const rank = ({ notice }: ReadNotice): number => places.get(notice.id)?.rank ?? -1;
  return all.map((read) => doubted(read, kindOf(read), tips)).toSorted((a, b) => rank(a) - rank(b));
}

function doubted(read: ReadNotice, kind: Placement['kind'], tips: Map<string, LockedTip>): ReadNotice {
  if (!isWatched(read) || read.credit === null) return read;
  const { credit } = read;
  const tip = tips.get(read.notice.collection_number_id);
  const is_timed_by_gateway = credit.occurred_precision_ms === 0 && tip?.open_kinds.includes('clock_skew');
  const timed = is_timed_by_gateway ? withDoubt(read, 'gateway_clock') : read;
  if (credit.balance_xaf === null) return withDoubt(timed, 'no_balance');
  if (tip === undefined || tip.balance_xaf === null) return withDoubt(timed, 'no_opening_balance');
  return kind === 'overtaken' || kind === 'unexplained' ? withDoubt(timed, 'balance_gap') : timed;
}
