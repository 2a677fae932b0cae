import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADVERSARY_NAMES, FORGERS } from '../../sim/adversaries/names.ts';
import { figuresOf } from '../../sim/figures.ts';
import { DEFAULT_PROFILE, type Profile } from '../../sim/profile.ts';
import { type SimulationResult, simulate } from '../../sim/run.ts';
import type { Simulation } from '../../sim/world.ts';
import { openTestDatabase, type TestDatabase } from '../database/open.ts';

const opened: TestDatabase[] = [];
afterAll(() => Promise.all(opened.map((db) => db.drop())));

const worldOf = (seed: number, payments: number, profile: Profile): Simulation => ({
  seed,
  payments,
  days: 0.2,
  tick_ms: 120_000,
  until_step: null,
  profile,
});

async function live(simulation: Simulation): Promise<SimulationResult> {
  const db = await openTestDatabase({ max_connections: 4 });
  opened.push(db);
  return simulate(db.pool, simulation, () => undefined);
}

/** Six SIMs of each operator, emptied in the busy hours. */
const SMALL: Profile = {
  ...DEFAULT_PROFILE,
  opens_at_ms: 7 * 3_600_000,
  customers: 300,
  merchants: 3,
  numbers_per_operator: 6,
  sweep_every_ms: 86_400_000,
  sweep_from_ms: 7 * 3_600_000,
};
const PEACE: Profile = { ...SMALL, adversaries: [] };
/** Everything that goes wrong goes wrong some times as often; nobody is out to cheat. */
const ROUGH: Profile = {
  ...PEACE,
  late_share: 0.1,
  wrong_amount_share: 0.08,
  duplicate_share: 0.3,
  lost_share: 0.06,
  delayed_share: 0.1,
  reworded_share: 0.03,
  delay_spread: 1.6,
  silence_every_ms: 6 * 3_600_000,
  crash_share: 0.1,
  receiver_failure_share: 0.2,
};
const HOSTILE: Profile = { ...SMALL, adversary_pace: 2 };

describe('a simulated network in a usual morning', () => {
  let result: SimulationResult;
  beforeAll(async () => {
    result = await live(worldOf(11, 300, PEACE));
  });

  test('breaks none of the promises', () => {
    expect(result.broken).toEqual([]);
    expect(result.counts.wrong).toEqual({});
  });
  test('confirms most payments without a person', () => {
    const { automatic, payments } = result.counts;
    expect(payments).toBeGreaterThan(250);
    expect(automatic / payments).toBeGreaterThan(0.85);
  });
  test('brings every event to its merchant', () => expect(result.delivered).toBe(result.events));
  test('counts its readings by the day on which customers paid, however long it is watched afterwards', () => {
    expect(result.virtual_days).toBeGreaterThan(1.25);
    expect(result.anchors.in_all).toBeGreaterThan(0);
    expect(result.anchors.mean_a_day).toBeCloseTo(result.anchors.in_all / (2 * PEACE.numbers_per_operator));
  });
});

test('a network where everything fails many times as often breaks no promise', async () => {
  const { broken, counts, staff } = await live(worldOf(21, 120, ROUGH));
  expect(broken).toEqual([]);
  expect(counts.wrong).toEqual({});
  expect(counts.automatic + Object.values(counts.by_person).reduce((sum, n) => sum + n, 0)).toBe(
    counts.payments,
  );
  expect(staff.from_inbox).toBeGreaterThan(0);
});

describe('a simulated network with every adversary in it', () => {
  const simulation = worldOf(52, process.env.CHARI_SOAK === '1' ? 2000 : 1000, HOSTILE);
  let result: SimulationResult;
  beforeAll(async () => {
    result = await live(simulation);
  });

  test('has felt each of them', () =>
    expect(Object.keys(result.counts.acts).toSorted()).toEqual([...ADVERSARY_NAMES].toSorted()));
  test('has had forged messages from everybody whose attack they are', () =>
    expect(Object.keys(result.counts.forged_by).toSorted()).toEqual([...FORGERS].toSorted()));

  /** What this engine still loses in this world. The list only shrinks; it is empty when the table holds. */
  const LOST = [
    'honest sessions that an adversary sent to review or expiry',
    'confirmed without a person',
    'of those, within 60 s of the payment',
  ];
  test('loses nothing but what is listed', () => {
    const missed = figuresOf(simulation, result).filter(({ met }) => met === false);
    expect(missed.map(({ what }) => what).filter((what) => !LOST.includes(what))).toEqual([]);
  });
});

test('without the bound an insider takes more from a number than the bound allows', async () => {
  const profile: Profile = {
    ...SMALL,
    adversaries: ['insider'],
    adversary_pace: 8,
    adversary_strikes: 2,
    unanchored_limit_xaf: 0,
  };
  const { counts } = await live({ ...worldOf(61, 40, profile), days: 0.1 });
  expect(counts.taken_most_xaf).toBeGreaterThan(1_000_000);
  expect(counts.wrong).toEqual({});
});

test('the same seed lives through the same days', async () => {
  // Half a morning: what chance there is in it is asked for from the first minute on.
  const simulation = { ...worldOf(31, 60, HOSTILE), days: 0.1 };
  const [one, other] = await Promise.all([live(simulation), live(simulation)]);
  expect(other.counts).toEqual(one.counts);
  expect(other.anchors).toEqual(one.anchors);
  expect(other.steps).toBe(one.steps);
});

test('an operator that signs by a new name costs its customers a wait, and nobody a franc', async () => {
  const renamed = { ...PEACE, renamed_after_ms: 8 * 3_600_000 };
  const { broken, counts, staff } = await live(worldOf(41, 150, renamed));
  expect(broken).toEqual([]);
  expect(counts.wrong).toEqual({});
  expect(staff.incidents).toBeGreaterThan(0);
  expect(counts.automatic / counts.payments).toBeGreaterThan(0.7);
});
