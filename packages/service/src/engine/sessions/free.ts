import type { PoolClient } from 'pg';
import { claimsSince } from '../../domain/movement/clocks.ts';
import { fullFor, type NumberPool, poolName, type Rank } from '../../domain/reservation/propose.ts';
import { findFreeNumbers } from '../../store/numbers/pool.ts';
import type { Services } from '../services.ts';
import type { HoldDraft } from './draft.ts';

// A round of the exhaustive search places drafts on numbers that are free for their amounts. Nothing of it is written before the
// round ends, so no statement sees what it has placed: keys `number_id/amount` in `placed` say so.

export const unplaced = (draft: HoldDraft): boolean => draft.collection_number === null;
const amountName = ({ pool_key, command }: HoldDraft): string =>
  `${poolName(pool_key)}/${command.amount_xaf}`;
export const groupName = (draft: HoldDraft): string =>
  `${amountName(draft)}/${draft.apart_from !== null}/${draft.rather_apart !== null}`;
export const isTest = (draft: HoldDraft): boolean => draft.pool_key.environment === 'test';

/**
 * Whether the draft may take a number of its own, not only join a number that its merchant holds for the amount; in test
 * always.
 */
export const mayHost = (draft: HoldDraft): boolean => isTest(draft) || draft.amount_share !== null;

type Wish = 'rather_apart' | 'apart_from';

/**
 * No number is free of amounts that are easily mistaken for theirs: then any that is free will do, but for wishes that are kept.
 * @returns as `assignFree`
 */
export async function takeAny(
  client: PoolClient,
  drafts: HoldDraft[],
  pools: Map<string, NumberPool>,
  { rank, placed, dropped }: { rank: Rank; placed: Set<string>; dropped: Wish[] },
): Promise<HoldDraft[]> {
  const particular = drafts.filter((draft) => dropped.some((wish) => draft[wish] !== null));
  const wished = particular.map(({ rather_apart, apart_from }) => ({ rather_apart, apart_from }));
  for (const draft of particular) for (const wish of dropped) draft[wish] = null;
  const beside = await assignFree(client, particular, pools, rank, placed);
  particular.forEach((draft, i) => {
    if (unplaced(draft)) Object.assign(draft, wished[i]);
  });
  return beside;
}

/**
 * Places drafts on numbers that are free for their amounts. Who declares a payer has more to choose from than who declares none and
 * asks for the same, so he goes second: in one statement both would be offered the same number.
 * @param placed grows
 * @returns those that found one on which this round has placed an amount easily mistaken for theirs
 */
export async function assignFree(
  client: PoolClient,
  drafts: HoldDraft[],
  pools: Map<string, NumberPool>,
  rank: Rank,
  placed: Set<string>,
): Promise<HoldDraft[]> {
  const hosts = drafts.filter(mayHost);
  const silent = new Set(hosts.filter(({ apart_from }) => apart_from !== null).map(amountName));
  const goesSecond = (draft: HoldDraft): boolean =>
    draft.apart_from === null && silent.has(amountName(draft));
  const first = hosts.filter((draft) => !goesSecond(draft));
  return [
    ...(await assignTogether(client, first, pools, rank, placed)),
    ...(await assignTogether(client, hosts.filter(goesSecond), pools, rank, placed)),
  ];
}

async function assignTogether(
  client: PoolClient,
  drafts: HoldDraft[],
  pools: Map<string, NumberPool>,
  rank: Rank,
  placed: Set<string>,
): Promise<HoldDraft[]> {
  const groups = [...Map.groupBy(drafts, groupName).values()];
  const searches = groups.map((group, search) => {
    const asked = searchOf(group[0] as HoldDraft, pools, rank);
    const full_ids = [...asked.full_ids, ...placedFor(asked.amount_xaf, placed)];
    return { ...asked, search, wanted: group.length, full_ids };
  });
  const free = Map.groupBy(await findFreeNumbers(client, searches), (row) => row.search);
  const beside: HoldDraft[] = [];
  groups.forEach((group, search) => {
    for (const [position, found] of (free.get(search) ?? []).entries()) {
      const draft = group[position] as HoldDraft;
      const apart = draft.rather_apart ?? draft.apart_from;
      if (apart?.some((other_xaf) => placed.has(`${found.id}/${other_xaf}`))) beside.push(draft);
      else {
        draft.collection_number = { id: found.id, msisdn: found.msisdn };
        placed.add(`${found.id}/${draft.command.amount_xaf}`);
      }
    }
  });
  return beside;
}

/** What a draft asks of the numbers that are free for its amount. */
function searchOf(draft: HoldDraft, pools: Map<string, NumberPool>, rank: Rank) {
  const { amount_xaf } = draft.command;
  return {
    ...draft.pool_key,
    rank,
    amount_xaf,
    full_ids: fullFor(pools.get(poolName(draft.pool_key)), amount_xaf),
    apart_from: draft.apart_from,
    rather_apart: draft.rather_apart,
    claims_since: claimsSince(draft.created_at),
    even_taken: false,
  };
}

/**
 * Marks the drafts that could have a number to themselves which another batch is just taking. What they wish for, and
 * are not refused for, is left out of it.
 */
export async function markBehindFree(
  { policy }: Services,
  client: PoolClient,
  drafts: HoldDraft[],
  pools: Map<string, NumberPool>,
): Promise<void> {
  const groups = [...Map.groupBy(drafts.filter(mayHost), groupName).values()];
  const searches = groups.flatMap((group, search) => {
    const first = group[0] as HoldDraft;
    const apart_from = policy.keep_amounts_apart ? first.apart_from : null;
    const wished = { search, wanted: 1, apart_from, rather_apart: null, even_taken: true };
    return ranksOf(first, pools).map((rank) => ({ ...searchOf(first, pools, rank), ...wished }));
  });
  for (const { search, id } of await findFreeNumbers(client, searches))
    for (const draft of groups[search] as HoldDraft[])
      draft.behind = { collection_number_id: id, amount_xaf: draft.command.amount_xaf };
}

/** The ranks that the numbers of a draft's pool have. */
export function ranksOf({ pool_key }: HoldDraft, pools: Map<string, NumberPool>): Rank[] {
  const has_last = pools.get(poolName(pool_key))?.numbers.some(({ rank }) => rank === 'last') ?? false;
  return has_last ? ['first', 'last'] : ['first'];
}

/** The ids of the numbers that this round has placed for an amount. */
function placedFor(amount_xaf: number, placed: ReadonlySet<string>): string[] {
  const end = `/${amount_xaf}`;
  return [...placed].filter((key) => key.endsWith(end)).map((key) => key.slice(0, -end.length));
}
