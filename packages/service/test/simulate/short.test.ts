import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_PROFILE, type Profile } from '../../sim/profile.ts';
import { type SimulationResult, simulate } from '../../sim/run.ts';
import { openTestDatabase, type TestDatabase } from '../database/open.ts';

const opened: TestDatabase[] = [];
afterAll(() => Promise.all(opened.map((db) => db.drop())));

async function live(seed: number, payments: number, profile: Profile): Promise<SimulationResult> {
  const db = await openTestDatabase({ max_connections: 4 });
  opened.push(db);
  const simulation = { seed, payments, days: 0.2, tick_ms: 60_000, until_step: null, profile };
  return simulate(db.pool, simulation, () => undefined);
}

const SMALL: Profile = { ...DEFAULT_PROFILE, customers: 300, merchants: 3, numbers_per_operator: 6 };
/** Everything that goes wrong goes wrong ten times as often. */
const ROUGH: Profile = {
  ...SMALL,
  late_share: 0.1,
  wrong_amount_share: 0.08,
  forged_share: 0.1,
  duplicate_share: 0.3,
  lost_share: 0.06,
  reworded_share: 0.03,
  delay_spread: 1.6,
  silence_every_ms: 6 * 3_600_000,
  crash_share: 0.1,
  receiver_failure_share: 0.2,
};

describe('a simulated network in a usual evening', () => {
  let result: SimulationResult;
  beforeAll(async () => {
    result = await live(11, 400, SMALL);
  });

  test('breaks none of the promises', () => expect(result.broken).toEqual([]));
  test('confirms nine of ten payments or more without a person', () => {
    const { automatic, payments } = result.tally.counts();
    expect(payments).toBeGreaterThanOrEqual(350);
    expect(automatic / payments).toBeGreaterThan(0.9);
  });
  test('brings every event to its merchant', () => {
    const { events, delivered } = result.tally.counts();
    expect(delivered).toBe(events);
  });
});

test.each([21, 22])(
  'a network where everything fails ten times as often breaks no promise (seed %i)',
  async (seed) => {
    const result = await live(seed, 250, ROUGH);
    expect(result.broken).toEqual([]);
    const { automatic, payments, forged, by_person } = result.tally.counts();
    expect(forged).toBeGreaterThan(0);
    expect(automatic).toBeGreaterThan(0);
    expect(automatic + Object.values(by_person).reduce((sum, n) => sum + n, 0)).toBe(payments);
  },
);

test('the same seed lives through the same days', async () => {
  const [one, other] = await Promise.all([live(31, 120, ROUGH), live(31, 120, ROUGH)]);
  expect(other.tally.counts()).toEqual(one.tally.counts());
  expect(other.steps).toBe(one.steps);
});

test('an operator that signs by a new name costs its customers a wait, and nobody a franc', async () => {
  const renamed = { ...SMALL, renamed_after_ms: 2 * 3_600_000 };
  const [usual, other] = await Promise.all([live(41, 300, SMALL), live(41, 300, renamed)]);
  expect(other.broken).toEqual([]);
  expect(other.staff.incidents).toBeGreaterThan(usual.staff.incidents);
  const { automatic, payments } = other.tally.counts();
  expect(automatic / payments).toBeGreaterThan(0.85);
});
