import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADVERSARIES, ADVERSARY_NAMES } from '../../sim/adversaries/names.ts';
import { figuresOf } from '../../sim/figures.ts';
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
const PEACE: Profile = { ...SMALL, adversaries: [] };

describe('a simulated network in a usual evening', () => {
  let result: SimulationResult;
  beforeAll(async () => {
    result = await live(11, 400, PEACE);
  });

  test('breaks none of the promises', () => {
    expect(result.broken).toEqual([]);
    expect(result.counts.wrong).toEqual({});
  });
  test('confirms most payments without a person', () => {
    const { automatic, payments } = result.counts;
    expect(payments).toBeGreaterThanOrEqual(400);
    expect(automatic / payments).toBeGreaterThan(0.8);
  });
  test('brings every event to its merchant', () => expect(result.delivered).toBe(result.events));
});
