import type { Pool } from 'pg';
import { findBroken } from './broken.ts';
import type { Counts } from './counts.ts';
import { intend } from './customer.ts';
import { createDemand, type Sale } from './demand.ts';
import type { Anchors } from './history.ts';
import { floatDrift, openStepCheck } from './judge.ts';
import type { Person } from './person.ts';
import { act } from './street.ts';
import { openUnderworld } from './underworld.ts';
import { openWorld, type Seen, type Simulation, STARTS_MS, type World } from './world.ts';

export type SimulationResult = {
  steps: number;
  virtual_days: number;
  counts: Counts;
  staff: Person['decided'];
  anchors: Anchors;
  /** Looks at FLOAT = tip − opening, and how many of them found a difference; null where there is no book. */
  float: { looks: number; drifts: number } | null;
  events: number;
  delivered: number;
  /** Wrong confirmations and harm, in words, the first of them. */
  examples: string[];
  /** What must never be found in a database, whoever attacks. */
  broken: string[];
};

export type { Simulation } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** After the last payment, until quarantines, retries and the longest wait for a feed are over. */
const EPILOGUE_MS = 30 * 60 * MINUTE_MS;
/** Nobody pays in the epilogue; steps may be long. */
const EPILOGUE_TICK_MS = 20 * MINUTE_MS;
const CHECK_EVERY = 25;
const CLOSE_EVERY_MS = 6 * 60 * MINUTE_MS;
const BROKEN_MAX = 200;

/** Lives through a simulated country on a migrated, empty database, until it has paid all it is to, or `stop` is asked for. */
export async function simulate(
  pool: Pool,
  simulation: Simulation,
  say: (step: number, day: number, counts: Counts) => void,
  stop?: AbortSignal,
): Promise<SimulationResult> {
  const world = await openWorld(pool, simulation);
  const { clock, tally, person, profile, chance } = world;
  const demand = createDemand(profile, chance, { ...simulation, starts_ms: STARTS_MS });
  const watch = openWatch(pool, world);
  const underworld = openUnderworld(world);
  let last: Seen = { heard: [], credits: [], swept: [] };
  let staff_next_ms = clock.now_ms + profile.staff_every_ms;
  let close_next_ms = clock.now_ms + CLOSE_EVERY_MS;
  let step = 0;
  let ends_ms = Number.POSITIVE_INFINITY;
  const isEnded = () =>
    step === simulation.until_step || stop?.aborted === true || watch.broken.length >= BROKEN_MAX;

  while (clock.now_ms < ends_ms && !isEnded()) {
    const from_ms = clock.now_ms;
    const is_selling = demand.payments() < simulation.payments;
    if (!is_selling && ends_ms === Number.POSITIVE_INFINITY) ends_ms = from_ms + EPILOGUE_MS;
    clock.now_ms +=
      is_selling || ends_ms - from_ms > EPILOGUE_MS - 60 * MINUTE_MS ? simulation.tick_ms : EPILOGUE_TICK_MS;
    if (is_selling) clock.sold_ms = clock.now_ms;
    step += 1;
    const sales = await sell(world, demand.between(from_ms, clock.now_ms));
    if (is_selling) await underworld({ from_ms, sales, last });
    last = await act(world, clock.now_ms);
    await person.inboxes(clock.now_ms);
    await world.office.hear(last.heard);
    await world.office.sweep();
    await world.post.deliver();
    if (clock.now_ms >= staff_next_ms) {
      await person.work(clock.now_ms);
      staff_next_ms = clock.now_ms + profile.staff_every_ms;
    }
    if (step % CHECK_EVERY === 0) await watch.look();
    if (clock.now_ms >= close_next_ms) {
      await watch.close(false);
      close_next_ms += CLOSE_EVERY_MS;
    }
    say(step, (clock.now_ms - STARTS_MS) / DAY_MS, tally.counts);
  }
  await watch.look();
  await watch.close(true);
  watch.broken.push(...(await findBroken(pool)), ...person.refused);
  return {
    steps: step,
    virtual_days: (clock.now_ms - STARTS_MS) / DAY_MS,
    counts: tally.counts,
    staff: person.decided,
    anchors: world.history.anchors(),
    float: watch.float(),
    ...world.post.told(),
    examples: [...person.unowed, ...tally.examples],
    broken: watch.broken,
  };
}

async function sell(world: World, sales: readonly Sale[]) {
  const requests = sales.map((sale) => ({ ...sale, declared: sale.declared ? sale.phone : null }));
  const sessions = await world.office.sell(requests);
  const { counts } = world.tally;
  return sales.flatMap((sale, n) => {
    const session = sessions[n] ?? null;
    intend(world, sale, session);
    if (session === null) {
      counts.refused += 1;
      return [];
    }
    counts.sessions += 1;
    const { behaviour } = sale;
    const msisdn = session.assigned_collection_number;
    world.truth.sold(session.id, { behaviour, msisdn, opened_ms: world.clock.now_ms, payment: null });
    return [{ sale, session }];
  });
}

/** Looks for what must never be, often at what is new and now and then at what is over. */
function openWatch(pool: Pool, { truth, tally, post, clock }: World) {
  const check = openStepCheck(pool, truth);
  const broken: string[] = [];
  let float: SimulationResult['float'] = null;
  return {
    broken,
    float: () => float,
    async look(): Promise<void> {
      const new_ones = await check.look();
      broken.push(...new_ones.broken);
      // What confirmed a session is judged when the session's story is over.
      tally.noted(new_ones.found.filter(({ kind }) => kind === 'forged'));
      const drift = await floatDrift(pool);
      if (drift === null) return;
      float = { looks: (float?.looks ?? 0) + 1, drifts: (float?.drifts ?? 0) + drift.length };
      broken.push(...drift);
    },
    async close(is_end: boolean): Promise<void> {
      broken.push(...(await tally.close(clock.now_ms, is_end)));
      broken.push(...(await post.close(clock.now_ms, is_end)));
    },
  };
}
