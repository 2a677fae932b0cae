import { parseArgs } from 'node:util';
import { readAdversaries } from './adversaries/names.ts';
import { DEFAULT_PROFILE, joined } from './profile.ts';
import type { Simulation } from './world.ts';

/** The options of the command, and the world that they describe. */
export function readCommand(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      payments: { type: 'string', default: '10000' },
      days: { type: 'string' },
      countries: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      adversaries: { type: 'string', default: 'all' },
      strikes: { type: 'string' },
      pace: { type: 'string', default: '1' },
      'tick-seconds': { type: 'string', default: '30' },
      until: { type: 'string' },
      table: { type: 'string' },
      year: { type: 'boolean', default: false },
      disk: { type: 'boolean', default: false },
      write: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const payments = Number(values.payments);
  const countries = Number(values.countries);
  const simulation: Simulation = {
    seed: Number(values.seed),
    payments,
    days: Number(values.days ?? Math.max(1, Math.round(payments / (15_000 * countries)))),
    tick_ms: Number(values['tick-seconds']) * 1000,
    until_step: values.until === undefined ? null : Number(values.until),
    profile: {
      ...joined(DEFAULT_PROFILE, countries),
      adversaries: readAdversaries(values.adversaries),
      adversary_strikes: values.strikes === undefined ? null : Number(values.strikes),
      adversary_pace: Number(values.pace),
    },
  };
  return { values, simulation };
}
