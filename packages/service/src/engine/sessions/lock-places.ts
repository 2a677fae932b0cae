import type { PoolClient } from 'pg';
import {
  type AllowanceStanding,
  allowanceName,
  numbersWithRoom,
  openOf,
  sharesOf,
  takeSlot,
} from '../../domain/reservation/allowance.ts';
import { type Places, takePlace } from '../../domain/reservation/places.ts';
import { fullFor, type NumberPool, poolName } from '../../domain/reservation/propose.ts';
import type { ByLink, HeldBack } from '../../domain/session/commands.ts';
import { SECOND_MS } from '../../domain/time.ts';
import { lockPlaces } from '../../store/sessions/reserve.ts';
import { findShares, type ShareRow } from '../../store/sessions/sessions.ts';
import type { Services } from '../services.ts';
import { Besides, keepsOthersOff, withKept } from './beside.ts';
import type { HoldDraft } from './draft.ts';
import {
  type AllowanceStandings,
  allowanceKeyOf,
  allowanceNameOf,
  byLinkOf,
  isLive,
  readStandings,
} from './places.ts';

/**
 * Reads afresh how the merchants stand, and locks for their drafts, in order, places that nobody else is just taking. A draft
 * that finds no place of the allowance is held back. One that finds no share of the numbers for its amount may still be a
 * guest on a number that its merchant holds.
 * @returns those that may look for a number
 */
export async function lookForPlaces(
  services: Services,
  client: PoolClient,
  drafts: HoldDraft[],
  pools: Map<string, NumberPool>,
): Promise<HoldDraft[]> {
  const live = drafts.filter(isLive);
  if (live.length === 0) return drafts;
  for (const draft of live) {
    draft.allowance_slot = null;
    draft.amount_share = null;
    draft.held_back = null;
  }
  const keys = [...new Map(live.map((draft) => [allowanceNameOf(draft), allowanceKeyOf(draft)])).values()];
  const read = await readStandings(services, keys, client);
  const standings: AllowanceStandings = new Map(
    keys.map((key, i) => [allowanceName(key), read[i] as AllowanceStanding]),
  );
  await lockSlots(services, client, live, standings);
  const placed = live.filter((draft) => draft.allowance_slot !== null);
  await lockShares(services, client, placed, standings, pools);
  return drafts.filter((draft) => !isLive(draft) || draft.allowance_slot !== null);
}

/** So many more places than are wanted are tried, since others may be taking some of them. */
const SPARE_PLACES = 64;

function somePlaces(services: Services, places: Places, wanted: number): number[] {
  const some: number[] = [];
  while (some.length < wanted) {
    const place = takePlace(places, services.random);
    if (place === null) break;
    some.push(place);
  }
  return some;
}

/** The drafts of a merchant that come by its links from one address, or by none, with the places of the allowance that they try. */
type Seekers = {
  drafts: HoldDraft[];
  by: ByLink | null;
  standing: AllowanceStanding;
  open: Omit<HeldBack, 'retry_after_s'>;
  slots: number[];
};

async function lockSlots(
  services: Services,
  client: PoolClient,
  drafts: HoldDraft[],
  standings: AllowanceStandings,
): Promise<void> {
  const all = seekersOf(services, drafts, standings);
  const searches = all.map(({ drafts: group, slots: places }, search) => ({
    ...allowanceKeyOf(group[0] as HoldDraft),
    search,
    amount_xaf: null,
    places,
    wanted: group.length,
  }));
  const found = Map.groupBy(await lockPlaces(client, searches), ({ search }) => search);
  all.forEach((seekers, search) => {
    const slots = found.get(search) ?? [];
    seekers.drafts.forEach((draft, position) => {
      draft.allowance_slot = slots[position]?.place ?? null;
      if (draft.allowance_slot === null) draft.held_back = heldBack(services, seekers, slots.length);
    });
  });
}

/** Each draft has a place to try, in order, as long as there are any; the spare ones are dealt out in turn. */
function seekersOf(services: Services, drafts: HoldDraft[], standings: AllowanceStandings): Seekers[] {
  const byName = Map.groupBy(drafts, (draft) => `${allowanceNameOf(draft)}/${byLinkOf(draft)?.address_hash}`);
  const all = [...byName.values()].map((group): Seekers => {
    const first = group[0] as HoldDraft;
    const standing = standings.get(allowanceNameOf(first)) as AllowanceStanding;
    const by = byLinkOf(first);
    return { drafts: group, by, standing, open: openOf(standing.slots, by !== null), slots: [] };
  });
  const byDraft = new Map(all.flatMap((one) => one.drafts.map((draft) => [draft, one])));
  const wishes = drafts.map((draft) => byDraft.get(draft) as Seekers);
  for (let spare = 0; spare < SPARE_PLACES; spare += 1) wishes.push(...all);
  for (const { standing, by, slots } of wishes) {
    const slot = takeSlot(standing.slots, by, services.random);
    if (slot !== null) slots.push(slot);
  }
  return all;
}

/** Nobody is told to try again sooner. */
const HELD_BACK_LEAST_S = 1;
/** The wait where the merchant holds no place that will become free: its allowance is 0, or others are just being taken. */
const NOTHING_OPEN_S = 60;

function heldBack(services: Services, { standing, by, open }: Seekers, taking: number) {
  const next_free_at = by === null ? standing.next_free_at : standing.next_link_free_at;
  const wait_ms = next_free_at === null ? null : next_free_at.getTime() - services.now().getTime();
  return {
    // Whoever finds no place finds all of them taken: those that others are just taking count too.
    open_count: Math.max(open.open_count + taking, open.allowance),
    allowance: open.allowance,
    retry_after_s:
      wait_ms === null ? NOTHING_OPEN_S : Math.max(HELD_BACK_LEAST_S, Math.ceil(wait_ms / SECOND_MS)),
  };
}

/**
 * Shares of the numbers for their amounts. Who declares no payer, and would leave less than a fifth of the numbers to who asks for an
 * amount that is easily mistaken for his own, takes none: two batches that don't see each other may pass this by what both take.
 */
async function lockShares(
  services: Services,
  client: PoolClient,
  drafts: HoldDraft[],
  standings: AllowanceStandings,
  pools: Map<string, NumberPool>,
): Promise<void> {
  const besides = new Besides(drafts.filter((draft) => keepsOthersOff(services, draft)));
  const amountName = (draft: HoldDraft): string => `${allowanceNameOf(draft)}/${draft.command.amount_xaf}`;
  const groups = [...Map.groupBy(drafts, amountName).values()];
  const asked = groups.map((group, search) => {
    const first = group[0] as HoldDraft;
    const { amount_xaf } = first.command;
    const pool = pools.get(poolName(first.pool_key));
    const full_ids = fullFor(pool, amount_xaf);
    const with_room = (pool?.numbers.length ?? 0) - full_ids.length;
    const kin = besides.kinOf(first, standings.get(allowanceNameOf(first)) as AllowanceStanding, with_room);
    return { ...allowanceKeyOf(first), search, amount_xaf, full_ids, kin };
  });
  const held = new Map((await findShares(client, asked)).map((row) => [row.search, row]));
  const hosts: HoldDraft[][] = [];
  const searches = asked.map(({ full_ids, kin, ...one }) => {
    const group = groups[one.search] as HoldDraft[];
    const first = group[0] as HoldDraft;
    const { is_alone, on_full, on_away, kin: kept } = held.get(one.search) as ShareRow;
    const total = pools.get(poolName(first.pool_key))?.numbers.length ?? 0;
    const with_room = total - full_ids.length;
    const own_numbers = numbersWithRoom({ total, with_room, on_full }, is_alone);
    const bound = own_numbers + on_away;
    const shares = sharesOf(
      standings.get(allowanceNameOf(first)) as AllowanceStanding,
      one.amount_xaf,
      bound,
    );
    const places = somePlaces(services, shares, bound);
    for (const draft of group) draft.own_numbers = own_numbers;
    const may = besides.leave(group, withKept(kin, kept), with_room);
    hosts.push(may);
    return { ...one, places, wanted: may.length };
  });
  for (const [search, found] of Map.groupBy(await lockPlaces(client, searches), ({ search }) => search))
    found.forEach(({ place }, position) => {
      const draft = hosts[search]?.[position];
      if (draft) draft.amount_share = place;
    });
}
