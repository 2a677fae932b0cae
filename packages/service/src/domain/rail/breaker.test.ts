import { describe, expect, it } from 'vitest';
import { afterEvent, type Breaker, type BreakerEvent, CLOSED, mayBegin, retryAfter_s } from './breaker.ts';

const T0 = new Date('2026-11-21T11:00:00.000Z');
const at = (seconds: number): Date => new Date(T0.getTime() + seconds * 1_000);

/** As a line of the tables below: `closed 3`, `open until 15 (1)`, `half_open until 60 (1)`. */
function shown(breaker: Breaker): string {
  if (breaker.state === 'closed') return `closed ${breaker.failures}`;
  return `${breaker.state} until ${(breaker.until.getTime() - T0.getTime()) / 1_000} (${breaker.openings})`;
}

const STATES: Record<string, Breaker> = {
  'closed 0': CLOSED,
  'closed 4': { state: 'closed', failures: 4, openings: 0, until: null },
  'open until 15 (1)': { state: 'open', failures: 0, openings: 1, until: at(15) },
  'half_open until 60 (1)': { state: 'half_open', failures: 0, openings: 1, until: at(60) },
  'half_open until 60 (9)': { state: 'half_open', failures: 0, openings: 9, until: at(60) },
};

describe('the breaker of a rail', () => {
  it.each<[string, BreakerEvent, number, string]>([
    ['closed 0', 'success', 0, 'closed 0'],
    ['closed 0', 'fault', 0, 'closed 1'],
    ['closed 0', 'probe', 0, 'closed 0'],
    ['closed 4', 'success', 0, 'closed 0'],
    ['closed 4', 'fault', 0, 'open until 15 (1)'],
    ['closed 4', 'probe', 0, 'closed 4'],
    ['open until 15 (1)', 'success', 3, 'open until 15 (1)'],
    ['open until 15 (1)', 'fault', 3, 'open until 15 (1)'],
    ['open until 15 (1)', 'probe', 14, 'open until 15 (1)'],
    ['open until 15 (1)', 'probe', 15, 'half_open until 75 (1)'],
    ['half_open until 60 (1)', 'success', 20, 'closed 0'],
    ['half_open until 60 (1)', 'fault', 20, 'open until 50 (2)'],
    ['half_open until 60 (1)', 'probe', 20, 'half_open until 60 (1)'],
    ['half_open until 60 (1)', 'probe', 60, 'half_open until 120 (1)'],
    ['half_open until 60 (9)', 'fault', 20, 'open until 320 (10)'],
  ])('%s, %s at %i s: %s', (from, event, seconds, to) => {
    expect(shown(afterEvent(STATES[from] as Breaker, event, at(seconds)))).toBe(to);
  });

  it.each<[string, number, 'all' | 'probe' | 'none', number | null]>([
    ['closed 0', 0, 'all', null],
    ['closed 4', 0, 'all', null],
    ['open until 15 (1)', 0, 'none', 15],
    ['open until 15 (1)', 14.5, 'none', 1],
    ['open until 15 (1)', 15, 'probe', null],
    ['half_open until 60 (1)', 59, 'none', null],
    ['half_open until 60 (1)', 60, 'probe', null],
  ])('%s at %d s lets %s calls begin, and new transactions wait %s', (state, seconds, may, wait_s) => {
    const breaker = STATES[state] as Breaker;
    expect([mayBegin(breaker, at(seconds)), retryAfter_s(breaker, at(seconds))]).toEqual([may, wait_s]);
  });
});
