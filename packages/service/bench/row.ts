import type { Medium } from './database.ts';

/** One line of the table. `value` already has its unit; `goal` and `met` are null where there is none. */
export type Row = {
  measurement: string;
  what: string;
  value: string;
  goal: string | null;
  met: boolean | null;
  /** Where the value comes from: both sides of a ratio, counts, medians. */
  from: string;
};

export type Effort = {
  quick: boolean;
  /** A sentence for the person who waits, on stderr. */
  say: (sentence: string) => void;
};

export const MEDIUM_NAMES: Record<Medium, string> = { ram: 'RAM disk', disk: 'disk with fsync' };

export function ratioRow(
  measurement: string,
  what: string,
  ratio: number,
  goal: { at_least: number } | { at_most: number } | null,
  from: string,
): Row {
  const value = `${ratio.toFixed(2)} ×`;
  if (goal === null) return { measurement, what, value, goal: null, met: null, from };
  if ('at_least' in goal) {
    return { measurement, what, value, goal: `≥ ${goal.at_least} ×`, met: ratio >= goal.at_least, from };
  }
  return { measurement, what, value, goal: `≤ ${goal.at_most} ×`, met: ratio <= goal.at_most, from };
}

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en-GB')}/s`;
export const milliseconds = (ms: number): string => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(1)} ms`;
