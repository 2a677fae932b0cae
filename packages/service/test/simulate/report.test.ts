import { expect, test } from 'vitest';
import { readCommand } from '../../sim/command.ts';
import { emptyCounts } from '../../sim/counts.ts';
import { DEFAULT_PROFILE } from '../../sim/profile.ts';
import { commandOf, isKept } from '../../sim/report.ts';
import type { SimulationResult } from '../../sim/run.ts';
import type { Simulation } from '../../sim/world.ts';

const SIMULATION: Simulation = {
  seed: 1,
  payments: 100,
  days: 1,
  tick_ms: 60_000,
  until_step: null,
  profile: { ...DEFAULT_PROFILE, adversaries: [] },
};
const STAFF: SimulationResult['staff'] = {
  confirmed: 0,
  rejected: 0,
  refunded: 1,
  reversed_xaf: 0,
  outsiders_xaf: 0,
  insiders_xaf: 0,
  invented_xaf: 0,
  incidents: 0,
  from_inbox: 0,
};
const RESULT: SimulationResult = {
  steps: 1,
  virtual_days: 1,
  counts: emptyCounts(),
  staff: STAFF,
  anchors: { mean_a_day: 0, most_a_day: 0, in_all: 0, by_why: {} },
  float: null,
  events: 0,
  delivered: 0,
  examples: [],
  broken: [],
};
const kept = (difference: Partial<SimulationResult>, simulation = SIMULATION) =>
  isKept({ simulation, result: { ...RESULT, ...difference }, seconds: 1 });

test('a run in which staff sent back a franc that an outsider forged, or that nobody sent, has not kept its promise', () => {
  expect(kept({})).toBe(true);
  expect(kept({ staff: { ...STAFF, outsiders_xaf: 1 } })).toBe(false);
  expect(kept({ staff: { ...STAFF, invented_xaf: 1 } })).toBe(false);
  // A reversal may come after the money was sent, and what insiders take is bounded by another figure.
  expect(kept({ staff: { ...STAFF, reversed_xaf: 1, insiders_xaf: 1 } })).toBe(true);
});

test('a run in which somebody who was out tried nothing has not kept its promise', () => {
  const simulation: Simulation = {
    ...SIMULATION,
    profile: { ...DEFAULT_PROFILE, adversaries: ['guesser', 'rival'] },
  };
  const counts = { ...emptyCounts(), acts: { guesser: 30, rival: 1 } };
  expect(kept({ counts }, simulation)).toBe(false);
  expect(kept({ counts: { ...counts, forged: 1, forged_by: { guesser: 1 } } }, simulation)).toBe(true);
});

test.each([
  '',
  '--strikes 1',
  '--pace 2 --until 40',
  '--countries 2 --adversaries none',
  '--adversaries rival,guesser',
])('the command that a run prints plays the same world again: %s', (said) => {
  const { simulation } = readCommand(said === '' ? [] : said.split(' '));
  const printed = commandOf(simulation).replace('npm run simulate -- ', '').split(' ');
  expect(readCommand(printed).simulation).toEqual(simulation);
});
